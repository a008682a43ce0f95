// Work on much data pauses about every 10 milliseconds, so that other requests are served in between.
import { expect, onTestFinished, test, vi } from "vitest";
import { isArchivable } from "../../src/git/archive/archive-size.ts";
import type { Work } from "../../src/git/budget.ts";
import { oidBytes } from "../../src/git/objects/oid.ts";
import { serialiseTree } from "../../src/git/objects/tree.ts";
import { listTags } from "../../src/git/operations/read-tags.ts";
import { ContentCache } from "../../src/git/pack/content-cache.ts";
import { ObjectReader } from "../../src/git/pack/object-reader.ts";
import { DotFiles } from "../../src/git/repository/dot-files.ts";
import { PackReferences } from "../../src/git/repository/pack-references.ts";
import { findRefTargets } from "../../src/git/repository/ref-targets.ts";
import type { TagRecord } from "../../src/git/repository/tag-record.ts";
import { openRepository } from "../support/node-storage.ts";

/** Runs work to its end. @returns how often it paused */
function pausesOf(work: Work<unknown>): number {
  for (let pauses = 0; ; pauses++) if (work.next().done === true) return pauses;
}

const oidOf = (place: number): string => `${place}`.padStart(40, "0");
const between = (least: number, most: number) => expect.toSatisfy((count) => count >= least && count <= most);
const ident = "A <a@b> 1500000000 +0000";

test("looking up 10,000 objects that a push names", () => {
  const oids = Array.from({ length: 10_000 }, (_, place) => oidBytes(oidOf(place)));
  const references = new PackReferences((found) => found.map((oid) => ({ oid, type: "blob" })));
  for (const oid of oids) references.named(oid, 0, "blob");
  expect(pausesOf(references.check())).toEqual(between(2, 20));
});

test("checking 500 kB of .gitmodules and .gitattributes", () => {
  const dotFiles = new DotFiles();
  const gitmodules = Array.from({ length: 50 }, (_, place) => oidOf(place));
  dotFiles.add({ faults: [], gitmodules, gitattributes: [] });
  expect(pausesOf(dotFiles.check(() => Buffer.alloc(10_000, "# comment\n")))).toEqual(between(2, 9));
});

test("measuring an archive of 1,800 files in folders", () => {
  const { objects } = openRepository();
  const blob = objects.add("blob", Buffer.alloc(1));
  const files = Array.from({ length: 600 }, (_, file) => ({ mode: 0o100644, name: oidOf(file), oid: blob }));
  const folderIn = (entries: typeof files) => objects.add("tree", serialiseTree(entries));
  const inner = folderIn(files);
  const middle = folderIn([...files, { mode: 0o040000, name: "a", oid: inner }]);
  const outer = folderIn([...files, { mode: 0o040000, name: "a", oid: middle }]);
  expect(pausesOf(isArchivable(objects, outer))).toEqual(between(2, 10));
});

test("finding what 1,500 tags of tags lead to", () => {
  const { objects } = openRepository();
  const tagOf = (oid: string, type: string) =>
    objects.add("tag", Buffer.from(`object ${oid}\ntype ${type}\ntag v\ntagger ${ident}\n\n`));
  const tag = tagOf(tagOf(objects.add("tree", new Uint8Array(0)), "tree"), "tag");
  const tags = Array.from({ length: 1_500 }, () => tag);
  const reader = new ObjectReader((oid) => objects.stored(oid), new ContentCache(100_000));
  const lookUp = { stored: (oid: string) => objects.stored(oid), reader };
  expect(pausesOf(findRefTargets(tags, lookUp))).toEqual(between(2, 40));
});

test("listing 300 tags", async () => {
  const repository = openRepository();
  const tree = repository.objects.add("tree", new Uint8Array(0));
  const oid = repository.objects.add("commit", Buffer.from(`tree ${tree}\nauthor ${ident}\ncommitter ${ident}\n\n`));
  repository.commits.add(oid, { tree, parents: [], time: 0 });
  repository.refs.setAll(Array.from({ length: 300 }, (_, tag) => ({ name: `refs/tags/${tag}`, oid, peeled: null })));
  // Until then only what the listing itself sets off can run, so that all timers are its own.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let listed: TagRecord[] | undefined;
  void listTags(repository).then((tags) => {
    listed = tags;
  });
  let pauses = 0;
  for (; vi.getTimerCount() > 0; pauses++) {
    vi.advanceTimersToNextTimer();
    for (let promises = 0; promises < 10; promises++) await null;
  }
  expect(listed).toHaveLength(300);
  expect(pauses).toEqual(between(1, 10));
});
