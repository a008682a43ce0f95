// References of a pack are checked in any order, with few of them in memory.
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { GitError } from "../../../src/git/git-error.ts";
import type { ObjectType } from "../../../src/git/objects/oid.ts";
import { PackReferences } from "../../../src/git/repository/pack-references.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../random.ts";

const types: readonly ObjectType[] = ["commit", "tree", "blob", "tag"];

/** Random objects, some in the repository and some in the pack, with random references between them. */
function outcomes(random: Random): { ours: string; theirs: string } {
  const objects = random.times(60, () => ({
    oid: random.bytes(20),
    type: random.pick(types),
    isThere: random.chance(40),
  }));
  const faulty = random.chance(50) ? 3 : 0;
  const find = (oids: readonly Uint8Array[]) =>
    objects.filter(({ oid, isThere }) => isThere && oids.some((one) => Buffer.from(one).equals(oid)));
  const references = new PackReferences(find, 10);
  const received = new Set(objects.filter(({ isThere }) => !isThere && !random.chance(faulty)));
  const named = random.times(200, () => {
    const object = random.pick(objects);
    return { object, type: random.chance(faulty / 3) ? random.pick(types) : object.type };
  });
  const isMissing = named.some(({ object }) => !object.isThere && !received.has(object));
  const isWrong = named.some(({ object, type }) => object.type !== type);
  const theirs = isMissing || isWrong ? "refused" : "accepted";
  try {
    let remaining = received.size;
    for (const object of received) {
      references.received(object.oid, object.type);
      remaining -= 1;
      for (const { object: other, type } of named.splice(0, random.below(12))) references.named(other.oid, 0, type);
      references.checkWhenMany(remaining);
    }
    for (const { object, type } of named) references.named(object.oid, 0, type);
    finish(references.check());
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ours: "refused", theirs };
  }
  return { ours: "accepted", theirs };
}

test("packs are accepted if and only if all references exist with the right types", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= cases(500); seed++) {
    const { ours, theirs } = outcomes(new Random(seed));
    expect({ seed, outcome: ours }).toEqual({ seed, outcome: theirs });
    seen.add(ours);
  }
  expect(seen).toEqual(new Set(["accepted", "refused"]));
});
