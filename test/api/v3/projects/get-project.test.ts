// GET /projects/:id: the shapes of a project, and the parts with restricted visibility.
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { baseUrl, type Caller } from "../../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createCast, createGroup, createIssue, createProject, type Project } from "../../../support/factories.ts";
import { inV4, type Verbs } from "../../../support/v4.ts";

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Keys of a group's project for every authenticated viewer. */
const groupProjectKeys = [
  "archived",
  "avatar_url",
  "builds_enabled",
  "container_registry_enabled",
  "created_at",
  "creator_id",
  "default_branch",
  "description",
  "forks_count",
  "http_url_to_repo",
  "id",
  "issues_enabled",
  "last_activity_at",
  "lfs_enabled",
  "merge_requests_enabled",
  "name",
  "name_with_namespace",
  "namespace",
  "only_allow_merge_if_all_discussions_are_resolved",
  "only_allow_merge_if_build_succeeds",
  "open_issues_count",
  "path",
  "path_with_namespace",
  "permissions",
  "public",
  "public_builds",
  "request_access_enabled",
  "shared_runners_enabled",
  "shared_with_groups",
  "snippets_enabled",
  "ssh_url_to_repo",
  "star_count",
  "tag_list",
  "visibility_level",
  "web_url",
  "wiki_enabled",
];

const keys = (body: object) => Object.keys(body).sort();

describe("anonymous callers", () => {
  test("get only seven keys of a public project", async () => {
    const owner = await createUser();
    const { id, name, path } = await createProject(owner, { visibility_level: 20 });
    const { status, body } = await anonymous.get(`/projects/${id}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id,
        http_url_to_repo: `${baseUrl}/${owner.username}/${path}.git`,
        web_url: `${baseUrl}/${owner.username}/${path}`,
        name,
        name_with_namespace: `Name of ${owner.username} / ${name}`,
        path,
        path_with_namespace: `${owner.username}/${path}`,
      },
    });
  });

  test.each([0, 10])("get 404 for a project of level %d", async (visibility_level) => {
    const { id } = await createProject(await createUser(), { visibility_level });
    expect(await anonymous.get(`/projects/${id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });

  test("get the same as callers with an invalid token", async () => {
    const { id } = await createProject(await createUser(), { visibility_level: 20 });
    const answer = await anonymous.get(`/projects/${id}`, { private_token: "wrong" });
    expect({ status: answer.status, keys: keys(answer.body).length }).toEqual({ status: 200, keys: 7 });
  });
});

describe("the full shape", () => {
  test("of a group's project is exactly these keys", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const { status, body } = await cast.outsider.get(`/projects/${project.id}`);
    expect({ status, keys: keys(body) }).toEqual({ status: 200, keys: groupProjectKeys });
  });

  test("of a personal project also has its owner", async () => {
    const [owner, reader] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 10 });
    const { status, body } = await reader.get(`/projects/${project.id}`);
    expect({ status, keys: keys(body) }).toEqual({ status: 200, keys: [...groupProjectKeys, "owner"].sort() });
  });

  test("of a new project has the defaults", async () => {
    const owner = await createUser();
    const project = await createProject(owner, { name: "Fresh Project" });
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: {
        id: project.id,
        description: null,
        default_branch: null,
        tag_list: [],
        public: false,
        archived: false,
        visibility_level: 0,
        ssh_url_to_repo: `git@${new URL(baseUrl).hostname}:${owner.username}/fresh-project.git`,
        http_url_to_repo: `${baseUrl}/${owner.username}/fresh-project.git`,
        web_url: `${baseUrl}/${owner.username}/fresh-project`,
        name: "Fresh Project",
        path: "fresh-project",
        issues_enabled: true,
        merge_requests_enabled: true,
        wiki_enabled: true,
        builds_enabled: true,
        snippets_enabled: false,
        container_registry_enabled: true,
        shared_runners_enabled: true,
        lfs_enabled: true,
        public_builds: true,
        request_access_enabled: false,
        only_allow_merge_if_build_succeeds: false,
        only_allow_merge_if_all_discussions_are_resolved: false,
        created_at: timestamp,
        last_activity_at: timestamp,
        creator_id: owner.id,
        avatar_url: null,
        star_count: 0,
        forks_count: 0,
        open_issues_count: 0,
        shared_with_groups: [],
      },
    });
  });

  test("has the group of the project", async () => {
    const owner = await createUser();
    const group = await createGroup(owner, { description: "About us", visibility_level: 10 });
    const project = await createProject(owner, { namespace_id: group.id });
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: {
        name_with_namespace: `${group.name} / ${project.name}`,
        namespace: {
          id: group.id,
          name: group.name,
          path: group.path,
          kind: "group",
          full_path: group.path,
          owner_id: null,
          created_at: timestamp,
          updated_at: timestamp,
          description: "About us",
          avatar: { url: null },
          share_with_group_lock: false,
          visibility_level: 10,
        },
      },
    });
  });

  test("of a personal project has its owner in basic shape, and in the namespace", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const { status, body } = await owner.get(`/projects/${id}`);
    expect({ status, owner: body.owner, owner_id: body.namespace.owner_id, kind: body.namespace.kind }).toEqual({
      status: 200,
      owner: {
        name: `Name of ${owner.username}`,
        username: owner.username,
        id: owner.id,
        state: "active",
        avatar_url: null,
        web_url: `${baseUrl}/${owner.username}`,
      },
      owner_id: owner.id,
      kind: "user",
    });
  });

  test.each([
    [0, false],
    [10, false],
    [20, true],
  ])("of level %d is public: %j", async (visibility_level, isPublic) => {
    const owner = await createUser();
    const { id } = await createProject(owner, { visibility_level });
    expect(await owner.get(`/projects/${id}`)).toMatchObject({
      status: 200,
      body: { visibility_level, public: isPublic },
    });
  });
});

const withToken = expect.objectContaining({ runners_token: expect.stringMatching(/^\w{20}$/) });

const versions = [
  ["v3", (caller: Caller): Verbs => caller],
  ["v4", inV4],
] as const;

test.each(versions)(
  "the runners' token is shown to masters, owners and administrators only, in %s",
  async (_, verbsOf) => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const { anonymous: _nobody, ...people } = cast;
    const tokens = await Promise.all(
      Object.entries(people).map(async ([who, caller]) => {
        const { status, body } = await verbsOf(caller).get(`/projects/${project.id}`);
        return [who, status, typeof body.runners_token];
      }),
    );
    expect(tokens).toEqual([
      ["external", 200, "undefined"],
      ["outsider", 200, "undefined"],
      ["guest", 200, "undefined"],
      ["reporter", 200, "undefined"],
      ["developer", 200, "undefined"],
      ["master", 200, "string"],
      ["owner", 200, "string"],
      ["admin", 200, "string"],
    ]);
  },
);

test.each(versions)(
  "writes show the runners' token to administrators who are no members, in %s",
  async (version, verbsOf) => {
    const [owner, admin] = [await createUser(), await createAdmin()];
    const [group, other] = [await createGroup(owner), await createGroup(owner)];
    const verbs = verbsOf(admin);
    const created = await verbs.post("/projects", { name: "x", namespace_id: group.id });
    const at = `/projects/${created.body.id}`;
    const forking = version === "v3" ? `/projects/fork/${created.body.id}` : `${at}/fork`;
    const answers = {
      created,
      updated: await verbs.put(at, { description: "x" }),
      forked: await verbs.post(forking, { namespace: other.path }),
    };
    expect(answers).toEqual({
      created: expect.objectContaining({ status: 201, body: withToken }),
      updated: expect.objectContaining({ status: 200, body: withToken }),
      forked: expect.objectContaining({ status: 201, body: withToken }),
    });
  },
);

describe("permissions", () => {
  const access = (access_level: number) => ({ access_level, notification_level: 3 });
  type Join = (owner: Actor, project: Project, group: { readonly id: number }, user: Actor) => Promise<unknown>;
  const ways: [string, Join, object][] = [
    ["nothing", async () => {}, { project_access: null, group_access: null }],
    [
      "the project",
      (owner, project, _group, user) => joinProject(owner, project, user, "developer"),
      {
        project_access: access(30),
        group_access: null,
      },
    ],
    [
      "its group",
      (owner, _project, group, user) => joinGroup(owner, group, user, "owner"),
      {
        project_access: null,
        group_access: access(50),
      },
    ],
    [
      "both",
      async (owner, project, group, user) => {
        await joinProject(owner, project, user, "master");
        await joinGroup(owner, group, user, "guest");
      },
      { project_access: access(40), group_access: access(10) },
    ],
    [
      "a group it is shared with",
      async (owner, project, _group, user) => {
        const other = await createGroup(owner);
        await joinGroup(owner, other, user, "master");
        await shareWith(owner, project, other, "master");
      },
      { project_access: null, group_access: null },
    ],
    [
      "the project until yesterday",
      (owner, project, _group, user) => joinProject(owner, project, user, "master", { expires_at: yesterday() }),
      {
        project_access: null,
        group_access: null,
      },
    ],
  ];
  test.each(ways)("of a member of %s", async (_what, join, permissions) => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
    await join(owner, project, group, user);
    expect(await user.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { permissions } });
  });
});

describe("open_issues_count", () => {
  test("counts the open issues", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    await createIssue(owner, project);
    await createIssue(owner, project);
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 2 } });
  });

  test("is absent where issues are disabled", async () => {
    const owner = await createUser();
    const project = await createProject(owner, { issues_enabled: false });
    const { status, body } = await owner.get(`/projects/${project.id}`);
    expect({ status, shown: "open_issues_count" in body }).toEqual({ status: 200, shown: false });
  });

  test("counts confidential issues for their assignee, and for reporters through a share", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const [assignee, sharer] = [cast.guest, await createUser()];
    const other = await createGroup(sharer);
    await shareWith(cast.owner, project, other, "reporter");
    await createIssue(cast.owner, project, { confidential: true, assignee_id: assignee.id });
    await createIssue(cast.owner, project, { confidential: true });
    const count = async (who: Actor) => (await ok(who.get(`/projects/${project.id}`))).open_issues_count;
    expect(await Promise.all([assignee, sharer].map(count))).toEqual([1, 2]);
  });

  test("counts confidential issues only for users who may see them", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    await createIssue(cast.owner, project);
    await createIssue(cast.owner, project, { confidential: true });
    await createIssue(cast.guest, project, { confidential: true });
    const count = async (who: Actor) => (await ok(who.get(`/projects/${project.id}`))).open_issues_count;
    const { outsider, guest, reporter, owner, admin } = cast;
    expect(await Promise.all([outsider, guest, reporter, owner, admin].map(count))).toEqual([1, 2, 3, 3, 3]);
  });
});
