// An export of an instance that is used meanwhile can be restored.
import { expect, test } from "vitest";
import { Random } from "../git/random.ts";
import { createUser, ok, root } from "../support/actors.ts";
import { createFullIssue, createGroup, type createIssue, createProject } from "../support/factories.ts";
import { createMergeRequest, pushBranches } from "../support/merge-requests.ts";
import { cases } from "../support/sample.ts";
import { onServer, type ServerInProcess } from "../support/server.ts";
import { fetchOf, runExport, runImport, temporaryFolder } from "./archives.ts";
import { contentsOf } from "./contents.ts";
import { emptyInstance } from "./restored.ts";

/** A group with projects, and what its users may do to them. */
async function createBusyGroup() {
  const owner = await createUser();
  const group = await createGroup(owner, { visibility_level: 20 });
  const projects: number[] = [];
  const issues: { project_id: number; id: number; label: string }[] = [];
  const addProject = async () => {
    const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
    await pushBranches(owner, project, { feature: { "feature.txt": "1\n" } });
    projects.push(project.id);
    return project;
  };
  const addIssue = async (project: Parameters<typeof createIssue>[1]) => {
    issues.push(await createFullIssue(owner, project));
  };
  for (let count = 0; count < 3; count += 1) {
    const project = await addProject();
    await addIssue(project);
    await createMergeRequest(owner, project);
  }
  const changes: ((random: Random) => Promise<unknown>)[] = [
    async () => addIssue(await addProject()),
    (random) => createIssueAgain(random),
    (random) => deleteOne(random, projects, (id) => owner.delete(`/projects/${id}`)),
    (random) => deleteOne(random, issues, ({ project_id, id }) => owner.delete(`/projects/${project_id}/issues/${id}`)),
    (random) => owner.put(`/projects/${random.pick(projects)}`, { visibility_level: random.pick([0, 20]) }),
    (random) => owner.put(`/groups/${group.id}`, { visibility_level: random.pick([0, 20]) }),
    async (random) => {
      const { project_id, label } = random.pick(issues);
      await owner.delete(`/projects/${project_id}/labels`, { name: label });
    },
    async (random) => {
      const id = random.pick(projects);
      const user = await createUser();
      await root.post(`/projects/${id}/members`, { user_id: user.id, access_level: 30 });
      await root.post(`/projects/${id}/issues`, { title: "By a new user", assignee_id: user.id });
      if (random.chance(50)) await root.delete(`/users/${user.id}`);
    },
  ];
  const createIssueAgain = async (random: Random) => {
    const project_id = random.pick(projects);
    const issue = await owner.post(`/projects/${project_id}/issues`, { title: "More", labels: "new" });
    if (issue.status === 201) issues.push({ project_id, id: issue.body.id, label: "new" });
  };
  return { change: (random: Random) => random.pick(changes)(random) };
}

async function deleteOne<T>(random: Random, from: T[], remove: (one: T) => Promise<unknown>): Promise<void> {
  if (from.length < 2) return;
  const [one] = from.splice(random.below(from.length), 1);
  if (one !== undefined) await remove(one);
}

/** Makes a change before each request. */
function amid(server: ServerInProcess, change: () => Promise<unknown>): typeof fetch {
  const through = fetchOf(server);
  return async (url, init) => {
    await onServer(server, change);
    return through(url, init);
  };
}

test.each(Array.from({ length: cases(6, 1) }, (_, at) => at + 1))("with seed %i", async (seed) => {
  using folder = temporaryFolder();
  const [source, target, random] = [await emptyInstance(), await emptyInstance(), new Random(seed)];
  const { change } = await onServer(source, createBusyGroup);
  const lines = await runExport(source, folder.file("busy.tar"), { fetch: amid(source, () => change(random)) });
  expect(lines.at(-2)).toMatch(/^\d+ changes were made on the server meanwhile/);
  await runImport(target, folder.file("busy.tar"));
  await runExport(target, folder.file("again.tar"));
  const { rows } = await contentsOf(folder.file("again.tar"));
  expect(rows.projects?.length).toBeGreaterThan(0);
  await onServer(target, async () => {
    for (const { id } of rows.projects ?? []) await ok(root.get(`/projects/${id}`));
    for (const { id, project_id } of rows.issues ?? []) await ok(root.get(`/projects/${project_id}/issues/${id}`));
    for (const { id, project_id } of rows.merge_requests ?? []) {
      await ok(root.get(`/projects/${project_id}/merge_requests/${id}`));
    }
  });
});
