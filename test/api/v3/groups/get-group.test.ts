// GET /groups/:id: how a group is addressed, which parts are shown, and to whom.
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup, createProject, type Group, type Project } from "../../../support/factories.ts";

const notFound = { status: 404, body: { message: "404 Group Not Found" } };

const shareWith = (owner: Actor, project: Project, group: Group) =>
  ok(owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels.guest }));

describe("the answer", () => {
  test("is the list shape with projects and shared_projects", async () => {
    const owner = await createUser();
    const path = unique("group");
    const { id } = await createGroup(owner, { name: `Name of ${path}`, path, lfs_enabled: false });
    const { status, body } = await owner.get(`/groups/${id}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id,
        name: `Name of ${path}`,
        path,
        description: "",
        visibility_level: 20,
        lfs_enabled: false,
        avatar_url: null,
        web_url: `${baseUrl}/groups/${path}`,
        request_access_enabled: false,
        full_name: `Name of ${path}`,
        full_path: path,
        parent_id: null,
        projects: [],
        shared_projects: [],
      },
    });
  });

  test("shows each project with every field of the interface", async () => {
    const owner = await createUser();
    const group = await createGroup(owner, { description: "What for", visibility_level: 10 });
    const project = await createProject(owner, { namespace_id: group.id, description: "A project" });
    const { status, body } = await owner.get(`/groups/${group.id}`);
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const url = `${baseUrl}/${group.path}/${project.path}`;
    expect({ status, projects: body.projects }).toEqual({
      status: 200,
      projects: [
        {
          id: project.id,
          description: "A project",
          default_branch: null,
          tag_list: [],
          public: false,
          archived: false,
          visibility_level: 0,
          ssh_url_to_repo: `git@${new URL(baseUrl).hostname}:${group.path}/${project.path}.git`,
          http_url_to_repo: `${url}.git`,
          web_url: url,
          name: project.name,
          name_with_namespace: `${group.name} / ${project.name}`,
          path: project.path,
          path_with_namespace: `${group.path}/${project.path}`,
          issues_enabled: true,
          merge_requests_enabled: true,
          wiki_enabled: true,
          builds_enabled: true,
          snippets_enabled: false,
          container_registry_enabled: true,
          lfs_enabled: true,
          created_at: timestamp,
          last_activity_at: timestamp,
          shared_runners_enabled: true,
          creator_id: owner.id,
          namespace: {
            id: group.id,
            name: group.name,
            path: group.path,
            kind: "group",
            full_path: group.path,
            owner_id: null,
            created_at: timestamp,
            updated_at: timestamp,
            description: "What for",
            avatar: { url: null },
            share_with_group_lock: false,
            visibility_level: 10,
          },
          avatar_url: null,
          star_count: 0,
          forks_count: 0,
          open_issues_count: 0,
          public_builds: true,
          shared_with_groups: [],
          request_access_enabled: false,
          only_allow_merge_if_build_succeeds: false,
          only_allow_merge_if_all_discussions_are_resolved: false,
        },
      ],
    });
  });

  test("shows archived projects as well", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await ok(owner.post(`/projects/${project.id}/archive`));
    expect(await owner.get(`/groups/${group.id}`)).toMatchObject({
      status: 200,
      body: { projects: [{ id: project.id, archived: true }] },
    });
  });

  test("lists projects shared with the group separately, with the group they are shared with", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner);
    await shareWith(owner, project, group);
    const shared_with_groups = [{ group_id: group.id, group_name: group.name, group_access_level: levels.guest }];
    expect(await owner.get(`/groups/${group.id}`)).toMatchObject({
      status: 200,
      body: { projects: [], shared_projects: [{ id: project.id, shared_with_groups, owner: { id: owner.id } }] },
    });
  });

  test("ignores other parameters", async () => {
    const owner = await createUser();
    const { id } = await createGroup(owner);
    const plain = await owner.get(`/groups/${id}`);
    expect(await owner.get(`/groups/${id}?statistics=true&page=9&search=x&unknown[]=1`)).toMatchObject({
      status: 200,
      body: plain.body,
    });
  });
});

describe("a group is addressed", () => {
  test.for([
    ["its id", (group: Group) => String(group.id)],
    ["its id with leading zeros", (group: Group) => `00${group.id}`],
    ["its path", (group: Group) => group.path],
    ["its path in different letter case", (group: Group) => group.path.toUpperCase()],
    ["its path, percent-encoded", (group: Group) => group.path.replaceAll("-", "%2D")],
    ["its path and a slash at the end", (group: Group) => `${group.path}/`],
  ] as const)("by %s", async ([, name]) => {
    const owner = await createUser();
    const group = await createGroup(owner);
    expect(await owner.get(`/groups/${name(group)}`)).toMatchObject({ status: 200, body: { id: group.id } });
  });

  test("by a path with a dot", async () => {
    const owner = await createUser();
    const group = await createGroup(owner, { path: `${unique("a")}.b` });
    expect(await owner.get(`/groups/${group.path}`)).toMatchObject({ status: 200, body: { id: group.id } });
  });

  test("by id, even if the digits are the path of another group", async () => {
    const owner = await createUser();
    const path = `9${Math.random().toString().slice(2, 14)}`;
    await createGroup(owner, { path });
    expect(await owner.get(`/groups/${path}`)).toMatchObject(notFound);
  });

  test.for([
    ["an unknown id", "999999999"],
    ["zero", "0"],
    ["an id beyond all integers", "9".repeat(30)],
    ["an unknown path", "no-such-group-here"],
    ["a signed number, which is a path", "-1"],
    ["a number with a sign, which is a path", "+1"],
    ["a decimal, which is a path", "1.0"],
    ["an exponent, which is a path", "1e3"],
    ["a nested path", "a%2Fb"],
    ["a NUL", "%00"],
  ])("not by %s: 404", async ([, name]) => {
    const user = await createUser();
    expect(await user.get(`/groups/${name}`)).toMatchObject(notFound);
  });

  test("never by the path or id of a user's namespace", async () => {
    const user = await createUser();
    const { namespace } = await createProject(user);
    expect(await user.get(`/groups/${user.username}`)).toMatchObject(notFound);
    expect(await user.get(`/groups/${namespace.id}`)).toMatchObject(notFound);
  });

  test("by an encoded path: a bare slash is another route", async () => {
    const user = await createUser();
    expect(await user.get("/groups/a/b")).toMatchObject({ status: 404, body: { error: "404 Not Found" } });
  });
});

describe("the projects shown", () => {
  const table = `
    who              private internal public
    outsider         no      yes      yes
    external         no      no       yes
    guest            yes     yes      yes
    project-guest    yes     yes      yes
    external-guest   yes     no       yes
    owner            yes     yes      yes
    admin            yes     yes      yes`;
  const [[, ...kinds] = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const cases = (["projects", "shared_projects"] as const).flatMap((key) =>
    rows.map(([who = "", ...cells]) => ({ key, who, cells })),
  );

  /** `guest` is a guest of the group; the two others are guests of the private project only. */
  test.for(cases)("as $key, for $who", async ({ key, who, cells }) => {
    const owner = await createUser();
    const [group, elsewhere] = [await createGroup(owner), await createGroup(owner)];
    const viewer = who === "owner" ? owner : await createUser({ admin: who === "admin", external: /^ext/.test(who) });
    if (who === "guest") {
      await ok(owner.post(`/groups/${group.id}/members`, { user_id: viewer.id, access_level: levels.guest }));
    }
    for (const [index, name] of kinds.entries()) {
      const place = key === "projects" ? group : elsewhere;
      const project = await createProject(owner, { name, namespace_id: place.id, visibility_level: index * 10 });
      if (key === "shared_projects") await shareWith(owner, project, group);
      if (index > 0 || !who.endsWith("-guest")) continue;
      await ok(owner.post(`/projects/${project.id}/members`, { user_id: viewer.id, access_level: levels.guest }));
    }
    const { status, body } = await viewer.get(`/groups/${group.id}`);
    const found = new Set(body[key].map((project: Project) => project.name));
    expect({ status, seen: kinds.map((kind) => (found.has(kind) ? "yes" : "no")) }).toEqual({
      status: 200,
      seen: cells,
    });
  });
});

describe("a private group", () => {
  test("is shown to a guest of one of its projects, with that project only", async () => {
    const [owner, guest] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, { visibility_level: 0 });
    const project = await createProject(owner, { namespace_id: group.id });
    await createProject(owner, { namespace_id: group.id });
    expect(await guest.get(`/groups/${group.id}`)).toMatchObject(notFound);
    await ok(owner.post(`/projects/${project.id}/members`, { user_id: guest.id, access_level: levels.guest }));
    expect(await guest.get(`/groups/${group.id}`)).toMatchObject({
      status: 200,
      body: { projects: [{ id: project.id }] },
    });
  });

  test.for([
    ["public", 20, "anybody signed in", false, 200],
    ["public", 20, "external users", true, 200],
    ["internal", 10, "anybody signed in", false, 200],
    ["internal", 10, "external users", true, 404],
    ["private", 0, "anybody signed in", false, 404],
  ] as const)(
    "with which a %s project (%i) is shared is, to %s (external: %s), %i",
    async ([, level, , external, status]) => {
      const [owner, viewer] = await Promise.all([createUser(), createUser({ external })]);
      const group = await createGroup(owner, { visibility_level: 0 });
      const project = await createProject(owner, { visibility_level: level });
      await shareWith(owner, project, group);
      expect(await viewer.get(`/groups/${group.id}`)).toMatchObject(
        status === 404 ? notFound : { status, body: { projects: [], shared_projects: [{ id: project.id }] } },
      );
    },
  );

  test("is shown to administrators", async () => {
    const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
    const group = await createGroup(owner, { visibility_level: 0 });
    expect(await admin.get(`/groups/${group.path}`)).toMatchObject({ status: 200, body: { id: group.id } });
  });
});
