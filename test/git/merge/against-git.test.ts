// Random branches are merged as git merges them: the same trees, the same conflicts.
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { cherryPick } from "../../../src/git/merge/cherry-pick.ts";
import { type CommitsOutcome, mergeCommits } from "../../../src/git/merge/merge-commits.ts";
import { Random } from "../diff/random.ts";
import { cases } from "../random.ts";
import { changeFiles, manyManners, randomFiles } from "./branches.ts";
import { busyBranches, crissCross, filesAlike, longTexts, movedFolders, type Pair, smallTexts } from "./histories.ts";
import { type GitMerge, MergeRepository } from "./merge-repository.ts";

const seed = Number(process.env.GIT_SEED ?? 1);

/**
 * How often git merges without a conflict what we do not. All are of one kind: one side renamed a file to a path where
 * both sides have the same new file, and what both did to the renamed one is in conflict. Git overlooks that, so that
 * one side's change is lost, or conflict markers are left in a merge that is called clean.
 */
interface Known {
  readonly overlooked: number;
  /** Git 2.39 fails on an assertion. */
  readonly crashes: number;
}

interface Kind {
  readonly name: string;
  readonly make: (random: Random, repository: MergeRepository) => Pair;
  readonly usual: number;
  readonly known: Known;
}

const noneKnown: Known = { overlooked: 0, crashes: 0 };

const kinds: Kind[] = [
  { name: "busy branches", make: busyBranches, usual: 450, known: noneKnown },
  { name: "branches that moved folders", make: movedFolders, usual: 300, known: noneKnown },
  { name: "files that are alike", make: filesAlike, usual: 250, known: { overlooked: 1, crashes: 0 } },
  { name: "branches that merged each other", make: crissCross, usual: 250, known: noneKnown },
  { name: "small texts", make: smallTexts, usual: 400, known: noneKnown },
  { name: "long texts", make: longTexts, usual: 80, known: noneKnown },
];

/** What came of a case, in words. */
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

test.for(kinds)("$name are merged to git's trees", ({ make, usual, known }) => {
  using repository = new MergeRepository();
  const random = new Random(seed);
  const pairs = Array.from({ length: cases(usual) }, () => make(random, repository));
  const wanted = repository.mergeAll(pairs);
  const graph = repository.graph();
  const results = pairs.map(([ours, theirs], index) =>
    compare(repository, ours, wanted[index], finish(mergeCommits(repository, graph, ours, theirs))),
  );
  const count = (result: string) => results.filter((one) => one === result).length;
  const counts = Object.fromEntries([...new Set(results)].sort().map((result) => [result, count(result)]));
  expect(counts, `seed ${seed}`).toEqual({
    "same tree": expect.any(Number),
    "both conflict": expect.any(Number),
    ...(known.overlooked > 0 && { "git merged, we conflicts": known.overlooked }),
    ...(known.crashes > 0 && { "git crashed, we conflicts": known.crashes }),
  });
});

test("a cherry-pick is the merge of a commit's change", () => {
  using repository = new MergeRepository();
  const random = new Random(seed);
  const picks = Array.from({ length: cases(80) }, () => {
    const before = randomFiles(random, 1 + random.size(20));
    const after = changeFiles(random, before, 1 + random.size(4), manyManners, before);
    const tipFiles = changeFiles(random, before, 1 + random.size(4), manyManners, after);
    const parent = repository.commit(before, [repository.commit(randomFiles(random, 3), [])]);
    const [commit, tip] = [repository.commit(after, [parent]), repository.commit(tipFiles, [])];
    // Git is asked to merge as if the tip came from the commit's parent.
    return { commit, tip, merge: [repository.commit(tipFiles, [parent]), commit] as const };
  });
  const wanted = repository.mergeAll(picks.map(({ merge }) => merge));
  const graph = repository.graph();
  const results = picks.map(({ commit, tip }, index) =>
    compare(repository, tip, wanted[index], finish(cherryPick(repository, graph, commit, tip))),
  );
  expect(new Set(results)).toEqual(new Set(["same tree", "both conflict"]));
});
