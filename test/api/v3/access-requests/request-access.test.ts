// POST /groups/:id/access_requests and POST /projects/:id/access_requests
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, levels, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { addMember, createSource, sourceKinds } from "../../../support/member-sources.ts";

const open = { visibility_level: 20, request_access_enabled: true };
const forbidden = { status: 403, body: { message: "403 Forbidden" } };

describe.for(sourceKinds)("an access request to a %s", (kind) => {
  test("is answered in the shape of users, with the time it was made", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    const { status, body } = await user.post(`${source.path}/access_requests`);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        name: `Name of ${user.username}`,
        username: user.username,
        id: user.id,
        state: "active",
        avatar_url: null,
        web_url: `${baseUrl}/${user.username}`,
        requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  test("gives no access yet", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    await ok(user.post(`${source.path}/access_requests`));
    expect(await user.get(`${source.path}/members/${user.id}`)).toMatchObject({ status: 404 });
  });

  test("is created once by ten concurrent calls", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.post(`${source.path}/access_requests`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      message: { user_id: ["already exists in source"] },
    });
    expect((await source.manager.get(`${source.path}/access_requests`)).headers.get("x-total")).toBe("1");
  });

  test("is refused where requests are disabled, which is the default", async () => {
    const [source, user] = await Promise.all([createSource(kind, { visibility_level: 20 }), createUser()]);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is refused after requests are disabled", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    await ok(source.manager.put(source.path, { request_access_enabled: false }));
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test.for(["guest", "master"] as const)("is refused for a member: a %s", async (role) => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    await addMember(source, user, role);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is refused for a member whose expired membership is still listed", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    await addMember(source, user, "guest", { expires_at: yesterday() });
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is refused for the owner", async () => {
    const source = await createSource(kind, open);
    expect(await source.manager.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test.for([
    ["private", 0, {}],
    ["internal, to an external user", 10, { external: true }],
  ] as const)("is 404 if the %s one is not visible", async ([, visibility_level, who]) => {
    const [source, user] = await Promise.all([createSource(kind, { ...open, visibility_level }), createUser(who)]);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject({
      status: 404,
      body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` },
    });
  });

  test("is accepted for an internal one from any user who is not external", async () => {
    const [source, user] = await Promise.all([createSource(kind, { ...open, visibility_level: 10 }), createUser()]);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject({ status: 201 });
  });

  test("is refused if only administrators can see it", async () => {
    const [source, admin] = await Promise.all([createSource(kind, { ...open, visibility_level: 0 }), createAdmin()]);
    expect(await admin.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is refused for anonymous callers", async () => {
    const source = await createSource(kind, open);
    expect(await anonymous.post(`${source.path}/access_requests`)).toMatchObject({ status: 401 });
  });
});

describe("administrators", () => {
  test("can request access to a public group of which they are not members", async () => {
    const [source, admin] = await Promise.all([createSource("group", open), createAdmin()]);
    expect(await admin.post(`${source.path}/access_requests`)).toMatchObject({ status: 201, body: { id: admin.id } });
  });

  test("already have access to every project", async () => {
    const [source, admin] = await Promise.all([createSource("project", open), createAdmin()]);
    expect(await admin.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });
});

describe("access to a project of a group", () => {
  test("cannot be requested by the group's members", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id, ...open });
    await ok(owner.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: levels.guest }));
    expect(await user.post(`/projects/${project.id}/access_requests`)).toMatchObject(forbidden);
  });

  test("cannot be requested by a user with a pending request to the group", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, open);
    const project = await createProject(owner, { namespace_id: group.id, ...open });
    await ok(user.post(`/groups/${group.id}/access_requests`));
    expect(await user.post(`/projects/${project.id}/access_requests`)).toMatchObject(forbidden);
  });

  test("cannot be requested by a user who has access through a share", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const [project, team] = [await createProject(owner, open), await createGroup(user)];
    await ok(user.post(`/groups/${team.id}/members`, { user_id: owner.id, access_level: levels.guest }));
    await shareWith(owner, project, team, "guest");
    expect(await user.post(`/projects/${project.id}/access_requests`)).toMatchObject(forbidden);
  });

  test("makes a private group visible, but gives no right to request access to it", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, { ...open, visibility_level: 0 });
    const project = await createProject(owner, { namespace_id: group.id });
    await ok(owner.post(`/projects/${project.id}/members`, { user_id: user.id, access_level: levels.guest }));
    expect(await user.post(`/groups/${group.id}/access_requests`)).toMatchObject(forbidden);
  });
});
