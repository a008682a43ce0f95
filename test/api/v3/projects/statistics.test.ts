// GET /projects/owned and /projects/all with statistics=true
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { createGroup, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../../support/git.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { noise } from "../../../support/noise.ts";

const none = {
  commit_count: 0,
  storage_size: 0,
  repository_size: 0,
  lfs_objects_size: 0,
  build_artifacts_size: 0,
};

async function statisticsOf(owner: Actor, project: Pick<Project, "id">) {
  const projects = await ok(owner.get("/projects/owned", { statistics: true }));
  return projects.find(({ id }: Project) => id === project.id).statistics;
}

const commitCount = async (owner: Actor, project: Pick<Project, "id">): Promise<number> =>
  (await statisticsOf(owner, project)).commit_count;

async function createWithFolder() {
  const owner = await createUser();
  const project = await createProject(owner);
  const folder = await WorkingFolder.create(owner, project);
  await folder.commit({ a: "1" });
  await folder.commit({ a: "2" });
  await folder.deliver("main");
  return { owner, project, folder, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

describe("statistics are", () => {
  test.each(["/projects/owned", "/projects/all"])(
    "in %s on request, and 0 for a project without a push",
    async (path) => {
      const admin = await createAdmin();
      const project = await createProject(admin);
      expect(await admin.get(path, { statistics: true, search: project.name })).toMatchObject({
        status: 200,
        body: [{ id: project.id, statistics: none }],
      });
    },
  );

  test.each(["/projects/owned", "/projects/all"])("in %s only on request", async (path) => {
    const admin = await createAdmin();
    const { name } = await createProject(admin);
    for (const query of [{}, { statistics: false }, { statistics: true, simple: true }]) {
      const { status, body } = await admin.get(path, { ...query, search: name });
      expect({ status, found: body.length, shown: "statistics" in body[0] }).toEqual({
        status: 200,
        found: 1,
        shown: false,
      });
    }
  });

  test.each(["/projects", "/projects/visible", "/projects/starred"])("not in %s", async (path) => {
    const owner = await createUser();
    const project = await createProject(owner);
    await ok(owner.post(`/projects/${project.id}/star`));
    const { status, body } = await owner.get(path, { statistics: true, search: project.name });
    expect({ status, ids: body.map(({ id }: Project) => id), shown: "statistics" in body[0] }).toEqual({
      status: 200,
      ids: [project.id],
      shown: false,
    });
  });

  test("refused for values that are not boolean", async () => {
    expect(await (await createUser()).get("/projects/owned", { statistics: "many" })).toMatchObject({
      status: 400,
      body: { error: "statistics is invalid" },
    });
  });
});

describe("commit_count", () => {
  test("counts the default branch alone, after each push", async () => {
    using setting = await createWithFolder();
    const { owner, project, folder } = setting;
    const counts = [await commitCount(owner, project)];
    await folder.git("checkout", "-q", "-b", "topic");
    await folder.commit({ b: "1" });
    await folder.deliver("topic");
    counts.push(await commitCount(owner, project));
    await folder.deliver("topic:main");
    counts.push(await commitCount(owner, project));
    expect(counts).toEqual([2, 2, 3]);
  });

  test("falls when a shorter history is pushed by force", async () => {
    using setting = await createWithFolder();
    const { owner, project, folder } = setting;
    await ok(owner.put(`/projects/${project.id}/repository/branches/main/unprotect`));
    await folder.deliver("HEAD~1:main");
    expect(await commitCount(owner, project)).toBe(1);
  });

  test("counts another branch once that is the default", async () => {
    using setting = await createWithFolder();
    const { owner, project, folder } = setting;
    await folder.deliver("HEAD~1:refs/heads/old");
    await ok(owner.put(`/projects/${project.id}`, { default_branch: "old" }));
    expect(await commitCount(owner, project)).toBe(1);
  });

  test("grows with a commit through the API, and by a merge", async () => {
    const { owner, project, path } = await createProposing();
    const counts = [await commitCount(owner, project)];
    const file = { file_path: "new", branch_name: "main", content: "1", commit_message: "Add" };
    await ok(owner.post(`/projects/${project.id}/repository/files`, file));
    counts.push(await commitCount(owner, project));
    const { id } = await createMergeRequest(owner, project);
    await ok(owner.put(`${path}/${id}/merge`));
    counts.push(await commitCount(owner, project));
    expect(counts).toEqual([1, 2, 4]);
  });

  test("of a fork equals its source's", async () => {
    using setting = await createWithFolder();
    const { owner, project } = setting;
    const group = await createGroup(owner);
    const fork = await ok(owner.post(`/projects/fork/${project.id}`, { namespace: group.id }));
    await ok(owner.get(`/projects/${fork.id}/repository/branches`));
    expect(await commitCount(owner, fork)).toBe(2);
  });
});

describe("repository_size", () => {
  test("grows with pushes, minus reused space", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    await seedRepository(owner, project, { a: "1" });
    const before = await statisticsOf(owner, project);
    using folder = await WorkingFolder.copy(owner, project);
    await folder.commit({ large: noise("large", 500_000) });
    await folder.deliver();
    const after = await statisticsOf(owner, project);
    const grown = after.repository_size - before.repository_size;
    expect({ grown, asTheFile: grown > 480_000 && grown < 600_000 }).toMatchObject({ asTheFile: true });
  });

  test("equals the stored bytes", async () => {
    using setting = await createWithFolder();
    const statistics = await statisticsOf(setting.owner, setting.project);
    expect(statistics).toEqual({
      ...none,
      commit_count: 2,
      storage_size: statistics.repository_size,
      repository_size: expect.any(Number),
    });
  });
});
