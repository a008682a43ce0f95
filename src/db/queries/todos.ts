// Todos. Of somebody's own todos they see those whose target they may (still) see.
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import {
  asViewers,
  ownTarget,
  projectLevel,
  seesConfidentialAt,
  type ViewerKey,
  viewerCte,
  visibleIssue,
  visibleLevel,
} from "../../permissions/visible.ts";
import type { TargetType } from "../schema/targets.ts";
import type { TodoAction, TodoState } from "../schema/todos.ts";
import { execute, nullable, type RowOf, type Statement, selectWith } from "../statement.ts";
import type { Deed } from "./events.ts";
import { asHead } from "./heads.ts";
import {
  type IssueRow,
  isFollowed,
  issueColumns,
  labelTitlesOf,
  milestoneColumns,
  participationIn,
} from "./issue-row.ts";
import { type MergeRequestRow, mergeRequestColumns } from "./merge-request-row.ts";
import { type AnyTargetKey, type TargetKey, targetTable } from "./targets.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

/** Of a todo, what does not stand in its target's row. */
const todoColumns = {
  todo_id: sql<number>`t.id`,
  todo_action: sql<TodoAction>`t.action`,
  todo_state: sql<TodoState>`t.state`,
  todo_created_at: sql<string>`t.created_at`,
  todo_note_id: sql<number | null>`t.note_id`,
  todo_note_body: sql<string | null>`cause.body`,
  todo_author_id: sql<number>`t.author_id`,
  todo_author_username: sql<string>`c.username`,
  todo_author_name: sql<string>`c.name`,
  todo_author_state: sql<string>`c.state`,
  project_name: sql<string>`p.name`,
  project_path: sql<string>`p.path`,
  namespace_name: sql<string>`n.name`,
  namespace_path: sql<string>`n.path`,
  owner_name: sql<string | null>`o.name`,
};

/** A todo with the issue or the merge request it is about. */
export type TodoRow = RowOf<typeof todoColumns> &
  (({ todo_target_type: "Issue" } & IssueRow) | ({ todo_target_type: "MergeRequest" } & MergeRequestRow));

/** A column of the target, whichever it is; the other one is not there. */
const either = (name: string): SQL => sql.raw(`coalesce(i.${name}, r.${name})`);

const shared = [
  "id",
  "iid",
  "project_id",
  "title",
  "description",
  "state",
  "user_notes_count",
  "upvotes",
  "downvotes",
  "created_at",
  "updated_at",
  "author_id",
  "assignee_id",
] as const;

/** All that {@link IssueRow} and {@link MergeRequestRow} have. */
const targetColumns = {
  ...issueColumns,
  ...mergeRequestColumns,
  ...Object.fromEntries(shared.map((name) => [name, either(name)])),
  ...milestoneColumns,
  labels: labelTitlesOf("t.target_type", "t.target_id"),
  subscribed: isFollowed("a.id", "b.id"),
  todo_target_type: sql<TargetType>`t.target_type`,
};

/** To follow `todos t`. */
const todoJoins = sql`left join issues i on t.target_type = 'Issue' and i.id = t.target_id
  left join merge_requests r on t.target_type = 'MergeRequest' and r.id = t.target_id
  left join users a on a.id = coalesce(i.author_id, r.author_id)
  left join users b on b.id = coalesce(i.assignee_id, r.assignee_id)
  left join milestones m on m.id = coalesce(i.milestone_id, r.milestone_id)
  ${sql.raw(participationIn("t.target_type", "t.target_id"))}
  left join users c on c.id = t.author_id left join notes cause on cause.id = t.note_id
  left join projects p on p.id = t.project_id left join namespaces n on n.id = p.namespace_id
  left join users o on o.id = n.owner_id`;

/**
 * `readable`: the ids of those todos `t` of the viewer that `condition` picks and whose target they may see. Their
 * projects come first, so that the level is worked out once for each.
 */
const readableTodos = (condition: SQL): SQL[] => [
  sql`place as materialized (
    select np.id as place_id, np.visibility_level as place_visibility, np.issues_enabled as place_issues,
      np.merge_requests_enabled as place_merge_requests,
      ${projectLevel("np", "nn")} as place_level
    from viewer cross join projects np cross join namespaces nn on nn.id = np.namespace_id
    where np.id in (select t.project_id from viewer cross join todos t where t.user_id = viewer_id and ${condition}))`,
  sql`readable as materialized (
    select t.id as readable_id from viewer cross join todos t cross join place on place_id = t.project_id
      left join issues i on t.target_type = 'Issue' and i.id = t.target_id
      left join merge_requests r on t.target_type = 'MergeRequest' and r.id = t.target_id
    where t.user_id = viewer_id and ${condition} and (${visibleLevel("place_visibility")} or place_level > 0)
      and case when i.id is not null then place_issues = 1 and ${visibleIssue("i", seesConfidentialAt(sql`place_level`))}
        when r.id is not null then place_merge_requests = 1
          and (${visibleLevel("place_visibility")} or place_level >= 20 or ${ownTarget("r")}) end)`,
];

/** What a list is narrowed to; null does not narrow it. */
export interface TodoFilter {
  readonly state: TodoState;
  readonly type: TargetType | null;
  readonly project_id: number | null;
  readonly author_id: number | null;
  /** One of {@link TodoAction}, or an action no todo of ours has. */
  readonly action: string | null;
}

/** @param filter its values, or placeholders for them */
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

/** The list's size and a todo of its page or, on an empty page, `todo_id: null`. */
export type TodoListRow = ViewerRow & { total: number } & (TodoRow | { todo_id: null });

const listTemplate = asHead<TodoListRow>(
  selectWith(
    [viewerCte, ...readableTodos(passes(filterPlaceholders))],
    {
      ...viewerColumns,
      total: sql<number>`(select count(*) from readable)`,
      ...nullable(targetColumns),
      ...nullable(todoColumns),
    },
    sql`from viewer left join (select readable_id from readable order by readable_id desc
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
      left join todos t on t.id = readable_id ${todoJoins}`,
  ),
);

/**
 * One statement: the viewer and the list's size stand in each row of its page. In no order: to sort rows with several
 * long texts, SQLite would make one record of each, which may outgrow what D1 allows.
 */
export const listTodos = (
  viewer: ViewerKey,
  filter: TodoFilter,
  limit: number,
  offset: number,
): Statement<TodoListRow> => {
  const { project_id: filter_project, author_id: filter_author, ...others } = filter;
  return listTemplate.with({ ...viewer, ...others, filter_project, filter_author, limit, offset });
};

export type TodoHead = ViewerRow & (TodoRow | { todo_id: null });

const single = (condition: SQL) =>
  asHead<TodoHead>(
    selectWith(
      [viewerCte, ...readableTodos(condition)],
      { ...viewerColumns, ...nullable(targetColumns), ...nullable(todoColumns) },
      sql`from viewer left join readable left join todos t on t.id = readable_id ${todoJoins}`,
    ),
  );

const findTemplate = single(sql`t.id = ${sql.placeholder("todo_id")}`);

/** Always one row. */
export const findTodo = (viewer: ViewerKey, todoId: number): Statement<TodoHead> =>
  findTemplate.with({ ...viewer, todo_id: todoId });

const pendingTemplate = single(sql`t.target_type = ${sql.placeholder("target_type")}
  and t.target_id = ${sql.placeholder("target_id")} and t.state = 'pending'`);

/** Always one row: what the viewer has to do about the target, which is one thing at most. */
export const findPendingTodo = (viewer: ViewerKey, { type, id }: TargetKey): Statement<TodoHead> =>
  pendingTemplate.with({ ...viewer, target_type: type, target_id: id });

/** A todo somebody gives themselves. Inserts nothing when the target is gone, and violates a key when one is pending. */
export const insertMarkedTodo = (userId: number, { type, id }: TargetKey, now: string): Statement => {
  return execute(sql`insert into todos
      (user_id, project_id, target_type, target_id, author_id, action, created_at, updated_at)
    select ${userId}, project_id, ${type}, id, ${userId}, 'marked', ${now}, ${now} from ${targetTable(type)} where id = ${id}`);
};

/**
 * All that a user has to do about a target is done.
 * @param when settled only if this holds at its place in the batch
 */
export const settleTodos = (userId: number, target: TargetKey, now: string, when: SQL = sql`1`): Statement =>
  execute(sql`update todos set state = 'done', updated_at = ${now}
    where user_id = ${userId} and target_type = ${target.type} and target_id = ${target.id} and state = 'pending' and ${when}`);

const settleReadable = (userId: number, now: string, condition: SQL): Statement<{ id: number }> =>
  execute(sql`with viewer as materialized ${asViewers(sql`${userId}`, now.slice(0, 10))},
    ${sql.join(readableTodos(condition), sql`, `)}
    update todos set state = 'done', updated_at = ${now}
    where state = 'pending' and id in (select readable_id from readable) returning id`);

/** The pending ones among the todos of a user's list are done. Answers their ids. */
export const settleListedTodos = (userId: number, now: string, filter: TodoFilter): Statement<{ id: number }> =>
  settleReadable(userId, now, passes({ ...filter }));

/** One todo of a user is done, if they see it and it is pending. */
export const settleTodo = (userId: number, now: string, todoId: number): Statement<{ id: number }> =>
  settleReadable(userId, now, sql`t.id = ${todoId}`);

/**
 * A todo for whoever the target is given to; who has one there keeps that.
 * @param next who is about to have it, if the condition holds, where the statement goes before the change; else it is
 *   the assignee the target has
 */
export const insertAssignmentTodo = (
  { type, id }: Pick<AnyTargetKey, "type" | "id">,
  { actorId, now }: Deed,
  next?: { readonly assigneeId: number; readonly when: SQL },
): Statement =>
  execute(sql`insert into todos (user_id, project_id, target_type, target_id, author_id, action, created_at, updated_at)
    select u.id, i.project_id, ${type}, i.id, ${actorId}, 'assigned', ${now}, ${now}
    from ${targetTable(type)} i cross join users u on u.id = ${next ? next.assigneeId : sql`i.assignee_id`}
    where i.id = ${id} and ${next ? next.when : sql`1`}
    on conflict do nothing`);
