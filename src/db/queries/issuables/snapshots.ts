// Snapshots: the data besides an issuable's own columns on which decisions about it depend, read in the first round
// trip.
import { type SQL, sql } from "drizzle-orm";
import {
  asViewers,
  featureVisible,
  readableIssuable,
  unexpired,
  type ViewerKey,
  viewerCte,
  visibleGroup,
} from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { type RowOf, type Statement, select, selectWith, type Template } from "../../statement.ts";
import { usersOfProject } from "../members/members.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "./issuable-key.ts";
import { issuableTable } from "./issuables.ts";

export const byType = <T>(make: (type: IssuableType) => T): Record<IssuableType, T> => ({
  Issue: make("Issue"),
  MergeRequest: make("MergeRequest"),
});

/** Values of the placeholders in {@link snapshotColumns}. */
export interface NamedByParams {
  readonly named_milestone_id: number | null;
  /** JSON array. */
  readonly named_label_titles: string;
}

/** @param i the alias of the issuable in a statement that has `viewer` */
export const snapshotColumns = (i: string, type: IssuableType) => {
  const [id, project] = [sql.raw(`${i}.id`), sql.raw(`${i}.project_id`)];
  return {
    lock_version: sql<number>`${sql.raw(i)}.lock_version`,
    /** JSON array of [id, title]. */
    carried_labels: sql<string>`(select json_group_array(json_array(cl.id, cl.title)) from label_links cll
      join labels cl on cl.id = cll.label_id where cll.target_type = '${sql.raw(type)}' and cll.target_id = ${id})`,
    /** JSON array of [source_type, user_id]: recorded mentions in title and description. */
    recorded_mentions: sql<string>`(select json_group_array(json_array(rm.source_type, rm.user_id)) from mentions rm
      where rm.source_type in ('${sql.raw(type)}', '${sql.raw(type)}Title') and rm.source_id = ${id})`,
    viewer_has_todo: sql<Flag>`exists (select 1 from todos vt where vt.user_id = viewer_id
      and vt.target_type = '${sql.raw(type)}' and vt.target_id = ${id} and vt.state = 'pending')`,
    /** Null if the project has no such milestone. */
    named_milestone_iid: sql<number | null>`(select nm.iid from milestones nm
      where nm.id = ${sql.placeholder("named_milestone_id")} and nm.project_id = ${project})`,
    /** JSON array of [id, title]: the project's labels of the given titles. */
    named_labels: sql<string>`(select json_group_array(json_array(nl.id, nl.title)) from labels nl
      where nl.project_id = ${project} and nl.title in (select value from json_each(${sql.placeholder("named_label_titles")})))`,
    /** The greatest id that any label ever had; new labels get the next ones. */
    last_label_id: sql<number>`coalesce((select seq from sqlite_sequence where name = 'labels'), 0)`,
  };
};

export type SnapshotRow = RowOf<ReturnType<typeof snapshotColumns>>;

/** An issuable to edit or comment on, not yet checked for visibility. */
export interface EditedIssuable {
  readonly type: IssuableType;
  readonly id: IssuableName;
  /** The value after the edit; null if the edit does not change it, and for merge requests. */
  readonly confidential: Flag | null;
}

/** Confidentiality after the edit. */
const editedColumns: Record<IssuableType, SQL> = {
  Issue: sql`coalesce(${sql.placeholder("confidential")}, confidential) as confidential`,
  MergeRequest: sql`0 as confidential`,
};

/** A user to whom an issuable may be assigned. */
export interface AssignableUser {
  readonly lookup: "assignable_user";
  readonly id: number;
  readonly username: string;
}

/** A user from whom a review may be requested. */
export interface AssignableReviewer extends Omit<AssignableUser, "lookup"> {
  readonly lookup: "assignable_reviewer";
}

const assignees = byType((type) =>
  select(
    {
      lookup: sql<(AssignableUser | AssignableReviewer)["lookup"]>`${sql.placeholder("lookup")}`,
      id: sql<number>`viewer_id`,
      username: sql<string>`u.username`,
    },
    sql`from ${asViewers(sql`select ${sql.placeholder("user_id")}`, sql`${sql.placeholder("today")}`)}
      cross join users u on u.id = viewer_id
      cross join (select project_id, author_id, assignee_id, ${editedColumns[type]} from ${issuableTable(type)}
        where id = ${namedIssuableId(type)}) i
      cross join projects p on p.id = i.project_id cross join namespaces n on n.id = p.namespace_id
      where ${readableIssuable(type, "i", "p", "n")}`,
  ),
);

/** Returns the user if they may read the issuable after the edit, which makes them assignable. */
export const findAssignee = (
  userId: number,
  { type, id, confidential }: EditedIssuable,
  today: string,
  lookup: (AssignableUser | AssignableReviewer)["lookup"] = "assignable_user",
): Statement<AssignableUser | AssignableReviewer> =>
  assignees[type].with({ user_id: userId, ...issuableValues(id), confidential, today, lookup });

/** A user whom a text mentions. */
export interface MentionedUser {
  readonly lookup: "mentioned_user";
  /** In lower case: a username, `all`, or a group's path. */
  readonly name: string;
  readonly user_id: number;
  /** True if they may read the issuable after the edit without being its assignee. */
  readonly reads: Flag;
  /** True if they may read it as its assignee. */
  readonly reads_if_assigned: Flag;
}

/**
 * Resolves the names that a text mentions: usernames, `all` for the members of the project, and a group's path for its
 * members if the viewer may see the group. Placeholder `names`: a JSON array.
 * @param subject a select of project_id, author_id, assignee_id and confidential
 */
function mentionedUsers(type: IssuableType, subject: SQL): Template<MentionedUser> {
  return selectWith(
    [
      viewerCte,
      sql`subject as materialized (${subject})`,
      sql`mentioned as materialized (
        select j.value as mentioned_name, u.id as mentioned_id
          from json_each(${sql.placeholder("names")}) j cross join users u on lower(u.username) = j.value where u.state = 'active'
        union select j.value, belonging_id from json_each(${sql.placeholder("names")}) j
          cross join (${usersOfProject(sql`(select s.project_id from subject s)`)}) where j.value = 'all'
        union select j.value, tm.user_id from json_each(${sql.placeholder("names")}) j
          cross join namespaces t on lower(t.path) = j.value and t.kind = 'group'
          cross join viewer on ${visibleGroup("t")}
          cross join group_members tm on tm.group_id = t.id and ${sql.raw(unexpired("tm"))})`,
    ],
    {
      lookup: sql<"mentioned_user">`'mentioned_user'`,
      name: sql<string>`mentioned_name`,
      user_id: sql<number>`mentioned_id`,
      reads: sql<Flag>`coalesce(viewer_id is not null and ${readableIssuable(type, "i", "p", "n")}, 0)`,
      reads_if_assigned: sql<Flag>`coalesce(viewer_id is not null and ${featureVisible(type, "p", "n")}, 0)`,
    },
    sql`from mentioned cross join subject i cross join projects p on p.id = i.project_id
      cross join namespaces n on n.id = p.namespace_id
      left join ${asViewers(sql`select mentioned_id from mentioned`, sql`${sql.placeholder("today")}`)} on viewer_id = mentioned_id`,
  );
}

const mentionedByEdit = byType((type) =>
  mentionedUsers(
    type,
    sql`select project_id, author_id, null as assignee_id, ${editedColumns[type]} from ${issuableTable(type)}
      where id = ${namedIssuableId(type)}`,
  ),
);

/** An issuable to create. */
export interface IntendedIssuable {
  readonly type: IssuableType;
  readonly project: ProjectKey;
  /** Null for the viewer. */
  readonly author_id: number | null;
  readonly confidential: Flag;
}

const assigneeOfNewIssue = select(
  { lookup: sql<"assignable_user">`'assignable_user'`, id: sql<number>`viewer_id`, username: sql<string>`u.username` },
  sql`from ${asViewers(sql`select ${sql.placeholder("user_id")}`, sql`${sql.placeholder("today")}`)}
    cross join users u on u.id = viewer_id
    cross join projects p on p.id = ${namedProjectId} cross join namespaces n on n.id = p.namespace_id
    where ${featureVisible("Issue", "p", "n")}`,
);

/** Returns the user if they may read issues of the project that are assigned to them. */
export const findAssigneeOfNewIssue = (userId: number, project: ProjectKey, today: string): Statement<AssignableUser> =>
  assigneeOfNewIssue.with({ ...project, user_id: userId, today });

const mentionedByNew = byType((type) =>
  mentionedUsers(
    type,
    sql`select ${namedProjectId} as project_id, coalesce(${sql.placeholder("author_id")}, viewer_id) as author_id,
      null as assignee_id, ${sql.placeholder("confidential")} as confidential from viewer`,
  ),
);

/** The users mentioned by texts of an issuable or by a note on it. */
export function findMentionedUsers(
  viewer: ViewerKey,
  issuable: EditedIssuable | IntendedIssuable,
  names: readonly string[],
): Statement<MentionedUser> {
  const values = { ...viewer, confidential: issuable.confidential, names: JSON.stringify(names) };
  if ("id" in issuable) return mentionedByEdit[issuable.type].with({ ...values, ...issuableValues(issuable.id) });
  const { type, project, author_id } = issuable;
  return mentionedByNew[type].with({ ...values, ...project, author_id });
}
