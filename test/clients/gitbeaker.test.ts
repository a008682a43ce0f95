// @gitbeaker/rest as its users install it, against API v4.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createUser, unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";

async function connect() {
  const user = await createUser();
  return { user, api: new Gitlab({ host: baseUrl, token: user.token ?? "" }) };
}

test("the server, the caller and namespaces", async () => {
  const { user, api } = await connect();
  expect(await api.Metadata.show()).toMatchObject({ version: "17.10.0", enterprise: false });
  expect(await api.Users.showCurrentUser()).toMatchObject({ id: user.id, username: user.username });
  expect(await api.Users.all({ username: user.username })).toMatchObject([{ id: user.id }]);
  expect(await api.Namespaces.all()).toMatchObject([{ kind: "user", full_path: user.username }]);
});

test("a project from its creation to its end", async () => {
  const { user, api } = await connect();
  const project = await api.Projects.create({ name: unique("p"), visibility: "private", initializeWithReadme: true });
  expect(project).toMatchObject({ visibility: "private", default_branch: "main", empty_repo: false });
  const named = await api.Projects.show(`${user.username}/${project.path}`);
  expect(named.id).toBe(project.id);
  expect((await api.Projects.edit(project.id, { description: "New" })).description).toBe("New");
  expect((await api.Projects.all({ membership: true })).map(({ id }) => id)).toEqual([project.id]);
  const owned = await api.Projects.all({ owned: true, pagination: "keyset", orderBy: "id", sort: "asc", perPage: 1 });
  expect(owned.map(({ id }) => id)).toEqual([project.id]);
  await api.Projects.remove(project.id);
  await expect(api.Projects.show(project.id)).rejects.toThrow("Not Found");
});

test("groups and their members", async () => {
  const { user, api } = await connect();
  const other = await createUser();
  const path = unique("g");
  const group = await api.Groups.create(path, path, { visibility: "internal" });
  expect((await api.Groups.all({ owned: true })).map(({ id }) => id)).toEqual([group.id]);
  await api.GroupMembers.add(group.id, 30, { userId: other.id });
  const members = await api.GroupMembers.all(group.id);
  expect(members.map(({ id, access_level }) => [id, access_level])).toEqual([
    [user.id, 50],
    [other.id, 30],
  ]);
  await api.GroupMembers.remove(group.id, other.id);
  expect(await api.GroupMembers.all(group.id, { includeInherited: true })).toHaveLength(1);
});

test("labels and milestones", async () => {
  const { api } = await connect();
  const { id } = await api.Projects.create({ name: unique("p") });
  await api.ProjectLabels.create(id, "bug", "#ff0000", { description: "A fault" });
  expect(await api.ProjectLabels.all(id, { withCounts: true })).toMatchObject([{ name: "bug", open_issues_count: 0 }]);
  await api.ProjectLabels.edit(id, "bug", { newName: "fault" });
  await api.ProjectLabels.remove(id, "fault");
  expect(await api.ProjectLabels.all(id)).toEqual([]);
  const milestone = await api.ProjectMilestones.create(id, "v1", { dueDate: "2030-01-01" });
  expect(await api.ProjectMilestones.all(id, { state: "active" })).toMatchObject([
    { id: milestone.id, expired: false },
  ]);
  await api.ProjectMilestones.remove(id, milestone.id);
  expect(await api.ProjectMilestones.all(id)).toEqual([]);
});

test("the repository", async () => {
  const { api } = await connect();
  const { id } = await api.Projects.create({ name: unique("p"), initializeWithReadme: true });
  await api.Branches.create(id, "feature/x", "main");
  expect((await api.Branches.all(id)).map(({ name }) => name)).toEqual(["feature/x", "main"]);
  await api.RepositoryFiles.create(id, "docs/a.b.txt", "feature/x", "One\n", "Add a file");
  const file = await api.RepositoryFiles.show(id, "docs/a.b.txt", "feature/x");
  expect(atob(file.content)).toBe("One\n");
  expect(await api.RepositoryFiles.showRaw(id, "docs/a.b.txt", "feature/x")).toBe("One\n");
  const commit = await api.Commits.create(id, "feature/x", "Two", [
    { action: "update", filePath: "docs/a.b.txt", content: "Two\n" },
  ]);
  expect((await api.Commits.all(id, { refName: "feature/x" })).map(({ title }) => title)).toEqual([
    "Two",
    "Add a file",
    "Initial commit",
  ]);
  expect(await api.Commits.showDiff(id, commit.id)).toMatchObject([{ new_path: "docs/a.b.txt" }]);
  const compared = await api.Repositories.compare(id, "main", "feature/x");
  expect(compared.commits).toHaveLength(2);
  expect((await api.Repositories.allRepositoryTrees(id, { recursive: true })).map(({ path }) => path)).toEqual([
    "README.md",
  ]);
  await api.Tags.create(id, "v1.0.0", "main");
  expect(await api.Tags.show(id, "v1.0.0")).toMatchObject({ name: "v1.0.0" });
  await api.Tags.remove(id, "v1.0.0");
  await api.RepositoryFiles.remove(id, "docs/a.b.txt", "feature/x", "Remove it");
  await api.Branches.remove(id, "feature/x");
  expect((await api.Branches.all(id)).map(({ name }) => name)).toEqual(["main"]);
});
