// The events that hooks deliver, and the records that their payloads show.
import { type SQL, sql } from "drizzle-orm";
import type { Flag } from "../../schema/columns.ts";
import { commitComments, issues, mergeRequests } from "../../schema/index.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { columnsOf, type RowOf, type Statement, select } from "../../statement.ts";
import {
  type GroupDetails,
  groupDetailColumns,
  projectDetailColumns,
  projectDetailTables,
  type UserDetails,
  userDetailColumns,
} from "../events/details.ts";
import { mergeRequestDetailColumns } from "../merge-requests/detail-columns.ts";
import { imported } from "../notifications/notified-events.ts";
import { GHOST_ID } from "../users/row.ts";
import { forEachKindOfOwner, type HookOwner, ofOwner, ownerParams } from "./hooks.ts";

const eventColumns = {
  id: sql<number>`e.id`,
  kind: sql<string>`e.kind`,
  namespace_id: sql<number | null>`e.namespace_id`,
  project_id: sql<number | null>`e.project_id`,
  target_id: sql<number | null>`e.target_id`,
  details: sql<string | null>`e.details`,
  changes: sql<string | null>`e.changes`,
  created_at: sql<string>`e.created_at`,
  actor_id: sql<number>`u.id`,
  actor_username: sql<string>`u.username`,
  actor_name: sql<string>`u.name`,
  actor_email: sql<string>`u.email`,
  /** The next event is of the same edit and says more, so this one is not delivered. */
  superseded: sql<Flag>`e.kind = 'issue_updated' and exists (select 1 from events s where s.id = e.id + 1
    and s.project_id = e.project_id and s.target_id = e.target_id and s.kind in ('issue_closed', 'issue_reopened')
    and s.actor_id = e.actor_id and s.created_at = e.created_at)`,
  /** Null for events other than pushes. */
  push_ref: sql<string | null>`ps.ref`,
  push_before: sql<string | null>`ps.before`,
  push_after: sql<string | null>`ps.after`,
};

export type HookEventRow = RowOf<typeof eventColumns>;

/** Joins after `events e`. */
const eventJoins = sql`join users u on u.id = coalesce((select a.id from users a where a.id = e.actor_id), ${sql.raw(String(GHOST_ID))})
  left join pushes ps on e.kind = 'pushed' and ps.id = e.target_id`;

/** The events of an owner, by an index. */
const happenedAt: Record<HookOwner["kind"], SQL> = {
  project: sql`e.project_id = ${sql.placeholder("owner_id")}`,
  group: sql`e.namespace_id = ${sql.placeholder("owner_id")}`,
  server: sql`1`,
};

/** The event was recorded by this server. */
const isOwn = sql`e.details is not ${sql.raw(imported)}`;

/** Excludes events of projects that have left the group: payloads would show the project's present data. */
const isStillThere: Record<HookOwner["kind"], SQL> = {
  project: isOwn,
  group: sql`${isOwn} and exists (select 1 from projects hp where hp.id = e.project_id and hp.namespace_id = e.namespace_id)`,
  server: isOwn,
};

const eventTemplates = forEachKindOfOwner((kind) =>
  select(
    eventColumns,
    sql`from events e ${eventJoins} where ${happenedAt[kind]} and ${isStillThere[kind]} and e.id > coalesce(${sql.placeholder("after")},
        (select min(h.after_event_id) from hooks h where ${ofOwner[kind]}))
      order by e.id limit ${sql.placeholder("limit")}`,
  ),
);

/** Oldest first. @param after the id of an event; null for the position at which the oldest hook was created */
export const findHookEvents = (owner: HookOwner, after: number | null, limit: number): Statement<HookEventRow> =>
  eventTemplates[owner.kind].with({ ...ownerParams(owner), after, limit });

/** There is no index by kind, so only this many of the owner's newest events are searched. */
const RECENT = 2_000;

const recentTemplates = forEachKindOfOwner((kind) =>
  select(
    eventColumns,
    sql`from (select e.* from events e where ${happenedAt[kind]} order by e.id desc limit ${sql.raw(String(RECENT))}) e
      ${eventJoins} where ${isStillThere[kind]} and e.kind in (select value from json_each(${sql.placeholder("kinds")}))
      and substr(coalesce(ps.ref, ''), 1, length(${sql.placeholder("refs")})) = ${sql.placeholder("refs")}
      order by e.id desc limit ${sql.placeholder("limit")}`,
  ),
);

/** Events of the given kinds, newest first. @param refs prefix of the refs of pushes */
export const findRecentHookEvents = (
  owner: HookOwner,
  kinds: readonly string[],
  refs: string,
  limit: number,
): Statement<HookEventRow> =>
  recentTemplates[owner.kind].with({ ...ownerParams(owner), kinds: JSON.stringify(kinds), refs, limit });

const projectColumns = {
  ...projectDetailColumns,
  description: sql<string | null>`p.description`,
  default_branch: sql<string | null>`p.default_branch`,
  namespace_name: sql<string>`n.name`,
};

export type HookProjectRow = RowOf<typeof projectColumns>;

const projectTemplate = select(
  projectColumns,
  sql`${projectDetailTables} where p.id in (select value from json_each(${sql.placeholder("project_ids")}))`,
);

/** The projects that still exist. */
export const findHookProjects = (projectIds: readonly number[]): Statement<HookProjectRow> =>
  projectTemplate.with({ project_ids: JSON.stringify(projectIds) });

const groupTemplate = select(
  groupDetailColumns,
  sql`from namespaces g where g.id = ${sql.placeholder("id")} and g.kind = 'group'`,
);

export const findHookGroup = (id: number): Statement<GroupDetails> => groupTemplate.with({ id });

const userTemplate = select(userDetailColumns, sql`from users u where u.id = ${sql.placeholder("id")}`);

export const findHookUser = (id: number): Statement<UserDetails> => userTemplate.with({ id });

const assigneeColumns = {
  assignee_username: sql<string | null>`b.username`,
  assignee_name: sql<string | null>`b.name`,
};

const labelJson = `json_object('id', lb.id, 'title', lb.title, 'color', lb.color, 'project_id', lb.project_id,
      'description', lb.description, 'created_at', lb.created_at, 'updated_at', lb.updated_at)`;

/** JSON array of the labels of issuable `t`. */
const labelsOf = (t: string, type: IssuableType) =>
  sql<string>`${sql.raw(`(select json_group_array(${labelJson})
    from label_links ll join labels lb on lb.id = ll.label_id
    where ll.target_type = '${type}' and ll.target_id = ${t}.id)`)}`;

const issueColumns = { ...columnsOf(issues, "i"), ...assigneeColumns, labels: labelsOf("i", "Issue") };

export type HookIssueRow = RowOf<typeof issueColumns>;

const issueTemplate = select(
  issueColumns,
  sql`from issues i left join users b on b.id = i.assignee_id where i.id = ${sql.placeholder("id")}`,
);

export const findHookIssue = (id: number): Statement<HookIssueRow> => issueTemplate.with({ id });

const { awaits_discussions, required_status } = mergeRequestDetailColumns;

const mergeRequestColumns = {
  ...columnsOf(mergeRequests, "r"),
  ...assigneeColumns,
  reviewer_username: sql<string | null>`v.username`,
  reviewer_name: sql<string | null>`v.name`,
  labels: labelsOf("r", "MergeRequest"),
  awaits_discussions,
  required_status,
};

export type HookMergeRequestRow = RowOf<typeof mergeRequestColumns>;

const mergeRequestTemplate = select(
  mergeRequestColumns,
  sql`from merge_requests r left join users b on b.id = r.assignee_id left join users v on v.id = r.reviewer_id
    where r.id = ${sql.placeholder("id")}`,
);

export const findHookMergeRequest = (id: number): Statement<HookMergeRequestRow> => mergeRequestTemplate.with({ id });

const noteColumns = {
  id: sql<number>`nt.id`,
  project_id: sql<number>`nt.project_id`,
  body: sql<string>`nt.body`,
  system: sql<Flag>`nt.system`,
  author_id: sql<number>`nt.author_id`,
  target_type: sql<IssuableType>`nt.target_type`,
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

/** Labels and users of a change that still exist, as JSON arrays. */
const changedColumns = {
  labels: sql<string>`(select json_group_array(${sql.raw(labelJson)}) from labels lb
    where lb.id in (select value from json_each(${sql.placeholder("label_ids")})))`,
  users: sql<string>`(select json_group_array(json_object('id', u.id, 'username', u.username, 'name', u.name))
    from users u where u.id in (select value from json_each(${sql.placeholder("user_ids")})))`,
};

const changedTemplate = select(changedColumns, sql``);

export type HookChangedRow = RowOf<typeof changedColumns>;

/** Always one row. */
export const findHookChanged = (labelIds: readonly number[], userIds: readonly number[]): Statement<HookChangedRow> =>
  changedTemplate.with({ label_ids: JSON.stringify(labelIds), user_ids: JSON.stringify(userIds) });
