// Logs of paths and of ranges of time are git's.
import { afterAll, expect, test } from "vitest";
import { Budget, cost, finish } from "../../../src/git/budget.ts";
import { firstOf, firstWithin } from "../../../src/git/history/walk.ts";
import { emptyTreeOid } from "../../../src/git/objects/oid.ts";
import { type CommitPage, type CommitPageOptions, listCommits } from "../../../src/git/operations/list-commits.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { lastCommitOf, repositoryLog } from "../../../src/git/repository/repository-log.ts";
import { cases, isSample } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { filterings, withFilters } from "./filtered.ts";
import { loadRepository } from "./load-repository.ts";
import { type Clock, randomProject } from "./random-project.ts";

/** The sample is one whose merges are part of the log of a path, whatever its clock. */
const seeds = isSample ? [8] : Array.from({ length: cases(8) }, (_, index) => index + 1);
const clocks: Clock[] = ["steady", "coarse", "skewed"];

const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);

interface History {
  readonly folder: GitFolder;
  readonly repository: Repository;
  readonly random: Random;
  readonly paths: readonly string[];
  readonly tip: string;
}

/** Histories that share no commits, and a folder where git has all of them. */
interface Histories {
  readonly all: readonly History[];
  readonly folder: GitFolder;
  /** The history of a commit. */
  readonly having: ReadonlyMap<string, History>;
}

const byClock = new Map<Clock, Histories>();

/** Shared by all tests, which change only their filters. */
function historiesOf(clock: Clock): Histories {
  const made = byClock.get(clock) ?? makeHistories(clock);
  byClock.set(clock, made);
  return made;
}

function makeHistories(clock: Clock): Histories {
  const all = seeds.map((seed) => makeHistory(seed, clock));
  const folder = new GitFolder();
  folder.borrow(all.map((history) => history.folder));
  const having = new Map<string, History>();
  for (const history of all) {
    for (const oid of linesOf(history.folder.git(["rev-list", "--all"]))) {
      if (having.has(oid)) throw new Error(`Two histories have ${oid}`);
      having.set(oid, history);
    }
  }
  return { all, folder, having };
}

interface LogQuery {
  readonly from: string;
  readonly path: string;
}

/**
 * Git's logs of paths, for queries of each history. One process answers a query of each history for the same path: the
 * log of all of them has the commits of each, in its order.
 */
function logsOf({ all, folder, having }: Histories, queriesOf: (history: History) => readonly LogQuery[]) {
  const commands: { path: string; queries: Map<History, LogQuery> }[] = [];
  const asked = all.map((history) => {
    const queries = queriesOf(history);
    for (const query of queries) {
      const free = commands.find(({ path, queries }) => path === query.path && !queries.has(history));
      if (free === undefined) commands.push({ path: query.path, queries: new Map([[history, query]]) });
      else free.queries.set(history, query);
    }
    return { history, queries };
  });
  const outputs = folder.gitAll(
    commands.map(({ path, queries }) => {
      const from = [...queries.values()].map((query) => query.from);
      return ["log", "--format=%H", ...from, "--", path];
    }),
  );
  const logs = new Map<LogQuery, string[]>();
  for (const [at, { queries }] of commands.entries()) {
    const ofHistories = Map.groupBy(linesOf(outputs[at] ?? Buffer.of()), (oid) => having.get(oid));
    for (const [history, query] of queries) logs.set(query, ofHistories.get(history) ?? []);
  }
  return asked.map(({ history, queries }) => ({
    history,
    answers: queries.map((query) => ({ ...query, log: logs.get(query) ?? [] })),
  }));
}

function makeHistory(seed: number, clock: Clock): History {
  const random = new Random(seed);
  const folder = randomProject(random, { commits: 30 + random.below(60), clock });
  const listed = folder.git(["log", "--all", "-m", "--format=", "--name-only", "-z"]).toString();
  const files = [...new Set(listed.split("\0").filter(Boolean))].sort();
  const folders = new Set(files.flatMap((file) => (file.includes("/") ? [file.slice(0, file.lastIndexOf("/"))] : [])));
  const tip = folder.git(["rev-parse", "main"]).toString().trim();
  const repository = loadRepository(folder);
  return { folder, repository, random, paths: [...files, ...[...folders].sort(), "nothing"], tip };
}

afterAll(() => {
  for (const { all, folder } of byClock.values()) {
    for (const { folder } of all) folder[Symbol.dispose]();
    folder[Symbol.dispose]();
  }
});

/** Paths of the files and folders of each tree, from one process. */
function filesOf(folder: GitFolder, trees: readonly string[]): string[][] {
  const header = `${emptyTreeOid} `;
  const lines = trees.map((tree) => `${header}${tree}\n`).join("");
  const files: string[][] = [];
  for (const line of linesOf(folder.git(["diff-tree", "--stdin", "-r", "-t", "--name-only"], lines))) {
    if (line.startsWith(header)) files.push([]);
    else files.at(-1)?.push(line);
  }
  return files;
}

/** The same history, whose commits have filters in several ways. */
const filtered = (history: History): { filtering: string; history: History }[] =>
  filterings.map((filtering) => {
    const repository = withFilters(history.repository, filtering, history.random, history.paths);
    return { filtering, history: { ...history, repository } };
  });

const logOf = ({ repository, tip }: History, path: string, since: number | null = null, until: number | null = null) =>
  finish(firstOf(repositoryLog(repository, [tip], { path, since, until }), Number.POSITIVE_INFINITY)).map(
    ({ oid }) => oid,
  );

test.for(clocks)("with %s clocks the log of every path equals git's, including its order", (clock) => {
  let merges = 0;
  const asked = logsOf(historiesOf(clock), ({ paths, tip }) => paths.map((path) => ({ from: tip, path })));
  for (const { history: whole, answers } of asked) {
    for (const { filtering, history } of filtered(whole)) {
      for (const { path, log: wanted } of answers) {
        const log = logOf(history, path);
        expect(log, `seed ${whole.random.seed}, ${path}, filters: ${filtering}`).toEqual(wanted);
        merges += log.filter((oid) => (history.repository.commits.find(oid)?.parents.length ?? 0) > 1).length;
      }
    }
  }
  expect(merges).toBeGreaterThan(seeds.length * filterings.length); // merges that are part of the log of a path
});

test.for(clocks)(
  "with %s clocks the last change of a path is git's, also after a search from another commit",
  (clock) => {
    let searches = 0;
    const asked = logsOf(historiesOf(clock), ({ folder, random, tip }) => {
      const tips = linesOf(folder.git(["log", "--format=%H %T", tip])).filter(() => random.chance(40));
      const files = filesOf(
        folder,
        tips.map((line) => line.slice(41)),
      );
      return tips.flatMap((line, at) => {
        const paths = files[at]?.filter(() => random.chance(30)) ?? [];
        return paths.map((path) => ({ from: line.slice(0, 40), path }));
      });
    });
    for (const { history: whole, answers } of asked) {
      for (const { filtering, history } of filtered(whole)) {
        for (const { from, path, log } of answers) {
          const last = finish(lastCommitOf(history.repository, from, path));
          const name = `seed ${whole.random.seed}, ${from} ${path}, filters: ${filtering}`;
          expect([last], name).toEqual(log.slice(0, 1));
        }
      }
      searches += answers.length;
    }
    expect(searches).toBeGreaterThan(12.5 * seeds.length);
  },
);

test("a file in a folder that was a file before came with the folder", () => {
  using folder = new GitFolder();
  const commitOf = (changes: string) =>
    `commit refs/heads/main\ncommitter A <a@b> 1500000000 +0000\ndata 1\n.\n${changes}`;
  const inline = (path: string) => `M 644 inline ${path}\ndata 1\nx\n`;
  const commits = [inline("a"), `D a\n${inline("a/b")}`, inline("c")].map(commitOf);
  folder.git(["fast-import", "--quiet"], commits.join(""));
  const [tip = "", second] = linesOf(folder.git(["rev-list", "main"]));
  expect(finish(lastCommitOf(loadRepository(folder), tip, "a/b"))).toBe(second);
});

test.for(clocks)("with %s clocks the log between two times equals git's", (clock) => {
  for (const whole of historiesOf(clock).all) {
    const { folder, random, paths, tip } = whole;
    const times = linesOf(folder.git(["log", "--format=%ct", tip])).map(Number);
    const options = random.times(10, () => ({
      since: random.chance(70) ? random.pick(times) : null,
      until: random.chance(70) ? random.pick(times) : null,
      path: random.chance(50) ? random.pick(paths) : "",
    }));
    const commands = options.map(({ since, until, path }) => {
      const bounds = [...(since === null ? [] : [`--since=${since}`]), ...(until === null ? [] : [`--until=${until}`])];
      return ["log", "--format=%H", ...bounds, tip, ...(path === "" ? [] : ["--", path])];
    });
    const logs = folder.gitAll(commands).map(linesOf);
    for (const { filtering, history } of filtered(whole)) {
      for (const [index, { since, until, path }] of options.entries()) {
        const name = `seed ${random.seed}, ${commands[index]}, filters: ${filtering}`;
        expect(logOf(history, path, since, until), name).toEqual(logs[index]);
      }
    }
  }
});

async function pageOf(repository: Repository, options: CommitPageOptions): Promise<CommitPage> {
  const page = await listCommits(repository, options);
  if (typeof page === "string") throw new Error("The page is beyond the budget");
  return page;
}

test("pages contain the whole log once, and the last one has no more", async () => {
  using folder = randomProject(new Random(1), { commits: 60, clock: "steady" });
  const repository = loadRepository(folder);
  const log = linesOf(folder.git(["log", "--format=%H", "main"]));
  const limit = 7;
  for (let offset = 0; offset <= log.length + limit; offset += limit) {
    const options = { revision: "main", path: "", since: null, until: null, limit, offset };
    const { commits, hasMore } = await pageOf(repository, options);
    expect(commits.map(({ id }) => id)).toEqual(log.slice(offset, offset + limit));
    expect(hasMore).toBe(offset + limit < log.length);
  }
});

test("an unknown revision has no commits", async () => {
  using folder = randomProject(new Random(2), { commits: 3, clock: "steady" });
  const options = { revision: "nothing", path: "", since: null, until: null, offset: 0, limit: 20 };
  expect(await listCommits(loadRepository(folder), options)).toEqual({ commits: [], hasMore: false });
});

test.for(["..", "a/../b", "."])("the path %s has no commits", async (path) => {
  using folder = randomProject(new Random(3), { commits: 5, clock: "steady" });
  const options = { revision: "main", path, since: null, until: null, offset: 0, limit: 20 };
  expect((await pageOf(loadRepository(folder), options)).commits).toEqual([]);
});

test("a log is searched within its budget", () => {
  using folder = randomProject(new Random(4), { commits: 60, clock: "steady" });
  const repository = loadRepository(folder);
  const tip = folder.git(["rev-parse", "main"]).toString().trim();
  const log = linesOf(folder.git(["log", "--format=%H", "main"]));
  const search = (most: number, steps: number) => {
    const budget = new Budget(steps);
    const walk = repositoryLog(repository, [tip], { path: "", since: null, until: null }, budget);
    return finish(firstWithin(walk, most, budget))?.map(({ oid }) => oid);
  };
  expect(search(10, 11 * cost.commit)).toEqual(log.slice(0, 10));
  expect(search(10, 5 * cost.commit)).toBeUndefined();
});
