// Browsing a long history takes bounded work: what is not found within it is left out
import { beforeAll, describe, expect, test } from "vitest";
import { serialiseCommit } from "../../../src/git/objects/commit.ts";
import { type Oid, oidBytes } from "../../../src/git/objects/oid.ts";
import { fileMode, serialiseTree } from "../../../src/git/objects/tree.ts";
import { browse } from "../../../src/git/operations/browse.ts";
import { pageOfBranches } from "../../../src/git/operations/page-of-refs.ts";
import { BRANCHES } from "../../../src/git/repository/ref-store.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { openRepository } from "../../support/node-storage.ts";

/**
 * A line of commits that leave `a.txt` as it is, with `main` at its end and `old` at its beginning. The graph has all
 * commits; only those of the branches exist, since no others are read.
 */
function createLine(length: number): Repository {
  const repository = openRepository();
  const { objects, commits, refs, sql } = repository;
  const blob = objects.add("blob", Buffer.from("text"));
  const tree = objects.add("tree", serialiseTree([{ mode: fileMode.regular, name: "a.txt", oid: blob }]));
  const addCommit = (time: number, parents: Oid[]) => {
    const ident = { name: "A U Thor", email: "author@example.com", time, timeZone: "+0000" };
    const commit = { tree, parents, author: ident, committer: ident, extraHeaders: [], message: "x\n" };
    return objects.add("commit", serialiseCommit(commit));
  };
  const oids = Array.from({ length }, (_, time) => time.toString(16).padStart(40, "0"));
  const [first, tip] = [addCommit(0, []), addCommit(length - 1, oids.slice(-2, -1))];
  const line = oids.with(0, first).with(-1, tip);
  const treeBytes = oidBytes(tree);
  sql.transaction(() =>
    commits.insertAll(
      line.map((oid, time) => ({
        id: time + 1,
        oid: oidBytes(oid),
        tree: treeBytes,
        parents: time === 0 ? [] : [time],
        time,
      })),
    ),
  );
  refs.set({ name: `${BRANCHES}main`, oid: tip, peeled: null });
  refs.set({ name: `${BRANCHES}old`, oid: first, peeled: null });
  refs.setHead(`${BRANCHES}main`);
  return repository;
}

const everything = { search: "", offset: 0, limit: 10 };
const file = { revision: null, path: "a.txt", offset: 0, limit: 10, level: 40 };

async function facts(repository: Repository) {
  const { rows } = await pageOfBranches(repository, everything);
  const found = await browse(repository, file);
  return {
    merged: rows.map(({ name, merged }) => [name, merged]),
    text: found.kind === "file" ? found.text : found.kind,
    hasLastCommit: "place" in found && found.place.lastCommit !== null,
  };
}

test("in a short history, the last change of a file is found, and which branches are merged", async () => {
  expect(await facts(createLine(100))).toEqual({
    merged: [
      ["main", false],
      ["old", true],
    ],
    text: "text",
    hasLastCommit: true,
  });
});

describe("in a history of 60,000 commits", () => {
  let repository: Repository;
  beforeAll(() => {
    repository = createLine(60_000);
  });

  test("a file is shown without the commit that changed it, and no branch is called merged", async () => {
    expect(await facts(repository)).toEqual({
      merged: [
        ["main", false],
        ["old", null],
      ],
      text: "text",
      hasLastCommit: false,
    });
  });
});
