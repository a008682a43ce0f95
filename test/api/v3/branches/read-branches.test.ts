// GET /projects/:id/repository/branches and /:branch
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { once } from "../../../support/once.ts";
import { branchesOf, createBranch, createSeeded, namesOf, type Seeded } from "./branches.ts";

const missing = { status: 404, body: { message: "404 Branch Not Found" } };

test("a branch is answered with its commit and its protection", async () => {
  const { owner, project, path, commit } = await createSeeded();
  const main = {
    name: "main",
    commit: {
      id: commit,
      short_id: commit.slice(0, 8),
      title: "Begin",
      author_name: "A U Thor",
      author_email: "author@example.com",
      created_at: "2017-07-14T02:40:00.000+00:00",
      message: "Begin\n",
      parent_ids: [],
      authored_date: "2017-07-14T02:40:00.000+00:00",
      committer_name: "A U Thor",
      committer_email: "author@example.com",
      committed_date: "2017-07-14T02:40:00.000+00:00",
    },
    merged: false,
    protected: true,
    developers_can_push: false,
    developers_can_merge: false,
  };
  const [list, single] = [await owner.get(path), await owner.get(`${path}/main`)];
  expect([list.status, list.body]).toEqual([200, [main]]);
  expect([single.status, single.body]).toEqual([200, main]);
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ body: { default_branch: "main" } });
});

test("a repository without branches answers an empty list", async () => {
  const owner = await createUser();
  const path = branchesOf(await createProject(owner));
  const { status, body } = await owner.get(path);
  expect({ status, body }).toEqual({ status: 200, body: [] });
  expect(await owner.get(`${path}/main`)).toMatchObject(missing);
});

const odd = [
  "a",
  "a.b",
  "a/b/c",
  "Ä",
  "b%2Fc",
  "b;c=1&d#e+f",
  "x@y",
  "z/protect",
  "日本/語",
  "🐛-fix",
  "{x}",
  "%",
  '"q"',
];

/** `a` cannot be beside `a/b/c`. */
const names = [...odd.filter((name) => name !== "a"), ...Array.from({ length: 120 }, (_, n) => `many/${n}`)];

async function createWith(...branches: string[]): Promise<Seeded> {
  const seeded = await createSeeded();
  using folder = await WorkingFolder.copy(seeded.owner, seeded.project);
  await folder.deliver(...branches.map((name) => `HEAD:refs/heads/${name}`));
  return seeded;
}

const manyBranches = once(() => createWith(...names));

test("branches are listed whole, by name in byte order, whatever their names", async () => {
  const { owner, path } = await manyBranches();
  const answer = await owner.get(path, { per_page: 5, page: 2 });
  const bytewise = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  expect(answer.status).toBe(200);
  expect(namesOf(answer)).toEqual([...names, "main"].sort(bytewise));
  expect(answer.headers.get("x-total")).toBeNull();
});

test.each(odd)("the branch %s is found by its encoded name", async (name) => {
  const { owner, path } = names.includes(name) ? await manyBranches() : await createWith(name);
  expect(await owner.get(`${path}/${encodeURIComponent(name)}`)).toMatchObject({ status: 200, body: { name } });
  const raw = name.split("/").map(encodeURIComponent).join("/");
  expect(await owner.get(`${path}/${raw}`)).toMatchObject({ status: 200, body: { name } });
});

test("an incomplete branch name, a tag or a commit id answers 404", async () => {
  const { owner, project, path, commit } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  await folder.deliver("HEAD:refs/heads/feature/one", "HEAD:refs/tags/v1");
  const names = ["feature", "feature/", "one", "Main", "HEAD", "refs/heads/main", "heads/main", "v1", commit, "main~0"];
  for (const name of names) {
    expect(await owner.get(`${path}/${encodeURIComponent(name)}`), name).toMatchObject(missing);
  }
});

test("a branch is merged if the default branch contains its tip but does not point to it", async () => {
  const { owner, project, path } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  await folder.deliver("HEAD:refs/heads/old");
  await folder.git("checkout", "-q", "-b", "side");
  await folder.commit({ side: "1" });
  await folder.git("checkout", "-q", "-b", "open");
  await folder.commit({ open: "1" });
  await folder.git("checkout", "-q", "main");
  await folder.git("merge", "-q", "--no-ff", "-m", "Merge", "side");
  await folder.git("branch", "same");
  await folder.git("checkout", "-q", "--orphan", "other");
  await folder.commit({ other: "1" });
  await folder.deliver("main", "side", "open", "same", "other");
  const { body } = await owner.get(path);
  expect(body.map(({ name, merged }: { name: string; merged: boolean }) => [name, merged])).toEqual([
    ["main", false],
    ["old", true],
    ["open", false],
    ["other", false],
    ["same", false],
    ["side", true],
  ]);
  expect(await owner.get(`${path}/side`)).toMatchObject({ body: { merged: true } });
});

test("lists of one branch and of a hundred cost the same number of round trips", async () => {
  const seeded = await createSeeded();
  const { owner, project, path } = seeded;
  const one = await owner.get(path);
  using folder = await WorkingFolder.copy(owner, project);
  await folder.deliver(...Array.from({ length: 99 }, (_, n) => `HEAD:refs/heads/b${n}`));
  const hundred = await owner.get(path);
  expect(hundred.body).toHaveLength(100);
  expect([one.cost.roundTrips, hundred.cost.roundTrips]).toEqual([1, 1]);
  expect(hundred.cost.statements).toBe(one.cost.statements);
});

test("git clones a branch that was created through the API", async () => {
  const seeded = await createSeeded();
  await createBranch(seeded, "feature/two");
  using folder = await WorkingFolder.copy(seeded.owner, seeded.project, { branch: "feature/two" });
  expect(await folder.git("rev-parse", "HEAD")).toBe(seeded.commit);
  expect(await folder.git("fsck", "--strict")).toBe("");
});

test("a project can be addressed by its path", async () => {
  const { owner, project } = await createSeeded();
  const path = `/projects/${encodeURIComponent(project.path_with_namespace)}/repository/branches`;
  expect(namesOf({ ...(await owner.get(path)), body: await ok(owner.get(path)) })).toEqual(["main"]);
});

test.each([
  ["1500000000 -0330", "2017-07-13T23:10:00.000-03:30"],
  ["1500000000 +123456", "2017-07-14T02:40:00.000+00:00"],
  ["9999999999999 +0000", "9999-12-31T00:00:00.000+00:00"],
  ["9007199254740991 +9999", "9999-12-31T00:00:00.000+00:00"],
])("a commit with the time %s is shown", async (written, shown) => {
  const { owner, project, path } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  const tree = await folder.git("rev-parse", "HEAD^{tree}");
  const input = `tree ${tree}\nauthor A <a@b.c> ${written}\ncommitter A <a@b.c> ${written}\n\nx\n`;
  const { stdout } = await folder.try(["hash-object", "-t", "commit", "-w", "--literally", "--stdin"], { input });
  await folder.deliver(`${stdout.trim()}:refs/heads/odd`);
  expect(await owner.get(`${path}/odd`)).toMatchObject({
    status: 200,
    body: { commit: { authored_date: shown, committed_date: shown, created_at: shown } },
  });
});
