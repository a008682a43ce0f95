// Reads commits and changes of a version from the repository. A version without commits needs no call.
import { findVersion, type VersionRow } from "../../db/queries/merge-requests/version-rows.ts";
import type { RepositoryClient } from "../../durable-objects/repositories.ts";
import type { CommitMessage } from "../../git/operations/commit-messages.ts";
import type { VersionChanges, VersionRange } from "../../git/operations/merge-requests/version-changes.ts";
import type { CommitRecord } from "../../git/repository/commit-record.ts";
import { recordNotFound } from "../../http/errors.ts";
import { type MergeRequestCall, nameOf, withMergeRequest } from "./with-merge-request.ts";

/** The commits of a version, newest first. */
export async function commitsOf(
  repository: RepositoryClient,
  version: VersionRow | undefined,
): Promise<readonly CommitRecord[]> {
  const { head_commit_sha: head = null, start_commit_sha: start = null, real_size = null } = version ?? {};
  if (head === null || start === null || real_size === null) return [];
  return repository.run("mergeRequestCommits", { head, start });
}

/** The messages of the commits of a version, within the limits of `commitMessages`. */
export async function messagesOf(
  repository: RepositoryClient,
  version: VersionRow | undefined,
): Promise<readonly CommitMessage[]> {
  const { head_commit_sha: head = null, start_commit_sha: except = null, real_size = null } = version ?? {};
  if (head === null || except === null || real_size === null) return [];
  return repository.run("commitMessages", { head, except });
}

/** The commits whose trees a version compares; null for one without changes. */
export function rangeOf(version: VersionRow | undefined): VersionRange | null {
  const { head_commit_sha: head = null, base_commit_sha: base = null, state = "empty" } = version ?? {};
  return head === null || state === "empty" ? null : { base, head };
}

export async function changesOf(
  repository: RepositoryClient,
  version: VersionRow | undefined,
): Promise<VersionChanges> {
  const range = rangeOf(version);
  return range === null ? { changes: [], overflow: false } : repository.run("versionChanges", range);
}

/** A version of the path's merge request. @throws ApiError as `withMergeRequest`, and 404 if it has no such version */
export async function readVersion(call: MergeRequestCall, versionId: number | null) {
  const { mergeRequest, rows } = await withMergeRequest(call, findVersion(nameOf(call), versionId ?? 0));
  const [[version]] = rows;
  if (version === undefined) throw recordNotFound();
  const repository = call.repositories.open(mergeRequest.project_id);
  const [commits, { changes }] = await Promise.all([commitsOf(repository, version), changesOf(repository, version)]);
  return { mergeRequest, version, commits, changes };
}
