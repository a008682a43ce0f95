// Users who are no members of a project leave room for its members' uploads.
import { expect, test } from "vitest";
import { addUpload, deleteUpload } from "../../../src/git/repository/uploads.ts";
import { openRepository } from "../../support/node-storage.ts";

const origin = { user_id: 1, created_at: "2026-01-01T00:00:00.000Z" };

test("who is not a member fills half of a project's uploads, and its members the rest", () => {
  const repository = openRepository();
  repository.sql.run(`with recursive given(n) as (select 1 union all select n + 1 from given where n < 4999)
    insert into uploads (secret, name, size) select printf('%032x', n), 'a', 1 from given`);
  const add = (secret: string, isByMember: boolean) =>
    addUpload(repository, { secret: secret.repeat(32), name: "a" }, new Uint8Array(1), { ...origin, isByMember }) !==
    null;
  expect([add("a", false), add("b", false), add("c", true)]).toEqual([true, false, true]);
});

test("a deleted upload leaves its room to others", () => {
  const repository = openRepository();
  repository.sql.run(`with recursive given(n) as (select 1 union all select n + 1 from given where n < 9999)
    insert into uploads (secret, name, size) select printf('%032x', n), 'a', 1 from given`);
  const add = (secret: string) =>
    addUpload(repository, { secret: secret.repeat(32), name: "a" }, new Uint8Array(1), { ...origin, isByMember: true });
  const added = add("a");
  expect([added !== null, add("b")]).toEqual([true, null]);
  expect(deleteUpload(repository, { id: added?.id ?? 0 })).toBe(true);
  expect(add("b")).not.toBeNull();
  expect(repository.sql.rows("select upload from upload_chunks")).toHaveLength(1);
});

test("the uploads of a project fill a gigabyte to the last byte", () => {
  const repository = openRepository();
  const add = (bytes: number) =>
    addUpload(repository, { secret: "a".repeat(32), name: "a" }, new Uint8Array(bytes), {
      ...origin,
      isByMember: true,
    }) !== null;
  repository.sql.run("insert into uploads (secret, name, size) values ('b', 'b', ?)", 1024 ** 3 - 2);
  expect([add(3), add(2)]).toEqual([false, true]);
});
