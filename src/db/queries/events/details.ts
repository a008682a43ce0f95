// The details of events: JSON, made by the recording batch, of data that may be changed or deleted when they are read.
import { type SQL, sql } from "drizzle-orm";
import type { AwardableType } from "../../schema/issuables.ts";
import type { MilestoneState } from "../../schema/milestones.ts";
import type { AccessLevel, VisibilityLevel } from "../../schema/namespaces.ts";
import type { Columns, RowOf } from "../../statement.ts";
import type { MemberSource } from "../members/members.ts";

/** `json_object(...)` of the columns. */
function jsonOf(columns: Columns): SQL {
  const entries = Object.entries(columns).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_object(${sql.join(entries, sql`, `)})`;
}

/** A project, for the hooks of the server. */
export const projectDetailColumns = {
  id: sql<number>`p.id`,
  name: sql<string>`p.name`,
  path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  visibility_level: sql<VisibilityLevel>`p.visibility_level`,
  /** The owning user or group; groups have no e-mail address. */
  owner_name: sql<string>`coalesce(o.name, n.name)`,
  owner_email: sql<string>`coalesce(o.email, '')`,
  created_at: sql<string>`p.created_at`,
  updated_at: sql<string>`p.updated_at`,
};

export type ProjectDetails = RowOf<typeof projectDetailColumns>;

export const projectDetailTables = sql`from projects p
  join namespaces n on n.id = p.namespace_id left join users o on o.id = n.owner_id`;

/** For the row of {@link projectDetailTables}. */
export const projectDetailsJson = jsonOf(projectDetailColumns);

export const projectDetails = (projectId: number): SQL =>
  sql`(select ${projectDetailsJson} ${projectDetailTables} where p.id = ${projectId})`;

export const groupDetailColumns = {
  id: sql<number>`g.id`,
  name: sql<string>`g.name`,
  path: sql<string>`g.path`,
  created_at: sql<string>`g.created_at`,
  updated_at: sql<string>`g.updated_at`,
};

export type GroupDetails = RowOf<typeof groupDetailColumns>;

export const groupDetails = (groupId: number): SQL =>
  sql`(select ${jsonOf(groupDetailColumns)} from namespaces g where g.id = ${groupId})`;

export const userDetailColumns = {
  id: sql<number>`u.id`,
  name: sql<string>`u.name`,
  username: sql<string>`u.username`,
  email: sql<string>`u.email`,
  created_at: sql<string>`u.created_at`,
  updated_at: sql<string>`u.updated_at`,
};

export type UserDetails = RowOf<typeof userDetailColumns>;

export const userDetails = (userId: number): SQL =>
  sql`(select ${jsonOf(userDetailColumns)} from users u where u.id = ${userId})`;

const memberDetailColumns = { access_level: sql<AccessLevel>`m.access_level`, created_at: sql<string>`m.created_at` };

export type MemberDetails = RowOf<typeof memberDetailColumns>;

/** For an existing membership: before its deletion, after its creation. */
export const memberDetails = ({ kind, id }: MemberSource, userId: number): SQL =>
  kind === "group"
    ? sql`(select ${jsonOf(memberDetailColumns)} from group_members m where m.group_id = ${id} and m.user_id = ${userId})`
    : sql`(select ${jsonOf(memberDetailColumns)} from project_members m where m.project_id = ${id} and m.user_id = ${userId})`;

/** Names a release. */
export interface ReleaseName {
  readonly tag: string;
}

/** @return JSON */
export const nameRelease = (tag: string): string => JSON.stringify({ tag } satisfies ReleaseName);

export const releaseDetailColumns = {
  tag: sql<string>`r.tag`,
  /** Null for the name of the tag. */
  name: sql<string | null>`r.name`,
  description: sql<string>`r.description`,
  created_at: sql<string>`r.created_at`,
  released_at: sql<string | null>`r.released_at`,
  /** JSON, oldest first. A concatenation is a text in {@link jsonOf}, too. */
  links: sql<string>`(select json_group_array(json_object('id', l.id, 'link_type', l.link_type, 'name', l.name, 'url', l.url))
    from release_links l where l.project_id = r.project_id and l.tag = r.tag) || ''`,
};

export type ReleaseDetails = RowOf<typeof releaseDetailColumns>;

/** Release `r` before its deletion. The description is cut, because a value of D1 has 2 MB. */
export const releaseDetails = jsonOf({ ...releaseDetailColumns, description: sql`substr(r.description, 1, 100000)` });

/** The change of state that an edit of a milestone makes. */
export interface MilestoneTransition {
  readonly action: "close" | "reopen";
}

export const milestoneDetailColumns = {
  id: sql<number>`m.id`,
  iid: sql<number>`m.iid`,
  project_id: sql<number>`m.project_id`,
  title: sql<string>`m.title`,
  description: sql<string | null>`m.description`,
  state: sql<MilestoneState>`m.state`,
  due_date: sql<string | null>`m.due_date`,
  start_date: sql<string | null>`m.start_date`,
  created_at: sql<string>`m.created_at`,
  updated_at: sql<string>`m.updated_at`,
};

export type MilestoneDetails = RowOf<typeof milestoneDetailColumns>;

/** Before its deletion; cut as in {@link releaseDetails}. */
export const milestoneDetails = (id: number): SQL =>
  sql`(select ${jsonOf({ ...milestoneDetailColumns, description: sql`substr(m.description, 1, 100000)` })} from milestones m where m.id = ${id})`;

export const awardDetailColumns = {
  id: sql<number>`e.id`,
  user_id: sql<number>`e.user_id`,
  name: sql<string>`e.name`,
  target_type: sql<AwardableType>`e.target_type`,
  target_id: sql<number>`e.target_id`,
  created_at: sql<string>`e.created_at`,
  updated_at: sql<string>`e.updated_at`,
};

export type AwardDetails = RowOf<typeof awardDetailColumns>;

/** Before it is revoked. */
export const awardDetails = (id: number): SQL =>
  sql`(select ${jsonOf(awardDetailColumns)} from award_emoji e where e.id = ${id})`;

/** The path of a project before a change. */
export interface FormerPath {
  /** `group/project` */
  readonly old_path_with_namespace: string;
}

/** Details of an issuable's edit; absent if it changes neither people nor labels. */
export interface ChangeDetails {
  /** Null if unchanged. */
  readonly assignee_id: readonly [before: number | null, after: number | null] | null;
  /** Absent if unchanged. */
  readonly reviewer_id?: readonly [before: number | null, after: number | null];
  /** Ids; null for none. */
  readonly added_labels: readonly number[] | null;
}

/** A value before and after an edit. */
export type Change<Value> = readonly [before: Value, after: Value];

/** What an edit changed: columns by their names, and the ids of labels. */
export interface IssuableChanges {
  readonly label_ids?: Change<readonly number[]>;
  /** Of an issue that was confidential before the edit or after it. */
  readonly of_confidential?: Change<1>;
  readonly [column: string]: Change<unknown> | undefined;
}

/** The head of a merge request before a push; null without one. */
export interface PushedDetails {
  readonly oldrev: string | null;
}

/** Parses an event's details; the caller knows the type from the event's kind. Null without details. */
export const readDetails = <Details>(details: string | null): Details | null =>
  details === null ? null : JSON.parse(details);
