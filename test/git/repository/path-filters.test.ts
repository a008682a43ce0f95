// Filters of changed paths: what they contain, what a search reads with them, and what they may take.
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { Budget, finish, unlimited } from "../../../src/git/budget.ts";
import { changedPathHashes, hashOfPath } from "../../../src/git/diff/changed-path-hashes.ts";
import { firstOf } from "../../../src/git/history/walk.ts";
import { byteStringOf } from "../../../src/git/objects/byte-string.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { fileMode, serialiseTree } from "../../../src/git/objects/tree.ts";
import { blameFile } from "../../../src/git/operations/blame-file.ts";
import { makeFilters, makePathFilters } from "../../../src/git/repository/make-path-filters.ts";
import { blockOf, PathFilters } from "../../../src/git/repository/path-filters.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { lastCommitOf, repositoryLog } from "../../../src/git/repository/repository-log.ts";
import { treeContent } from "../../../src/git/repository/tree-path.ts";
import { cases } from "../../support/sample.ts";
import { loadRepository } from "../operations/load-repository.ts";
import { randomProject } from "../operations/random-project.ts";
import { Random } from "../random.ts";
import { addCommit, blobOf, FILES, type Line, straightLine } from "./straight-line.ts";

const hashesOf = ({ objects }: Repository, a: Oid | null, b: Oid | null, most = 10_000, budget = unlimited()) =>
  finish(changedPathHashes((oid) => treeContent(objects, oid), { a, b }, most, budget));

test("a filter has exactly the files and folders that git says are changed", () => {
  for (let seed = 1; seed <= cases(6); seed += 1) {
    using folder = randomProject(new Random(seed), { commits: 40, clock: "steady" });
    const repository = loadRepository(folder);
    const commits = repository.commits.between(1, 40);
    const pairs = commits.flatMap(({ tree, parents }) => parents.map((id) => [repository.commits.get(id).tree, tree]));
    const input = pairs.map(([a, b]) => `${a} ${b}\n`);
    const listed = folder.git(["diff-tree", "--stdin", "-r", "-t", "--name-only", "-z"], input.join("")).toString();
    const lists = listed.split(/[0-9a-f]{40} [0-9a-f]{40}\n/).slice(1);
    expect(lists).toHaveLength(pairs.length);
    for (const [index, [a = "", b = ""]] of pairs.entries()) {
      const paths = lists[index]?.split("\0").filter(Boolean) ?? [];
      expect(hashesOf(repository, a, b), `seed ${seed}, ${a} ${b}`).toEqual(
        new Set(paths.map((path) => hashOfPath(byteStringOf(path)))),
      );
    }
  }
});

test("filters are made once searches want them, and commits that follow get theirs", async () => {
  const line = straightLine(300);
  const repository = line.reopened();
  let wakes = 0;
  const filters = new PathFilters(repository.sql, () => {
    wakes += 1;
  });
  const opened: Repository = Object.create(repository, { pathFilters: { value: filters } });
  const search = (tip: Oid) => finish(firstOf(repositoryLog(opened, [tip], options), 1_000)).length;
  const options = { path: "code/rare", since: null, until: null };
  expect(await makePathFilters(opened)).toBe(false);
  expect(filters.made().size).toBe(0);
  expect(search(line.tip)).toBe(1);
  expect(wakes).toBe(1);
  expect(await makePathFilters(opened)).toBe(false);
  expect([...filters.made()]).toEqual([
    [0, 256],
    [1, 45],
  ]);
  expect(search(line.tip)).toBe(1);
  expect([wakes, filters.areWanted]).toEqual([1, false]);

  const added: Oid[] = [line.tip];
  for (let n = 0; n < 70; n += 1) {
    const rare = blobOf(opened, n === 5 ? "again" : "and again");
    added.push(addCommit(opened, new Map([["rare", rare]]), added.slice(-1), 1_000 + n));
  }
  expect(search(added.at(-1) ?? "")).toBe(4);
  expect([wakes, filters.areWanted]).toEqual([2, true]);
  await makePathFilters(opened);
  expect([...filters.made()]).toEqual([
    [0, 256],
    [1, 115],
  ]);
  expect(search(added.at(-1) ?? "")).toBe(4);
});

test("a log and a blame of a path give the same with filters, and read less", async () => {
  const line = straightLine(600);
  const read = async () => {
    const repository = line.reopened();
    const before = line.statements();
    const options = { path: "code/file3", since: null, until: null };
    const log = finish(firstOf(repositoryLog(repository, [line.tip], options), 1_000)).map(({ oid }) => oid);
    const between = line.statements();
    const blame = await blameFile(line.reopened(), "main", "code/rare");
    return { log, blame, ofLog: between - before, ofBlame: line.statements() - between };
  };
  const without = await read();
  finish(makeFilters(line.reopened()));
  const filtered = await read();
  expect(filtered.log).toEqual(line.oids.filter((_, n) => n === 0 || n % FILES === 3).reverse());
  expect([filtered.log, filtered.blame]).toEqual([without.log, without.blame]);
  expect(filtered.ofLog).toBeLessThan(without.ofLog / 5);
  expect(filtered.ofBlame).toBeLessThan(without.ofBlame / 20);
});

test("making filters goes on where its budget ended, and searches are right in between", () => {
  const line = straightLine(600);
  let calls = 1;
  for (; !finish(makeFilters(line.reopened(), new Budget(2_000_000))); calls += 1) {
    expect(finish(lastCommitOf(line.reopened(), line.tip, "code/rare"))).toBe(line.oids[0]);
    expect(calls).toBeLessThan(50);
  }
  expect(calls).toBeGreaterThan(2);
  expect([...line.reopened().pathFilters.made()]).toEqual([
    [0, 256],
    [1, 256],
    [2, 89],
  ]);
});

/** Statements of a search for a path's last change by a process that has just started. */
function statementsOfSearch(line: Line, path: string): number {
  const repository = line.reopened();
  const before = line.statements();
  finish(lastCommitOf(repository, line.tip, path));
  return line.statements() - before;
}

test("with filters, a search reads no trees of the commits that did not change the path", () => {
  const line = straightLine(700);
  const without = statementsOfSearch(line, "code/rare");
  finish(makeFilters(line.reopened()));
  // The tip, the list of packs, two trees of the tip, blocks of 64 commits and of 256 filters.
  expect(statementsOfSearch(line, "code/rare")).toBe(1 + 1 + 2 + Math.ceil(699 / 64) + 3);
  expect(statementsOfSearch(line, "code/file7")).toBeLessThan(12);
  expect(without).toBeGreaterThan(30);
  expect(finish(lastCommitOf(line.reopened(), line.tip, "code/rare"))).toBe(line.oids[0]);
});

test("a commit of more than 128 paths, or of too much work, may have changed any path", () => {
  const { repository } = straightLine(1);
  const folderOf = (files: number) => {
    const oid = repository.objects.add("blob", Buffer.from(`${files}`));
    const names = Array.from({ length: files }, (_, n) => ({ mode: fileMode.regular, name: `f${n}`, oid }));
    return repository.objects.add("tree", serialiseTree(names));
  };
  expect(hashesOf(repository, null, folderOf(128), 128)?.size).toBe(128);
  expect(hashesOf(repository, null, folderOf(129), 128)).toBeNull();
  expect(hashesOf(repository, folderOf(1), folderOf(2), 128, new Budget(1_000))).toBeNull();
});

test("a search pays for the filters that it reads, whether they are in memory or not", () => {
  const line = straightLine(700);
  finish(makeFilters(line.reopened()));
  const repository = line.reopened();
  const keys = new Uint32Array(100_000).map((_, n) => n + 256);
  repository.pathFilters.set(0, { made: 256, keys });
  const costOf = (opened: Repository) => {
    const before = 1_000_000;
    const budget = new Budget(before);
    const changes = opened.pathFilters.of(["code", "rare"], budget);
    for (let id = 700; id > 0; id -= 1) changes.isUnchangedIn({ id });
    let left = before;
    while (!budget.canSpend(left)) left -= 1;
    return before - left;
  };
  const [first, again] = [costOf(line.reopened()), costOf(repository)];
  expect(again).toBe(first);
  // Three rows, of which one has 400,000 bytes.
  expect(first).toBeGreaterThan(6_000 + 400_000 / 16);
  expect(first).toBeLessThan(6_000 + 400_000 / 16 + 5_000);
});

test("filters hold at most 1 MiB in memory, and are read again", () => {
  const { repository, reopened, statements } = straightLine(1);
  const keys = new Uint32Array(40_000).map((_, n) => n + 256);
  for (let block = 0; block < 10; block += 1) repository.pathFilters.set(block, { made: 256, keys });
  const filters = reopened().pathFilters;
  const read = () => {
    const before = statements();
    for (let block = 0; block < 10; block += 1) expect(filters.get(block).keys).toHaveLength(40_000);
    return statements() - before;
  };
  expect(read()).toBe(10);
  expect(read()).toBe(10);
  filters.get(9);
  const before = statements();
  for (const block of [4, 5, 6, 7, 8, 9]) filters.get(block);
  expect(statements()).toBe(before);
  expect(blockOf(255)).toBe(0);
});
