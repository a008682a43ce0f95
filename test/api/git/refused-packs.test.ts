// Refused packs: each gets a text that git shows, and leaves no ref and no object behind.
import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { GitFolder, SharedFolder } from "../../git/git-folder.ts";
import { deltaOf, entryHeader, packOf, refDelta, wholeEntry } from "../../git/pack/pack-bytes.ts";
import { type Actor, createUser } from "../../support/actors.ts";
import { createProject, type Project } from "../../support/factories.ts";
import { WorkingFolder } from "../../support/git.ts";
import { isSample } from "../../support/sample.ts";
import { rawPush, refsOf } from "./raw-push.ts";

const MEGABYTE = 1024 * 1024;

async function emptyProject(): Promise<{ owner: Actor; project: Project }> {
  const owner = await createUser();
  return { owner, project: await createProject(owner) };
}

/** A commit with two files. */
function committed(): SharedFolder {
  const folder = new GitFolder();
  folder.write("a.txt", "a\n");
  folder.write("folder/b.txt", "b\n");
  folder.git(["add", "."]);
  folder.git(["commit", "--quiet", "-m", "First"]);
  return new SharedFolder(folder);
}

const folder = committed();

/** The commit, and a pack of it without the given objects. */
function packed(without: readonly string[] = []): { pack: Buffer; commit: string } {
  const left = without.map((name) => folder.git(["rev-parse", name]).toString().trim());
  const all = folder.git(["rev-list", "--objects", "--no-object-names", "HEAD"]).toString().trim().split("\n");
  const oids = all.filter((oid) => !left.includes(oid));
  return {
    pack: folder.git(["pack-objects", "--stdout", "--quiet"], `${oids.join("\n")}\n`),
    commit: folder.git(["rev-parse", "HEAD"]).toString().trim(),
  };
}

const whole = packed();

const damaged = (pack: Buffer): Buffer => {
  const copy = Buffer.from(pack);
  copy[copy.length - 30] = (copy[copy.length - 30] ?? 0) ^ 1;
  return copy;
};

const bomb = packOf([Buffer.concat([entryHeader(3, 10), deflateSync(Buffer.alloc(15 * MEGABYTE), { level: 1 })])]);
const uncompressed = (size: number) =>
  Buffer.concat([entryHeader(3, size), deflateSync(Buffer.alloc(size), { level: 0 })]);
const missing = "1234567890123456789012345678901234567890";

test.each<[string, Buffer, RegExp]>([
  ["cut off", whole.pack.subarray(0, -25), /cut off/],
  ["nothing at all", Buffer.alloc(0), /cut off within its header/],
  ["damaged", damaged(whole.pack), /corrupt/],
  ["with another checksum", Buffer.concat([whole.pack.subarray(0, -1), Buffer.of(0)]), /corrupt: it has the checksum/],
  ["followed by trailing data", Buffer.concat([whole.pack, Buffer.from("x")]), /followed by something else/],
  ["a decompression bomb", bomb, /corrupt/],
  [
    "a delta against a missing base",
    packOf([refDelta(missing, deltaOf(5, ["x"]))]),
    /1234567890123456789012345678901234567890|delta/,
  ],
  ["without its commit's tree", packed(["HEAD^{tree}"]).pack, /incomplete/],
  ["without a tree's subtree", packed(["HEAD:folder"]).pack, /incomplete/],
  ["without a tree's file", packed(["HEAD:folder/b.txt"]).pack, /incomplete/],
  ["without the commit that is pushed", packed(["HEAD"]).pack, /missing necessary objects/],
])("a pack that is %s is refused", async (_, pack, text) => {
  const { owner, project } = await emptyProject();
  const command = { name: "refs/heads/main", after: whole.commit };
  const answer = await rawPush(owner, project, [command], { pack });
  expect(answer).toMatchObject({ status: 200, fatal: null });
  expect(answer.report.join("\n")).toMatch(text);
  expect(answer.report.at(-1)).toMatch(/^ng refs\/heads\/main /);
  expect(await refsOf(owner, project)).toEqual(new Map());
  // Its objects are not stored either.
  expect((await rawPush(owner, project, [command])).report).toEqual([
    "unpack ok",
    `ng refs/heads/main missing necessary objects: ${whole.commit}`,
  ]);
  // It does not block later pushes.
  expect((await rawPush(owner, project, [command], { pack: whole.pack })).report).toEqual([
    "unpack ok",
    "ok refs/heads/main",
  ]);
});

describe("limits are reported in a text that git shows:", () => {
  test("a file of over 20 MB", async () => {
    const { owner, project } = await emptyProject();
    using folder = await WorkingFolder.create(owner, project);
    await folder.git("config", "core.compression", "0");
    // test/git/pack/bases.test.ts has a file of 20 MB that is accepted as well.
    await folder.commit({ "fits.bin": randomBytes(isSample ? MEGABYTE : 20 * MEGABYTE) });
    expect(await folder.push()).toMatchObject({ code: 0 });
    await folder.commit({ "large.bin": randomBytes(21 * MEGABYTE) });
    const { code, stderr } = await folder.push();
    expect(code).toBe(1);
    expect(stderr).toMatch(/remote: .* has 21 MB; a file can have 20 MB at most\./);
    expect(stderr).toContain("! [remote rejected] HEAD -> main (unpacker error)");
    expect((await refsOf(owner, project)).get("refs/heads/main")).toBe(await folder.git("rev-parse", "HEAD~"));
  });

  test("more than 100,000 objects", async () => {
    const { owner, project } = await emptyProject();
    const pack = packOf([wholeEntry("hello")], { count: 100_001 });
    const text = "This push has 100001 objects; at most 100000 can be pushed at once.";
    expect(await rawPush(owner, project, [{ name: "refs/heads/main", after: missing }], { pack })).toMatchObject({
      shown: `${text}\n`,
      report: [`unpack ${text}`, "ng refs/heads/main unpacker error"],
    });
  });

  test("a push of over 90 MB", async () => {
    const pack = packOf(Array(6).fill(uncompressed(16 * MEGABYTE)));
    const { owner, project } = await emptyProject();
    const text = "This push is larger than 90 MB, the most that can be pushed at once.";
    const command = { name: "refs/heads/main", after: missing };
    expect(await rawPush(owner, project, [command], { pack })).toMatchObject({
      shown: `${text}\n`,
      report: [`unpack ${text}`, "ng refs/heads/main unpacker error"],
    });
  });
});
