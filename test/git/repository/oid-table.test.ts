// The table of object ids behaves like a map.
import { expect, test } from "vitest";
import { OidTable } from "../../../src/git/repository/oid-table.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../random.ts";

const hex = (oid: Uint8Array) => Buffer.from(oid).toString("hex");

test("returns the flags of each id while it grows and drops ids", () => {
  for (let seed = 1; seed <= cases(3); seed++) {
    const random = new Random(seed);
    let most = 0;
    const table = new OidTable();
    const expected = new Map<string, number>();
    // `expect` costs more than the table.
    const wrong: string[] = [];
    const some = random.times(4000, () => Buffer.from(random.bytes(20)));
    for (let round = 0; round < 30_000; round++) {
      const oid = random.pick(some);
      const key = oid.toString("hex");
      const flags = 1 << random.below(8);
      const at = random.below(3);
      const before = expected.get(key) ?? 0;
      if (table.add(Buffer.concat([Buffer.alloc(at), oid]), at, flags) !== before) wrong.push(`${round}: ${key}`);
      expected.set(key, before | flags);
      most = Math.max(most, expected.size);
      if (random.below(8000) > 0) continue;
      const isKept = (one: number) => (one & flags) !== 0;
      table.keepOnly(isKept);
      for (const [dropped, one] of expected) if (!isKept(one)) expected.delete(dropped);
    }
    const entries = [...table.entries(() => true)].map(([oid, flags]): [string, number] => [hex(oid), flags]);
    expect({ seed, entries: new Map(entries) }).toEqual({ seed, entries: expected });
    expect(table.size).toBe(expected.size);
    expect(most).toBeGreaterThan(2000);
    for (const oid of some) if (table.get(oid) !== (expected.get(hex(oid)) ?? 0)) wrong.push(`afterwards: ${hex(oid)}`);
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    const wanted = [...table.entries((flags) => flags > 100)];
    expect(wanted.length).toBe([...expected.values()].filter((flags) => flags > 100).length);
  }
});
