// The commits that a version of a merge request proposes.
import { reachable } from "../../history/reachable.ts";
import type { Oid } from "../../objects/oid.ts";
import type { CommitRecord } from "../../repository/commit-record.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import { summariseCommits } from "../summarise-commits.ts";

/** The newest first, as `git rev-list start..head`, as many as can be told. Both commits are there, or this throws. */
export async function mergeRequestCommits(
  repository: Repository,
  { head, start }: { readonly head: Oid; readonly start: Oid },
): Promise<readonly CommitRecord[]> {
  return (await inSlices(summariseCommits(repository, reachable(repository.commits, [head], [start])))).commits;
}
