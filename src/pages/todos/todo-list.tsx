// Todos as a list, each with its button.
import type { presentTodo } from "../../api/v3/presenters/todo.ts";
import { excerptOf, State, Time, UserLink } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import { pathOfUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

type Todo = ReturnType<typeof presentTodo>;

/** What the author did, between their name and the target. */
const actionTexts: Readonly<Record<string, string>> = {
  assigned: "assigned you to",
  review_requested: "requested your review of",
  mentioned: "mentioned you on",
  directly_addressed: "addressed you on",
  marked: "added a todo for",
  build_failed: "has a failed build in",
  approval_required: "needs your approval of",
  unmergeable: "cannot merge",
};

export const TodoList = ({ visit, todos }: { visit: Visit; todos: readonly Todo[] }) => (
  <ul class="list">
    {todos.map((todo) => (
      <li class="heading">
        <div>
          <UserLink user={todo.author} /> {actionTexts[todo.action_name] ?? todo.action_name}{" "}
          <a class="main" href={pathOfUrl(todo.target_url)}>
            {todo.target_type === "Issue" ? "#" : "!"}
            {todo.target.iid} {todo.target.title}
          </a>
          {todo.body !== todo.target.title && <p class="text">{excerptOf(todo.body)}</p>}
          <p class="meta">
            <span>{todo.project.path_with_namespace}</span>
            <Time now={visit.base.now} time={todo.created_at} />
            {todo.state === "done" && <State state="done" />}
          </p>
        </div>
        {todo.state === "pending" && (
          <ActionButton
            visit={visit}
            action={`/-/todos/${todo.id}/done`}
            fields={{ return_to: visit.url.pathname + visit.url.search }}
          >
            Done<span class="hidden">: {todo.target.title}</span>
          </ActionButton>
        )}
      </li>
    ))}
  </ul>
);
