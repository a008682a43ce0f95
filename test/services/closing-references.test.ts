// The issues that a text closes.
import { describe, expect, test } from "vitest";
import { closingReferencesIn, externalClosingReferencesIn } from "../../src/services/texts/closing-references.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { A_MEGABYTE, filled, MOST_TIME } from "./hostile-lengths.ts";

const HERE = "https://tributary.example";

/** Formatted as references: `namespace/project#3`. */
const closed = (...texts: string[]) =>
  closingReferencesIn(texts, HERE).map(
    ({ namespace, project, iid }) => `${namespace === null ? "" : `${namespace}/`}${project ?? ""}#${iid}`,
  );

describe("every form of the closing words is recognised:", () => {
  test.each(
    ["Close", "Closes", "Closed", "Closing", "Fix", "Fixes", "Fixed", "Fixing"].concat(
      ["Resolve", "Resolves", "Resolved", "Resolving"],
      ["close", "closes", "closed", "closing", "fix", "fixes", "fixed", "fixing"],
      ["resolve", "resolves", "resolved", "resolving"],
    ),
  )("%s", (word) => {
    expect(closed(`${word} #1`)).toEqual(["#1"]);
  });
});

describe("a text closes", () => {
  test.each<[string, string, string[]]>([
    ["three, separated by a comma and by `and`", "Closes #1, #2 and #3", ["#1", "#2", "#3"]],
    ["only the first of those separated by a space", "Closes #1 #2", ["#1"]],
    ["only those before `, and`, which is not a separator", "Closes #1, #2, and #3", ["#1", "#2"]],
    ["after a colon", "Closes: #1", ["#1"]],
    ["after several spaces", "Closes:   #1 ,#2", ["#1"]],
    ["without a space after a comma", "Closes #1,#2", ["#1", "#2"]],
    ["with several spaces around `and`", "Closes #1  and   #2", ["#1", "#2"]],
    ["by a closing word at the end of a longer word", "prefix #1 and enclose #2", ["#1", "#2"]],
    ["after `issue` and `issues`", "close issues #4, #5 and issue #6", ["#4", "#5", "#6"]],
    ["in parentheses", "Do it (closes #1)", ["#1"]],
    ["on several lines", "Closes #1\nAlso fixing issues #2 and #3.", ["#1", "#2", "#3"]],
    ["in several sentences of a line", "Closes #1, closes #2 and fix #3", ["#1", "#2", "#3"]],
    ["after a closing word without a reference", "fix close #1", ["#1"]],
    ["of a project in the same namespace", "Closes project#4", ["project#4"]],
    ["of any project", "Closes my-group/my.project#4 and #5", ["my-group/my.project#4", "#5"]],
    ["by a URL", `Closes ${HERE}/a/b/issues/3 and #4`, ["a/b#3", "#4"]],
    ["by a URL of a note", `Closes ${HERE}/a/b/issues/3#note_7, #4`, ["a/b#3", "#4"]],
    ["beside a URL of another server", "Closes https://example.com/a/b/issues/3 and #4", ["#4"]],
    ["each issue once", "Closes #1, #1, fixes a/b#2 and A/B#2", ["#1", "a/b#2"]],
  ])("%s", (_, text, found) => {
    expect(closed(text)).toEqual(found);
  });

  test("the issues of several texts in order, each text with its own unclosed code", () => {
    expect(closed("Fix #2 `", "Resolves #1 `", "```\nCloses #3", "Closes #4")).toEqual(["#2", "#1", "#4"]);
  });

  test("nothing by a URL if the server's address is unknown", () => {
    expect(closingReferencesIn([`Closes ${HERE}/a/b/issues/3`], null)).toEqual([]);
  });
});

describe("a text closes nothing", () => {
  test.each([
    ["when it is empty", ""],
    ["by a reference alone", "See #1"],
    ["without a space", "Closes#1"],
    ["by a word in upper case", "FIXES #1"],
    ["without a space after the colon", "Closes:#1"],
    ["with a space before the colon", "Closes : #1"],
    ["by a reference to a merge request", "Closing pr 1, closes !2"],
    ["across a line end", "Closes\n#1, closes \n#2"],
    ["after a tab", "Closes\t#1"],
    ["in a span of code", "`Closes #1`, closes `#2`"],
    ["in a block of code", "```\nCloses #1\n```\n~~~\nFixes #2\n~~~"],
    ["by a longer word that begins with a closing word", "closely #1, fixture #2, resolution #3"],
    ["by a reference that continues as a word", "Closes #1st"],
    ["by a number of 16 digits", "Closes #1234567890123456"],
    ["by a path of three parts", "Closes a/b/c#3"],
    ["by a URL below an issue", `Closes ${HERE}/a/b/issues/3/edit`],
    ["by a merge request's URL", `Closes ${HERE}/a/b/merge_requests/3`],
    ["by the name another tracker has for it", "Closes ABC-1"],
  ])("%s", (_, text) => {
    expect(closed(text)).toEqual([]);
  });
});

test("paths have at most 255 characters, so that a thousand references fit into a statement", () => {
  const [name, longer] = ["a".repeat(255), "a".repeat(256)];
  expect(closed(`Closes ${name}/${name}#1`)).toEqual([`${name}/${name}#1`]);
  expect(closed(`Closes ${longer}#1, fixes ${longer}/a#1 and ${HERE}/a/${longer}/issues/1`)).toEqual([]);
  expect(externalClosingReferencesIn([`Closes ${"A".repeat(255)}-1`])).toEqual([]);
});

test("references to an external tracker are returned with the tracker's ids", () => {
  const texts = ["Closes #12, ABC-3 and #12", "Fixes a/b#4 and X_2-5", "Resolves abc-6", `Closes ${HERE}/a/b/issues/7`];
  expect(externalClosingReferencesIn(texts)).toEqual(["12", "ABC-3", "X_2-5"]);
});

test.each([
  "fix ",
  "fix",
  "closes #1 ",
  "closes #1, ",
  "#1, ",
  "#1#1",
  "closes a/",
  "closes a",
  "a/a#",
  "a.",
  "A",
  "A1-",
  "issues ",
  "closes issue ",
  "closes https://",
  "closes https://a/",
  `closes ${HERE}/a/b/issues/`,
  " ",
  " and ",
  "#1 and ",
  "\n",
  "`closes #1` ",
  "1",
])(`${A_MEGABYTE} of %j takes less than ${MOST_TIME} ms of CPU time`, (piece) => {
  const text = filled(piece);
  for (const hostile of [text, `closes ${text}`, `closes #1${text}#`, `closes #1 ${text}closes #`]) {
    const start = cpuTime();
    closingReferencesIn([hostile], HERE);
    externalClosingReferencesIn([hostile]);
    expect(cpuTime() - start).toBeLessThan(MOST_TIME);
  }
});
