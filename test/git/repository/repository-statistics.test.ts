// The commits of the default branch are counted as by git, wherever the branch moves.
import { describe, expect, test } from "vitest";
import { countCommits } from "../../../src/git/repository/repository-statistics.ts";
import { openRepository } from "../../support/node-storage.ts";
import { cases, isSample } from "../../support/sample.ts";
import { type Clock, randomCommits } from "../history/commits.ts";
import { loadRepository } from "../operations/load-repository.ts";
import { Random } from "../random.ts";

const COMMITS = 60;
const MOVES = isSample ? 12 : 25;

const seeds = Array.from({ length: cases(5, 1) }, (_, index) => index + 1);

describe.each<Clock>(["steady", "coarse", "skewed"])("with %s clocks", (clock) => {
  test.each(seeds)("the count after each move is that of git rev-list (seed %i)", async (seed) => {
    const random = new Random(seed);
    using folder = randomCommits(random, COMMITS, clock);
    const repository = loadRepository(folder);
    const branches = random.times(MOVES, () => `c${1 + random.below(COMMITS)}`);
    const counts = folder.gitAll(branches.map((branch) => ["rev-list", "--count", branch]));
    for (const [at, branch] of branches.entries()) {
      repository.refs.setHead(`refs/heads/${branch}`);
      expect({ branch, count: await countCommits(repository) }).toEqual({ branch, count: Number(counts[at]) });
    }
  });
});

test("the count is 0 for an empty repository, and without the default branch", async () => {
  const repository = openRepository();
  expect(await countCommits(repository)).toBe(0);
  repository.refs.setHead("refs/heads/main");
  expect(await countCommits(repository)).toBe(0);
});

test("counting a long history yields to other requests, and is done only once", async () => {
  const repository = openRepository();
  const oids = Array.from({ length: 20_000 }, (_, at) => (at + 1).toString(16).padStart(40, "0"));
  const tree = Buffer.alloc(20);
  repository.commits.insertAll(
    oids.map((oid, at) => ({
      id: at + 1,
      oid: Buffer.from(oid, "hex"),
      tree,
      parents: at === 0 ? [] : [at],
      time: at,
    })),
  );
  const [before = "", tip = ""] = oids.slice(-2);
  repository.refs.set({ name: "refs/heads/main", oid: before, peeled: null });
  repository.refs.setHead("refs/heads/main");
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  expect(await countCommits(repository)).toBe(oids.length - 1);
  clearInterval(other);
  expect(turns).toBeGreaterThan(2);
  repository.refs.set({ name: "refs/heads/main", oid: tip, peeled: null });
  let again = 0;
  const counting = setInterval(() => again++, 0);
  expect(await countCommits(repository)).toBe(oids.length);
  clearInterval(counting);
  expect(again).toBe(0);
});
