// Objects that the API writes, one by one.
import { expect, test } from "vitest";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { PIECE_BYTES } from "../../../src/git/pack/entries.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { noise } from "../../support/noise.ts";
import { reopened } from "./pushing.ts";

test.each([0, 1_000, PIECE_BYTES - 1, PIECE_BYTES, 2 * PIECE_BYTES + 1])(
  "a file of %i bytes that do not compress is read as it was written, by another process",
  (size) => {
    const [storage, content] = [nodeStorage(), noise("a file", size)];
    const { sql, objects } = reopened(storage);
    const oid = sql.transaction(() => objects.add("blob", content));
    const read = reopened(storage).objects.blob(oid);
    expect([oid, Buffer.from(read).equals(content)]).toEqual([hashObject("blob", content), true]);
  },
);

test("an object that is written again is stored once", () => {
  const storage = nodeStorage();
  const { sql, objects } = reopened(storage);
  const write = () => sql.transaction(() => objects.add("blob", Buffer.from("a file")));
  const oids = [write(), write()];
  const stored = sql.first<{ count: number }>("select count(*) as count from objects")?.count;
  expect({ isOne: oids[0] === oids[1], stored }).toEqual({ isOne: true, stored: 1 });
});
