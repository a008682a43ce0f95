// Users who are no members of a project leave room for its members' uploads.
import { expect, test } from "vitest";
import { addUpload } from "../../../src/git/repository/uploads.ts";
import { openRepository } from "../../support/node-storage.ts";

test("who is not a member fills half of a project's uploads, and its members the rest", () => {
  const repository = openRepository();
  repository.sql.run(`with recursive given(n) as (select 1 union all select n + 1 from given where n < 4999)
    insert into uploads (secret, name, size) select printf('%032x', n), 'a', 1 from given`);
  const add = (secret: string, isByMember: boolean) =>
    addUpload(repository, { secret: secret.repeat(32), name: "a" }, new Uint8Array(1), isByMember) !== null;
  expect([add("a", false), add("b", false), add("c", true)]).toEqual([true, false, true]);
});
