// The issues and merge requests that a text refers to, and rewriting references when a text moves.
import { describe, expect, test } from "vitest";
import { type Move, referencesIn, rewriteReferences } from "../../src/services/texts/references.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { A_MEGABYTE, filled, MOST_TIME } from "./hostile-lengths.ts";

const HERE = "https://tributary.example";

/** Formatted as references: `namespace/project#3`. */
const references = (text: string) =>
  referencesIn(text, HERE).map(
    ({ type, namespace, project, iid }) =>
      `${namespace === null ? "" : `${namespace}/`}${project ?? ""}${type === "Issue" ? "#" : "!"}${iid}`,
  );

describe("a text refers to", () => {
  test.each<[string, string, string[]]>([
    ["an issue of its project", "See #3", ["#3"]],
    ["several issues", "#1, #2 and #30", ["#1", "#2", "#30"]],
    ["each target once", "#3 #3 a/b#3 A/B#3", ["#3", "A/B#3"]],
    ["an issue of a project in the same namespace", "see project#3", ["project#3"]],
    ["an issue of any project", "see my-group/my.project_1#3", ["my-group/my.project_1#3"]],
    [
      "an issue before punctuation",
      "(#1) #2, #3. #4: #5; #6! #7? *#8* '#9' #10's",
      "123456789"
        .split("")
        .map((n) => `#${n}`)
        .concat("#10"),
    ],
    ["an issue at the start of a line", "#3 is done\n#4 is not\n\n#5", ["#3", "#4", "#5"]],
    ["an issue in a heading", "## About #3", ["#3"]],
    ["an issue in a list and a quotation", "- #3\n> #4", ["#3", "#4"]],
    ["an issue by its URL", `See ${HERE}/group/project/issues/3`, ["group/project#3"]],
    [
      "an issue by the URL of a note, in brackets",
      `<${HERE}/a/b/issues/3#note_7> [x](${HERE}/a/c/issues/4)`,
      ["a/b#3", "a/c#4"],
    ],
    ["a merge request of its project", "See !3, and #3", ["!3", "#3"]],
    [
      "merge requests of other projects",
      `project!3 a/b!4 ${HERE}/a/b/merge_requests/5`,
      ["project!3", "a/b!4", "a/b!5"],
    ],
    ["an issue next to code", "`x`#3", ["#3"]],
    ["an issue after an unpaired backtick", "it`s #3", ["#3"]],
  ])("%s", (_, text, found) => {
    expect(references(text)).toEqual(found);
  });
});

describe("a text does not refer to an issue", () => {
  test.each([
    ["when it is empty", ""],
    ["by a number sign alone", "# #"],
    ["by a heading", "# 3\n### Title"],
    ["by a number that continues as a word", "#12a #3rd #1_000"],
    ["by a word", "#a3 #todo"],
    ["by an entity", "&#39; &#x27;"],
    ["by a number of 16 digits", "#1234567890123456"],
    ["by several number signs", "##3"],
    ["by an anchor", "https://example.com/page#3 docs/a/b/c#3 /x#3"],
    ["by a URL of another server", "https://example.com/group/project/issues/3 http://tributary.example/a/b/issues/3"],
    ["by a URL below an issue", `${HERE}/a/b/issues/3/edit ${HERE}/a/b/issues/new ${HERE}/a/b/issues/3rd`],
    [
      "by a path of 256 characters",
      `${"a".repeat(256)}#3 ${"a".repeat(256)}/b#3 b/${"a".repeat(256)}#3 ${HERE}/a/${"a".repeat(256)}/issues/3`,
    ],
    ["in a code span", "`#3` ``#3 ` #3``"],
    ["in a code block", `\`\`\`\n#3 ${HERE}/a/b/issues/3\n\`\`\`\n~~~\na/b#3\n~~~`],
  ])("%s", (_, text) => {
    expect(references(text)).toEqual([]);
  });
});

describe("after a move to a project", () => {
  const away: Move = { namespace: "old", project: "place", isSameNamespace: false };
  const beside: Move = { ...away, isSameNamespace: true };

  test.each<[string, Move, string, string]>([
    ["in the same namespace #3 becomes project#3", beside, "See #3, (#4).", "See place#3, (place#4)."],
    ["in another namespace #3 becomes namespace/project#3", away, "See #3, (#4).", "See old/place#3, (old/place#4)."],
    ["in the same namespace project#3 is unchanged", beside, "See other#3", "See other#3"],
    ["in another namespace project#3 becomes namespace/project#3", away, "See other#3", "See old/other#3"],
    ["in another namespace namespace/project#3 is unchanged", away, "See a/b#3", "See a/b#3"],
    [
      "in another namespace a URL is unchanged",
      away,
      `See ${HERE}/a/b/issues/3#note_4`,
      `See ${HERE}/a/b/issues/3#note_4`,
    ],
    ["in another namespace other text is unchanged", away, "# 3 #12a &#39; ##5", "# 3 #12a &#39; ##5"],
    [
      "in another namespace code is unchanged",
      away,
      "#1 `#2` #3\n```\n#4\n```\n#5",
      "old/place#1 `#2` old/place#3\n```\n#4\n```\nold/place#5",
    ],
  ])("%s", (_, move, text, rewritten) => {
    expect(rewriteReferences(text, move)).toBe(rewritten);
  });
});

test.each([
  ["number signs", "#"],
  ["references without a space", "#1"],
  ["references", "#1 "],
  ["one word", "a"],
  ["one word with dots", "a."],
  ["one word with dashes", "a-"],
  ["one path", "a/"],
  ["paths that end in a number sign", "a/a#"],
  ["digits", "1"],
  ["beginnings of URLs", "https://"],
  ["almost URLs", "http://a/"],
  ["almost URLs of issues", `${HERE}/a/b/issues/`],
  ["issues of nothing", "/issues/"],
  ["spaces", " "],
  ["line feeds", "\n"],
  ["backticks", "`"],
  ["quoted references", "`#1` "],
])(`${A_MEGABYTE} of %s takes less than ${MOST_TIME} ms of CPU time`, (_, piece) => {
  const text = filled(piece);
  for (const hostile of [`#1 ${text}`, `#${text}`, `${HERE}/a${text}/issues/x#1 `]) {
    const start = cpuTime();
    referencesIn(hostile, HERE);
    const found = cpuTime();
    rewriteReferences(hostile, { namespace: "a", project: "b", isSameNamespace: false });
    expect(Math.max(found - start, cpuTime() - found)).toBeLessThan(MOST_TIME);
  }
});
