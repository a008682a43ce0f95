// Concurrent pushes: exactly one push to a ref wins, and no accepted commit is lost.
import { expect, test } from "vitest";
import { GitFolder } from "../../git/git-folder.ts";
import { Random } from "../../git/random.ts";
import { createUser } from "../../support/actors.ts";
import { createProject } from "../../support/factories.ts";
import { type GitRun, seedRepository, WorkingFolder } from "../../support/git.ts";
import { cases, isSample } from "../../support/sample.ts";
import { rawPush, refsOf } from "./raw-push.ts";

async function clones(count: number) {
  const owner = await createUser();
  const project = await createProject(owner);
  const first = await seedRepository(owner, project, { "a.txt": "a\n" });
  const folders = await Promise.all(Array.from({ length: count }, () => WorkingFolder.copy(owner, project)));
  const stack = new DisposableStack();
  for (const clone of folders) stack.use(clone);
  return { owner, project, first, folders, stack };
}

const rounds = isSample ? 3 : 6;

const won = ({ code }: GitRun) => code === 0;

test.each(Array.from({ length: cases(2, 1) }, (_, index) => index + 1))(
  "of concurrent pushes to one ref from one state exactly one wins, in every round (seed %i)",
  async (seed) => {
    const random = new Random(seed);
    const owner = await createUser();
    const project = await createProject(owner);
    using history = new GitFolder();
    const commit = (parent: string | null, text: string): string => {
      history.write("a.txt", text);
      history.git(["add", "a.txt"]);
      const tree = history.git(["write-tree"]).toString().trim();
      const parents = parent === null ? [] : ["-p", parent];
      return history
        .git(["commit-tree", tree, ...parents, "-m", text.slice(0, 20)])
        .toString()
        .trim();
    };
    const pack = (after: string, before: string | null) =>
      history.git(
        ["pack-objects", "--revs", "--thin", "--stdout", "--quiet"],
        `${after}\n${before ? `^${before}\n` : ""}`,
      );
    const won: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = won.at(-1) ?? null;
      const rivals = random.times(2 + random.below(3), (index) =>
        commit(before, `${round} ${index} ${random.words(1 + random.below(20_000))}`),
      );
      const answers = await Promise.all(
        rivals.map((after) =>
          rawPush(owner, project, [{ name: "refs/heads/main", after, ...(before !== null && { before }) }], {
            pack: pack(after, before),
          }),
        ),
      );
      const lines = answers.map(({ report }) => report[1]);
      const winners = rivals.filter((_, index) => lines[index] === "ok refs/heads/main");
      expect(winners).toHaveLength(1);
      expect(
        lines.filter((line) => line === "ng refs/heads/main failed to update ref: it has moved meanwhile"),
      ).toHaveLength(rivals.length - 1);
      won.push(...winners);
      expect(await refsOf(owner, project)).toEqual(new Map([["refs/heads/main", winners[0]]]));
    }
    using clone = await WorkingFolder.clone(owner, project);
    expect(await clone.git("fsck", "--strict")).toBe("");
    expect(await clone.git("rev-list", "--reverse", "HEAD")).toBe(won.join("\n"));
  },
);

test("the loser of a race gets a refusal, rebases and pushes", async () => {
  const { owner, project, first, folders, stack } = await clones(3);
  using _ = stack;
  for (const [index, folder] of folders.entries()) await folder.commit({ [`${index}.txt`]: "x\n" }, `of ${index}`);
  for (let waiting = folders; waiting.length > 0; ) {
    const runs = await Promise.all(waiting.map((folder) => folder.push("origin", "HEAD:main")));
    expect(runs.filter(won)).toHaveLength(1);
    waiting = waiting.filter((_, index) => runs[index]?.code !== 0);
    for (const run of runs) if (!won(run)) expect(run.stderr).toMatch(/! \[(remote )?rejected\] +HEAD -> main/);
    for (const folder of waiting) await folder.git("pull", "--quiet", "--rebase", "origin", "main");
  }
  using clone = await WorkingFolder.clone(owner, project);
  const subjects = await clone.git("log", "--format=%s", `${first}..`);
  expect(subjects.split("\n").sort()).toEqual(["of 0", "of 1", "of 2"]);
});

test("concurrent pushes to different refs all succeed, though they contain the same objects", async () => {
  const { owner, project, first, folders, stack } = await clones(4);
  using _ = stack;
  const shared = new Random(7).words(20_000);
  const commits = new Map([["refs/heads/main", first]]);
  for (const [index, folder] of folders.entries()) {
    const commit = await folder.commit({ "shared.txt": shared, "own.txt": `${index}\n` });
    commits.set(`refs/heads/topic-${index}`, commit);
  }
  const runs = await Promise.all(folders.map((folder, index) => folder.push("origin", `HEAD:topic-${index}`)));
  expect(runs.every(won)).toBe(true);
  expect(await refsOf(owner, project)).toEqual(commits);
  using clone = await WorkingFolder.clone(owner, project);
  expect(await clone.git("fsck", "--strict")).toBe("");
});

test("two identical concurrent pushes have the effect of one", async () => {
  const { owner, project, folders, stack } = await clones(2);
  using _ = stack;
  const commits = await Promise.all(folders.map((folder) => folder.commit({ "b.txt": "b\n" })));
  expect(new Set(commits).size).toBe(1);
  const runs = await Promise.all(folders.map((folder) => folder.push("origin", "HEAD:topic")));
  expect(runs.some(won)).toBe(true);
  expect((await refsOf(owner, project)).get("refs/heads/topic")).toBe(commits[0]);
});
