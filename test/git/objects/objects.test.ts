// Objects are read and written as by git.
import { expect, test } from "vitest";
import { byteStringFrom, byteStringOf, exactTextOf, textOf } from "../../../src/git/objects/byte-string.ts";
import { parseCommit, parseCommitLinks, serialiseCommit } from "../../../src/git/objects/commit.ts";
import { hashObject, objectHash } from "../../../src/git/objects/hash.ts";
import { parseIdent, timeZoneMinutes } from "../../../src/git/objects/ident.ts";
import { emptyTreeOid, isOid, oidBytes, oidFrom } from "../../../src/git/objects/oid.ts";
import { parseTag, parseTagLink, serialiseTag } from "../../../src/git/objects/tag.ts";
import { fileMode, parseTree, serialiseTree, type TreeEntry } from "../../../src/git/objects/tree.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";

test("ids are git's, for whole content and for pieces", () => {
  using folder = new GitFolder();
  const content = Buffer.from("some text\n");
  const oid = folder.git(["hash-object", "--stdin"], content).toString().trim();
  expect(hashObject("blob", content)).toBe(oid);
  expect(objectHash("blob", 10).update("some ").update("text\n").digest("hex")).toBe(oid);
  expect(hashObject("tree", new Uint8Array())).toBe(emptyTreeOid);
  expect(oidFrom(oidBytes(oid))).toBe(oid);
  expect([isOid(oid), isOid(oid.toUpperCase()), isOid(`${oid}0`), isOid("")]).toEqual([true, false, false, false]);
});

test("random trees are written as by git mktree, and read back", () => {
  using folder = new GitFolder();
  const modes = Object.values(fileMode);
  const types: Record<number, string> = { [fileMode.tree]: "tree", [fileMode.gitlink]: "commit" };
  const trees: TreeEntry[][] = [];
  for (let seed = 1; seed <= cases(300); seed++) {
    const random = new Random(seed);
    const names = new Set(
      random.times(random.below(12), () => {
        const name = random.times(1 + random.below(3), () =>
          random.pick(["a", "a", "b", ".", "-", "\xe4", "\xff", "0", " ", "\n"]),
        );
        return name.join("");
      }),
    );
    trees.push(
      [...names].map((name) => ({ name, mode: random.pick(modes), oid: hashObject("blob", random.bytes(4)) })),
    );
  }
  const lines = trees.map((entries) =>
    entries
      .map(({ mode, name, oid }) => `${mode.toString(8).padStart(6, "0")} ${types[mode] ?? "blob"} ${oid}\t${name}\0`)
      .join(""),
  );
  const oids = folder
    .git(["mktree", "-z", "--missing", "--batch"], Buffer.from(`${lines.join("\0")}\0`, "latin1"))
    .toString();
  expect(trees.map((entries) => hashObject("tree", serialiseTree(entries)))).toEqual(oids.trim().split("\n"));
  for (const entries of trees) {
    const read = parseTree(serialiseTree(entries));
    expect(new Set(read)).toEqual(new Set(entries));
    expect(serialiseTree(read)).toEqual(serialiseTree(entries));
  }
});

test("modes of old tools are read as by git", () => {
  const entry = (mode: string) => Buffer.concat([Buffer.from(`${mode} x\0`), Buffer.alloc(20, 1)]);
  const modes = ["100664", "100775", "100600", "040000", "120777", "140000"].map((mode) =>
    parseTree(entry(mode))[0]?.mode.toString(8),
  );
  expect(modes).toEqual(["100644", "100755", "100644", "40000", "120000", "160000"]);
});

test.each([
  ["a mode that is not a number", "10x644 a\0"],
  ["no mode", " a\0"],
  ["no name", "100644 \0"],
  ["no end of a name", "100644 a"],
])("a tree with %s is refused", (_, head) => {
  expect(() => parseTree(Buffer.concat([Buffer.from(head), Buffer.alloc(head.endsWith("\0") ? 20 : 0)]))).toThrow(
    "badTree",
  );
});

test("a tree that ends within an id is refused", () => {
  expect(() => parseTree(Buffer.concat([Buffer.from("100644 a\0"), Buffer.alloc(19)]))).toThrow("badTree");
});

test("random commits are read as by git log, and written back byte by byte", () => {
  using folder = new GitFolder();
  const contents: Buffer[] = [];
  for (let seed = 1; seed <= cases(200); seed++) contents.push(randomCommit(new Random(seed)));
  const oids = contents.map((content) => folder.addLoose("commit", content));
  const format = ["%T", "%P", "%an", "%ae", "%at", "%cn", "%ce", "%ct", "%B"].join("%x00");
  const output = folder
    .git(["log", "--no-walk=unsorted", "-z", `--format=${format}%x01`, "--stdin"], oids.join("\n"))
    .toString();
  const records = output
    .split("\x01")
    .slice(0, -1)
    .map((record) => record.replace(/^\0/, "").split("\0"));
  for (const [index, content] of contents.entries()) {
    const { tree, parents, author, committer, message } = parseCommit(content);
    const seen = [
      tree,
      parents.join(" "),
      author.name,
      author.email,
      author.time,
      committer.name,
      committer.email,
      committer.time,
    ];
    expect([...seen.map(String), message.trim()]).toEqual([
      ...(records[index]?.slice(0, 8) ?? []),
      records[index]?.[8]?.trim(),
    ]);
    expect(parseCommitLinks(content)).toEqual({ tree, parents, time: committer.time });
    expect(Buffer.from(serialiseCommit(parseCommit(content))).toString()).toBe(content.toString());
  }
});

function randomCommit(random: Random): Buffer {
  const oid = (number: number) => number.toString(16).padStart(40, "e");
  const ident = () =>
    `${random.pick(["A U Thor", "\u00c9mile", "x", "\u6771\u4eac 1"])} <${random.pick(["a@b.c", "", "odd mail"])}> ` +
    `${random.below(2_000_000_000)} ${random.pick(["+0000", "-0730", "+1345", "-0000"])}`;
  const lines = [`tree ${emptyTreeOid}`];
  for (let parents = random.below(4); parents > 0; parents--) lines.push(`parent ${oid(parents)}`);
  lines.push(`author ${ident()}`, `committer ${ident()}`);
  if (random.chance(30))
    lines.push("gpgsig -----BEGIN PGP SIGNATURE-----", " ", " iQ==", " -----END PGP SIGNATURE-----", " ");
  if (random.chance(20)) lines.push("HG:extra something:\u00e9");
  return Buffer.from(`${lines.join("\n")}\n\n${random.words(random.below(8))}${random.pick(["", "\n", "\n\n"])}\u00fc`);
}

test("text is decoded in the encoding of the commit", () => {
  const lines = [
    `tree ${emptyTreeOid}`,
    "author Jos\xe9 <a@b> 1 +0000",
    "committer c <a@b> 1 +0000",
    "encoding ISO-8859-1",
  ];
  const commit = parseCommit(Buffer.from(`${lines.join("\n")}\n\ncaf\xe9\n`, "latin1"));
  expect([commit.author.name, commit.message]).toEqual(["Jos\u00e9", "caf\u00e9\n"]);
});

test.each([
  ["", "missingTree"],
  ["tree 123\n", "badTreeSha1"],
  [`tree ${emptyTreeOid}\nparent x\n`, "badParentSha1"],
  [`tree ${emptyTreeOid}\n\nauthor`, "missingAuthor"],
  [`tree ${emptyTreeOid}\nauthor a <b> 1 +0000\n`, "missingCommitter"],
])("the commit %j is refused: %s", (content, fault) => {
  expect(() => parseCommit(Buffer.from(content))).toThrow(fault);
});

test("commits are written as by git, with cleaned names", () => {
  using folder = new GitFolder();
  folder.git(["hash-object", "-w", "-t", "tree", "--stdin"]);
  const names = [
    "A U Thor",
    " spaced  out ",
    "Dr. Who.",
    "a<b>c",
    '"quoted"',
    "comma,",
    "tab\there",
    "a\nb",
    "<.x.>",
    "\u00c9",
  ];
  for (const name of names) {
    const environment = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: ` ${name}@x ` };
    const theirs = folder.git(["commit-tree", emptyTreeOid, "-m", "message"], "", environment).toString().trim();
    const ours = serialiseCommit({
      tree: emptyTreeOid,
      parents: [],
      author: { name, email: ` ${name}@x `, time: 1112911993, timeZone: "-0700" },
      committer: { name: "C O Mitter", email: "committer@example.com", time: 1112912053, timeZone: "+0200" },
      extraHeaders: [],
      message: "message\n",
    });
    expect({ name, oid: hashObject("commit", ours) }).toEqual({ name, oid: theirs });
  }
});

test("tags are read and written as by git", () => {
  using folder = new GitFolder();
  folder.git(["commit", "--allow-empty", "-m", "first"]);
  folder.git(["tag", "-a", "v1", "-m", "the first\n\nwith more"]);
  const content = folder.git(["cat-file", "tag", "v1"]);
  const head = folder.git(["rev-parse", "HEAD"]).toString().trim();
  const tag = parseTag(content);
  expect(tag).toEqual({
    object: head,
    type: "commit",
    tag: "v1",
    tagger: { name: "C O Mitter", email: "committer@example.com", time: 1112912053, timeZone: "+0200" },
    message: "the first\n\nwith more\n",
  });
  expect(Buffer.from(serialiseTag(tag))).toEqual(content);
  expect(parseTagLink(content)).toEqual({ object: head, type: "commit" });
});

test.each([
  ["A <a@b> 5 +0200", { name: "A", email: "a@b", time: 5, timeZone: "+0200" }],
  ["A <a@b> 5 +051800", { name: "A", email: "a@b", time: 5, timeZone: "+051800" }],
  ["A <a@b>5 +0200", { name: "A", email: "a@b", time: 5, timeZone: "+0200" }],
  ["A <a@b>", { name: "A", email: "a@b", time: 0, timeZone: "+0000" }],
  ["A <a@b> >x< 5 -0100", { name: "A", email: "a@b", time: 0, timeZone: "+0000" }],
  ["nobody", { name: "", email: "", time: 0, timeZone: "+0000" }],
])("the ident %j is read leniently", (line, ident) => {
  expect(parseIdent(line)).toEqual(ident);
});

test("time zones are converted to minutes", () => {
  expect(["+0530", "-0730", "-0000", "+1345"].map(timeZoneMinutes)).toEqual([330, -450, -0, 825]);
});

test("names that are not UTF-8 keep their bytes", () => {
  expect(byteStringFrom(Uint8Array.from([0xff, 0x41]))).toBe("\xffA");
  expect(textOf(byteStringOf("\u00e9\u{1f600}"))).toBe("\u00e9\u{1f600}");
  expect([exactTextOf("\xff"), exactTextOf(byteStringOf("\u00e9"))]).toEqual([null, "\u00e9"]);
});
