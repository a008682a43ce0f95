// Determines the current version of a merge request and keeps its commits, so that the version stays readable whatever
// happens to the branches and the fork.
import { mergeBases } from "../../history/merge-bases.ts";
import { reachable } from "../../history/reachable.ts";
import { countOf } from "../../history/walk.ts";
import type { Oid } from "../../objects/oid.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import { branchTip, findSource, type Proposal } from "./proposal.ts";
import { takeOver, versionRef } from "./take-over.ts";
import { changesOfVersion } from "./version-changes.ts";

export interface VersionFacts {
  /** Tip of the source branch; null if it does not exist. */
  readonly head: Oid | null;
  /** Merge base of head and start; null without a common commit, or if either does not exist. */
  readonly base: Oid | null;
  /** Tip of the target branch; null if it does not exist. */
  readonly start: Oid | null;
  /** `empty`: no commits, or no changed file. `overflow`: too many changes to show all. */
  readonly state: "collected" | "empty" | "overflow";
  /** Number of changed files, or `100+` beyond the limit of display; null without commits. */
  readonly realSize: string | null;
  readonly commits: number;
}

/** @throws GitError for too many objects in the fork */
export async function proposeVersion(repository: Repository, proposal: Proposal): Promise<VersionFacts> {
  const source = await findSource(repository, proposal);
  await takeOver(repository, proposal, source);
  const { tip: head } = source;
  const start = branchTip(repository, proposal.targetBranch);
  if (head !== null) keep(repository, proposal.iid, head, start);
  return await versionFacts(repository, head, start);
}

/** Keeps commits by refs that are not branches, so that no events are recorded. */
function keep({ sql, refs }: Repository, iid: number, head: Oid, start: Oid | null): void {
  const kept = start === null ? [head] : [head, start];
  sql.transaction(() => {
    refs.set({ name: versionRef(iid), oid: head, peeled: null });
    for (const oid of kept) refs.set({ name: `refs/keep-around/${oid}`, oid, peeled: null });
  });
}

async function versionFacts(repository: Repository, head: Oid | null, start: Oid | null): Promise<VersionFacts> {
  const nothing = { head, base: null, start, state: "empty", realSize: null, commits: 0 } as const;
  if (head === null || start === null) return nothing;
  const [base = null] = await inSlices(mergeBases(repository.commits, head, start));
  const commits = await inSlices(countOf(reachable(repository.commits, [head], [start])));
  if (commits === 0) return { ...nothing, base };
  const { changes, overflow, lines, bytes } = await changesOfVersion(repository, { base, head });
  const isDisplayed =
    !overflow && changes.length <= displayed.files && lines < displayed.lines && bytes < displayed.bytes;
  return {
    ...nothing,
    base,
    state: changes.length === 0 ? "empty" : overflow ? "overflow" : "collected",
    realSize: isDisplayed ? String(changes.length) : `${displayed.files}+`,
    commits,
  };
}

/** GitLab's limits for displaying a merge request at once. */
const displayed = { files: 100, lines: 5_000, bytes: 512_000 };
