// Moves an issue into another project, in one batch: a new issue there carries on, the old one stays, closed.
import {
  closeMovedIssue,
  copyAwards,
  copyLabels,
  copyNoteMentions,
  copyNotes,
  findNoteTexts,
  hasMoved,
  insertMovedIssue,
  type Journey,
  type NoteRange,
  type NoteText,
  tellMove,
} from "../../db/queries/issue-moves.ts";
import type { IssueRow, TrackerRow } from "../../db/queries/issue-row.ts";
import { findNewestIssue, newestIssueId, takeNextIid } from "../../db/queries/issues.ts";
import { keyOfId } from "../../db/queries/projects.ts";
import { insertAssignmentTodo, settleTodos } from "../../db/queries/todos.ts";
import { recordEvent } from "../events.ts";
import { targetTextEffects } from "../texts/effects.ts";
import { checkLongText } from "../texts/limits.ts";
import { type Move, rewriteReferences } from "../texts/references.ts";
import type { VerbContext } from "../verb.ts";

export type MoveIssueOutcome =
  | { kind: "moved"; issue: IssueRow & TrackerRow }
  | { kind: "moved_already" }
  | { kind: "gone" };

/** What a statement can carry of notes with new bodies; a value holds 2 MB. */
const MAX_BYTES = 1_900_000;

type Place = Pick<TrackerRow, "project_id" | "project_path" | "namespace_path">;

export async function moveIssue(context: VerbContext, issue: IssueRow & Place, to: Place): Promise<MoveIssueOutcome> {
  const { db, viewer, now, actorId } = context;
  const journey: Journey = { from: issue, toProjectId: to.project_id };
  const move: Move = {
    namespace: issue.namespace_path,
    project: issue.project_path,
    sameNamespace: issue.namespace_path === to.namespace_path,
  };
  const [texts] = await db.batch(findNoteTexts(issue.id));
  const description = issue.description === null ? null : moved(issue.description, move);
  const made = { type: "Issue", id: newestIssueId(to.project_id), project_id: to.project_id } as const;
  const old = { type: "Issue", id: issue.id, project_id: issue.project_id } as const;
  const attempt = await db.change(
    [
      takeNextIid(to.project_id, issue.confidential === 1 ? null : now),
      insertMovedIssue(journey, { was: issue.description, is: description }, context),
      copyLabels(journey),
      ...noteRanges(texts, move).map((range) => copyNotes(journey, range)),
      ...copyAwards(journey),
      copyNoteMentions(journey),
      ...tellMove(journey, context),
      closeMovedIssue(journey, now),
      recordEvent(context, { kind: "issue_moved", project_id: old.project_id, target_id: old.id }, hasMoved(old.id)),
      settleTodos(actorId, old, now),
      insertAssignmentTodo(made, context),
      ...targetTextEffects(context, made, { title: issue.title, description }),
      recordEvent(context, { kind: "issue_opened", project_id: made.project_id, target_id: made.id }, hasMoved(old.id)),
    ],
    findNewestIssue(viewer, keyOfId(to.project_id)),
  );
  if (attempt.violated === "issue_moves_once") return { kind: "moved_already" };
  const result = attempt.violated === undefined ? attempt.row : undefined;
  return result === undefined || result.id === null ? { kind: "gone" } : { kind: "moved", issue: result };
}

/** A text that would grow too long keeps its references as they are. */
function moved(text: string, move: Move): string {
  const rewritten = rewriteReferences(text, move);
  return checkLongText(rewritten).length === 0 ? rewritten : text;
}

/** All notes, in as many ranges as their new bodies need. */
function noteRanges(texts: readonly NoteText[], move: Move): NoteRange[] {
  const ranges: NoteRange[] = [];
  let [after, size] = [0, 0];
  let bodies: string[] = [];
  for (const { id, body, updated_at } of texts) {
    const rewritten = moved(body, move);
    const entry = JSON.stringify({ id, updated_at, body: rewritten });
    const bytes = new TextEncoder().encode(entry).length + 1;
    if (rewritten === body || bytes > MAX_BYTES) continue;
    if (size + bytes > MAX_BYTES) {
      ranges.push({ after, upTo: id - 1, bodies: `[${bodies}]` });
      [after, size, bodies] = [id - 1, 0, []];
    }
    bodies.push(entry);
    size += bytes;
  }
  return [...ranges, { after, upTo: null, bodies: `[${bodies}]` }];
}
