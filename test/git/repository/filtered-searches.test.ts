// Searches of random histories give the same with filters of changed paths, with some of them, and without.
import { expect, test } from "vitest";
import { Budget, finish } from "../../../src/git/budget.ts";
import { firstOf } from "../../../src/git/history/walk.ts";
import { byteStringOf } from "../../../src/git/objects/byte-string.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { blameFile } from "../../../src/git/operations/blame-file.ts";
import { makeFilters } from "../../../src/git/repository/make-path-filters.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import { lastCommitOf, repositoryLog } from "../../../src/git/repository/repository-log.ts";
import { cases } from "../../support/sample.ts";
import type { GitFolder } from "../git-folder.ts";
import { loadRepository } from "../operations/load-repository.ts";
import { type Clock, randomProject } from "../operations/random-project.ts";
import { Random } from "../random.ts";

const clocks: readonly Clock[] = ["steady", "coarse", "skewed"];

/** As after a restart: nothing is in memory. */
const reopened = ({ sql }: Repository) => new Repository(sql, () => {});

/** Every path that a commit has ever had, folders included, and one that none has. */
function pathsOf(folder: GitFolder): string[] {
  const listed = folder.git(["log", "--all", "--name-only", "--no-renames", "-m", "--format=", "-z"]).toString();
  const files = new Set(listed.split("\0").filter(Boolean));
  const folders = [...files].flatMap((path) =>
    path.split("/").flatMap((_, depth, names) => (depth === 0 ? [] : [names.slice(0, depth).join("/")])),
  );
  return [...new Set([...files, ...folders, "none/such"])].sort();
}

const pathsAt = (folder: GitFolder, tip: Oid, ...options: string[]) =>
  folder
    .git(["ls-tree", "-r", ...options, "-z", "--name-only", tip])
    .toString()
    .split("\0")
    .filter(Boolean);

interface Places {
  readonly tips: readonly Oid[];
  readonly paths: readonly string[];
  /** Of each tip. */
  readonly present: ReadonlyMap<Oid, readonly string[]>;
  readonly files: ReadonlyMap<Oid, readonly string[]>;
}

async function searches(repository: Repository, { tips, paths, present, files }: Places): Promise<string[]> {
  const found: string[] = [];
  for (const tip of tips) {
    for (const path of paths) {
      for (const isFirstParent of [false, true]) {
        const options = { path: byteStringOf(path), since: null, until: null, isFirstParent };
        const log = finish(firstOf(repositoryLog(repository, [tip], options), 10_000));
        found.push(`log ${isFirstParent} ${tip} ${path}: ${log.map(({ oid }) => oid)}`);
      }
    }
    for (const path of present.get(tip) ?? []) {
      found.push(`last change ${tip} ${path}: ${finish(lastCommitOf(repository, tip, byteStringOf(path)))}`);
    }
    for (const path of files.get(tip) ?? []) {
      const blame = await blameFile(repository, tip, byteStringOf(path));
      const lines = Array.isArray(blame) ? blame.map(({ commit, lines }) => `${commit.id} ${lines.length}`) : blame;
      found.push(`blame ${tip} ${path}: ${lines}`);
    }
  }
  return found;
}

async function compare(seed: number, commits: number): Promise<void> {
  const random = new Random(seed);
  using folder = randomProject(random, { commits, clock: random.pick(clocks), moves: true });
  const repository = loadRepository(folder);
  const oids = folder.git(["rev-list", "--all"]).toString().split("\n").filter(Boolean);
  const tips = [...new Set([folder.git(["rev-parse", "main"]).toString().trim(), random.pick(oids)])];
  const places = {
    tips,
    paths: pathsOf(folder),
    present: new Map(tips.map((tip) => [tip, pathsAt(folder, tip, "-t")])),
    files: new Map(tips.map((tip) => [tip, pathsAt(folder, tip)])),
  };
  const without = await searches(reopened(repository), places);
  // The budget ends within a block: its later commits have no filter.
  expect(
    finish(makeFilters(reopened(repository), new Budget(1_000_000 + random.below(commits * 2_000)))),
    `${seed}`,
  ).toBe(false);
  const some = await searches(reopened(repository), places);
  expect(finish(makeFilters(reopened(repository)))).toBe(true);
  const all = await searches(reopened(repository), places);
  expect(some, `seed ${seed}, some filters`).toEqual(without);
  expect(all, `seed ${seed}, all filters`).toEqual(without);
}

test("logs, last changes and blames of all paths are the same with filters, with some, and without", async () => {
  for (let seed = 1; seed <= cases(12); seed += 1) await compare(seed, 40);
});

test("the same holds for a history of several filters", async () => {
  for (let seed = 1; seed <= cases(1); seed += 1) await compare(1_000 + seed, 300);
});
