// The system notes of an edit. They go before it, each written only if what it tells is about to happen.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../statement.ts";
import type { Authorship } from "./events.ts";
import { labelChange, labelsDiffer } from "./label-links.ts";
import { insertSystemNote } from "./system-notes.ts";
import {
  aboutToChange,
  before,
  givenValue,
  milestoneReference,
  type TargetAttribute,
  type TargetChanges,
} from "./target-changes.ts";
import { type TargetKey, targetTable } from "./targets.ts";

type Body = (target: TargetKey, value: unknown) => SQL;

/** In the order they are told in; of other attributes nothing is told. */
const bodies: [TargetAttribute, Body][] = [
  [
    "milestone_id",
    (target, id) => sql`coalesce('changed milestone to ' || ${milestoneReference(target, id)}, 'removed milestone')`,
  ],
  [
    "assignee_id",
    (_, id) =>
      sql`coalesce((select 'assigned to @' || u.username from users u where u.id = ${id}), 'removed assignee')`,
  ],
  [
    "title",
    (target, title) => sql`'changed title from **' || ${before(target, "title")} || '** to **' || ${title} || '**'`,
  ],
  [
    "confidential",
    (_, flag) => sql`${flag === 1 ? "made the issue confidential" : "made the issue visible to everyone"}`,
  ],
  [
    "target_branch",
    (target, branch) =>
      sql`'changed target branch from \`' || ${before(target, "target_branch")} || '\` to \`' || ${branch} || '\`'`,
  ],
  ["state", (_, state) => sql`${state === "closed" ? "closed" : "reopened"}`],
];

/** @param titles of the labels the target is to have, a JSON array; null leaves them */
export function tellChanges(
  target: TargetKey,
  changes: TargetChanges,
  titles: string | null,
  { actorId, now }: Authorship,
): Statement[] {
  const note = (body: SQL, when: SQL) => insertSystemNote({ target, author_id: actorId, body, created_at: now }, when);
  const statements = titles === null ? [] : [note(labelChange(target, titles), labelsDiffer(target, titles))];
  for (const [name, body] of bodies) {
    const value = givenValue(changes, name);
    if (value === undefined) continue;
    statements.push(note(body(target, value), aboutToChange(target, changes, [name])));
  }
  return statements;
}

/**
 * One note for each, in their order, if the description still is what they were found in.
 * @param bodies JSON array
 */
export const tellTasks = (
  { type, id }: TargetKey,
  description: string | null,
  bodies: string,
  { actorId, now }: Authorship,
): Statement =>
  execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, created_at, updated_at)
    select c.project_id, ${type}, c.id, ${actorId}, j.value, 1, ${now}, ${now}
    from ${targetTable(type)} c cross join json_each(${bodies}) j
    where c.id = ${id} and c.description is ${description} order by j.key`);

/**
 * That a merge request has become work in progress, or is it no longer, if its title still is what that was found in.
 * Goes before the change.
 */
export const tellWorkInProgress = (
  target: TargetKey,
  title: string,
  isWorkInProgress: boolean,
  { actorId, now }: Authorship,
): Statement =>
  insertSystemNote(
    {
      target,
      author_id: actorId,
      body: `${isWorkInProgress ? "marked" : "unmarked"} as a **Work In Progress**`,
      created_at: now,
    },
    sql`${before(target, "title")} = ${title}`,
  );
