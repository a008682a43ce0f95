// What one revision has that another has not.
import type { Changes } from "../diff/changes.ts";
import { knownCommit } from "../history/commit-graph.ts";
import { mergeBases } from "../history/merge-bases.ts";
import { reachable } from "../history/reachable.ts";
import type { Oid } from "../objects/oid.ts";
import type { CommitRecord } from "../repository/commit-record.ts";
import { renderChanges } from "../repository/rendered-changes.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";
import { summariseCommits } from "./summarise-commits.ts";

export interface Comparison {
  /** That only the second reaches: the oldest first, the newest 10,000 at most. */
  readonly commits: readonly CommitRecord[];
  /** From where they parted to the second. */
  readonly changes: Changes["changes"];
  /** Not everything is here. */
  readonly overflow: boolean;
  /** Both are one commit. */
  readonly same: boolean;
}

/** With a revision that is none, and with two that are one, there is nothing to compare. */
export async function compareRevisions(repository: Repository, from: string, to: string): Promise<Comparison> {
  const [base, head] = [resolveCommit(repository, from), resolveCommit(repository, to)];
  if (base === null || head === null) return { ...nothing, same: false };
  return base === head ? { ...nothing, same: true } : await compare(repository, base, head);
}

const nothing = { commits: [], changes: [], overflow: false };

async function compare(repository: Repository, base: Oid, head: Oid): Promise<Comparison> {
  const { commits } = repository;
  const summaries = await inSlices(summariseCommits(repository, reachable(commits, [head], [base])));
  const [parted] = await inSlices(mergeBases(commits, base, head));
  const before = parted === undefined ? null : knownCommit(commits, parted).tree;
  const { changes, overflow } = await renderChanges(repository, before, knownCommit(commits, head).tree);
  return {
    commits: summaries.commits.toReversed(),
    changes,
    overflow: overflow || summaries.overflow,
    same: false,
  };
}
