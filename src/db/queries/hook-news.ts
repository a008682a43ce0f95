// What hooks are told: the events of a project, and the things these speak of.
import { sql } from "drizzle-orm";
import type { Flag } from "../schema/columns.ts";
import { commitComments, issues, mergeRequests } from "../schema/index.ts";
import type { VisibilityLevel } from "../schema/namespaces.ts";
import type { TargetType } from "../schema/targets.ts";
import { columnsOf, type RowOf, type Statement, select } from "../statement.ts";
import { GHOST_ID } from "./user-row.ts";

const newsColumns = {
  id: sql<number>`e.id`,
  kind: sql<string>`e.kind`,
  target_id: sql<number>`e.target_id`,
  created_at: sql<string>`e.created_at`,
  actor_id: sql<number>`u.id`,
  actor_username: sql<string>`u.username`,
  actor_name: sql<string>`u.name`,
  actor_email: sql<string>`u.email`,
  /** The change is told by the event right behind it, which says more. */
  superseded: sql<Flag>`e.kind = 'issue_updated' and exists (select 1 from events s where s.id = e.id + 1
    and s.project_id = e.project_id and s.target_id = e.target_id and s.kind in ('issue_closed', 'issue_reopened'))`,
  /** Null for what is no push. */
  push_ref: sql<string | null>`ps.ref`,
  push_before: sql<string | null>`ps.before`,
  push_after: sql<string | null>`ps.after`,
};

export type NewsRow = RowOf<typeof newsColumns>;

const newsTemplate = select(
  newsColumns,
  sql`from events e
    join users u on u.id = coalesce((select a.id from users a where a.id = e.actor_id), ${sql.raw(String(GHOST_ID))})
    left join pushes ps on e.kind = 'pushed' and ps.id = e.target_id
    where e.project_id = ${sql.placeholder("project_id")} and e.id > coalesce(${sql.placeholder("after")},
      (select min(after_event_id) from hooks where project_id = ${sql.placeholder("project_id")}))
    order by e.id limit ${sql.placeholder("limit")}`,
);

/** The oldest first. @param after the id of an event; null for the one at which the oldest hook was made */
export const findNews = (projectId: number, after: number | null, limit: number): Statement<NewsRow> =>
  newsTemplate.with({ project_id: projectId, after, limit });

const projectColumns = {
  id: sql<number>`p.id`,
  name: sql<string>`p.name`,
  path: sql<string>`p.path`,
  description: sql<string | null>`p.description`,
  visibility_level: sql<VisibilityLevel>`p.visibility_level`,
  default_branch: sql<string | null>`p.default_branch`,
  namespace_name: sql<string>`n.name`,
  namespace_path: sql<string>`n.path`,
};

export type HookProjectRow = RowOf<typeof projectColumns>;

const projectTemplate = select(
  projectColumns,
  sql`from projects p join namespaces n on n.id = p.namespace_id where p.id = ${sql.placeholder("project_id")}`,
);

export const findHookProject = (projectId: number): Statement<HookProjectRow> =>
  projectTemplate.with({ project_id: projectId });

const assigneeColumns = {
  assignee_username: sql<string | null>`b.username`,
  assignee_name: sql<string | null>`b.name`,
};

/** JSON array of labels, of what `t` names. */
const labelsOf = (t: string, type: TargetType) =>
  sql<string>`${sql.raw(`(select json_group_array(json_object('id', lb.id, 'title', lb.title, 'color', lb.color,
      'project_id', lb.project_id, 'description', lb.description, 'created_at', lb.created_at,
      'updated_at', lb.updated_at))
    from label_links ll join labels lb on lb.id = ll.label_id
    where ll.target_type = '${type}' and ll.target_id = ${t}.id)`)}`;

const issueColumns = { ...columnsOf(issues, "i"), ...assigneeColumns, labels: labelsOf("i", "Issue") };

export type HookIssueRow = RowOf<typeof issueColumns>;

const issueTemplate = select(
  issueColumns,
  sql`from issues i left join users b on b.id = i.assignee_id where i.id = ${sql.placeholder("id")}`,
);

export const findHookIssue = (id: number): Statement<HookIssueRow> => issueTemplate.with({ id });

const mergeRequestColumns = {
  ...columnsOf(mergeRequests, "r"),
  ...assigneeColumns,
  labels: labelsOf("r", "MergeRequest"),
};

export type HookMergeRequestRow = RowOf<typeof mergeRequestColumns>;

const mergeRequestTemplate = select(
  mergeRequestColumns,
  sql`from merge_requests r left join users b on b.id = r.assignee_id where r.id = ${sql.placeholder("id")}`,
);

export const findHookMergeRequest = (id: number): Statement<HookMergeRequestRow> => mergeRequestTemplate.with({ id });

const noteColumns = {
  id: sql<number>`nt.id`,
  project_id: sql<number>`nt.project_id`,
  body: sql<string>`nt.body`,
  system: sql<Flag>`nt.system`,
  author_id: sql<number>`nt.author_id`,
  target_type: sql<TargetType>`nt.target_type`,
  target_id: sql<number>`nt.target_id`,
  created_at: sql<string>`nt.created_at`,
  updated_at: sql<string>`nt.updated_at`,
};

export type HookNoteRow = RowOf<typeof noteColumns>;

const noteTemplate = select(noteColumns, sql`from notes nt where nt.id = ${sql.placeholder("id")}`);

export const findHookNote = (id: number): Statement<HookNoteRow> => noteTemplate.with({ id });

const commentColumns = columnsOf(commitComments, "c");

export type HookCommitCommentRow = RowOf<typeof commentColumns>;

const commentTemplate = select(commentColumns, sql`from commit_comments c where c.id = ${sql.placeholder("id")}`);

export const findHookCommitComment = (id: number): Statement<HookCommitCommentRow> => commentTemplate.with({ id });
