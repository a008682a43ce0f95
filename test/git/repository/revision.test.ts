// Revisions are resolved as by `git rev-parse`.
import { expect, test } from "vitest";
import { resolveCommit } from "../../../src/git/repository/revision.ts";
import { loadRepository } from "../operations/load-repository.ts";
import { Random } from "../random.ts";
import { randomHistory } from "../random-history.ts";

test("names, ids and steps to ancestors are resolved as by git", () => {
  using folder = randomHistory(new Random(16), { commits: 40 });
  folder.git(["tag", "light", "main~3"]);
  folder.git(["tag", "-a", "-m", "on a tag", "heavy", "main~2"]);
  folder.git(["branch", "a/branch", "main~5"]);
  const repository = loadRepository(folder);
  const tip = folder.git(["rev-parse", "main"]).toString().trim();
  const bases = ["main", "HEAD", "light", "heavy", "a/branch", "heads/main", "refs/tags/heavy", tip, tip.slice(0, 9)];
  const steps = [
    "",
    "~",
    "~0",
    "~1",
    "~7",
    "~99",
    "^",
    "^1",
    "^2",
    "^3",
    "^0",
    "^^",
    "~2^2",
    "^{commit}",
    "^{}",
    "^{}~1",
  ];
  const revisions = [...bases.flatMap((base) => steps.map((step) => base + step)), "nowhere", "main~x", "~1", "^", ""];
  const questions = revisions.map((revision) => `${revision}^{commit}\n`).join("");
  const answers = folder.git(["cat-file", "--batch-check=%(objectname)"], questions).toString().split("\n");
  const differing = revisions.filter((revision, at) => {
    const [known = null] = /^[0-9a-f]{40}$/.exec(answers[at] ?? "") ?? [];
    return resolveCommit(repository, revision) !== known;
  });
  expect(differing).toEqual([]);
  expect(answers).toHaveLength(revisions.length + 1);
});
