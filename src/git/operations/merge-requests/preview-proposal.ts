// What a merge request would bring: its commits and the names of its changed files. Called on the repository of the
// source branch, and changes nothing.

import { changedFiles, type FileChange } from "../../diff/changed-files.ts";
import { diffBudget } from "../../diff/changes.ts";
import { knownCommit } from "../../history/commit-graph.ts";
import { mergeBases } from "../../history/merge-bases.ts";
import { reachable } from "../../history/reachable.ts";
import type { Oid } from "../../objects/oid.ts";
import type { CommitRecord } from "../../repository/commit-record.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import { summariseCommits } from "../summarise-commits.ts";
import { branchTip } from "./proposal.ts";

export interface PreviewedProposal {
  readonly sourceBranch: string;
  /** A branch of this repository, or the newest commits of another repository's branch, newest first. */
  readonly target: { readonly branch: string } | { readonly commits: readonly Oid[] };
  /** Maximum number of commits, and of files. */
  readonly limit: number;
}

export interface ProposalPreview {
  /** Newest first. */
  readonly commits: readonly CommitRecord[];
  readonly hasMoreCommits: boolean;
  readonly files: readonly Pick<FileChange, "status" | "old_path" | "new_path">[];
  /** Of all changed files. */
  readonly fileCount: number;
}

/** Null if a branch does not exist, or if this repository has none of the target's commits. */
export async function previewProposal(
  repository: Repository,
  { sourceBranch, target, limit }: PreviewedProposal,
): Promise<ProposalPreview | null> {
  const { commits, objects } = repository;
  const head = branchTip(repository, sourceBranch);
  const start =
    "branch" in target
      ? branchTip(repository, target.branch)
      : (target.commits.find((oid) => commits.find(oid) !== null) ?? null);
  if (head === null || start === null) return null;
  const summaries = await inSlices(summariseCommits(repository, reachable(commits, [head], [start]), limit));
  const [parted] = await inSlices(mergeBases(commits, start, head));
  const before = parted === undefined ? null : knownCommit(commits, parted).tree;
  const after = knownCommit(commits, head).tree;
  const options = { detectRenames: true };
  const { files } = await inSlices(changedFiles(objects, before, after, options, diffBudget()));
  return {
    commits: summaries.commits,
    hasMoreCommits: summaries.overflow,
    files: files.slice(0, limit).map(({ status, old_path, new_path }) => ({ status, old_path, new_path })),
    fileCount: files.length,
  };
}
