// The log of a path, and of a time, is git's.
import { expect, test } from "vitest";
import { listCommits } from "../../../src/git/operations/list-commits.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { repositoryLog } from "../../../src/git/repository/repository-log.ts";
import type { GitFolder } from "../git-folder.ts";
import { cases, Random } from "../random.ts";
import { loadRepository } from "./load-repository.ts";
import { type Clock, randomProject } from "./random-project.ts";

const histories = cases(8);
const clocks: Clock[] = ["steady", "coarse", "skewed"];

const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);

interface History {
  readonly folder: GitFolder;
  readonly repository: Repository;
  readonly random: Random;
  readonly paths: readonly string[];
  readonly tip: string;
}

function onHistories(clock: Clock, check: (history: History) => void): void {
  for (let seed = 1; seed <= histories; seed++) {
    const random = new Random(seed);
    using folder = randomProject(random, { commits: 30 + random.below(60), clock });
    const listed = folder.git(["log", "--all", "-m", "--format=", "--name-only", "-z"]).toString();
    const files = [...new Set(listed.split("\0").filter(Boolean))].sort();
    const folders = new Set(
      files.flatMap((file) => (file.includes("/") ? [file.slice(0, file.lastIndexOf("/"))] : [])),
    );
    const tip = folder.git(["rev-parse", "main"]).toString().trim();
    const repository = loadRepository(folder);
    check({ folder, repository, random, paths: [...files, ...[...folders].sort(), "nothing"], tip });
  }
}

const logOf = ({ repository, tip }: History, path: string, since: number | null = null, until: number | null = null) =>
  [...repositoryLog(repository, tip, { path, since, until })].map(({ oid }) => oid);

test.for(clocks)("with %s clocks the log of every path is git's, in its order", (clock) => {
  let merges = 0;
  onHistories(clock, (history) => {
    const { folder, repository, random, paths, tip } = history;
    for (const path of paths) {
      const log = logOf(history, path);
      expect(log, `seed ${random.seed}, ${path}`).toEqual(linesOf(folder.git(["log", "--format=%H", tip, "--", path])));
      merges += log.filter((oid) => (repository.commits.find(oid)?.parents.length ?? 0) > 1).length;
    }
  });
  expect(merges).toBeGreaterThan(histories); // merges that changed a path by themselves
});

test.for(clocks)("with %s clocks the log between two times is git's", (clock) => {
  onHistories(clock, (history) => {
    const { folder, random, paths, tip } = history;
    const times = linesOf(folder.git(["log", "--format=%ct", tip])).map(Number);
    for (let round = 0; round < 10; round++) {
      const since = random.chance(70) ? random.pick(times) : null;
      const until = random.chance(70) ? random.pick(times) : null;
      const path = random.chance(50) ? random.pick(paths) : "";
      const bounds = [...(since === null ? [] : [`--since=${since}`]), ...(until === null ? [] : [`--until=${until}`])];
      const expected = linesOf(
        folder.git(["log", "--format=%H", ...bounds, tip, ...(path === "" ? [] : ["--", path])]),
      );
      expect(logOf(history, path, since, until), `seed ${random.seed}, ${bounds}, ${path}`).toEqual(expected);
    }
  });
});

test("pages tell the whole log once, and whether there is more", () => {
  using folder = randomProject(new Random(1), { commits: 60, clock: "steady" });
  const repository = loadRepository(folder);
  const log = linesOf(folder.git(["log", "--format=%H", "main"]));
  const limit = 7;
  for (let offset = 0; offset <= log.length + limit; offset += limit) {
    const wishes = { revision: "main", path: "", since: null, until: null, limit, offset };
    const { commits, hasMore } = listCommits(repository, wishes);
    expect(commits.map(({ id }) => id)).toEqual(log.slice(offset, offset + limit));
    expect(hasMore).toBe(offset + limit < log.length);
  }
});

test("a revision that is none has no commits", () => {
  using folder = randomProject(new Random(2), { commits: 3, clock: "steady" });
  const wishes = { revision: "nothing", path: "", since: null, until: null, offset: 0, limit: 20 };
  expect(listCommits(loadRepository(folder), wishes)).toEqual({ commits: [], hasMore: false });
});

test.for(["..", "a/../b", "."])("nothing was ever in %s", (path) => {
  using folder = randomProject(new Random(3), { commits: 5, clock: "steady" });
  const wishes = { revision: "main", path, since: null, until: null, offset: 0, limit: 20 };
  expect(listCommits(loadRepository(folder), wishes).commits).toEqual([]);
});
