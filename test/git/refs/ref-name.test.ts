// Ref names are valid if and only if git check-ref-format accepts them.
import { expect, test } from "vitest";
import {
  decodeRefName,
  deletedRefProblem,
  enclosingNames,
  isRefName,
  pushedRefProblem,
} from "../../../src/git/refs/ref-name.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";

test("random names are valid if and only if git accepts them", () => {
  using folder = new GitFolder();
  const parts = [
    "refs",
    "heads",
    "a",
    ".",
    "..",
    "/",
    "//",
    "/",
    "/",
    "@",
    "{",
    "@{",
    "~",
    "^",
    ":",
    "?",
    "*",
    "[",
    "\\",
    ".lock",
    " ",
    "\x7f",
    "\x01",
    "\u00e9",
    "-",
    "HEAD",
    "lock",
  ];
  const names = Array.from({ length: cases(300) }, (_, index) => {
    const random = new Random(index + 1);
    return random.chance(50)
      ? `refs/heads/${random.times(1 + random.below(4), () => random.pick(parts)).join("")}`
      : random.times(1 + random.below(6), () => random.pick(parts)).join("");
  });
  const answers = folder.tryAll(names.map((name) => ["check-ref-format", name]));
  for (const [index, name] of names.entries()) {
    if (name.startsWith("-")) continue; // an option to git
    const wanted = { seed: index + 1, name, isName: answers[index]?.status === 0 };
    expect({ seed: index + 1, name, isName: isRefName(name) }).toEqual(wanted);
  }
});

test.each([
  ["refs/heads/main", null],
  ["refs/heads/feature/a.b-c_d@e", null],
  ["refs/heads/\u00e9", null],
  ["refs/tags/v1.0", null],
  ["refs/notes/commits", null],
  ["refs/stash", null],
  ["refs/heads/merge-requests/1", null],
  ["refs/heads", "not_a_ref_name"],
  ["refs/heads/", "not_a_ref_name"],
  ["refs/heads/../x", "not_a_ref_name"],
  ["refs/heads/a..b", "not_a_ref_name"],
  ["refs/heads/a.lock", "not_a_ref_name"],
  ["refs/heads/a.lock/b", "not_a_ref_name"],
  ["refs/heads/.a", "not_a_ref_name"],
  ["refs/heads/a b", "not_a_ref_name"],
  ["refs/heads/a\0b", "not_a_ref_name"],
  ["refs/heads/a@{1}", "not_a_ref_name"],
  ["", "not_a_ref_name"],
  ["HEAD", "not_a_ref_name"],
  ["@", "not_a_ref_name"],
  ["heads/main", "not_below_refs"],
  ["../refs/heads/x", "not_a_ref_name"],
  ["refs/merge-requests/1/head", "internal"],
  ["refs/merge-requests", "internal"],
  ["refs/keep-around/x", "internal"],
  ["refs/heads/-x", "begins_with_dash"],
  ["refs/tags/--force", "begins_with_dash"],
  ["refs/heads/HEAD", "named_head"],
  [`refs/heads/${"a".repeat(40)}`, "like_an_object_id"],
  [`refs/tags/${"A1".repeat(20)}`, "like_an_object_id"],
  [`refs/heads/${"a".repeat(39)}`, null],
  [`refs/heads/${"x".repeat(250)}`, null],
  [`refs/heads/${"x".repeat(251)}`, "too_long"],
  [`refs/heads/${"\u00e9".repeat(126)}`, "too_long"],
  [`refs/heads/${"x".repeat(200)}${`/${"x".repeat(200)}`.repeat(4)}`, null],
  [`refs/heads/${"x".repeat(200)}${`/${"x".repeat(200)}`.repeat(5)}`, "too_long"],
  [`refs/heads/${"x/".repeat(29)}x`, null],
  [`refs/heads/${"x/".repeat(30)}x`, "too_long"],
])("pushing %j: %s", (name, problem) => {
  expect(pushedRefProblem(name)).toBe(problem);
});

test("names that cannot be pushed can be deleted, except for invalid and internal ones", () => {
  expect(deletedRefProblem("refs/heads/-x")).toBe(null);
  expect(deletedRefProblem("refs/merge-requests/1/head")).toBe("internal");
  expect(deletedRefProblem("refs/heads/a..b")).toBe("not_a_ref_name");
});

test("the enclosing folders of a ref cannot be refs", () => {
  expect(enclosingNames("refs/heads/a/b/c")).toEqual(["refs/heads", "refs/heads/a", "refs/heads/a/b"]);
});

test("a name that is not UTF-8 is refused", () => {
  expect(decodeRefName(Buffer.from("refs/heads/\u00e9"))).toBe("refs/heads/\u00e9");
  expect(decodeRefName(Buffer.from("refs/heads/\xe9", "latin1"))).toBe(null);
});
