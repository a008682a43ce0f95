// Whole histories pushed, cloned and extended: a clone has what was pushed.
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { Random } from "../../git/random.ts";
import { randomHistory } from "../../git/random-history.ts";
import { createUser } from "../../support/actors.ts";
import { createProject } from "../../support/factories.ts";
import { WorkingFolder } from "../../support/git.ts";
import { cases, isSample } from "../../support/sample.ts";

/** Of commits, in a push at most. */
const steps = isSample ? 15 : 40;

test.each(Array.from({ length: cases(3) }, (_, index) => index + 1))(
  "a random history is pushed in steps, and a clone has all of it (seed %i)",
  async (seed) => {
    const random = new Random(seed);
    using history = randomHistory(random, { commits: steps * 2, largest: steps * 1_500 });
    const owner = await createUser();
    const project = await createProject(owner);
    using folder = await WorkingFolder.create(owner, project);
    await folder.git("fetch", "--quiet", "--tags", history.path, "main");
    const commits = (await folder.git("rev-list", "--first-parent", "--reverse", "FETCH_HEAD")).split("\n");
    let pushed = 0;
    while (pushed < commits.length) {
      pushed = Math.min(commits.length, pushed + 1 + random.below(steps));
      expect(await folder.push("origin", `${commits[pushed - 1]}:refs/heads/main`)).toMatchObject({ code: 0 });
    }
    expect(await folder.push("--tags", "origin")).toMatchObject({ code: 0 });
    using clone = await WorkingFolder.clone(owner, project, "--mirror");
    expect(await clone.git("fsck", "--strict")).toBe("");
    const refs = ["for-each-ref", "--format=%(refname) %(objectname)"];
    expect(await clone.git(...refs)).toBe(history.git(refs).toString().trimEnd());
    const objects = ["rev-list", "--objects", "--all", "--no-object-names"];
    expect((await clone.git(...objects)).split("\n").sort()).toEqual(
      history.git(objects).toString().trimEnd().split("\n").sort(),
    );
  },
);

const root = join(import.meta.dirname, "../../..");

/**
 * The folder has a commit of this project: with its history, whose objects it shares, or only its files if the checkout
 * is shallow; in a sample those of `src`.
 */
async function ownCommit(folder: WorkingFolder): Promise<string> {
  const own = ["-c", "safe.directory=*", "-C", root];
  const { stdout } = await folder.try([...own, "rev-parse", "--is-shallow-repository", "HEAD", "--git-common-dir"]);
  const [isShallow, head, common = ""] = stdout.split("\n");
  if (isShallow === "false" && head !== undefined) {
    folder.write({ ".git/objects/info/alternates": `${join(resolve(root, common), "objects")}\n` });
    return isSample ? folder.git("commit-tree", `${head}:src`, "-m", "The source") : head;
  }
  await folder.git("--work-tree", root, "add", "--all", isSample ? join(root, "src") : root);
  await folder.git("commit", "--quiet", "-m", "All there is");
  return folder.git("rev-parse", "HEAD");
}

test("this project's own history survives a push and a clone", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  using folder = await WorkingFolder.create(owner, project);
  const head = await ownCommit(folder);
  expect(await folder.push("origin", `${head}:refs/heads/main`)).toMatchObject({ code: 0 });
  // As strict as `git fsck --strict`, while the pack arrives: a fault fails the clone.
  using clone = await WorkingFolder.clone(owner, project, "--bare", "--config", "fetch.fsckObjects=true");
  expect(await clone.git("rev-parse", "HEAD")).toBe(head);
});
