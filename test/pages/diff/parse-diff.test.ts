// Reading unified diffs as rows, without changes of whitespace, and with the words that differ
import { describe, expect, test } from "vitest";
import { differingWords } from "../../../src/pages/diff/emphasis.ts";
import { ignoreWhitespace } from "../../../src/pages/diff/ignore-whitespace.ts";
import { parseDiff, type Row } from "../../../src/pages/diff/parse-diff.ts";

const inShort = (rows: readonly Row[]) => rows.map((row) => [row.kind, row.old, row.new, row.text]);

const withoutSpace = (diff: string, comparisons = 1_000_000) => ignoreWhitespace(parseDiff(diff).rows, { comparisons });

describe("a diff", () => {
  test("has the numbers of both sides, also where the line is on one side only", () => {
    const diff = "--- a/x\n+++ b/x\n@@ -4,3 +4,4 @@ function\n one\n-two\n+2\n+3\n four\n";
    const { rows, added, removed } = parseDiff(diff);
    expect({ rows: inShort(rows), added, removed }).toEqual({
      rows: [
        ["hunk", 4, 4, "@@ -4,3 +4,4 @@ function"],
        ["context", 4, 4, "one"],
        ["removed", 5, 5, "two"],
        ["added", 6, 5, "2"],
        ["added", 6, 6, "3"],
        ["context", 6, 7, "four"],
      ],
      added: 2,
      removed: 1,
    });
  });

  test("of several hunks counts from the start of each, with or without a length", () => {
    const { rows } = parseDiff("--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\n+b\n@@ -10,2 +11 @@\n-c\n d\n");
    expect(inShort(rows.filter(({ kind }) => kind !== "hunk"))).toEqual([
      ["context", 1, 1, "a"],
      ["added", 2, 2, "b"],
      ["removed", 10, 11, "c"],
      ["context", 11, 11, "d"],
    ]);
  });

  test("keeps lines that look like headers", () => {
    const { rows } = parseDiff("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n-@@ -1 +1 @@\n+++ b/y\n+\\ No newline\n");
    expect(rows.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
      ["removed", "-- a/y"],
      ["removed", "@@ -1 +1 @@"],
      ["added", "++ b/y"],
      ["added", "\\ No newline"],
    ]);
  });

  test("marks the line of each side that has no line feed at the end", () => {
    const { rows } = parseDiff("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n");
    expect(rows.map(({ text, lacksNewline = false }) => [text, lacksNewline])).toEqual([
      ["@@ -1 +1 @@", false],
      ["a", true],
      ["b", true],
    ]);
  });

  test("keeps carriage returns, tabs and separators of Unicode within a line", () => {
    const { rows } = parseDiff("@@ -0,0 +1,2 @@\n+a\rb\tc\r\n+d\u2028e\u0085\f\n");
    expect(rows.slice(1).map(({ text }) => text)).toEqual(["a\rb\tc\r", "d\u2028e\u0085\f"]);
  });

  test.each([
    ["Binary files a/x and b/x differ\n", true],
    ["", false],
  ])("%j has no rows", (diff, isBinary) => {
    expect(parseDiff(diff)).toEqual({ rows: [], added: 0, removed: 0, isBinary });
  });
});

describe("without changes of whitespace", () => {
  test("a line that was indented is context, with its new text and both numbers", () => {
    const rows = withoutSpace("@@ -1,3 +1,3 @@\n if\n-a b\n-c\n+  ab \n+d\n");
    expect(inShort(rows)).toEqual([
      ["hunk", 1, 1, "@@ -1,3 +1,3 @@"],
      ["context", 1, 1, "if"],
      ["context", 2, 2, "  ab "],
      ["removed", 3, 2, "c"],
      ["added", 4, 3, "d"],
    ]);
  });

  test("a hunk without other changes is removed, and others stay", () => {
    const rows = withoutSpace("@@ -1,2 +1,2 @@\n a\n-b\n+b\r\n@@ -9 +9 @@\n-x\n+y\n@@ -20 +20 @@\n-\tz\n+z\n");
    expect(rows.map(({ text }) => text)).toEqual(["@@ -9 +9 @@", "x", "y"]);
  });

  test("a line feed that is added to the end is no change", () => {
    expect(withoutSpace("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")).toEqual([]);
  });

  test("an added empty line remains a change, as in git", () => {
    const rows = withoutSpace("@@ -1,2 +1,3 @@\n a\n+\n b\n");
    expect(rows.map(({ kind }) => kind)).toEqual(["hunk", "context", "added", "context"]);
  });

  test("as many lines as possible are matched in order", () => {
    const rows = withoutSpace("@@ -1,4 +1,4 @@\n-}\n-x\n-y\n-}\n+new\n+ x\n+ y\n+ }\n");
    expect(rows.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
      ["removed", "}"],
      ["added", "new"],
      ["context", " x"],
      ["context", " y"],
      ["context", " }"],
    ]);
  });

  test.each([
    ["moved in front of two others", ["old", "a", "b", "c", "end"], ["new", "c", "a", "b", "last"]],
    ["repeated before two others", ["old", "c", "a", "b", "end"], ["new", "a", "b", "c", "c", "c", "last"]],
    ["repeated behind two others", ["old", "a", "b", "c", "c", "c", "end"], ["new", "c", "a", "b", "last"]],
  ])("between other changes the longer sequence is kept: a line is %s", (_, removed, added) => {
    const lines = [...removed.map((line) => `-${line}\n`), ...added.map((line) => `+ ${line}\n`)];
    const rows = withoutSpace(`@@ -1,${removed.length} +1,${added.length} @@\n${lines.join("")}`);
    expect(rows.filter(({ kind }) => kind === "context").map(({ text }) => text)).toEqual([" a", " b"]);
  });

  test("beyond the budget only the beginning and the end of a run are compared", () => {
    const rows = withoutSpace("@@ -1,4 +1,4 @@\n-a\n-b\n-c\n-d\n+ a\n+x\n+ b\n+ d\n", 1);
    expect(rows.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
      ["context", " a"],
      ["removed", "b"],
      ["removed", "c"],
      ["added", "x"],
      ["added", " b"],
      ["context", " d"],
    ]);
  });
});

describe("the words that differ", () => {
  const differing = (old: string, text: string) => {
    const found = differingWords(old, text);
    return found && [old.slice(found.start, found.oldEnd), text.slice(found.start, found.newEnd)];
  };

  test.each([
    ["const total = 1;", "const total = 12;", ["1", "12"]],
    ["getName(user)", "getNames(user)", ["getName", "getNames"]],
    ["one two three", "one four three", ["two", "four"]],
    ["return a;", "return a + b;", ["", " + b"]],
    ["count+step", "count-step", ["+", "-"]],
    ["smile 😀 here", "smile 😁 here", ["😀", "😁"]],
  ])("of %j and %j", (old, text, expected) => {
    expect(differing(old, text)).toEqual(expected);
  });

  test.each([
    ["other lines", "one", "nothing at all alike"],
    ["long lines", `${"a".repeat(2_000)} b`, `${"a".repeat(2_000)} c`],
  ])("are not marked in %s", (_, old, text) => {
    expect(differingWords(old, text)).toBe(null);
  });
});
