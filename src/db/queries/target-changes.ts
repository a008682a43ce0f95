// What an edit does to an issue or a merge request. What it changes is found out by the database within the batch, before
// it is changed, so that of many edits at once each tells of its own change.
import { type SQL, sql } from "drizzle-orm";
import type { Flag } from "../schema/columns.ts";
import type { IssueState } from "../schema/issues.ts";
import { execute, type Statement } from "../statement.ts";
import { labelsDiffer } from "./label-links.ts";
import { type TargetKey, targetTable } from "./targets.ts";

/** What is not named is left as it is. */
interface CommonChanges {
  readonly title?: string;
  readonly description?: string | null;
  readonly assignee_id?: number | null;
  /** A milestone of another project, or of none, is no milestone. */
  readonly milestone_id?: number | null;
}

export interface IssueChanges extends CommonChanges {
  readonly confidential?: Flag;
  readonly due_date?: string | null;
  readonly state?: IssueState;
}

export interface MergeRequestChanges extends CommonChanges {
  readonly target_branch?: string;
  readonly force_remove_source_branch?: Flag;
  /** Only to take it back. */
  readonly merge_when_build_succeeds?: 0;
  /** What is open is closed, what is closed is reopened; anything else stays what it is. */
  readonly state?: "closed" | "reopened";
}

export type TargetChanges = IssueChanges | MergeRequestChanges;

export type TargetAttribute = keyof IssueChanges | keyof MergeRequestChanges;

const attributes = [
  "title",
  "description",
  "confidential",
  "assignee_id",
  "milestone_id",
  "due_date",
  "target_branch",
  "force_remove_source_branch",
  "merge_when_build_succeeds",
  "state",
] as const satisfies TargetAttribute[];

/** Undefined for what is not given. */
export const givenValue = (changes: TargetChanges, name: TargetAttribute): unknown =>
  new Map<string, unknown>(Object.entries(changes)).get(name);

/** The value an attribute is given, as an expression on the row `c`. */
function newValue(target: TargetKey, changes: TargetChanges, name: TargetAttribute): SQL {
  const value = sql`${givenValue(changes, name)}`;
  if (name === "milestone_id") {
    return sql`(select ms.id from milestones ms where ms.id = ${value} and ms.project_id = ${target.project_id})`;
  }
  if (name === "state" && target.type === "MergeRequest") {
    const from = changes.state === "closed" ? sql`('opened', 'reopened')` : sql`('closed')`;
    return sql`case when c.state in ${from} then ${value} else c.state end`;
  }
  return value;
}

const givenIn = (changes: TargetChanges): TargetAttribute[] =>
  attributes.filter((name) => givenValue(changes, name) !== undefined);

/** Whether the target is there and one of these attributes, of those that are given, is about to change. */
export function aboutToChange(target: TargetKey, changes: TargetChanges, names: readonly TargetAttribute[]): SQL {
  const differences = givenIn(changes)
    .filter((name) => names.includes(name))
    .map((name) => sql`c.${sql.raw(name)} is not ${newValue(target, changes, name)}`);
  if (differences.length === 0) return sql`0`;
  return sql`exists (select 1 from ${targetTable(target.type)} c
    where c.id = ${target.id} and (${sql.join(differences, sql` or `)}))`;
}

/**
 * Whether anything at all is about to change.
 * @param titles of the labels it is to have, a JSON array; null leaves them
 */
export const anythingChanges = (target: TargetKey, changes: TargetChanges, titles: string | null): SQL =>
  sql`(${aboutToChange(target, changes, attributes)} or ${titles === null ? sql`0` : labelsDiffer(target, titles)})`;

/** Whether the edit is about to do what settles the editor's own todos on the target. */
export const todoSettling = (target: TargetKey, changes: TargetChanges, titles: string | null): SQL => {
  const names: TargetAttribute[] = ["title", "description", "assignee_id", "milestone_id", "target_branch"];
  if (changes.state === "closed") names.push("state");
  return sql`(${aboutToChange(target, changes, names)} or ${titles === null ? sql`0` : labelsDiffer(target, titles)})`;
};

export const isAboutToBeAssigned = (target: TargetKey, changes: TargetChanges): SQL =>
  aboutToChange(target, changes, ["assignee_id"]);

export const stateChanges = (target: TargetKey, changes: TargetChanges): SQL =>
  aboutToChange(target, changes, ["state"]);

/** Whether a merge request is about to propose something else than it did, or is about to do so again. */
export const proposalChanges = (target: TargetKey, changes: MergeRequestChanges): SQL =>
  aboutToChange(target, changes, changes.state === "reopened" ? ["target_branch", "state"] : ["target_branch"]);

/** An attribute of the target as it is before the change. */
export const before = (target: TargetKey, name: TargetAttribute): SQL =>
  sql`(select c.${sql.raw(name)} from ${targetTable(target.type)} c where c.id = ${target.id})`;

/** `%<iid>` of a milestone of the target's project; null when there is none. */
export const milestoneReference = (target: TargetKey, milestoneId: unknown): SQL =>
  sql`(select '%' || ms.iid from milestones ms where ms.id = ${milestoneId} and ms.project_id = ${target.project_id})`;

export interface TargetUpdate {
  readonly changes: TargetChanges;
  readonly titles: string | null;
  /** ISO 8601; null for now, if anything changes. */
  readonly updatedAt: string | null;
}

/** Writes nothing, not even the time, where nothing changes. Goes before the labels are set, for they are a change, too. */
export function updateTarget(target: TargetKey, { changes, titles, updatedAt }: TargetUpdate, now: string): Statement {
  const assignments = givenIn(changes).map((name) => sql`${sql.raw(name)} = ${newValue(target, changes, name)}`);
  return execute(sql`update ${targetTable(target.type)} as c
    set ${sql.join([...assignments, sql`updated_at = ${updatedAt ?? now}`], sql`, `)}
    where c.id = ${target.id} ${updatedAt === null ? sql`and ${anythingChanges(target, changes, titles)}` : sql``}`);
}
