// POST /groups/:id/projects/:project_id: an administrator moves a project into a group.
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, levels, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup, createIssue, createProject, type Group, type Project } from "../../../support/factories.ts";

const failed = (reason: string) => ({
  status: 400,
  body: { message: `Failed to transfer project {:new_namespace=>["${reason}"]}` },
});
const projectNotFound = { status: 404, body: { message: "404 Project Not Found" } };

describe("the answer", () => {
  test("is the detail of the group with the project in it", async () => {
    const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
    const [group, project] = [await createGroup(owner), await createProject(owner)];
    const answer = await admin.post(`/groups/${group.id}/projects/${project.id}`);
    const { body } = await admin.get(`/groups/${group.id}`);
    expect(answer).toMatchObject({ status: 201, body: { id: group.id, projects: [{ id: project.id }] } });
    expect(answer.body).toEqual(body);
  });

  test.for([
    ["both by number", (group: Group, project: Project) => `${group.id}/projects/${project.id}`],
    ["the group by path", (group: Group, project: Project) => `${group.path}/projects/${project.id}`],
    [
      "the project by path",
      (group: Group, project: Project) => `${group.id}/projects/${encodeURIComponent(project.path_with_namespace)}`,
    ],
    [
      "the project by path with a raw slash",
      (group: Group, project: Project) => `${group.path}/projects/${project.path_with_namespace}`,
    ],
    [
      "both in letters of another case",
      (group: Group, project: Project) =>
        `${group.path.toUpperCase()}/projects/${encodeURIComponent(project.path_with_namespace.toUpperCase())}`,
    ],
  ] as const)("is given for %s", async ([, name]) => {
    const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
    const [group, project] = [await createGroup(owner), await createProject(owner)];
    expect(await admin.post(`/groups/${name(group, project)}`)).toMatchObject({
      status: 201,
      body: { id: group.id, projects: [{ id: project.id, namespace: { id: group.id } }] },
    });
  });
});

describe("after the transfer", () => {
  /** A project of one user, moved into a group of another. */
  async function moved(groupAttributes = {}, projectAttributes = {}) {
    const [author, owner, admin] = await Promise.all([createUser(), createUser(), createAdmin()]);
    const [group, project] = [
      await createGroup(owner, groupAttributes),
      await createProject(author, projectAttributes),
    ];
    await ok(admin.post(`/groups/${group.id}/projects/${project.id}`));
    return { author, owner, admin, group, project };
  }

  test("the project has a new full path, new URLs and the group's namespace", async () => {
    const { owner, group, project } = await moved();
    const path = `${group.path}/${project.path}`;
    expect(await owner.get(`/projects/${encodeURIComponent(path)}`)).toMatchObject({
      status: 200,
      body: {
        id: project.id,
        path_with_namespace: path,
        name_with_namespace: `${group.name} / ${project.name}`,
        web_url: `${baseUrl}/${path}`,
        http_url_to_repo: `${baseUrl}/${path}.git`,
        namespace: { id: group.id, kind: "group", owner_id: null },
      },
    });
  });

  test("the old path is 404, and free", async () => {
    const { author, project } = await moved();
    expect(await author.get(`/projects/${encodeURIComponent(project.path_with_namespace)}`)).toMatchObject(
      projectNotFound,
    );
    expect(await createProject(author, { name: project.name, path: project.path })).toMatchObject({
      path_with_namespace: project.path_with_namespace,
    });
  });

  test("the project has no owner", async () => {
    const { owner, project } = await moved();
    const { status, body } = await owner.get(`/projects/${project.id}`);
    expect({ status, body }).toEqual({ status: 200, body: expect.not.objectContaining({ owner: expect.anything() }) });
  });

  test("its direct members stay, its former owner as a master", async () => {
    const { author, project } = await moved();
    expect(await author.get(`/projects/${project.id}/members`)).toMatchObject({
      status: 200,
      body: [{ id: author.id, access_level: levels.master }],
    });
    expect(await author.get("/projects")).toMatchObject({ status: 200, body: [{ id: project.id }] });
    expect(await author.delete(`/projects/${project.id}`)).toMatchObject({ status: 403 });
  });

  test("the group's members have access", async () => {
    const { owner, project } = await moved();
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: { permissions: { project_access: null, group_access: { access_level: levels.owner } } },
    });
    expect(await owner.delete(`/projects/${project.id}`)).toMatchObject({ status: 200 });
  });

  test("the members of its former group have no access", async () => {
    const [from, to, admin] = await Promise.all([createUser(), createUser(), createAdmin()]);
    const [source, target] = [await createGroup(from), await createGroup(to)];
    const project = await createProject(from, { namespace_id: source.id });
    await ok(admin.post(`/groups/${target.id}/projects/${project.id}`));
    expect(await from.get(`/projects/${project.id}`)).toMatchObject(projectNotFound);
    expect(await from.get(`/groups/${source.id}`)).toMatchObject({ status: 200, body: { projects: [] } });
  });

  test.for([
    [20, 0, 0],
    [20, 10, 10],
    [10, 0, 0],
    [10, 20, 10],
    [0, 20, 0],
    [20, 20, 20],
  ])("a project of level %i in a group of level %i has level %i", async ([project_level, group_level, level]) => {
    const { owner, project } = await moved({ visibility_level: group_level }, { visibility_level: project_level });
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: { visibility_level: level, public: level === 20 },
    });
  });

  test("its forks are no more visible than the project", async () => {
    const [author, admin] = await Promise.all([createUser(), createAdmin()]);
    const project = await createProject(author, { visibility_level: 20 });
    const fork = await ok(admin.post(`/projects/fork/${project.id}`));
    const group = await createGroup(author, { visibility_level: 0 });
    await ok(admin.post(`/groups/${group.id}/projects/${project.id}`));
    expect(await admin.get(`/projects/${fork.id}`)).toMatchObject({ status: 200, body: { visibility_level: 0 } });
  });

  test("it keeps its issues, stars and shares", async () => {
    const [author, admin] = await Promise.all([createUser(), createAdmin()]);
    const [group, team] = [await createGroup(author), await createGroup(author)];
    const project = await createProject(author);
    const issue = await createIssue(author, project);
    await ok(author.post(`/projects/${project.id}/star`));
    await ok(author.post(`/projects/${project.id}/share`, { group_id: team.id, group_access: levels.guest }));
    await ok(admin.post(`/groups/${group.id}/projects/${project.id}`));
    expect(await author.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: { star_count: 1, open_issues_count: 1, shared_with_groups: [{ group_id: team.id }] },
    });
    expect(await author.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
      status: 200,
      body: { id: issue.id },
    });
  });
});

describe("is refused", () => {
  test("without credentials", async () => {
    expect(await anonymous.post("/groups/1/projects/1")).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });

  test("to users who are not administrators, before any lookup", async () => {
    const owner = await createUser();
    const [group, project] = [await createGroup(owner), await createProject(owner)];
    const forbidden = { status: 403, body: { message: "403 Forbidden" } };
    expect(await owner.post(`/groups/${group.id}/projects/${project.id}`)).toMatchObject(forbidden);
    expect(await owner.post("/groups/no-such-group/projects/no%2Fproject")).toMatchObject(forbidden);
    expect(await owner.post("/groups/no-such-group/projects/no/project")).toMatchObject(forbidden);
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: { path_with_namespace: project.path_with_namespace },
    });
  });

  test("for a missing group", async () => {
    const admin = await createAdmin();
    const project = await createProject(admin);
    expect(await admin.post(`/groups/no-such-group/projects/${project.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
  });

  test("for a user's namespace, which is no group", async () => {
    const [user, admin] = await Promise.all([createUser(), createAdmin()]);
    const project = await createProject(admin);
    expect(await admin.post(`/groups/${user.username}/projects/${project.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
  });

  test.for([["999999999"], ["no%2Fproject"], ["no/project"], ["no-project"], ["a%2Fb%2Fc"]])(
    "for the missing project %s",
    async ([name]) => {
      const admin = await createAdmin();
      const group = await createGroup(admin);
      expect(await admin.post(`/groups/${group.id}/projects/${name}`)).toMatchObject(projectNotFound);
    },
  );

  test("for a project that is already in the group", async () => {
    const admin = await createAdmin();
    const group = await createGroup(admin);
    const project = await createProject(admin, { namespace_id: group.id });
    expect(await admin.post(`/groups/${group.id}/projects/${project.id}`)).toMatchObject(failed("is invalid"));
  });

  test.for([
    [
      "path",
      (project: Project) => ({ name: unique("other"), path: project.path.toUpperCase() }),
      "Project with same path in target namespace already exists",
    ],
    [
      "name",
      (project: Project) => ({ name: project.name, path: unique("other") }),
      "Project with same name in target namespace already exists",
    ],
  ] as const)("if the group has a project of the same %s, and nothing changes", async ([, like, reason]) => {
    const [author, admin] = await Promise.all([createUser(), createAdmin()]);
    const group = await createGroup(admin, { visibility_level: 0 });
    const project = await createProject(author, { visibility_level: 20 });
    const there = await createProject(admin, { namespace_id: group.id, ...like(project) });
    const before = await admin.get(`/projects/${project.id}`);
    expect(await admin.post(`/groups/${group.id}/projects/${project.id}`)).toMatchObject(failed(reason));
    expect(await admin.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: before.body });
    expect(await admin.get(`/groups/${group.id}`)).toMatchObject({
      status: 200,
      body: { projects: [{ id: there.id }] },
    });
  });
});

test("of two projects with one path moved into a group at once exactly one arrives", async () => {
  const [one, other, admin] = await Promise.all([createUser(), createUser(), createAdmin()]);
  const group = await createGroup(admin);
  const path = unique("path");
  const projects = [
    await createProject(one, { name: unique("name"), path }),
    await createProject(other, { name: unique("name"), path }),
  ];
  const answers = await Promise.all(projects.map(({ id }) => admin.post(`/groups/${group.id}/projects/${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
});
