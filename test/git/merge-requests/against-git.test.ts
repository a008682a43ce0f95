// Merge requests of random branches have the commits, changes and merged trees that git computes.
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { Change } from "../../../src/git/diff/changes.ts";
import { decodeText } from "../../../src/git/diff/text.ts";
import { knownCommit } from "../../../src/git/history/commit-graph.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { acceptMergeRequest } from "../../../src/git/operations/merge-requests/accept-merge-request.ts";
import { checkMerge } from "../../../src/git/operations/merge-requests/check-merge.ts";
import { mergeRequestCommits } from "../../../src/git/operations/merge-requests/merge-request-commits.ts";
import { proposeVersion, type VersionFacts } from "../../../src/git/operations/merge-requests/propose-version.ts";
import { versionChanges } from "../../../src/git/operations/merge-requests/version-changes.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../diff/random.ts";
import { busyBranches, crissCross, filesAlike, movedFolders, type Pair, smallTexts } from "../merge/histories.ts";
import { knownDifferences } from "../merge/known-differences.ts";
import { type GitMerge, MergeRepository } from "../merge/merge-repository.ts";
import { ann, at, master } from "./projects.ts";

const seed = Number(process.env.GIT_SEED ?? 1001);

interface Kind {
  readonly name: string;
  readonly make: (random: Random, repository: MergeRepository) => Pair;
  readonly usual: number;
  /** Number of cases that differ from git as it is known, of the usual ones. */
  readonly known: number;
}

/** Git leaves conflict markers in a merge it calls clean: see test/git/merge/against-git.test.ts. */
const overlooked = "git merged, we say cannot_be_merged and conflict";

const kinds: Kind[] = [
  { name: "busy branches", make: busyBranches, usual: 300, known: 0 },
  { name: "branches that moved folders", make: movedFolders, usual: 150, known: 0 },
  { name: "files that are alike", make: filesAlike, usual: 100, known: 1 },
  { name: "branches that merged each other", make: crissCross, usual: 300, known: 0 },
  { name: "branches of which one has the other", make: contained, usual: 50, known: 0 },
  { name: "small texts", make: smallTexts, usual: 150, known: 0 },
];

function contained(random: Random, repository: MergeRepository): Pair {
  const [ours, theirs] = crissCross(random, repository);
  const merge = repository.commit(repository.treeOf(ours), [ours, theirs]);
  return random.chance(0.5) ? [merge, theirs] : [theirs, merge];
}

interface Proposed {
  readonly pair: Pair;
  /** Number of the first commit of its history. */
  readonly first: number;
}

/** Git's result for a proposal. */
interface Wanted {
  readonly commits: readonly Oid[];
  /** All merge bases. */
  readonly bases: readonly Oid[];
  readonly merge: GitMerge | undefined;
}

function runGit(repository: MergeRepository, pairs: readonly Proposed[]): Wanted[] {
  const bases = repository.mergeBasesOf(pairs.map(({ pair }) => pair));
  const commits = commitsOf(repository, pairs);
  const merges = repository.mergeAll(pairs.map(({ pair }) => pair));
  return pairs.map((_, at) => ({ commits: commits[at] ?? [], bases: bases[at] ?? [], merge: merges[at] }));
}

/**
 * What `git rev-list ours..theirs` lists for each pair, from one process: no pair shares commits with another, so that the
 * list of all of them has each pair's commits, in its order.
 */
function commitsOf(repository: MergeRepository, pairs: readonly Proposed[]): Oid[][] {
  const revisions = pairs.flatMap(({ pair: [ours, theirs] }) => [`^${ours}`, theirs]);
  const listed = repository.git(["rev-list", "--stdin"], `${revisions.join("\n")}\n`).toString();
  const ofPairs = pairs.map((): Oid[] => []);
  for (const oid of listed.split("\n").filter(Boolean)) {
    ofPairs[pairs.findLastIndex(({ first }) => first <= repository.idOf(oid))]?.push(oid);
  }
  return ofPairs;
}

const sameType = (one: string, other: string) => one.slice(0, -3) === other.slice(0, -3);

interface GitChange {
  readonly oldPath: string;
  readonly newPath: string;
  readonly modes: readonly [string, string];
  readonly diff: string;
}

/** Output of `git diff -M` for many pairs of commits, without extended headers. */
function diffAll(repository: MergeRepository, ranges: readonly (readonly [base: Oid, head: Oid])[]): GitChange[][] {
  const trees = ranges.map((range) => range.map((commit) => repository.treeOf(commit)).join(" "));
  const options = ["--stdin", "-r", "-p", "--raw", "-M", "--no-abbrev"];
  const config = ["-c", "core.quotePath=false"];
  const output = decodeText(
    repository.git([...config, "diff-tree", ...options], trees.map((line) => `${line}\n`).join("")),
  );
  let position = 0;
  return trees.map((line, index) => {
    const start = position + line.length + 1;
    const next = trees[index + 1];
    position = next === undefined ? output.length : output.indexOf(`${next}\n`, start);
    return changesIn(output.slice(start, position));
  });
}

function changesIn(output: string): GitChange[] {
  const files = output
    .split("\n")
    .filter((line) => /^:\d{6} /.test(line))
    .flatMap(filesOf);
  const patches = output.split(/^diff --git .*\n/m).slice(1);
  return files.map((file, index) => {
    const patch = patches[index] ?? "";
    const start = patch.search(/^(---|Binary) /m);
    return { ...file, diff: start < 0 ? "" : patch.slice(start) };
  });
}

/** A change of type counts as a deleted and an added file. */
function filesOf(line: string): Omit<GitChange, "diff">[] {
  const [facts = "", oldPath = "", newPath = oldPath] = line.slice(1).split("\t");
  const [oldMode = "", newMode = ""] = facts.split(" ");
  const none = "000000";
  const paths = { oldPath, newPath };
  if ([oldMode, newMode].includes(none) || sameType(oldMode, newMode)) return [{ ...paths, modes: [oldMode, newMode] }];
  return [
    { ...paths, modes: [oldMode, none] },
    { ...paths, modes: [none, newMode] },
  ];
}

/** Our result for a merge request of two branches. */
interface Ours {
  readonly facts: VersionFacts;
  readonly commits: readonly Oid[];
  readonly changes: readonly GitChange[];
  readonly status: string;
  /** The target's tree after the acceptance, or the reason of a refusal. */
  readonly accepted: Oid | string;
}

async function propose(repository: Repository, iid: number, [start, head]: Pair): Promise<Ours> {
  const proposal = { iid, targetBranch: `target${iid}`, sourceProjectId: null, sourceBranch: `source${iid}` };
  const facts = await proposeVersion(repository, proposal);
  const { changes } = await versionChanges(repository, { base: facts.base, head });
  const commits = (await mergeRequestCommits(repository, { head, start })).map(({ id }) => id);
  const { status } = await checkMerge(repository, { targetBranch: proposal.targetBranch, head });
  const outcome = await acceptMergeRequest(repository, {
    mergeRequestId: iid,
    proposal,
    expectedHead: head,
    recordedHead: head,
    pusher: master,
    committer: ann,
    message: "Merge",
    squash: null,
    at,
    options: {},
  });
  const accepted = "commit" in outcome ? knownCommit(repository.commits, outcome.commit).tree : outcome.kind;
  return { facts, commits, changes: changes.map(asGit), status, accepted };
}

const asGit = ({ oldPath, newPath, oldMode, newMode, diff }: Change): GitChange => {
  const octal = (mode: number) => mode.toString(8).padStart(6, "0");
  return { oldPath, newPath, modes: [octal(oldMode), octal(newMode)], diff };
};

const agreements = new Set(["same tree", "conflict", "nothing to merge"]);

/** The outcome of the merge as text. */
function compareMerges({ status, accepted }: Ours, { merge, commits }: Wanted): string {
  const isNothing = commits.length === 0;
  const wanted = isNothing ? "no_commits" : merge?.kind === "merged" ? merge.tree : "conflict";
  const isMergeable = wanted !== "no_commits" && wanted !== "conflict";
  if (wanted === accepted && isMergeable === (status === "can_be_merged")) {
    return isNothing ? "nothing to merge" : isMergeable ? "same tree" : "conflict";
  }
  const isOther = isMergeable && status === "can_be_merged";
  return isOther ? "wrong tree" : `git ${merge?.kind}, we say ${status} and ${accepted}`;
}

/** Differences from git, as text. */
function* differences(ours: Ours, { commits, bases }: Wanted, changes: readonly GitChange[]): Generator<string> {
  if (!isDeepStrictEqual(ours.commits, commits)) {
    yield isDeepStrictEqual([...ours.commits].sort(), [...commits].sort())
      ? "commits in another order"
      : "other commits";
  }
  if (ours.facts.commits !== commits.length) yield "another number of commits";
  if (!bases.includes(ours.facts.base ?? "none")) yield "no best base";
  if (!isDeepStrictEqual(ours.changes, changes)) yield "other changes";
}

test.for(kinds)("$name", async ({ make, usual, known }) => {
  using git = new MergeRepository();
  const random = new Random(seed);
  const count = cases(usual, Math.ceil(usual / 8));
  const proposed = Array.from({ length: count }, (): Proposed => {
    const first = git.commits;
    return { first, pair: make(random, git) };
  });
  const wanted = runGit(git, proposed);
  const pairs = proposed.map(({ pair }) => pair);
  const tips = pairs.flatMap(([target, source], at): [string, Oid][] => [
    [`target${at}`, target],
    [`source${at}`, source],
  ]);
  const repository = git.withBranches(new Map(tips));
  const ours = await Promise.all(pairs.map((pair, at) => propose(repository, at, pair)));
  const changes = diffAll(
    git,
    pairs.map(([, head], at) => [ours[at]?.facts.base ?? "", head]),
  );
  const results = ours.flatMap((one, at) => {
    const [said, changed] = [wanted[at], changes[at]];
    if (said === undefined || changed === undefined) throw new Error("Git returned nothing.");
    return [compareMerges(one, said), ...differences(one, said, changed)];
  });
  const different = results.filter((result) => !agreements.has(result));
  const counts = Object.fromEntries(
    [...new Set([overlooked, ...different])].map((result) => [
      result,
      different.filter((one) => one === result).length,
    ]),
  );
  expect(counts, `seed ${seed}`).toEqual({ [overlooked]: knownDifferences({ count, usual, known }) });
  expect(results, `seed ${seed}`).toContain("same tree");
});
