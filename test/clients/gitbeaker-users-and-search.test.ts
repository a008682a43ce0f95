// @gitbeaker/rest as its users install it: todos, events, search, tokens and relations of projects in API v4.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createUser, unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { createIssue } from "../support/factories.ts";

async function connect() {
  const user = await createUser();
  return { user, api: new Gitlab({ host: baseUrl, token: user.token ?? "" }) };
}

test("todos, events and search", async () => {
  const { user, api } = await connect();
  const other = await createUser();
  const word = unique("word");
  const project = await api.Projects.create({ name: word, visibility: "public", initializeWithReadme: true });
  await createIssue(other, { ...project, name: word }, { title: word, description: `@${user.username}` });
  const [todo] = await api.TodoLists.all();
  expect(todo).toMatchObject({ action_name: "directly_addressed", target: { title: word } });
  await api.TodoLists.done({ todoId: todo?.id ?? 0 });
  await api.TodoLists.done();
  expect(await api.TodoLists.all()).toEqual([]);
  expect((await api.Events.all({ projectId: project.id, targetType: "issue" }))[0]).toMatchObject({ target_iid: 1 });
  expect(await api.Search.all("issues", word, { projectId: project.id })).toMatchObject([{ title: word }]);
  expect(await api.Search.all("blobs", word, { projectId: project.id })).toMatchObject([{ path: "README.md" }]);
  expect(await api.Users.showStatus({ iDOrUsername: user.id })).toMatchObject({ availability: "not_set" });
  expect(await api.Users.allProjects(user.id)).toMatchObject([{ id: project.id }]);
});

test("relations of projects, and tokens", async () => {
  const { user, api } = await connect();
  const path = unique("g");
  const group = await api.Groups.create(path, path, { visibility: "internal" });
  const project = await api.Projects.create({ name: unique("p") });
  expect((await api.Projects.star(project.id)).star_count).toBe(1);
  expect((await api.Projects.archive(project.id)).archived).toBe(true);
  await api.Projects.unarchive(project.id);
  await api.Projects.share(project.id, group.id, 30);
  await api.Projects.unshare(project.id, group.id);
  expect(await api.Projects.allForks(project.id)).toEqual([]);
  expect((await api.Projects.transfer(project.id, path)).path_with_namespace).toBe(`${path}/${project.path}`);
  expect(await api.Projects.allGroups(project.id)).toMatchObject([{ id: group.id }]);
  expect((await api.Projects.allUsers(project.id)).map(({ id }) => id)).toEqual([user.id]);
  await expect(api.PersonalAccessTokens.show()).resolves.toMatchObject({ user_id: user.id });
});
