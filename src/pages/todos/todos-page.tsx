// GET /-/todos: the viewer's todos, with the filters of the API.
import { listTodos } from "../../api/v3/todos/list-todos.ts";
import { listTodoProjects } from "../../db/queries/issuables/todo-projects.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { ActionButton, Button, type Option, Select } from "../components/form.tsx";
import { QueryTabs } from "../components/tab-nav.tsx";
import type { Page } from "../page.ts";
import type { Visit } from "../visit.ts";
import { TodoList } from "./todo-list.tsx";

const states = { pending: "To do", done: "Done" };

const any: Option = { value: "", text: "Any" };

const types: readonly Option[] = [
  any,
  { value: "Issue", text: "Issues" },
  { value: "MergeRequest", text: "Merge requests" },
];

const actions: readonly Option[] = [
  any,
  { value: "assigned", text: "Assigned" },
  { value: "review_requested", text: "Review requested" },
  { value: "mentioned", text: "Mentioned" },
  { value: "directly_addressed", text: "Directly addressed" },
  { value: "marked", text: "Added by you" },
];

/** The filters in the address. */
const filterOf = (visit: Visit) => ({
  state: visit.queryText("state") ?? "pending",
  type: visit.queryText("type"),
  action: visit.queryText("action"),
  project_id: visit.queryText("project_id"),
});

export const todosPage: Page = async (visit) => {
  const { api, base } = visit;
  const filter = filterOf(visit);
  const [listed, [projects]] = await Promise.all([
    api.list(listTodos, { ...filter, page: visit.queryText("page") }),
    base.db.batch(listTodoProjects(base.viewer, filter.state === "done" ? "done" : "pending")),
  ]);
  const options = projects.map(({ id, path, namespace_path }) => ({
    value: String(id),
    text: `${namespace_path}/${path}`,
  }));
  return {
    title: "Todos",
    content: (
      <section>
        <div class="heading">
          <h1>Todos</h1>
          {filter.state === "pending" && listed.rows.length > 0 && (
            <ActionButton visit={visit} action="/-/todos/done" fields={given(filter)}>
              Mark all {listed.total} as done
            </ActionButton>
          )}
        </div>
        <QueryTabs visit={visit} label="State" name="state" values={states} current={filter.state} />
        <form method="get" class="filters">
          <input type="hidden" name="state" value={filter.state} />
          <Select name="project_id" label="Project" value={filter.project_id ?? ""} options={[any, ...options]} />
          <Select name="type" label="Type" value={filter.type ?? ""} options={types} />
          <Select name="action" label="Action" value={filter.action ?? ""} options={actions} />
          <Button>Filter</Button>
        </form>
        {listed.rows.length === 0 ? (
          <Empty>There are no todos here.</Empty>
        ) : (
          <TodoList visit={visit} todos={listed.rows} />
        )}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};

const given = (filter: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined));
