// Moves an issue to another project in one batch: the target project gets a copy, and the old issue is closed.

import type { NewestIssue } from "../../db/queries/issuables/issuables.ts";
import { findAssigneeOfNewIssue } from "../../db/queries/issuables/snapshots.ts";
import { markTodosDoneOf } from "../../db/queries/issuables/writes.ts";
import { findNewestIssue, newestIssueId, takeNextIid } from "../../db/queries/issues/issues.ts";
import {
  closeMovedIssue,
  copyAwards,
  copyLabels,
  copyNoteMentions,
  copyNotes,
  findNoteTexts,
  type IssueMove,
  insertMovedIssue,
  insertMoveNotes,
  moveLinks,
  type NoteRange,
  type NoteText,
} from "../../db/queries/issues/moves.ts";
import type { IssueRow, TrackerRow } from "../../db/queries/issues/row.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { expectUnchanged } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { insertRelated } from "../issuables/creation.ts";
import { lookUpTexts, textEntities } from "../issuables/look-up.ts";
import { checkLongText } from "../texts/limits.ts";
import { type Move, rewriteReferences } from "../texts/references.ts";
import type { VerbContext } from "../verb.ts";

export type MoveIssueOutcome =
  | { kind: "moved"; issue: IssueRow & TrackerRow }
  /** The issue has changed since it was read. */
  | { kind: "stale" }
  /** The target project was deleted. */
  | { kind: "gone" };

/** Limit of the note bodies in one statement. A value in the database holds at most 2 MB. */
const MAX_BYTES = 1_900_000;

type Place = Pick<TrackerRow, "project_id" | "project_path" | "namespace_path">;

type MovedIssue = IssueRow & Place & { readonly lock_version: number };

export async function moveIssue(context: VerbContext, issue: MovedIssue, to: Place): Promise<MoveIssueOutcome> {
  const { db, viewer, now } = context;
  const move: IssueMove = { from: issue, toProjectId: to.project_id };
  const origin: Move = {
    namespace: issue.namespace_path,
    project: issue.project_path,
    isSameNamespace: issue.namespace_path === to.namespace_path,
  };
  const description = issue.description === null ? null : rewritten(issue.description, origin);
  const copy: NewestIssue = { type: "Issue", id: null, iid: null, project_id: to.project_id };
  const old = { type: "Issue", id: issue.id, project_id: issue.project_id, lock_version: issue.lock_version } as const;
  const intended = {
    type: "Issue",
    project: keyOfId(to.project_id),
    author_id: issue.author_id,
    confidential: issue.confidential,
  } as const;
  const lookups = [
    ...lookUpTexts(viewer, intended, [issue.title, description], context.baseUrl),
    ...(issue.assignee_id === null ? [] : [findAssigneeOfNewIssue(issue.assignee_id, intended.project, viewer.today)]),
  ];
  const [texts, ...found] = await db.batch(findNoteTexts(issue.id), ...lookups);
  const assignee = found.flat().find((row) => row.lookup === "assignable_user");
  const assignee_id = assignee?.id ?? null;
  const created = { title: issue.title, description, assignee_id, entities: textEntities(found) };
  const attempt = await db.change(
    [
      expectUnchanged(old),
      takeNextIid(to.project_id, issue.confidential === 1 ? null : now),
      insertMovedIssue(move, { description, assignee_id }, now),
      copyLabels(move),
      ...noteRanges(texts, origin).map((range) => copyNotes(move, range)),
      ...copyAwards(move),
      copyNoteMentions(move),
      ...moveLinks(move),
      ...insertMoveNotes(move, context),
      closeMovedIssue(move, context),
      recordEvent(context, { kind: "issue_moved", project_id: old.project_id, target_id: old.id }),
      markTodosDoneOf(old, context),
      ...insertRelated(copy, created, [], context),
      recordEvent(context, {
        kind: "issue_opened",
        project_id: copy.project_id,
        target_id: newestIssueId(copy.project_id),
      }),
    ],
    findNewestIssue(viewer, keyOfId(to.project_id), context.isDetailed),
  );
  if (attempt.violated === "stale_object") return { kind: "stale" };
  const result = rowOf(attempt);
  return result === undefined || result.id === null ? { kind: "gone" } : { kind: "moved", issue: result };
}

/** Rewrites the references of a text, unless the result would exceed the length limit. */
function rewritten(text: string, move: Move): string {
  const result = rewriteReferences(text, move);
  return checkLongText(result).length === 0 ? result : text;
}

/** Divides all notes into ranges whose rewritten bodies fit into one statement each. */
function noteRanges(texts: readonly NoteText[], move: Move): NoteRange[] {
  const ranges: NoteRange[] = [];
  let [after, size] = [0, 0];
  let bodies: string[] = [];
  for (const { id, body, updated_at } of texts) {
    const newBody = rewritten(body, move);
    const entry = JSON.stringify({ id, updated_at, body: newBody });
    const bytes = new TextEncoder().encode(entry).length + 1;
    if (newBody === body || bytes > MAX_BYTES) continue;
    if (size + bytes > MAX_BYTES) {
      ranges.push({ after, upTo: id - 1, bodies: `[${bodies}]` });
      [after, size, bodies] = [id - 1, 0, []];
    }
    bodies.push(entry);
    size += bytes;
  }
  return [...ranges, { after, upTo: null, bodies: `[${bodies}]` }];
}
