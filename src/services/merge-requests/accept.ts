// Accepts a merge request. The target branch moves first, exactly once; the database then follows from the repository's
// outbox, so that the merge is recorded even if this request dies.
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import { findWrittenMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import { storeMergeStatus } from "../../db/queries/merge-requests/writes.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import type { CommitMessage } from "../../git/operations/commit-messages.ts";
import type { AcceptOutcome as GitOutcome } from "../../git/operations/merge-requests/accept-merge-request.ts";
import type { Squash } from "../../git/operations/merge-requests/squash.ts";
import type { VerbContext } from "../verb.ts";
import type { AcceptContext, AcceptOutcome, AcceptParams, Stale } from "./accept-outcome.ts";
import { type Closes, closesIssues, findCloses } from "./closing.ts";
import { decideAcceptance } from "./decide-acceptance.ts";
import { mergeMessage } from "./message.ts";
import { type MergeOptions, recordMerge } from "./record-merge.ts";
import { proposalOf } from "./versions.ts";
import { waitForBuild } from "./wait-for-build.ts";

type Merged = Extract<GitOutcome, { kind: "merged" }>;

/** A source branch that is pushed to more often meanwhile ends in `sha_mismatch`. */
const MOST_ATTEMPTS = 5;

export async function acceptMergeRequest(
  context: AcceptContext,
  mergeRequest: SingleMergeRequest,
  params: AcceptParams,
): Promise<AcceptOutcome> {
  let current = mergeRequest;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const outcome = await tryToAccept(context, current, params);
    if (outcome.kind !== "stale") return outcome;
    current = outcome.mergeRequest;
  }
  return { kind: "sha_mismatch" };
}

async function tryToAccept(
  context: AcceptContext,
  mergeRequest: SingleMergeRequest,
  params: AcceptParams,
): Promise<AcceptOutcome | Stale> {
  if (mergeRequest.archived === 1) return { kind: "not_allowed" };
  const commits = await commitsToMerge(context, mergeRequest);
  if (commits === null) return { kind: "not_allowed" };
  // A merge that an interrupted attempt has done is done again: the repository returns its result.
  const isRepeated = mergeRequest.state === "merged" && context.repositories.isResumed;
  const decision = isRepeated ? "merge" : decideAcceptance(mergeRequest, params);
  switch (decision) {
    case "merge":
      return merge(context, mergeRequest, params, commits);
    case "wait":
      return waitForBuild(context, mergeRequest, params);
    default:
      return { kind: decision };
  }
}

/** Their messages may close issues. Null when the actor may not merge into the target branch. */
function commitsToMerge(
  { repositories, level }: AcceptContext,
  mergeRequest: SingleMergeRequest,
): Promise<CommitMessage[] | null> {
  const { project_id, head_sha, target_branch: branch } = mergeRequest;
  const head = closesIssues(mergeRequest) ? head_sha : null;
  return repositories.open(project_id).run("messagesToMerge", { head, branch, level });
}

async function merge(
  context: AcceptContext,
  mergeRequest: SingleMergeRequest,
  params: AcceptParams,
  commits: readonly CommitMessage[],
): Promise<AcceptOutcome | Stale> {
  const closes = await findCloses(context, mergeRequest, commits, { userId: context.actorId, at: context.now });
  const options = mergeOptions(context, mergeRequest, params, closes);
  const message = params.message || mergeMessage(mergeRequest, closes.paragraph);
  const outcome = await runMerge(context, mergeRequest, params, { message, options });
  switch (outcome.kind) {
    case "already_merged":
      return { kind: "not_open" };
    case "not_allowed":
      return { kind: "not_allowed" };
    case "branch_missing":
    case "no_commits":
      return { kind: "not_ready" };
    case "conflict":
    case "too_much":
      await context.db.batch(storeMergeStatus(mergeRequest, "cannot_be_merged"));
      return { kind: "conflict" };
    case "bad_object":
      return { kind: "bad_message", text: outcome.text };
    case "sha_mismatch":
      return afterPush(context, mergeRequest);
    default:
      return finish(context, mergeRequest, { ...outcome, options });
  }
}

function runMerge(
  { repositories, now, actorId, level, committer }: AcceptContext,
  mergeRequest: SingleMergeRequest,
  params: AcceptParams,
  { message, options }: { readonly message: string; readonly options: MergeOptions },
): Promise<GitOutcome> {
  return repositories.open(mergeRequest.project_id).run("acceptMergeRequest", {
    mergeRequestId: mergeRequest.id,
    proposal: proposalOf(mergeRequest),
    expectedHead: params.sha,
    recordedHead: mergeRequest.head_sha,
    pusher: { userId: actorId, level },
    committer,
    message,
    squash: squashOf(mergeRequest, params),
    at: now,
    options,
  });
}

/** The author of the merge request becomes that of the commit, as in GitLab. */
function squashOf(mergeRequest: SingleMergeRequest, { squash, squashMessage }: AcceptParams): Squash | null {
  if (!squash && mergeRequest.squash === 0) return null;
  const { author_name: name, author_email: email, title } = mergeRequest;
  return { author: { name, email }, message: squashMessage || title };
}

/** Options in the merge's outbox entry. If the author forces the removal of the branch, nobody else can prevent it. */
function mergeOptions(
  { actorId }: AcceptContext,
  mergeRequest: SingleMergeRequest,
  { shouldRemoveSourceBranch }: AcceptParams,
  { issues: closes }: Closes,
): MergeOptions {
  const { source_project_id: projectId, source_branch: branch, head_sha: head, author_id } = mergeRequest;
  const isForced = mergeRequest.force_remove_source_branch === 1;
  const isRemoved = head !== null && (isForced || shouldRemoveSourceBranch === 1);
  return {
    shouldRemoveSourceBranch,
    removal: isRemoved ? { projectId, branch, head, userId: isForced ? author_id : actorId } : null,
    closes,
  };
}

/** A push came between: read the merge request again once the push is recorded. */
async function afterPush(context: VerbContext, mergeRequest: SingleMergeRequest): Promise<AcceptOutcome | Stale> {
  await awaitOutbox(context, mergeRequest);
  const renewed = await find(context, mergeRequest);
  if (renewed === null) return { kind: "gone" };
  const isPushed = renewed.head_sha !== mergeRequest.head_sha;
  return isPushed ? { kind: "stale", mergeRequest: renewed } : { kind: "sha_mismatch" };
}

/** Usually the repository has already recorded the merge. If not, it is recorded here; recording is idempotent. */
async function finish(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
  { options, commit, squashCommit }: Merged & { readonly options: MergeOptions },
): Promise<AcceptOutcome> {
  const { id, project_id } = mergeRequest;
  if (options.removal !== null && options.removal.projectId !== project_id) await awaitOutbox(context, mergeRequest);
  const found = await find(context, mergeRequest);
  if (found === null) return { kind: "gone" };
  if (found.state === "merged") return { kind: "merged", mergeRequest: found };
  const { actorId: userId, now: at } = context;
  await recordMerge(context, project_id, {
    ...{ kind: "merged", mergeRequestId: id, commit, squashCommit, userId, options, at },
  });
  const recorded = await find(context, mergeRequest);
  return recorded === null ? { kind: "gone" } : { kind: "merged", mergeRequest: recorded };
}

/** A repository drains its outbox before it responds to any operation. */
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
