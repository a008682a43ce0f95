// Versions of a merge request: computed by git, then stored unless a push came between.

import {
  type Branches,
  findWrittenMergeRequest,
  type SingleMergeRequest,
} from "../../db/queries/merge-requests/merge-requests.ts";
import {
  insertNextVersion,
  type Proposed,
  type ProposedVersion,
  uncheckMergeStatus,
} from "../../db/queries/merge-requests/versions.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import type { MergeStatus } from "../../db/schema/merge-requests.ts";
import type { Statement } from "../../db/statement.ts";
import type { Proposal } from "../../git/operations/merge-requests/proposal.ts";
import { rowOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";

/** A merge request in the terms of git's operations. */
export const proposalOf = (mergeRequest: Branches & { readonly iid: number }): Proposal => {
  const { iid, source_project_id, source_branch, project_id, target_branch } = mergeRequest;
  return {
    iid,
    targetBranch: target_branch,
    sourceProjectId: source_project_id === project_id ? null : source_project_id,
    sourceBranch: source_branch,
  };
};

/**
 * Null when the fork has more objects than can be copied.
 * @param isChecked true for the version's merge status
 */
export const proposeVersion = (
  { repositories }: Pick<VerbContext, "repositories">,
  mergeRequest: Branches & { readonly iid: number },
  isChecked = false,
): Promise<(ProposedVersion & { readonly status: MergeStatus | null }) | null> =>
  repositories.open(mergeRequest.project_id).run("tryToPropose", proposalOf(mergeRequest), isChecked);

/** The statements that store a version. Without a source branch the last version stays the newest. */
export const nextVersion = (proposed: Proposed, version: ProposedVersion, now: string): Statement[] =>
  version.head === null ? [uncheckMergeStatus(proposed)] : insertNextVersion(proposed, version, now);

/** If pushes keep coming between, the last one renews the version itself. */
const MOST_ATTEMPTS = 5;

/**
 * Computes and stores a new version, until no push has come between. Returns the current merge request, or null when it
 * is gone. If the fork has more objects than can be copied, the version does not change, as after a push.
 */
export async function renewVersion(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
): Promise<SingleMergeRequest | null> {
  const { db, viewer, now } = context;
  let current = mergeRequest;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const version = await proposeVersion(context, current);
    if (version === null) break;
    const { id, project_id, source_push } = current;
    const change = await db.change(
      nextVersion(current, version, now),
      findWrittenMergeRequest(viewer, keyOfId(project_id), id),
    );
    const row = rowOf(change);
    if (row === undefined || row.id === null) return null;
    current = row;
    if (row.source_push === source_push) break;
  }
  return current;
}
