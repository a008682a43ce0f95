// Takes note of what a merge request proposes at this moment: a version of it, which stays readable whatever becomes of
// the branches and of the fork.
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
  /** The source branch; null when it is not there. */
  readonly head: Oid | null;
  /** Where head and start parted; null when they have nothing in common, or one is not there. */
  readonly base: Oid | null;
  /** The target branch; null when it is not there. */
  readonly start: Oid | null;
  /** Empty: no commits, or none that leave a file changed. Overflow: too much to show all of it. */
  readonly state: "collected" | "empty" | "overflow";
  /** How many files are changed, `100+` beyond what is displayed; null without commits. */
  readonly realSize: string | null;
  readonly commits: number;
}

/** @throws GitError for more than can be taken over from a fork */
export async function proposeVersion(repository: Repository, proposal: Proposal): Promise<VersionFacts> {
  const source = await findSource(repository, proposal);
  await takeOver(repository, proposal, source);
  const { tip: head } = source;
  const start = branchTip(repository, proposal.targetBranch);
  if (head !== null) keep(repository, proposal.iid, head, start);
  return await versionFacts(repository, head, start);
}

/** Refs that are no branches: nobody is told of them. */
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

/** What GitLab shows of a merge request at once. */
const displayed = { files: 100, lines: 5_000, bytes: 512_000 };
