// Tags of tags: those who list refs follow each chain, so its length is limited.
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { ContentCache } from "../../../src/git/pack/content-cache.ts";
import { ObjectReader } from "../../../src/git/pack/object-reader.ts";
import { findRefTargets } from "../../../src/git/repository/ref-targets.ts";
import { MOST_TAGS, peeled } from "../../../src/git/repository/update-refs.ts";
import { openRepository } from "../../support/node-storage.ts";

/** A tree, and a chain of so many tags that leads to it. */
function chainOf(length: number) {
  const repository = openRepository();
  const { objects } = repository;
  const tree = objects.add("tree", new Uint8Array(0));
  let last = tree;
  for (let tags = 0; tags < length; tags++) {
    const type = last === tree ? "tree" : "tag";
    last = objects.add("tag", Buffer.from(`object ${last}\ntype ${type}\ntag v\ntagger A <a@b> 1 +0000\n\n`));
  }
  const reader = new ObjectReader((oid) => objects.stored(oid), new ContentCache(100_000));
  return { repository, tree, last, lookUp: { stored: (oid: string) => objects.stored(oid), reader } };
}

test("a chain of as many tags as are allowed leads to its object", () => {
  const { repository, tree, last, lookUp } = chainOf(MOST_TAGS);
  expect(peeled(repository, last)).toBe(tree);
  expect(finish(findRefTargets([last], lookUp)).get(last)).toMatchObject({ peeled: tree });
});

test("a longer chain is refused", () => {
  const { repository, last, lookUp } = chainOf(MOST_TAGS + 1);
  const refusal = `The tag ${last} is a tag of more than 100 others.`;
  expect(() => peeled(repository, last)).toThrow(refusal);
  expect(() => finish(findRefTargets([last], lookUp))).toThrow(refusal);
});
