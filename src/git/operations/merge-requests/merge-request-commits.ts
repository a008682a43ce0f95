// Lists the commits of a version of a merge request.
import { reachable } from "../../history/reachable.ts";
import type { Oid } from "../../objects/oid.ts";
import type { CommitRecord } from "../../repository/commit-record.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import { summariseCommits } from "../summarise-commits.ts";

/**
 * The commits of `git rev-list start..head`, newest first, as many as fit a message between isolates.
 *
 * @throws Error when a commit does not exist
 */
export async function mergeRequestCommits(
  repository: Repository,
  { head, start }: { readonly head: Oid; readonly start: Oid },
): Promise<readonly CommitRecord[]> {
  return (await inSlices(summariseCommits(repository, reachable(repository.commits, [head], [start])))).commits;
}
