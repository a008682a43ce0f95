// The events of a repository that is imported follow those that the database has recorded.
import { expect, test } from "vitest";
import { importRefs } from "../../src/git/operations/backup/import-repository.ts";
import { openRepository } from "../support/node-storage.ts";

const state = { head: null, protected_branches: [], merges: [] };

test.for([
  ["of a new repository are the first", [0], 1],
  ["follow the newest recorded one", [41], 42],
  ["follow it even if the last step is repeated", [41, 41], 42],
] as const)("events after an import %s", ([, recorded, next]) => {
  const repository = openRepository();
  for (const lastEntry of recorded) expect(importRefs(repository, [], state, lastEntry)).toBeNull();
  expect(repository.outbox.next(10)).toEqual([]);
  repository.outbox.add({ kind: "uploaded" });
  expect(repository.outbox.next(10).map(({ id }) => id)).toEqual([next]);
});
