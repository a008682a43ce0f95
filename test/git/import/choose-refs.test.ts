// Which refs of a remote repository are imported, and which branch becomes the default.
import { describe, expect, test } from "vitest";
import { type ChosenRefs, chooseRefs } from "../../../src/git/import/choose-refs.ts";

const [one, two] = ["1".repeat(40), "2".repeat(40)];

interface Listed {
  readonly names: readonly string[];
  readonly headOid?: string | null;
  readonly headTarget?: string | null;
}

const choose = ({ names, headOid = null, headTarget = null }: Listed): ChosenRefs =>
  chooseRefs({ refs: names.map((name, at) => ({ name, oid: at === 0 ? one : two })), headOid, headTarget });

test("branches and tags are taken, and nothing else", () => {
  const names = ["refs/heads/a", "refs/tags/v1", "refs/notes/commits", "refs/keep-around/1", "refs/pull/1/head"];
  expect(choose({ names }).refs.map(({ name }) => name)).toEqual(["refs/heads/a", "refs/tags/v1"]);
});

describe("the default branch is", () => {
  const branches = ["refs/heads/a", "refs/heads/b", "refs/heads/main", "refs/heads/master"];
  test.each<[what: string, listed: Listed, head: string | null]>([
    ["the branch of HEAD", { names: branches, headTarget: "refs/heads/b", headOid: two }, "refs/heads/b"],
    [
      "for a detached HEAD, a branch there",
      { names: ["refs/heads/main", "refs/heads/x"], headOid: two },
      "refs/heads/x",
    ],
    ["of several branches there, master", { names: branches, headOid: two }, "refs/heads/master"],
    ["for a HEAD beside all branches, master", { names: branches, headOid: "3".repeat(40) }, "refs/heads/master"],
    ["without master, main", { names: branches.slice(0, 3), headOid: null }, "refs/heads/main"],
    ["without both, the first one", { names: branches.slice(0, 2) }, "refs/heads/a"],
    ["for an unborn HEAD, another branch", { names: ["refs/heads/a"], headTarget: "refs/heads/new" }, "refs/heads/a"],
    ["no tag that HEAD names", { names: ["refs/tags/a", "refs/heads/b"], headTarget: "refs/tags/a" }, "refs/heads/b"],
    ["none without branches", { names: ["refs/tags/v1"], headTarget: "refs/heads/main" }, null],
  ])("%s", (_, listed, head) => {
    expect(choose(listed).head).toBe(head);
  });
});

describe("an import is refused for", () => {
  const many = Array.from({ length: 3_001 }, (_, at) => `refs/tags/v${at}`);
  test.each<[what: string, names: string[], error: string]>([
    ["a malformed name", ["refs/heads/a..b"], '"refs/heads/a..b" cannot be imported: funny refname.'],
    ["a control character", ["refs/heads/\u0007"], '"refs/heads/\\u0007" cannot be imported: funny refname.'],
    ["a folder above", ["refs/heads/../config"], '"refs/heads/../config" cannot be imported: funny refname.'],
    [
      "a name like an option",
      ["refs/heads/-f"],
      '"refs/heads/-f" cannot be imported: a branch or tag cannot begin with a dash.',
    ],
    [
      "a branch called HEAD",
      ["refs/heads/HEAD"],
      '"refs/heads/HEAD" cannot be imported: a branch or tag cannot be called HEAD.',
    ],
    ["a name listed twice", ["refs/heads/a", "refs/heads/a"], 'The server lists "refs/heads/a" twice.'],
    [
      "a branch below another",
      ["refs/heads/a/b", "refs/heads/a"],
      '"refs/heads/a/b" cannot be imported beside "refs/heads/a".',
    ],
    ["too many refs", many, "The repository has 3001 branches and tags; at most 3000 can be imported."],
  ])("%s", (_, names, error) => {
    expect(() => choose({ names })).toThrow(error);
  });
});
