// Audited routes of groups, projects and protected branches, each with a request and the events it leaves.
import { type Actor, createAdmin, createUser, levels, ok, unique } from "../../../support/actors.ts";
import { shareWith } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { changed, type Expected, group, project, type Scenarios, scenario } from "./trail.ts";

const archived = (from: string, to: string) => changed("archived", from, to);

/** An event of a project about itself. */
const ofProject = (type: string, id: number, change: object): Expected => [type, project(id), project(id), change];

/** A public project with a public fork. */
async function createForked(owner: Actor) {
  const source = await createProject(owner, { visibility_level: 20 });
  const fork = await ok((await createUser()).post(`/projects/fork/${source.id}`));
  return { source, fork };
}

const lowered = (id: number) =>
  ofProject("project_visibility_level_updated", id, changed("visibility_level", "public", "private"));

/** A public project with a fork, shared with the private group that it is transferred to. */
const transfer = (pathOf: (into: number, id: number, fullPath: string) => string) => async () => {
  const [admin, owner] = [await createAdmin(), await createUser()];
  const into = await createGroup(owner, { visibility_level: 0 });
  const { source, fork } = await createForked(owner);
  await shareWith(owner, source, into, "reporter");
  const end = { remove: "project_group_link", from: "Reporter" };
  return scenario(
    admin,
    (by) => by.post(pathOf(into.id, source.id, source.path_with_namespace)),
    ofProject("project_namespace_updated", source.id, changed("namespace", owner.username, into.path)),
    lowered(source.id),
    lowered(fork.id),
    ["project_group_link_deleted", project(source.id), group(into.id), end],
  );
};

export const auditedGroups: Scenarios = {
  async "POST /groups"() {
    const path = unique("group");
    return scenario(
      await createUser(),
      (by) => by.post("/groups", { name: path, path }),
      ({ body: { id } }) => ["group_created", group(id), group(id), { add: "group" }],
    );
  },
  async "PUT /groups/:id"() {
    const owner = await createUser();
    const { id, path, name } = await createGroup(owner, { visibility_level: 0 });
    const after = { name: unique("name"), path: unique("path") };
    const event = (type: string, change: object): Expected => [type, group(id), group(id), change];
    return scenario(
      owner,
      (by) =>
        by.put(`/groups/${id}`, { ...after, visibility_level: 20, request_access_enabled: true, description: "d" }),
      event("group_name_updated", changed("name", name, after.name)),
      event("group_path_updated", changed("path", path, after.path)),
      event("group_visibility_level_updated", changed("visibility_level", "private", "public")),
      event("group_request_access_enabled_updated", changed("request_access_enabled", "false", "true")),
    );
  },
  async "DELETE /groups/:id"() {
    const owner = await createUser();
    const { id } = await createGroup(owner);
    const [inside, shared] = [await createProject(owner, { namespace_id: id }), await createProject(owner)];
    await shareWith(owner, shared, { id }, "developer");
    const end = { remove: "project_group_link", from: "Developer" };
    return scenario(
      owner,
      (by) => by.delete(`/groups/${id}`),
      ofProject("project_destroyed", inside.id, { remove: "project" }),
      ["project_group_link_deleted", project(shared.id), group(id), end],
      ["group_destroyed", group(id), group(id), { remove: "group" }],
    );
  },
  "POST /groups/:id/projects/:project_id": transfer((into, id) => `/groups/${into}/projects/${id}`),
  "POST /groups/:id/projects/:project_namespace/:project_path": transfer(
    (into, _, fullPath) => `/groups/${into}/projects/${fullPath}`,
  ),
};

export const auditedProjects: Scenarios = {
  async "POST /projects"() {
    const name = unique("project");
    return scenario(
      await createUser(),
      (by) => by.post("/projects", { name }),
      ({ body: { id } }) => ofProject("project_created", id, { add: "project" }),
    );
  },
  async "POST /projects/user/:user_id"() {
    const [admin, { id: userId }, name] = [await createAdmin(), await createUser(), unique("project")];
    return scenario(
      admin,
      (by) => by.post(`/projects/user/${userId}`, { name }),
      ({ body: { id } }) => ofProject("project_created", id, { add: "project" }),
    );
  },
  async "POST /projects/fork/:id"() {
    const source = await createProject(await createUser(), { visibility_level: 20 });
    return scenario(
      await createUser(),
      (by) => by.post(`/projects/fork/${source.id}`),
      ({ body: { id } }) => ofProject("project_created", id, { add: "project", forked_from_project_id: source.id }),
    );
  },
  async "PUT /projects/:id"() {
    const owner = await createUser();
    const { source, fork } = await createForked(owner);
    const after = { name: unique("name"), path: unique("path") };
    const flags = { request_access_enabled: true, public_builds: false, only_allow_merge_if_build_succeeds: true };
    const all = { ...after, ...flags, visibility_level: 0, description: "d" };
    const flag = (column: string, from: string, to: string) =>
      ofProject(`project_${column}_updated`, source.id, changed(column, from, to));
    return scenario(
      owner,
      (by) => by.put(`/projects/${source.id}`, { ...all, only_allow_merge_if_all_discussions_are_resolved: true }),
      ofProject("project_name_updated", source.id, changed("name", source.name, after.name)),
      ofProject("project_path_updated", source.id, changed("path", source.path, after.path)),
      lowered(source.id),
      flag("request_access_enabled", "false", "true"),
      flag("public_builds", "true", "false"),
      flag("only_allow_merge_if_build_succeeds", "false", "true"),
      flag("only_allow_merge_if_all_discussions_are_resolved", "false", "true"),
      lowered(fork.id),
    );
  },
  async "DELETE /projects/:id"() {
    const owner = await createUser();
    const { id } = await createProject(owner);
    return scenario(
      owner,
      (by) => by.delete(`/projects/${id}`),
      ofProject("project_destroyed", id, { remove: "project" }),
    );
  },
  async "POST /projects/:id/archive"() {
    const owner = await createUser();
    const { id } = await createProject(owner);
    return scenario(
      owner,
      (by) => by.post(`/projects/${id}/archive`),
      ofProject("project_archived", id, archived("false", "true")),
    );
  },
  async "POST /projects/:id/unarchive"() {
    const owner = await createUser();
    const { id } = await createProject(owner);
    await ok(owner.post(`/projects/${id}/archive`));
    return scenario(
      owner,
      (by) => by.post(`/projects/${id}/unarchive`),
      ofProject("project_unarchived", id, archived("true", "false")),
    );
  },
  async "DELETE /projects/:id/fork"() {
    const forker = await createUser();
    const source = await createProject(await createUser(), { visibility_level: 20 });
    const { id } = await ok(forker.post(`/projects/fork/${source.id}`));
    const change = { remove: "fork_relationship", forked_from_project_id: source.id };
    return scenario(
      forker,
      (by) => by.delete(`/projects/${id}/fork`),
      ofProject("project_fork_relationship_removed", id, change),
    );
  },
  async "POST /projects/:id/fork/:forked_from_id"() {
    const [admin, owner] = [await createAdmin(), await createUser()];
    const [{ id }, source] = [await createProject(owner), await createProject(owner)];
    const change = { add: "fork_relationship", forked_from_project_id: source.id };
    return scenario(
      admin,
      (by) => by.post(`/projects/${id}/fork/${source.id}`),
      ofProject("project_fork_relationship_created", id, change),
    );
  },
  async "POST /projects/:id/share"() {
    const owner = await createUser();
    const [{ id }, other] = [await createProject(owner), await createGroup(owner)];
    const values = { group_id: other.id, group_access: levels.developer, expires_at: "2030-01-01" };
    const change = { add: "project_group_link", as: "Developer", expires_at: "2030-01-01" };
    return scenario(owner, (by) => by.post(`/projects/${id}/share`, values), [
      "project_group_link_created",
      project(id),
      group(other.id),
      change,
    ]);
  },
  async "DELETE /projects/:id/share/:group_id"() {
    const owner = await createUser();
    const [shared, other] = [await createProject(owner), await createGroup(owner)];
    await shareWith(owner, shared, other, "developer");
    const change = { remove: "project_group_link", from: "Developer" };
    return scenario(owner, (by) => by.delete(`/projects/${shared.id}/share/${other.id}`), [
      "project_group_link_deleted",
      project(shared.id),
      group(other.id),
      change,
    ]);
  },
};

const [closed, open] = [false, true].map((may) => `developers_can_push: ${may}, developers_can_merge: false`);

/** A project whose default branch `main` is protected. */
async function createProtected() {
  const owner = await createUser();
  const created = await createProject(owner);
  await seedRepository(owner, created, { "README.md": "Read me\n" });
  return { owner, id: created.id, at: `/projects/${created.id}/repository/branches/main` };
}

export const auditedBranches: Scenarios = {
  async "PUT /projects/:id/repository/branches/:branch{.+}/protect"() {
    const { owner, id, at } = await createProtected();
    const change = { change: "protected_branch", from: closed, to: open };
    return scenario(owner, (by) => by.put(`${at}/protect`, { developers_can_push: true }), [
      "protected_branch_updated",
      project(id),
      ["ProtectedBranch", "main"],
      change,
    ]);
  },
  async "PUT /projects/:id/repository/branches/:branch{.+}/unprotect"() {
    const { owner, id, at } = await createProtected();
    const change = { remove: "protected_branch", from: closed };
    return scenario(owner, (by) => by.put(`${at}/unprotect`), [
      "protected_branch_removed",
      project(id),
      ["ProtectedBranch", "main"],
      change,
    ]);
  },
};
