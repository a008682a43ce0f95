// Objects are refused for the faults that `git fsck --strict` finds in them.
import { describe, expect, test } from "vitest";
import { byteStringOf, bytesOf } from "../../../src/git/objects/byte-string.ts";
import { checkObject, refuseFaults } from "../../../src/git/objects/check-object.ts";
import { historicalFaults } from "../../../src/git/objects/faults.ts";
import { checkGitattributes, checkGitmodules } from "../../../src/git/objects/gitmodules.ts";
import type { ObjectType, Oid } from "../../../src/git/objects/oid.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";

const someOid = "0123456789012345678901234567890123456789";
const ident = "A U Thor <author@example.com> 1112911993 -0700";

interface Made {
  readonly type: ObjectType;
  readonly content: Uint8Array;
  readonly oid: Oid;
}

/** Errors of git fsck, by object. Those of .gitmodules and .gitattributes are reported for the blobs. */
function fsck(folder: GitFolder): Map<Oid, Set<string>> {
  const { stdout, stderr } = folder.try(["fsck", "--strict", "--no-dangling"]);
  const errors = new Map<Oid, Set<string>>();
  const found = (oid: string, id: string) => errors.set(oid, (errors.get(oid) ?? new Set()).add(id));
  for (const line of `${stdout}${stderr}`.split("\n")) {
    const [, known = "", id = ""] = /^error in \w+ ([0-9a-f]{40}): (\w+): /.exec(line) ?? [];
    if (known !== "") found(known, id);
    const [, unread = ""] = /^error: ([0-9a-f]{40}): object could not be parsed/.exec(line) ?? [];
    if (unread !== "") found(unread, "unreadable");
  }
  return errors;
}

const commitWith = (head: string, message = "\nmessage\n") => Buffer.from(`${head}${message}`, "latin1");
const commitLines = (lines: readonly string[]) => commitWith(lines.map((line) => `${line}\n`).join(""));
const entry = (mode: string, name: string, oid = someOid) =>
  Buffer.concat([Buffer.from(`${mode} `), bytesOf(`${name}\0`), Buffer.from(oid, "hex")]);

const idents: [line: string, faults: string[]][] = [
  ["A <a@b> 0 +0000", []],
  ["A <a@b> 1 -0000", []],
  [" <a@b> 1 +0000", []],
  ["<a@b> 1 +0000", ["missingNameBeforeEmail"]],
  ["A 1 +0000", ["missingEmail"]],
  ["A> <a@b> 1 +0000", ["badName"]],
  ["A<a@b> 1 +0000", ["missingSpaceBeforeEmail"]],
  ["A <a@<b> 1 +0000", ["badEmail"]],
  ["A <a@b", ["badEmail"]],
  ["A <a@b>1 +0000", ["missingSpaceBeforeDate"]],
  ["A <a@b> 01 +0000", ["zeroPaddedDate"]],
  ["A <a@b> 9223372036854775807 +0000", []],
  ["A <a@b> 9223372036854775808 +0000", ["badDateOverflow"]],
  ["A <a@b> x +0000", ["badDate"]],
  ["A <a@b> ", ["badDate"]],
  ["A <a@b> 1", ["badDate"]],
  ["A <a@b> 1 +00000", ["badTimezone"]],
  ["A <a@b> 1 0000", ["badTimezone"]],
  ["A <a@b> 1 +051800", ["badTimezone"]],
  ["A <a@b> 1 +0000 ", ["badTimezone"]],
];

test("idents have the faults that git reports", () => {
  using folder = new GitFolder();
  const contents = idents.map(([line]) => commitLines([`tree ${someOid}`, `author ${line}`, `committer ${ident}`]));
  const oids = contents.map((content) => folder.addLoose("commit", content));
  const errors = fsck(folder);
  expect(oids.map((oid, index) => [idents[index]?.[0], [...(errors.get(oid) ?? [])]])).toEqual(idents);
  expect(
    contents.map((content, index) => [idents[index]?.[0], checkObject("commit", content).faults.map(({ id }) => id)]),
  ).toEqual(idents);
});

describe("random objects are refused if and only if git fsck --strict refuses them", () => {
  test("commits", () => compare("commit", cases(400), randomCommit));
  test("tags", () => compare("tag", cases(400), randomTag));
  test("trees", () => compare("tree", cases(800), randomTree));
});

/** Intentionally stricter than git 2.39: newer versions refuse these, or they are too strange to accept. */
const ourOwn = new Set(["badFilemode", "largePathname", "gitmodulesBlob", "gitattributesBlob"]);

function compare(type: ObjectType, count: number, make: (random: Random) => Uint8Array): void {
  using folder = new GitFolder();
  const made = new Map<Oid, Made & { seed: number }>();
  for (let seed = 1; seed <= count; seed++) {
    const content = make(new Random(seed));
    const oid = folder.addLoose(type, content);
    made.set(oid, { type, content, oid, seed });
  }
  const errors = fsck(folder);
  const different: unknown[] = [];
  let refused = 0;
  for (const { content, oid, seed } of made.values()) {
    const theirs = [...(errors.get(oid) ?? [])];
    const ours = checkObject(type, content).faults.flatMap(({ id }) =>
      ourOwn.has(id) && !theirs.includes(id) ? [] : [id],
    );
    if (ours.length > 0) refused++;
    if (isSame(type, ours, theirs)) continue;
    const text = Buffer.from(content).toString("latin1");
    // A date with a sign or an additional space passes in git 2.39, but not in newer versions.
    if (ours.length > 0 && /^(?:author|committer|tagger) .*> [-+ ]/m.test(text)) continue;
    different.push({ seed, ours, theirs, text });
  }
  expect(different.slice(0, 5)).toEqual([]);
  expect({ refused: refused > count / 10, accepted: made.size - refused > count / 10 }).toEqual({
    refused: true,
    accepted: true,
  });
}

function isSame(type: ObjectType, ours: readonly string[], theirs: readonly string[]): boolean {
  if (theirs.includes("unreadable")) return ours.length > 0;
  // Git stops at an unreadable tree, and reports the first fault of a commit or tag.
  if (theirs.includes("badTree")) return ours.includes("badTree");
  return type === "tree" ? ours.toSorted().join() === theirs.toSorted().join() : ours[0] === theirs[0];
}

/** Unique, because git records one type per id. */
const ownOid = ({ seed }: Random, which: number) => `${which}${seed}`.padStart(40, "f");

function randomCommit(random: Random): Uint8Array {
  const lines = [`tree ${ownOid(random, 0)}`];
  for (let parents = random.below(3); parents > 0; parents--) lines.push(`parent ${ownOid(random, 1)}`);
  lines.push(`author ${randomIdent(random)}`, `committer ${randomIdent(random)}`);
  if (random.chance(20)) lines.push("encoding latin1");
  if (random.chance(20)) lines.push("gpgsig -----BEGIN\n abc\n -----END");
  return mutated(random, commitLines(lines));
}

function randomTag(random: Random): Uint8Array {
  const lines = [
    `object ${ownOid(random, 0)}`,
    `type ${random.pick(["commit", "tree", "blob", "tag", "commit", "comit"])}`,
    "tag v1.0",
  ];
  if (random.chance(80)) lines.push(`tagger ${randomIdent(random)}`);
  return mutated(random, commitLines(lines));
}

function randomIdent(random: Random): string {
  if (random.chance(70)) return ident;
  const characters = [...ident];
  const at = random.below(characters.length);
  if (random.chance(50)) characters.splice(at, 1);
  else characters.splice(at, random.below(2), random.pick([..." <>0+-x@\u00e9"]));
  return characters.join("");
}

/** Sometimes removes, duplicates or cuts a line, or changes a byte. */
function mutated(random: Random, content: Buffer): Uint8Array {
  if (random.chance(60)) return content;
  const lines = content.toString("latin1").split("\n");
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  const choice = random.below(5);
  if (choice === 0) lines.splice(at, 1);
  if (choice === 1) lines.splice(at, 0, line);
  if (choice === 2) lines[at] = line.slice(0, random.below(line.length + 1));
  if (choice === 3) lines[at] = `${line.slice(0, -1)}\0`;
  if (choice === 4) return content.subarray(0, random.below(content.length));
  return Buffer.from(lines.join("\n"), "latin1");
}

const names = [
  ".git",
  ".gitmodules",
  ".gitattributes",
  "git~1",
  "gitmod~1",
  "gi7eba~1",
  "gi7d29~1",
  "gitatt~2",
  "..",
  ".",
  "a",
  "a.b",
  "ab",
];

function randomName(random: Random): string {
  let name = random.pick(names);
  for (let changes = random.below(3); changes > 0; changes--) {
    const at = random.below(name.length + 1);
    const choice = random.below(6);
    if (choice === 0) name += random.pick([" ", ".", ":", ": $DATA", "\\", "\\x", "/", "..."]);
    if (choice === 1) name = `${name.slice(0, at)}${name.slice(at).toUpperCase()}`;
    if (choice === 2)
      name =
        name.slice(0, at) +
        byteStringOf(random.pick(["\u200c", "\u202e", "\ufeff", "\u206b", "\u00e9", "\u212a"])) +
        name.slice(at);
    if (choice === 3) name = random.pick(["x\\", "\\", "x/"]) + name;
    if (choice === 4) name = name.replace(/\d+/, String(random.below(120)));
    if (choice === 5) name = name.slice(0, at) + String.fromCharCode(random.below(255) + 1) + name.slice(at + 1);
  }
  return name;
}

const goodModes = ["40000", "100644", "100644", "100755", "120000", "160000"];
const oddModes = ["100664", "100600", "0100644", "040000", "100777", "140000", "10644", "0", "7", "1000000", "100648"];

function randomTree(random: Random): Uint8Array {
  const entries = random.times(1 + random.below(6), () => ({
    mode: random.pick(random.chance(8) ? oddModes : goodModes),
    name: random.chance(25)
      ? randomName(random)
      : random.pick(["a", "a.b", "a-b", "a0", "b", "foo", "foo.bar", "foo.bar.baz", "c\xff"]),
    oid: random.chance(3) ? "0".repeat(40) : someOid,
  }));
  const key = ({ mode, name }: { mode: string; name: string }) => (/^0?40000$/.test(mode) ? `${name}/` : name);
  if (random.chance(85)) entries.sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const once = random.chance(80)
    ? entries.filter(({ name }, at) => entries.findIndex((other) => other.name === name) === at)
    : entries;
  const content = Buffer.concat(once.map(({ mode, name, oid }) => entry(mode, name, oid)));
  return random.chance(5) ? content.subarray(0, random.below(content.length)) : content;
}

describe("the content of .gitmodules", () => {
  test.each([
    ['[submodule "a"]\n\tpath = a\n\turl = https://example.com/a.git\n', []],
    ['[submodule ".."]\n\turl = x\n', ["gitmodulesName"]],
    ['[submodule "a\\\\..\\\\b"]\n\turl = x\n', ["gitmodulesName"]],
    ['[submodule "a"]\n\turl = "-u./payload"\n', ["gitmodulesUrl"]],
    ['[submodule "a"]\n\turl = -u\n\tpath = --x\n', ["gitmodulesUrl", "gitmodulesPath"]],
    ['[submodule "a"]\n\tupdate = !rm -rf\n', ["gitmodulesUpdate"]],
    ['[submodule "a"]\n\turl = ../../:x\n', ["gitmodulesUrl"]],
    ['[submodule "a"]\n\turl = https://host%0aname/x\n', ["gitmodulesUrl"]],
    ['[submodule "a"]\n\turl = https:///x\n', ["gitmodulesUrl"]],
    ['[submodule "a"]\n\turl = "un\n[submodule ".."]\n', []],
    ['[submodule "a"]\n\turl = "-u\n', []],
    ['[submodule "a"]\n\turl = -u\\x\n', []],
  ])("%j has the faults %j", (text, faults) => {
    expect(checkGitmodules(Buffer.from(text)).map(({ id }) => id)).toEqual(faults);
  });

  test("random files are refused as git fsck --strict refuses them", () => {
    using folder = new GitFolder();
    const blobs = new Map<Oid, { seed: number; content: Uint8Array }>();
    for (let seed = 1; seed <= cases(600); seed++) {
      const random = new Random(seed);
      const content = Buffer.from(randomModules(random), "latin1");
      const oid = folder.addLoose("blob", content);
      folder.addLoose("tree", entry("100644", ".gitmodules", oid));
      blobs.set(oid, { seed, content });
    }
    const errors = fsck(folder);
    const different: unknown[] = [];
    for (const [oid, { seed, content }] of blobs) {
      const ours = [...new Set(checkGitmodules(content).map(({ id }) => id))].sort();
      const theirs = [...(errors.get(oid) ?? [])].sort();
      // Git skips a byte order mark in files but not in blobs.
      if (content[0] === 0xef) expect(theirs).toEqual([]);
      else if (ours.join() !== theirs.join())
        different.push({ seed, ours, theirs, content: Buffer.from(content).toString("latin1") });
    }
    expect(different.slice(0, 5)).toEqual([]);
    expect(errors.size).toBeGreaterThan(blobs.size / 10);
  });
});

function randomModules(random: Random): string {
  const section = () =>
    random.pick([
      '[submodule "a"]',
      '[submodule "../x"]',
      "[submodule.b]",
      "[submodule.B..c]",
      '[SubModule "a b\\"c"]',
      '[submodule "x"',
      "[core]",
      '[submodule "\\..", ]',
      '[submodule ""]',
      '[submodule\t"a\\\\..\\\\b"]',
    ]);
  const value = () =>
    random.pick([
      "a",
      "-x",
      '"-x"',
      '""-x',
      "\\\n-x",
      " !cmd",
      '"!cmd" # c',
      "#-x",
      "x\\t\\n",
      "x\\y",
      "../../a",
      "../:a",
      "./../:a",
      '"../\\n"',
      "../%0a",
      "git://h/%0a",
      "https://h/%0A",
      "https://u@/p",
      "http::-x",
      "https::https://h/a",
      "http::://h",
      "ftp://:8080",
      "https://u:p@h/p?x",
      "https://h%00/x",
      '"un',
    ]);
  const line = () =>
    random.pick(["\t", " ", ""]) +
    random.pick(["url", "URL", "path", "update", "ur l", "1url", "x-y"]) +
    random.pick([" = ", "=", " =", "", "\t=\t"]) +
    value();
  const lines = random.times(1 + random.below(7), () =>
    random.chance(35) ? section() : random.chance(10) ? random.pick(["# [", "; x", "", "\r", "\ufffd"]) : line(),
  );
  const text = [random.chance(85) ? '[submodule "first"]' : "", ...lines].join(random.pick(["\n", "\n", "\n", "\r\n"]));
  return `${random.chance(5) ? "\xef\xbb\xbf" : ""}${text}${random.chance(80) ? "\n" : ""}`;
}

test("a .gitattributes with a line over 2,048 bytes is refused, as by git", () => {
  using folder = new GitFolder();
  for (const [length, faults] of [
    [2047, []],
    [2048, ["gitattributesLineLength"]],
  ] as const) {
    const content = Buffer.from(`*.c text\n${"x".repeat(length)}\n`);
    const oid = folder.addLoose("blob", content);
    folder.addLoose("tree", entry("100644", ".gitattributes", oid));
    expect(checkGitattributes(content).map(({ id }) => id)).toEqual(faults);
    expect([...(fsck(folder).get(oid) ?? [])]).toEqual(faults);
  }
});

test("the check of a tree returns the blobs of its dot-files, however they are disguised", () => {
  const [one, other] = ["1".repeat(40), "2".repeat(40)];
  const content = Buffer.concat([entry("100644", ".GitModules ", one), entry("100644", "GITATT~1", other)]);
  expect(checkObject("tree", content)).toEqual({ faults: [], gitmodules: [one], gitattributes: [other] });
});

test("a refusal contains the object and git's reason", () => {
  const { faults } = checkObject("tree", entry("40000", "GIT~1"));
  expect(() => refuseFaults({ type: "tree", oid: someOid }, faults)).toThrow(
    `tree ${someOid} is refused: hasDotgit: contains '.git' ("GIT~1")`,
  );
});

test("faults of old histories can be tolerated", () => {
  const { faults } = checkObject("tree", entry("040000", "folder"));
  expect(faults.map(({ id }) => id)).toEqual(["zeroPaddedFilemode"]);
  expect(() => refuseFaults({ type: "tree", oid: someOid }, faults, historicalFaults)).not.toThrow();
});
