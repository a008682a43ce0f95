// Ids of commits are found by the prefixes that `git rev-parse` resolves, and names of refs are none.
import { expect, test } from "vitest";
import { findCommitIds } from "../../../src/git/operations/find-commit-ids.ts";
import { Random } from "../random.ts";
import { randomHistory } from "../random-history.ts";
import { loadRepository } from "./load-repository.ts";

test("full ids, upper case and prefixes are found; unknown ids, trees and branches are not", () => {
  using folder = randomHistory(new Random(5), { commits: 10 });
  const parse = (revision: string) => folder.git(["rev-parse", revision]).toString().trim();
  const [tip, tree] = [parse("main"), parse("main^{tree}")];
  folder.git(["branch", "abcdef1"]);
  const written = [tip, tip.slice(0, 8), tip.slice(0, 7).toUpperCase(), tree, "0".repeat(40), "abcdef1", "main"];
  expect(findCommitIds(loadRepository(folder), written)).toEqual({
    [tip]: tip,
    [tip.slice(0, 8)]: tip,
    [tip.slice(0, 7).toUpperCase()]: tip,
  });
});
