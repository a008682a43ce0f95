// Objects that are read together: as many statements for a hundred as for a few, and the same answers.
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type ObjectStorage, Sql } from "../../../src/durable-objects/sqlite.ts";
import { finish } from "../../../src/git/budget.ts";
import { changesBetween } from "../../../src/git/diff/changes.ts";
import { fileMode, serialiseTree } from "../../../src/git/objects/tree.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import { nodeStorage } from "../../support/node-storage.ts";

/** A repository, and how many statements it has run. */
function openCounted(): { repository: Repository; statements(): number } {
  const storage = nodeStorage();
  let count = 0;
  const exec: ObjectStorage["sql"]["exec"] = (query, ...bindings) => {
    count += 1;
    return storage.sql.exec(query, ...bindings);
  };
  const sql = {
    exec,
    get databaseSize() {
      return storage.sql.databaseSize;
    },
  };
  const counted: ObjectStorage = { sql, transactionSync: (work) => storage.transactionSync(work) };
  return { repository: new Repository(new Sql(counted), () => {}), statements: () => count };
}

/** A tree of `folders` folders with four files each. */
function addTree({ objects }: Repository, folders: number, text: (folder: number, file: number) => string): string {
  const parts = Array.from({ length: folders }, (_, folder) => {
    const files = [0, 1, 2, 3].map((file) => ({
      mode: fileMode.regular,
      name: `file${file}`,
      oid: objects.add("blob", Buffer.from(text(folder, file))),
    }));
    return { mode: fileMode.tree, name: `folder${folder}`, oid: objects.add("tree", serialiseTree(files)) };
  });
  return objects.add("tree", serialiseTree(parts));
}

function statementsFor(folders: number): number {
  const { repository, statements } = openCounted();
  const before = addTree(repository, folders, (folder, file) => `${folder} ${file}\n`);
  const after = addTree(repository, folders, (folder, file) => `${folder} ${file} changed\n`);
  repository.objects.forget();
  const earlier = statements();
  const { changes } = finish(changesBetween(repository.objects, before, after));
  expect(changes.map(({ diff }) => diff)).toEqual(
    changes.map(({ oldPath }) => {
      const name = oldPath.replaceAll(/[a-z]/g, "").replace("/", " ");
      return `--- a/${oldPath}\n+++ b/${oldPath}\n@@ -1 +1 @@\n-${name}\n+${name} changed\n`;
    }),
  );
  expect(changes).toHaveLength(folders * 4);
  return statements() - earlier;
}

test("changes of 10 folders take as many statements as those of 2", () => {
  expect(statementsFor(10)).toBe(statementsFor(2));
});

test("what is large, and what there is too much of, is read when it is asked for", () => {
  const { repository, statements } = openCounted();
  const { objects } = repository;
  const blobs = Array.from({ length: 200 }, (_, index) => randomBytes(index === 0 ? 100_000 : 12_000));
  const oids = blobs.map((blob) => objects.add("blob", blob));
  objects.forget();
  objects.readAhead(oids.slice(0, 100));
  objects.readAhead(oids.slice(100, 200));
  const earlier = statements();
  // Dropped: more than 2 MiB are waiting.
  objects.readAhead([]);
  expect(oids.map((oid) => Buffer.from(objects.blob(oid)).equals(blobs[oids.indexOf(oid)] ?? Buffer.of()))).toEqual(
    blobs.map(() => true),
  );
  expect(statements() - earlier).toBe(blobs.length);
  expect(() => objects.readAhead(["f".repeat(40)])).not.toThrow();
  expect(objects.read("f".repeat(40))).toBeNull();
});
