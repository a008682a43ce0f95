// Merges a merge request. The target branch is moved first, which happens once; what the database says of it follows from
// what the repository tells of the merge, so that it is written however this request ends.

import {
  findWrittenMergeRequest,
  type SingleMergeRequest,
  storeMergeStatus,
} from "../../db/queries/merge-requests/merge-requests.ts";
import { findHeadPipeline } from "../../db/queries/merge-requests/merges.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import type { CommitStatus } from "../../db/schema/statuses.ts";
import type { AcceptOutcome as GitOutcome } from "../../git/operations/merge-requests/accept-merge-request.ts";
import type { VerbContext } from "../verb.ts";
import type { Accepter, AcceptOutcome, AcceptParams } from "./accept-outcome.ts";
import { type Closes, closesNothing, findCloses } from "./closing.ts";
import { mergeMessage } from "./message.ts";
import { type MergeOptions, recordMerge } from "./record-merge.ts";
import { proposalOf } from "./versions.ts";
import { waitForBuild } from "./wait-for-build.ts";
import { isWorkInProgress } from "./work-in-progress.ts";

/** @param build of the newest version's head; null when there is none */
export async function acceptMergeRequest(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
  accepter: Accepter,
  build: CommitStatus | null,
  params: AcceptParams,
): Promise<AcceptOutcome> {
  if (mergeRequest.archived === 1) return { kind: "not_allowed" };
  const waits = params.whenBuildSucceeds && (build === "pending" || build === "running");
  const refusal = refusalOf(mergeRequest, waits ? null : build);
  if (refusal === null && !waits) return merge(context, mergeRequest, accepter, params);
  const { project_id, target_branch: branch } = mergeRequest;
  const { level } = accepter;
  if (!(await context.repositories.open(project_id).run("mayMergeInto", { branch, level })))
    return { kind: "not_allowed" };
  if (refusal !== null) return { kind: refusal };
  const waiting = await waitForBuild(context, mergeRequest, params);
  if (waiting.kind !== "build_ended") return waiting;
  const [[pipeline]] = await context.db.batch(findHeadPipeline(mergeRequest.id));
  return acceptMergeRequest(context, waiting.mergeRequest, accepter, pipeline?.status ?? null, params);
}

/** What stands against it by what the database knows. */
function refusalOf(mergeRequest: SingleMergeRequest, build: CommitStatus | null): "not_open" | "not_ready" | null {
  const { state, title, only_allow_merge_if_build_succeeds: asksBuild } = mergeRequest;
  if (state === "merged" || state === "closed") return "not_open";
  if (isWorkInProgress(title)) return "not_ready";
  const { only_allow_merge_if_all_discussions_are_resolved: asksAnswers, has_open_discussions: isOpen } = mergeRequest;
  if (asksAnswers === 1 && isOpen === 1) return "not_ready";
  return asksBuild === 1 && build !== null && build !== "success" ? "not_ready" : null;
}

/** Who pushes so often is told to come again. */
const MOST_ATTEMPTS = 5;

async function merge(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
  accepter: Accepter,
  params: AcceptParams,
): Promise<AcceptOutcome> {
  let current = mergeRequest;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const closes = await closesOf(context, current, accepter);
    if (closes === null) return { kind: "not_allowed" };
    const options = mergeOptionsOf(current, accepter, params, closes);
    const message = params.message || mergeMessage(current, closes.paragraph);
    const outcome = await runMerge(context, current, accepter, { sha: params.sha, message, options });
    if ("commit" in outcome) {
      if (outcome.kind === "already_merged") return { kind: "not_open" };
      return finish(context, current, accepter, { options, commit: outcome.commit });
    }
    if (outcome.kind !== "sha_mismatch") return refused(context, current, outcome);
    const renewed = await reread(context, current);
    if (renewed === null) return { kind: "gone" };
    if (renewed.head_sha === current.head_sha) break;
    // What was said of the old head is not said of the new one.
    const [[pipeline]] = await context.db.batch(findHeadPipeline(renewed.id));
    const refusal = refusalOf(renewed, pipeline?.status ?? null);
    if (refusal !== null) return { kind: refusal };
    current = renewed;
  }
  return { kind: "sha_mismatch" };
}

function runMerge(
  { repositories, now }: VerbContext,
  mergeRequest: SingleMergeRequest,
  { userId, level, name, email }: Accepter,
  { sha, message, options }: { readonly sha: string | null; readonly message: string; readonly options: MergeOptions },
): Promise<GitOutcome> {
  return repositories.open(mergeRequest.project_id).run("acceptMergeRequest", {
    mergeRequestId: mergeRequest.id,
    proposal: proposalOf(mergeRequest),
    expectedHead: sha,
    recordedHead: mergeRequest.head_sha,
    pusher: { userId, level },
    committer: { name, email },
    message,
    at: now,
    options,
  });
}

/**
 * What is found here travels with the merge, so that whoever writes it down closes the same. Null for who may not merge,
 * for whom nothing is looked for.
 */
async function closesOf(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
  { userId, level }: Accepter,
): Promise<Closes | null> {
  const { project_id, head_sha: head, target_branch: branch, default_branch } = mergeRequest;
  if (head === null || branch !== default_branch) return closesNothing;
  const repository = context.repositories.open(project_id);
  const commits = await repository.run("messagesToMerge", { head, branch, level });
  return commits === null ? null : findCloses(context, mergeRequest, commits, { userId, at: context.now });
}

/** The author's wish is not for others to take back. */
function mergeOptionsOf(
  mergeRequest: SingleMergeRequest,
  { userId }: Accepter,
  params: AcceptParams,
  { issues: closes }: Closes,
): MergeOptions {
  const { source_project_id: projectId, source_branch: branch, head_sha: head, author_id } = mergeRequest;
  const isForced = mergeRequest.force_remove_source_branch === 1;
  const { shouldRemoveSourceBranch } = params;
  const isRemoved = head !== null && (isForced || shouldRemoveSourceBranch === 1);
  return {
    shouldRemoveSourceBranch,
    removal: isRemoved ? { projectId, branch, head, userId: isForced ? author_id : userId } : null,
    closes,
  };
}

async function refused(
  { db }: VerbContext,
  mergeRequest: SingleMergeRequest,
  outcome: Exclude<GitOutcome, { commit: string } | { kind: "sha_mismatch" }>,
): Promise<AcceptOutcome> {
  switch (outcome.kind) {
    case "not_allowed":
      return { kind: "not_allowed" };
    case "branch_missing":
    case "no_commits":
      return { kind: "not_ready" };
    case "conflict":
    case "too_much":
      await db.batch(storeMergeStatus(mergeRequest, "cannot_be_merged"));
      return { kind: "conflict" };
    case "bad_object":
      return { kind: "bad_message", text: outcome.text };
  }
}

/** The repository has told of the merge by now, or will do so; if not yet, it is written here. */
async function finish(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
  { userId }: Accepter,
  { options, commit }: { readonly options: MergeOptions; readonly commit: string },
): Promise<AcceptOutcome> {
  const { id, project_id } = mergeRequest;
  if (options.removal !== null && options.removal.projectId !== project_id) await awaitOutbox(context, mergeRequest);
  const written = await find(context, mergeRequest);
  if (written === null) return { kind: "gone" };
  if (written.state === "merged") return { kind: "merged", mergeRequest: written };
  const event = { kind: "merged", mergeRequestId: id, commit, userId, options, at: context.now } as const;
  await recordMerge(context, project_id, event);
  const rewritten = await find(context, mergeRequest);
  return rewritten === null ? { kind: "gone" } : { kind: "merged", mergeRequest: written };
}

/** As it is when the source has told of all that was pushed to it. */
async function reread(context: VerbContext, mergeRequest: SingleMergeRequest): Promise<SingleMergeRequest | null> {
  await awaitOutbox(context, mergeRequest);
  return find(context, mergeRequest);
}

/** A repository that is asked anything has told what happened to it before it answers. */
async function awaitOutbox({ repositories }: VerbContext, mergeRequest: SingleMergeRequest): Promise<void> {
  await repositories.open(mergeRequest.source_project_id).run("branchTip", mergeRequest.source_branch);
}

async function find(
  { db, viewer }: VerbContext,
  { id, project_id }: SingleMergeRequest,
): Promise<SingleMergeRequest | null> {
  const [[row]] = await db.batch(findWrittenMergeRequest(viewer, keyOfId(project_id), id));
  return row === undefined || row.id === null ? null : row;
}
