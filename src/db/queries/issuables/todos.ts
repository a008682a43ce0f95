// Todos. Users see those of their own todos whose issuable they may still see.
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { asViewers, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { TodoAction, TodoState } from "../../schema/todos.ts";
import { execute, nullable, type RowOf, type Statement, selectWith, variants } from "../../statement.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { entryColumns, entryDetailColumns, entryJoins, type IssuableEntryRow, readableEntries } from "./entries.ts";
import { type IssuableKey, issuableTable } from "./issuables.ts";

/** The columns of a todo that other entries do not have. */
const todoColumns = {
  todo_id: sql<number>`t.id`,
  todo_action: sql<TodoAction>`t.action`,
  todo_state: sql<TodoState>`t.state`,
  todo_created_at: sql<string>`t.created_at`,
  todo_updated_at: sql<string>`t.updated_at`,
};

/** A todo with its issuable. */
export type TodoRow = RowOf<typeof todoColumns> & IssuableEntryRow;

const entryColumnsOf = (isDetailed: boolean) =>
  isDetailed ? { ...entryColumns, ...entryDetailColumns } : entryColumns;

const readableTodos = (condition: SQL): SQL[] => readableEntries("todos", condition);

const todoJoins = entryJoins("author_id");

/** Filters of a list; null is no filter. */
export interface TodoFilter {
  readonly state: TodoState;
  readonly type: IssuableType | null;
  readonly project_id: number | null;
  readonly author_id: number | null;
  /** A {@link TodoAction}, or an action of GitLab's that no todo here has. */
  readonly action: string | null;
}

/** Takes a filter's values, or placeholders for them. */
const passes = ({ state, type, project_id, author_id, action }: Record<keyof TodoFilter, unknown>): SQL =>
  sql`t.state = ${state} and (${type} is null or t.target_type = ${type})
    and (${project_id} is null or t.project_id = ${project_id})
    and (${author_id} is null or t.author_id = ${author_id}) and (${action} is null or t.action = ${action})`;

const filterPlaceholders: Record<keyof TodoFilter, Placeholder> = {
  state: sql.placeholder("state"),
  type: sql.placeholder("type"),
  project_id: sql.placeholder("filter_project"),
  author_id: sql.placeholder("filter_author"),
  action: sql.placeholder("action"),
};

/** The list's size and a todo of the page or, on an empty page, `todo_id: null`. */
export type TodoListRow = ViewerRow & { total: number } & (TodoRow | { todo_id: null });

const listTemplates = variants(
  (isDetailed: boolean) =>
    castTemplate<TodoListRow>(
      selectWith(
        [viewerCte, ...readableTodos(passes(filterPlaceholders))],
        {
          ...viewerColumns,
          total: sql<number>`(select count(*) from readable)`,
          ...nullable(entryColumnsOf(isDetailed)),
          ...nullable(todoColumns),
        },
        sql`from viewer left join (select readable_id from readable order by readable_id desc
            limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
          left join todos t on t.id = readable_id ${todoJoins}`,
      ),
    ),
  String,
);

/**
 * One statement: each row of the page has the viewer and the list's size. Unordered: to sort rows with several long
 * texts, SQLite would make one record of each, which may exceed D1's limit.
 * @param isDetailed true for the columns of {@link entryDetailColumns}
 */
export const listTodos = (
  viewer: ViewerKey,
  filter: TodoFilter,
  limit: number,
  offset: number,
  isDetailed = false,
): Statement<TodoListRow> => {
  const { project_id: filter_project, author_id: filter_author, ...others } = filter;
  return listTemplates(isDetailed).with({ ...viewer, ...others, filter_project, filter_author, limit, offset });
};

export type TodoListViewerRow = ViewerRow & (TodoRow | { todo_id: null });

const single = (condition: SQL) =>
  variants(
    (isDetailed: boolean) =>
      castTemplate<TodoListViewerRow>(
        selectWith(
          [viewerCte, ...readableTodos(condition)],
          { ...viewerColumns, ...nullable(entryColumnsOf(isDetailed)), ...nullable(todoColumns) },
          sql`from viewer left join readable left join todos t on t.id = readable_id ${todoJoins}`,
        ),
      ),
    String,
  );

const findTemplates = single(sql`t.id = ${sql.placeholder("todo_id")}`);

/** Always one row. */
export const findTodo = (viewer: ViewerKey, todoId: number, isDetailed: boolean): Statement<TodoListViewerRow> =>
  findTemplates(isDetailed).with({ ...viewer, todo_id: todoId });

const pendingTemplates = single(sql`t.target_type = ${sql.placeholder("target_type")}
  and t.target_id = ${sql.placeholder("target_id")} and t.state = 'pending'`);

/** The viewer's pending todo about the issuable, of which there is one at most. Always one row. */
export const findPendingTodo = (
  viewer: ViewerKey,
  { type, id }: IssuableKey,
  isDetailed: boolean,
): Statement<TodoListViewerRow> => pendingTemplates(isDetailed).with({ ...viewer, target_type: type, target_id: id });

/**
 * A todo that the user creates for themselves. Inserts nothing if the issuable is gone; violates todos_pending_key if
 * one is pending.
 */
export const insertMarkedTodo = (userId: number, { type, id }: IssuableKey, now: string): Statement => {
  return execute(sql`insert into todos
      (user_id, project_id, target_type, target_id, author_id, action, created_at, updated_at)
    select ${userId}, project_id, ${type}, id, ${userId}, 'marked', ${now}, ${now} from ${issuableTable(type)} where id = ${id}`);
};

/** Marks a user's todos about an issuable as done. */
export const markTodosDone = (userId: number, issuable: IssuableKey, now: string): Statement =>
  execute(sql`update todos set state = 'done', updated_at = ${now}
    where user_id = ${userId} and target_type = ${issuable.type} and target_id = ${issuable.id} and state = 'pending'`);

const markReadableDone = (userId: number, now: string, condition: SQL): Statement<{ id: number }> =>
  execute(sql`with viewer as materialized ${asViewers(sql`${userId}`, now.slice(0, 10))},
    ${sql.join(readableTodos(condition), sql`, `)}
    update todos set state = 'done', updated_at = ${now}
    where state = 'pending' and id in (select readable_id from readable) returning id`);

/** Marks the pending todos of a user's list as done. Returns their ids. */
export const markListedTodosDone = (userId: number, now: string, filter: TodoFilter): Statement<{ id: number }> =>
  markReadableDone(userId, now, passes({ ...filter }));

/** Marks a todo of the user as done, if they see it and it is pending. */
export const markTodoDone = (userId: number, now: string, todoId: number): Statement<{ id: number }> =>
  markReadableDone(userId, now, sql`t.id = ${todoId}`);
