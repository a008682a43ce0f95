// What an edit does to an issue. What it changes is found out by the database within the batch, before it is changed,
// so that of many edits at once each tells of its own change.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, readableIssue } from "../../permissions/visible.ts";
import type { Flag } from "../schema/columns.ts";
import type { IssueState } from "../schema/issues.ts";
import { execute, type Statement, select } from "../statement.ts";
import type { Deed } from "./events.ts";
import { labelsDiffer } from "./label-links.ts";
import type { AnyTargetKey, TargetKey } from "./targets.ts";

/** What is not named is left as it is. */
export interface IssueChanges {
  readonly title?: string;
  readonly description?: string | null;
  readonly confidential?: Flag;
  readonly assignee_id?: number | null;
  /** A milestone of another project, or of none, is no milestone. */
  readonly milestone_id?: number | null;
  readonly due_date?: string | null;
  readonly state?: IssueState;
}

export type IssueAttribute = keyof IssueChanges;

const attributes = [
  "title",
  "description",
  "confidential",
  "assignee_id",
  "milestone_id",
  "due_date",
  "state",
] as const;

/** The value an attribute is given, as an expression. */
function newValue(issue: TargetKey, changes: IssueChanges, name: IssueAttribute): SQL {
  const value = sql`${changes[name]}`;
  return name === "milestone_id"
    ? sql`(select ms.id from milestones ms where ms.id = ${value} and ms.project_id = ${issue.project_id})`
    : value;
}

const givenIn = (changes: IssueChanges): IssueAttribute[] => attributes.filter((name) => changes[name] !== undefined);

/** Whether the issue is there and one of these attributes, of those that are given, is about to change. */
export function aboutToChange(issue: TargetKey, changes: IssueChanges, names: readonly IssueAttribute[]): SQL {
  const differences = givenIn(changes)
    .filter((name) => names.includes(name))
    .map((name) => sql`c.${sql.raw(name)} is not ${newValue(issue, changes, name)}`);
  if (differences.length === 0) return sql`0`;
  return sql`exists (select 1 from issues c where c.id = ${issue.id} and (${sql.join(differences, sql` or `)}))`;
}

/**
 * Whether anything at all is about to change.
 * @param titles of the labels it is to have, a JSON array; null leaves them
 */
export const anythingChanges = (issue: TargetKey, changes: IssueChanges, titles: string | null): SQL =>
  sql`(${aboutToChange(issue, changes, attributes)} or ${titles === null ? sql`0` : labelsDiffer(issue, titles)})`;

/** Whether the edit is about to do what settles the editor's own todos on the issue. */
export const todoSettling = (issue: TargetKey, changes: IssueChanges, titles: string | null): SQL => {
  const names: IssueAttribute[] = ["title", "description", "assignee_id", "milestone_id"];
  if (changes.state === "closed") names.push("state");
  return sql`(${aboutToChange(issue, changes, names)} or ${titles === null ? sql`0` : labelsDiffer(issue, titles)})`;
};

export const isAboutToBeAssigned = (issue: TargetKey, changes: IssueChanges): SQL =>
  aboutToChange(issue, changes, ["assignee_id"]);

export const stateChanges = (issue: TargetKey, changes: IssueChanges): SQL => aboutToChange(issue, changes, ["state"]);

/** An attribute of the issue as it is before the change. */
export const before = (issue: TargetKey, name: IssueAttribute): SQL =>
  sql`(select c.${sql.raw(name)} from issues c where c.id = ${issue.id})`;

/** `%<iid>` of a milestone of the issue's project; null when there is none. */
export const milestoneReference = (issue: TargetKey, milestoneId: number | null): SQL =>
  sql`(select '%' || ms.iid from milestones ms where ms.id = ${milestoneId} and ms.project_id = ${issue.project_id})`;

export interface IssueUpdate {
  readonly changes: IssueChanges;
  readonly titles: string | null;
  /** ISO 8601; null for now, if anything changes. */
  readonly updatedAt: string | null;
}

/** Writes nothing, not even the time, where nothing changes. Goes before the labels are set, for they are a change, too. */
export function updateIssue(issue: TargetKey, { changes, titles, updatedAt }: IssueUpdate, now: string): Statement {
  const assignments = givenIn(changes).map((name) => sql`${sql.raw(name)} = ${newValue(issue, changes, name)}`);
  return execute(sql`update issues set ${sql.join([...assignments, sql`updated_at = ${updatedAt ?? now}`], sql`, `)}
    where id = ${issue.id} ${updatedAt === null ? sql`and ${anythingChanges(issue, changes, titles)}` : sql``}`);
}

const assigneeTemplate = select(
  { id: sql<number>`viewer_id` },
  sql`from ${asViewers(sql`select ${sql.placeholder("user_id")}`, sql`${sql.placeholder("today")}`)}
    cross join (select project_id, author_id, assignee_id,
        coalesce(${sql.placeholder("confidential")}, confidential) as confidential
      from issues where id = ${sql.placeholder("issue_id")}) i
    cross join projects p on p.id = i.project_id cross join namespaces n on n.id = p.namespace_id
    where ${readableIssue("i", "p", "n")}`,
);

/**
 * Answers the user's id if they may be given the issue: if they could read it as it will be.
 * @param confidential as the edit leaves it; null for as it is
 */
export const findAssignee = (
  userId: number,
  issueId: number,
  confidential: Flag | null,
  today: string,
): Statement<{ id: number }> => assigneeTemplate.with({ user_id: userId, issue_id: issueId, confidential, today });

/**
 * A todo for whoever the issue is given to; who has one there keeps that.
 * @param next who is about to have it, if the condition holds, where the statement goes before the change; else it is
 *   the assignee the issue has
 */
export const insertAssignmentTodo = (
  issue: Pick<AnyTargetKey, "id">,
  { actorId, now }: Deed,
  next?: { readonly assigneeId: number; readonly when: SQL },
): Statement =>
  execute(sql`insert into todos (user_id, project_id, target_type, target_id, author_id, action, created_at, updated_at)
    select u.id, i.project_id, 'Issue', i.id, ${actorId}, 'assigned', ${now}, ${now}
    from issues i cross join users u on u.id = ${next ? next.assigneeId : sql`i.assignee_id`}
    where i.id = ${issue.id} and ${next ? next.when : sql`1`}
    on conflict do nothing`);
