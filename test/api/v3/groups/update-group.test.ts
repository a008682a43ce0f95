// PUT /groups/:id: what can be changed, the effects of a new path, and that a refusal changes nothing.
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";

const TAKEN = ["has already been taken"];
const NOTHING_GIVEN =
  "name, path, description, visibility_level, lfs_enabled, request_access_enabled are missing, " +
  "at least one parameter must be provided";

describe("the answer", () => {
  test("is the detail of the changed group", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    const answer = await owner.put(`/groups/${group.id}`, { description: "New" });
    const { body } = await owner.get(`/groups/${group.id}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { description: "New", projects: [{ id: project.id }], shared_projects: [] },
    });
    expect(answer.body).toEqual(body);
  });

  test.for([
    [{ name: "new" }],
    [{ path: "new" }],
    [{ description: "New" }],
    [{ description: "" }],
    [{ visibility_level: 0 }],
    [{ lfs_enabled: false }],
    [{ request_access_enabled: true }],
  ] as const)("shows the change, and everything else unchanged: %j", async ([attributes]) => {
    const owner = await createUser();
    const group = await createGroup(owner, { description: "Old" });
    const changes = Object.fromEntries(
      Object.entries<string | number | boolean>(attributes).map(([key, value]) => [
        key,
        value === "new" ? unique("new") : value,
      ]),
    );
    const { full_name, full_path, web_url, ...rest } = await ok(owner.get(`/groups/${group.id}`));
    expect(await owner.put(`/groups/${group.id}`, changes)).toMatchObject({
      status: 200,
      body: { ...rest, ...changes },
    });
  });

  test.for([
    ["by its path", (group: { path: string }) => group.path],
    ["by its path in different letter case", (group: { path: string }) => group.path.toUpperCase()],
  ] as const)("is given for the group %s", async ([, name]) => {
    const owner = await createUser();
    const group = await createGroup(owner);
    expect(await owner.put(`/groups/${name(group)}`, { description: "New" })).toMatchObject({
      status: 200,
      body: { id: group.id, description: "New" },
    });
  });
});

describe("order of checks", () => {
  test("an empty update is refused before any lookup", async () => {
    const user = await createUser();
    expect(await user.put("/groups/999999999")).toMatchObject({ status: 400, body: { error: NOTHING_GIVEN } });
  });

  test("parent_id alone is an empty update", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    expect(await owner.put(`/groups/${group.id}`, { parent_id: 1 })).toMatchObject({
      status: 400,
      body: { error: NOTHING_GIVEN },
    });
  });

  test("parent_id beside a change is ignored", async () => {
    const owner = await createUser();
    const [group, parent] = [await createGroup(owner), await createGroup(owner)];
    expect(await owner.put(`/groups/${group.id}`, { description: "New", parent_id: parent.id })).toMatchObject({
      status: 200,
      body: { description: "New", parent_id: null, full_path: group.path },
    });
  });

  test("without credentials it is 401 whatever is sent", async () => {
    expect(await anonymous.put("/groups/999999999")).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });

  test("a missing group is 404", async () => {
    const user = await createUser();
    expect(await user.put("/groups/999999999", { name: "x" })).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
  });
});

describe("a new path", () => {
  test("moves the group's projects at once, and frees the old one", async () => {
    const [owner, other] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    const issue = await createIssue(owner, project);
    const path = unique("moved");
    await ok(owner.put(`/groups/${group.id}`, { path }));

    expect(await owner.get(`/projects/${path}%2F${project.path}`)).toMatchObject({
      status: 200,
      body: {
        id: project.id,
        path_with_namespace: `${path}/${project.path}`,
        web_url: `${baseUrl}/${path}/${project.path}`,
        http_url_to_repo: `${baseUrl}/${path}/${project.path}.git`,
        namespace: { id: group.id, path },
      },
    });
    expect(await owner.get(`/projects/${path}%2F${project.path}/issues/${issue.id}`)).toMatchObject({
      status: 200,
      body: { id: issue.id },
    });
    expect(await owner.get(`/projects/${group.path}%2F${project.path}`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
    expect(await owner.get(`/groups/${group.path}`)).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
    expect(await other.post("/groups", { name: group.name.toUpperCase(), path: group.path })).toMatchObject({
      status: 201,
      body: { path: group.path },
    });
  });

  test("can be the old one in different letter case", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const path = group.path.toUpperCase();
    expect(await owner.put(`/groups/${group.id}`, { path })).toMatchObject({ status: 200, body: { path } });
    expect(await owner.get(`/groups/${group.path}`)).toMatchObject({ status: 200, body: { id: group.id, path } });
  });

  test("can be the current one", async () => {
    const owner = await createUser();
    const { id, name, path } = await createGroup(owner);
    expect(await owner.put(`/groups/${id}`, { name, path })).toMatchObject({ status: 200, body: { name, path } });
  });

  test("cannot be another group's, and then nothing changes", async () => {
    const owner = await createUser();
    const [group, other] = [await createGroup(owner), await createGroup(owner)];
    const attributes = { path: other.path.toUpperCase(), description: "New" };
    expect(await owner.put(`/groups/${group.id}`, attributes)).toMatchObject({
      status: 400,
      body: { message: { path: TAKEN } },
    });
    expect(await owner.get(`/groups/${group.id}`)).toMatchObject({
      status: 200,
      body: { path: group.path, description: "" },
    });
  });

  test("cannot be a user's", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    expect(await owner.put(`/groups/${group.id}`, { path: owner.username })).toMatchObject({
      status: 400,
      body: { message: { path: TAKEN } },
    });
  });
});

describe("a new name", () => {
  test("cannot be another group's or a user's", async () => {
    const owner = await createUser();
    const [group, other] = [await createGroup(owner), await createGroup(owner)];
    const refused = { status: 400, body: { message: { name: TAKEN } } };
    expect(await owner.put(`/groups/${group.id}`, { name: other.name })).toMatchObject(refused);
    expect(await owner.put(`/groups/${group.id}`, { name: owner.username })).toMatchObject(refused);
  });

  test("is the first half of its projects' full names", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    const name = unique("New name");
    await ok(owner.put(`/groups/${group.id}`, { name }));
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: { name_with_namespace: `${name} / ${project.name}`, namespace: { name } },
    });
  });
});

describe("visibility", () => {
  const refusal = (level: string) => ({
    status: 400,
    body: {
      message: {
        visibility_level: [`${level} is not allowed since there are projects with higher visibility.`],
      },
    },
  });

  test.for([
    [20, 0, "private"],
    [20, 10, "internal"],
    [10, 0, "private"],
  ] as const)(
    "of a group with a project of level %i cannot be lowered to %i, and nothing changes",
    async ([project, group, word]) => {
      const owner = await createUser();
      const { id, name } = await createGroup(owner);
      await createProject(owner, { namespace_id: id, visibility_level: project });
      const attributes = { visibility_level: group, name: unique("new"), description: "New" };
      expect(await owner.put(`/groups/${id}`, attributes)).toMatchObject(refusal(word));
      expect(await owner.get(`/groups/${id}`)).toMatchObject({
        status: 200,
        body: { name, description: "", visibility_level: 20 },
      });
    },
  );

  test("cannot be lowered below an archived project", async () => {
    const owner = await createUser();
    const { id } = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: id, visibility_level: 20 });
    await ok(owner.post(`/projects/${project.id}/archive`));
    expect(await owner.put(`/groups/${id}`, { visibility_level: 0 })).toMatchObject(refusal("private"));
  });

  test.for([
    [10, 10],
    [0, 0],
    [0, 10],
  ])("of a group with a project of level %i can be lowered to %i", async ([project, group]) => {
    const owner = await createUser();
    const { id } = await createGroup(owner);
    await createProject(owner, { namespace_id: id, visibility_level: project });
    expect(await owner.put(`/groups/${id}`, { visibility_level: group })).toMatchObject({
      status: 200,
      body: { visibility_level: group },
    });
  });

  test("hides and shows the group at once", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const { id } = await createGroup(owner, { visibility_level: 20 });
    await ok(owner.put(`/groups/${id}`, { visibility_level: 0 }));
    expect(await outsider.get(`/groups/${id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
    await ok(owner.put(`/groups/${id}`, { visibility_level: 10 }));
    expect(await outsider.get(`/groups/${id}`)).toMatchObject({ status: 200, body: { visibility_level: 10 } });
  });

  test("lowered while a project is raised leaves no project more visible than its group", async () => {
    const owner = await createUser();
    const { id } = await createGroup(owner, { visibility_level: 20 });
    const project = await createProject(owner, { namespace_id: id, visibility_level: 0 });
    const answers = await Promise.all([
      owner.put(`/groups/${id}`, { visibility_level: 0 }),
      owner.put(`/projects/${project.id}`, { visibility_level: 20 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body } = await owner.get(`/groups/${id}`);
    expect(body.projects[0].visibility_level).toBeLessThanOrEqual(body.visibility_level);
  });
});
