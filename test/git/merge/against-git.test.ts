// Random merges have git's tree or conflict as git's do: 2,000 cases with renamed files and directories, changed modes,
// symlinks, submodules, and branches that merged each other. GIT_CASES sets the number of cases, GIT_SEED the seed.
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { cherryPick } from "../../../src/git/merge/cherry-pick.ts";
import { type CommitsOutcome, mergeCommits } from "../../../src/git/merge/merge-commits.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../diff/random.ts";
import { allChanges, changeFiles, randomFiles } from "./branches.ts";
import { busyBranches, crissCross, filesAlike, longTexts, movedFolders, type Pair, smallTexts } from "./histories.ts";
import { knownDifferences } from "./known-differences.ts";
import { type GitMerge, MergeRepository } from "./merge-repository.ts";

const seed = Number(process.env.GIT_SEED ?? 1);

const STRICTER = "git merged, we conflicts";

interface Kind {
  readonly name: string;
  readonly make: (random: Random, repository: MergeRepository) => Pair;
  readonly usual: number;
  /**
   * Number of cases, for the usual number of cases and seed 1, that git merges while we report a conflict. Either git
   * breaks a tie between rename candidates by the order of a hash table, or it leaves conflict markers in a merge that
   * it calls clean (see merges.test.ts).
   */
  readonly stricter: number;
}

const kinds: Kind[] = [
  { name: "busy branches", make: busyBranches, usual: 500, stricter: 0 },
  { name: "branches that moved folders", make: movedFolders, usual: 420, stricter: 0 },
  { name: "files that are alike", make: filesAlike, usual: 300, stricter: 1 },
  { name: "branches that merged each other", make: crissCross, usual: 300, stricter: 0 },
  { name: "small texts", make: smallTexts, usual: 400, stricter: 0 },
  { name: "long texts", make: longTexts, usual: 80, stricter: 0 },
];

/** The outcome of a case as text. */
function compare(
  repository: MergeRepository,
  ours: string,
  git: GitMerge | undefined,
  outcome: CommitsOutcome,
): string {
  const merged =
    outcome.kind === "already_merged" ? ({ kind: "merged", tree: repository.treeOf(ours) } as const) : outcome;
  if (git === undefined || git.kind !== merged.kind) return `git ${git?.kind}, we ${merged.kind}`;
  if (git.kind === "merged" && merged.kind === "merged") return git.tree === merged.tree ? "same tree" : "wrong tree";
  return "both conflict";
}

test.for(kinds)("$name are merged to git's trees", ({ make, usual, stricter }) => {
  using repository = new MergeRepository();
  const random = new Random(seed);
  const all = cases(usual);
  const pairs = Array.from({ length: all }, () => make(random, repository));
  const wanted = repository.mergeAll(pairs);
  const graph = repository.graph();
  const results = pairs.map(([ours, theirs], index) =>
    compare(repository, ours, wanted[index], finish(mergeCommits(repository, graph, ours, theirs))),
  );
  const count = (result: string) => results.filter((one) => one === result).length;
  const counts = Object.fromEntries([...new Set([STRICTER, ...results])].map((result) => [result, count(result)]));
  expect(counts, `seed ${seed}`).toEqual({
    "same tree": expect.any(Number),
    "both conflict": expect.any(Number),
    [STRICTER]: knownDifferences({ count: all, usual, known: stricter }),
  });
});

test("a cherry-pick merges the change of a commit", () => {
  using repository = new MergeRepository();
  const random = new Random(seed);
  const usual = 80;
  const count = cases(usual);
  const picks = Array.from({ length: count }, () => {
    const before = randomFiles(random, 1 + random.size(20));
    const after = changeFiles(random, before, 1 + random.size(4), allChanges, before);
    const tipFiles = changeFiles(random, before, 1 + random.size(4), allChanges, after);
    const parent = repository.commit(before, [repository.commit(randomFiles(random, 3), [])]);
    const [commit, tip] = [repository.commit(after, [parent]), repository.commit(tipFiles, [])];
    // Git merges commits for which the tip's parent is the picked commit's parent.
    return { commit, tip, merge: [repository.commit(tipFiles, [parent]), commit] as const };
  });
  const wanted = repository.mergeAll(picks.map(({ merge }) => merge));
  const graph = repository.graph();
  const results = picks.map(({ commit, tip }, index) =>
    compare(repository, tip, wanted[index], finish(cherryPick(repository, graph, commit, tip))),
  );
  const stricter = results.filter((result) => result === STRICTER).length;
  expect(stricter).toEqual(knownDifferences({ count, usual, known: 0 }));
  expect(new Set(results.filter((result) => result !== STRICTER))).toEqual(new Set(["same tree", "both conflict"]));
});
