// What is shown of a merge before it is made equals git's view: conflicting files, commits, changed files.
import { expect, test } from "vitest";
import { examineMerge } from "../../../src/git/operations/merge-requests/examine-merge.ts";
import { mergeStanding } from "../../../src/git/operations/merge-requests/merge-standing.ts";
import { previewProposal } from "../../../src/git/operations/merge-requests/preview-proposal.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { randomProject } from "../operations/random-project.ts";
import { Random } from "../random.ts";
import { linesOf, Projects } from "./projects.ts";

const seeds = Array.from({ length: cases(4) }, (_, index) => index + 1);

/** Pairs of different branches of {@link randomProject}. */
const pairsOf = (random: Random, branches: number, count: number): [target: string, source: string][] =>
  random.times(count, () => {
    const target = random.below(branches);
    return [`c${target + 1}`, `c${((target + 1 + random.below(branches - 1)) % branches) + 1}`];
  });

const proposed = (targetBranch: string, sourceBranch: string) => ({
  iid: 1,
  targetBranch,
  sourceProjectId: null,
  sourceBranch,
});

/** Git's view. Where a path cannot have both versions, git names one of them `path~branch`. */
function gitObstacles(folder: GitFolder, pairs: readonly (readonly [string, string])[]) {
  const [tips, bases] = [folder.tips(), folder.mergeBasesOf(pairs)];
  return folder.conflictsOf(pairs).map((conflicts, at) => {
    if (bases[at]?.includes(tips.get(`refs/heads/${pairs[at]?.[1]}`) ?? "")) return { kind: "already_merged" };
    if (conflicts === null) return { kind: "unrelated" };
    if (conflicts.length === 0) return null;
    const paths = [...new Set(conflicts.map((path) => path.replace(/~c\d+$/, "")))];
    return { kind: "conflicts", paths, count: paths.length };
  });
}

test.for(seeds)("the conflicting files are those that git names (seed %i)", async (seed) => {
  const random = new Random(seed + 200);
  using folder = randomProject(random, { commits: 30, clock: "coarse" });
  const repository = await new Projects().openCopy(1, folder);
  const pairs = pairsOf(random, 30, 40);
  const wanted = gitObstacles(folder, pairs);
  for (const [at, [target, source]] of pairs.entries()) {
    const head = repository.refs.get(`refs/heads/${source}`)?.oid ?? null;
    const proposal = proposed(target, source);
    const { obstacle } = await examineMerge(repository, {
      proposal,
      head,
      isKnownMergeable: false,
      level: 40,
      range: null,
    });
    expect(obstacle, `${target} ${source}`).toEqual(wanted[at]);
  }
  expect(wanted.map((one) => one?.kind)).toContain("conflicts");
});

test("more conflicts than are shown are counted", async () => {
  using folder = new GitFolder();
  const files = Array.from({ length: 70 }, (_, index) => `file${String(index).padStart(2, "0")}`);
  const commit = (branch: string, text: string, ...parent: string[]) =>
    folder.git(
      ["fast-import", "--quiet", "--date-format=raw"],
      [
        `commit refs/heads/${branch}`,
        "committer Someone <some@one> 1500000000 +0000",
        "data 1",
        ".",
        ...parent.map((name) => `from refs/heads/${name}^0`),
        ...files.flatMap((path) => [`M 100644 inline ${path}`, `data ${text.length}`, text]),
        "",
      ].join("\n"),
    );
  commit("main", "0");
  commit("ours", "1", "main");
  commit("theirs", "2", "main");
  const repository = await new Projects().openCopy(1, folder);
  const head = repository.refs.get("refs/heads/theirs")?.oid ?? null;
  const examined = await examineMerge(repository, {
    proposal: proposed("ours", "theirs"),
    head,
    isKnownMergeable: false,
    level: 40,
    range: null,
  });
  expect(examined.obstacle).toEqual({ kind: "conflicts", paths: files.slice(0, 50), count: 70 });
});

test.each([
  ["the source branch", "nothing", "main", { isSourceMissing: true, kind: undefined }],
  ["the target branch", "c5", "nothing", { isSourceMissing: false, kind: "branch_missing" }],
])("%s that is missing is reported", async (_, source, target, wanted) => {
  using folder = randomProject(new Random(3), { commits: 10, clock: "steady" });
  const repository = await new Projects().openCopy(1, folder);
  repository.refs.delete("refs/heads/main");
  repository.refs.set({
    name: "refs/heads/main",
    oid: folder.git(["rev-parse", "c1"]).toString().trim(),
    peeled: null,
  });
  const head = folder.git(["rev-parse", "c5"]).toString().trim();
  const examined = await examineMerge(repository, {
    proposal: proposed(target, source),
    head,
    isKnownMergeable: false,
    level: 40,
    range: null,
  });
  const { isSourceMissing, obstacle } = examined;
  expect({ isSourceMissing, kind: wanted.kind && obstacle?.kind }).toEqual(wanted);
});

test.for(seeds)("a preview has git's commits and changed files, from a fork too (seed %i)", async (seed) => {
  const random = new Random(seed + 300);
  using folder = randomProject(random, { commits: 25, clock: "steady" });
  const repository = await new Projects().openCopy(1, folder);
  const pairs = pairsOf(random, 25, 20);
  const bases = folder.mergeBasesOf(pairs);
  const single = pairs.filter((_, at) => bases[at]?.length === 1);
  const added = folder.gitAll(single.map(([target, source]) => ["rev-list", `${target}..${source}`]));
  const changed = folder.gitAll(
    single.map(([target, source]) => ["diff", "--name-only", "-M", `${target}...${source}`]),
  );
  const histories = folder.gitAll(single.map(([target]) => ["rev-list", target]));
  for (const [at, [target, source]] of single.entries()) {
    const [commits = [], files = [], known = []] = [added, changed, histories].map((one) =>
      linesOf(one[at] ?? Buffer.of()),
    );
    for (const from of [{ branch: target }, { commits: ["1".repeat(40), ...known] }]) {
      const preview = await previewProposal(repository, { sourceBranch: source, target: from, limit: 1_000 });
      expect({
        commits: preview?.commits.map(({ id }) => id),
        files: new Set(preview?.files.map(({ new_path }) => new_path)),
      }).toEqual({ commits, files: new Set(files) });
    }
  }
});

test("the target is ahead by the commits that the source lacks, and by none if a branch is gone", async () => {
  using folder = randomProject(new Random(3), { commits: 10, clock: "steady" });
  const repository = await new Projects().openCopy(1, folder);
  const [head = ""] = linesOf(folder.git(["rev-parse", "c3"]));
  const standing = async (targetBranch: string, tip: string | null) => {
    const asked = { targetBranch, head: tip, known: "can_be_merged", level: 40, countsDiverged: true } as const;
    return (await mergeStanding(repository, asked)).divergedCommits;
  };
  expect(await standing("main", head)).toBe(linesOf(folder.git(["rev-list", "main", "^c3"])).length);
  expect([await standing("gone", head), await standing("main", null), await standing("main", "1".repeat(40))]).toEqual([
    0, 0, 0,
  ]);
});
