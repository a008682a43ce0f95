// The system notes of an edit. They go before it, each written only if what it tells is about to happen.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../statement.ts";
import type { Deed } from "./events.ts";
import { aboutToChange, before, type IssueAttribute, type IssueChanges, milestoneReference } from "./issue-changes.ts";
import { labelChange, labelsDiffer } from "./label-links.ts";
import { insertSystemNote } from "./system-notes.ts";
import type { TargetKey } from "./targets.ts";

type Body = (issue: TargetKey, changes: IssueChanges) => SQL;

/** In the order they are told in; a description and a due date change without a note. */
const bodies: [IssueAttribute, Body][] = [
  [
    "milestone_id",
    (issue, { milestone_id }) =>
      sql`coalesce('changed milestone to ' || ${milestoneReference(issue, milestone_id ?? null)}, 'removed milestone')`,
  ],
  [
    "assignee_id",
    (_, { assignee_id }) =>
      sql`coalesce((select 'assigned to @' || u.username from users u where u.id = ${assignee_id}), 'removed assignee')`,
  ],
  [
    "title",
    (issue, { title }) => sql`'changed title from **' || ${before(issue, "title")} || '** to **' || ${title} || '**'`,
  ],
  [
    "confidential",
    (_, { confidential }) =>
      sql`${confidential === 1 ? "made the issue confidential" : "made the issue visible to everyone"}`,
  ],
  ["state", (_, { state }) => sql`${state === "closed" ? "closed" : "reopened"}`],
];

/** @param titles of the labels the issue is to have, a JSON array; null leaves them */
export function tellChanges(
  issue: TargetKey,
  changes: IssueChanges,
  titles: string | null,
  { actorId, now }: Deed,
): Statement[] {
  const note = (body: SQL, when: SQL) =>
    insertSystemNote({ target: issue, author_id: actorId, body, created_at: now }, when);
  const statements = titles === null ? [] : [note(labelChange(issue, titles), labelsDiffer(issue, titles))];
  for (const [name, body] of bodies) {
    if (changes[name] === undefined) continue;
    statements.push(note(body(issue, changes), aboutToChange(issue, changes, [name])));
  }
  return statements;
}

/**
 * One note for each, in their order, if the description still is what they were found in.
 * @param bodies JSON array
 */
export const tellTasks = (
  issue: TargetKey,
  description: string | null,
  bodies: string,
  { actorId, now }: Deed,
): Statement =>
  execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, created_at, updated_at)
    select c.project_id, ${issue.type}, c.id, ${actorId}, j.value, 1, ${now}, ${now}
    from issues c cross join json_each(${bodies}) j
    where c.id = ${issue.id} and c.description is ${description} order by j.key`);
