// Records that a merge request was merged, and what follows from it: once, however often the merge is reported.
import type { Database } from "../../db/database.ts";
import { markTodosDone } from "../../db/queries/issuables/todos.ts";
import type { IssueToClose } from "../../db/queries/issues/closing.ts";
import { findMergeRequestProject } from "../../db/queries/merge-requests/merge-requests.ts";
import { isUnmerged, markMerged, type NewMerge } from "../../db/queries/merge-requests/merges.ts";
import { insertSystemNote } from "../../db/queries/noteables/system-notes.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { expectCondition } from "../../db/queries/records/locked-records.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { Statement } from "../../db/statement.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import { recordEvent } from "../../events/events.ts";
import type { MergedEvent } from "../../git/repository/outbox.ts";
import { actingLevel } from "../../permissions/abilities.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import { closeIssues } from "../issues/closing.ts";
import { writeOnce } from "./write-once.ts";

export interface EventContext {
  readonly db: Database;
  readonly repositories: Repositories;
  /** `https://host`, as the server was called when the event happened; null where that is unknown. */
  readonly baseUrl: string | null;
}

/** Carried by the outbox entry of a merge. */
export interface MergeOptions {
  /** As requested when the merge request was accepted. */
  readonly shouldRemoveSourceBranch: Flag | null;
  /** Null when the source branch stays. */
  readonly removal: {
    readonly projectId: number;
    readonly branch: string;
    /** The merged commit: a branch that has moved on stays. */
    readonly head: string;
    /** The user who removes it. */
    readonly userId: number;
  } | null;
  /** Only those the user who accepted may close. */
  readonly closes: readonly IssueToClose[];
}

/** Records a merge once, however often it is called; nothing for a merge request that is gone. */
export async function recordMerge(context: EventContext, projectId: number, event: MergedEvent): Promise<void> {
  const { mergeRequestId, commit, squashCommit = null, userId, at } = event;
  const { removal, shouldRemoveSourceBranch, closes } = mergeOptionsOf(event);
  await writeMerged(
    context.db,
    { id: mergeRequestId, project_id: projectId },
    { commit, squashCommit, userId, at, shouldRemoveSourceBranch },
    closes,
  );
  if (removal !== null) await removeSourceBranch(context, removal, at);
}

/** Idempotent. A user who is gone by now is recorded as the ghost. */
export async function writeMerged(
  db: Database,
  mergeRequest: { readonly id: number; readonly project_id: number },
  merge: NewMerge,
  closes: readonly IssueToClose[],
): Promise<void> {
  await writeOnce(db, merge.userId, (userId) => mergedStatements(mergeRequest, { ...merge, userId }, closes));
}

function mergedStatements(
  { id, project_id }: { readonly id: number; readonly project_id: number },
  merge: NewMerge,
  issues: readonly IssueToClose[],
): Statement[] {
  const { userId, at } = merge;
  const noteable = { type: "MergeRequest", id, project_id } as const;
  return [
    expectCondition(isUnmerged(id)),
    markTodosDone(userId, noteable, at),
    insertSystemNote({ noteable, author_id: userId, body: "merged", created_at: at }),
    recordEvent({ actorId: userId, now: at }, { kind: "merge_request_merged", project_id, target_id: id }),
    ...closeIssues({ issues, mergeRequestId: id, actorId: userId, at }),
    markMerged(id, merge),
  ];
}

/** Protected branches and branches that moved on stay, silently. */
async function removeSourceBranch(
  { db, repositories }: EventContext,
  { projectId, branch, head, userId }: NonNullable<MergeOptions["removal"]>,
  at: string,
): Promise<void> {
  const [[project]] = await db.batch(findMergeRequestProject(viewerOf(userId, at), keyOfId(projectId)));
  if (project === undefined || project.project_id === null || project.archived === 1) return;
  const level = actingLevel(project, project.access_level);
  const removal = { branch, expected: head, pusher: { userId, level }, at };
  await repositories.open(projectId).run("removeBranch", removal);
}

/** A known user as the viewer, without credentials. */
export const viewerOf = (userId: number, now: string): ViewerKey => ({
  known_id: userId,
  known_username: null,
  token_hash: null,
  scopes: "",
  today: now.slice(0, 10),
});

/** Entries that an earlier version left in an outbox name the options `wishes`; the oldest have no `closes`. */
function mergeOptionsOf(event: MergedEvent & { readonly wishes?: unknown }): MergeOptions {
  const carried = (event.options ?? event.wishes) as Partial<MergeOptions> | undefined;
  return { shouldRemoveSourceBranch: null, removal: null, closes: [], ...carried };
}
