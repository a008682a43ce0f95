// Edits a merge request. If its target branch changes or it is reopened, git computes a new version before the write.
import {
  findTwin,
  findWrittenMergeRequest,
  type SingleMergeRequest,
  type Twin,
} from "../../db/queries/merge-requests/merge-requests.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { type ChangeSet, isEmpty } from "../issuables/change-set.ts";
import { decideUpdate, type UpdateParams } from "../issuables/decide-update.ts";
import type { IssuableSnapshot } from "../issuables/snapshot.ts";
import { writeChangeSet } from "../issuables/write-change-set.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkMergeRequest, isLoop } from "./attributes.ts";
import { nextVersion, proposeVersion, renewVersion } from "./versions.ts";

export type UpdateMergeRequestOutcome =
  | { kind: "updated"; mergeRequest: SingleMergeRequest }
  | { kind: "same_branch" }
  /** There is an open merge request of the same branches. */
  | ({ kind: "twin" } & Twin)
  | { kind: "invalid"; errors: FieldErrors }
  /** The fork has more objects than can be copied. */
  | { kind: "too_large" }
  /** It has changed since it was read. */
  | { kind: "stale" };

/** @param before the merge request as it was read, and its snapshot */
export async function updateMergeRequest(
  context: VerbContext,
  before: { readonly mergeRequest: SingleMergeRequest; readonly snapshot: IssuableSnapshot },
  params: UpdateParams,
): Promise<UpdateMergeRequestOutcome> {
  const trimmed = params.title === undefined ? params : { ...params, title: params.title.trim() };
  const { mergeRequest, snapshot } = before;
  const { title, description, target_branch = mergeRequest.target_branch } = trimmed;
  const errors = checkMergeRequest({
    target_branch,
    ...(title !== undefined && { title }),
    description: description ?? null,
  });
  const { db, viewer, now } = context;
  const proposed = { ...mergeRequest, target_branch };
  if (isLoop(proposed)) return { kind: "same_branch" };
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const decide = (lastLabelId: number) => decideUpdate({ ...snapshot, lastLabelId }, trimmed, context);
  const changeSet = decide(snapshot.lastLabelId);
  if (isEmpty(changeSet)) return { kind: "updated", mergeRequest };
  const version = proposesAnew(changeSet) ? await proposeVersion(context, proposed) : undefined;
  if (version === null) return { kind: "too_large" };
  const outcome = await writeChangeSet(
    db,
    snapshot,
    decide,
    context,
    findWrittenMergeRequest(viewer, keyOfId(mergeRequest.project_id), mergeRequest.id),
    version === undefined ? [] : nextVersion(proposed, version, now),
  );
  if (outcome.kind === "refused") {
    const [[twin]] = await db.batch(findTwin(proposed));
    return twin === undefined ? { kind: "stale" } : { kind: "twin", ...twin };
  }
  const row = outcome.kind === "written" ? outcome.row : undefined;
  if (row === undefined || row.id === null) return { kind: "stale" };
  // A push recorded meanwhile found the old merge request.
  const isOvertaken = version !== undefined && row.source_push !== mergeRequest.source_push;
  const updated = isOvertaken ? await renewVersion(context, row) : row;
  return updated === null ? { kind: "stale" } : { kind: "updated", mergeRequest: updated };
}

/** A new target branch or reopening requires a new version. */
const proposesAnew = ({ columns: { target_branch, state } }: ChangeSet): boolean =>
  target_branch !== undefined || state === "reopened";
