// The quick checks of trees and commits pass only objects in which the full checks find nothing.
import { expect, test } from "vitest";
import { checkObject, checkTree } from "../../../src/git/objects/check-object.ts";
import { parseCommitLinks } from "../../../src/git/objects/commit.ts";
import { readPlainCommit } from "../../../src/git/objects/plain-commit.ts";
import { isPlainTree } from "../../../src/git/objects/plain-tree.ts";
import { serialiseTree } from "../../../src/git/objects/tree.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../random.ts";

const modes = ["100644", "100644", "100755", "40000", "40000", "120000", "160000", "100664", "040000", "644", "200000"];
const names = ["a", "a-", "a.x", "a0", "ab", "b", "git", "git~1", "git~2", ".git", ".GIT ", ".gitmodules", "gitmod~1"];
const others = [
  ".",
  "..",
  ".gitattributes",
  "gitkeep",
  "a/b",
  "a\\b",
  "~",
  "\u00e9",
  "\u200c.git",
  "x".repeat(300),
  "",
];
const nothing = { faults: [], gitmodules: [], gitattributes: [] };

function entry(random: Random): Buffer {
  const name = random.chance(70) ? random.pick(names.slice(0, 7)) : random.pick([...names, ...others]);
  const mode = random.chance(80) ? random.pick(modes.slice(0, 5)) : random.pick(modes);
  const oid = random.chance(3) ? Buffer.alloc(20) : random.bytes(20);
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), oid]);
}

function tree(random: Random): Buffer {
  const entries = random.times(1 + random.below(5), () => entry(random));
  // Usually in git's order, or nearly.
  const key = (one: Buffer) => {
    const [mode, name = ""] = one.subarray(0, one.indexOf(0)).toString("latin1").split(" ");
    return mode === "40000" ? `${name}/` : name;
  };
  if (random.chance(80)) entries.sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const whole = Buffer.concat(entries);
  if (random.chance(10)) whole[random.below(whole.length)] = random.below(256);
  return random.chance(5) ? whole.subarray(0, random.below(whole.length)) : whole;
}

test("a tree passes the quick check only if the full check finds nothing", () => {
  let passed = 0;
  const count = cases(5000);
  for (let seed = 1; seed <= count; seed++) {
    const content = tree(new Random(seed));
    if (!isPlainTree(content)) continue;
    passed += 1;
    expect({ seed, tree: content.toString("latin1"), ...checkTree(content) }).toEqual({
      seed,
      tree: content.toString("latin1"),
      ...nothing,
    });
  }
  expect(passed).toBeGreaterThan(count / 10);
});

test("the usual trees pass the quick check", () => {
  const oid = "1234567890123456789012345678901234567890";
  const files = ["README.md", ".gitignore", "package.json", "git-folder.ts", "LICENSE"];
  const entries = files.map((name) => ({ mode: 0o100644, name, oid }));
  const folders = ["src", "test", "docs", ".github"].map((name) => ({ mode: 0o040000, name, oid }));
  expect(isPlainTree(serialiseTree([...entries, ...folders]))).toBe(true);
  expect(isPlainTree(new Uint8Array(0))).toBe(true);
});

const idents = ["A U Thor <a@example.com> 1112911993 -0700", "A <> 0 +0000", " <a@b> 1 +0000"];
const badIdents = [
  "<a@b> 1 +0000",
  "A<a@b> 1 +0000",
  "A <a@b> 01 +0000",
  "A <a@b> 99999999999999999999 +0000",
  "A <a@b>1",
];

function commit(random: Random): Buffer {
  const oid = () => Buffer.from(random.bytes(20)).toString("hex");
  const ident = () => random.pick(random.chance(5) ? badIdents : idents);
  const lines = [
    `tree ${oid()}`,
    ...random.times(random.below(4), () => `parent ${oid()}`),
    `author ${ident()}`,
    `committer ${ident()}`,
    ...random.times(random.below(3), () => random.pick(["encoding UTF-8", "gpgsig -----\n more", "author x"])),
  ];
  if (random.chance(10)) lines.splice(random.below(lines.length), 1);
  if (random.chance(5)) lines.splice(random.below(lines.length), 0, random.pick(lines));
  const content = Buffer.from(`${lines.join("\n")}\n${random.chance(95) ? "\n" : ""}A message\n\nof two paragraphs\n`);
  if (random.chance(30))
    content[random.below(content.length)] = random.pick([0, 10, 32, 48, 60, 62, random.below(256)]);
  return random.chance(5) ? content.subarray(0, random.below(content.length)) : content;
}

test("a commit passes the quick check only if the full check finds nothing, with the same links", () => {
  let passed = 0;
  const count = cases(5000);
  for (let seed = 1; seed <= count; seed++) {
    const content = commit(new Random(seed));
    const plain = readPlainCommit(content);
    if (plain === null) continue;
    passed += 1;
    const { tree, parents, time } = parseCommitLinks(content);
    expect({
      seed,
      ...plain,
      links: Buffer.from(plain.links).toString("hex"),
      ...checkObject("commit", content),
    }).toEqual({
      seed,
      links: tree + parents.join(""),
      time,
      ...nothing,
    });
  }
  expect(passed).toBeGreaterThan(count / 2);
});
