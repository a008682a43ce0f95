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

describe.for(sourceKinds)("a request for access to a %s", (kind) => {
  test("is answered in the shape of users, with when it was made", async () => {
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

  test("is made once, when ten make it at once", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.post(`${source.path}/access_requests`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      message: { user_id: ["already exists in source"] },
    });
    expect((await source.manager.get(`${source.path}/access_requests`)).headers.get("x-total")).toBe("1");
  });

  test("is not taken where they are not enabled, which is the default", async () => {
    const [source, user] = await Promise.all([createSource(kind, { visibility_level: 20 }), createUser()]);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is not taken any more once they are switched off", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    await ok(source.manager.put(source.path, { request_access_enabled: false }));
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test.for(["guest", "master"] as const)("is not taken from a member: a %s", async (role) => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    await addMember(source, user, role);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is not taken from a member whose membership has ended but is still listed", async () => {
    const [source, user] = await Promise.all([createSource(kind, open), createUser()]);
    await addMember(source, user, "guest", { expires_at: yesterday() });
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is not taken from whose it is", async () => {
    const source = await createSource(kind, open);
    expect(await source.manager.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test.for([
    ["private", 0, {}],
    ["internal, to an external user", 10, { external: true }],
  ] as const)("is 404 where the %s one cannot be seen", async ([, visibility_level, who]) => {
    const [source, user] = await Promise.all([createSource(kind, { ...open, visibility_level }), createUser(who)]);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject({
      status: 404,
      body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` },
    });
  });

  test("is taken for what is internal from whoever is not external", async () => {
    const [source, user] = await Promise.all([createSource(kind, { ...open, visibility_level: 10 }), createUser()]);
    expect(await user.post(`${source.path}/access_requests`)).toMatchObject({ status: 201 });
  });

  test("is not taken for what an administrator alone can see", async () => {
    const [source, admin] = await Promise.all([createSource(kind, { ...open, visibility_level: 0 }), createAdmin()]);
    expect(await admin.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });

  test("is not taken from the anonymous", async () => {
    const source = await createSource(kind, open);
    expect(await anonymous.post(`${source.path}/access_requests`)).toMatchObject({ status: 401 });
  });
});

describe("administrators", () => {
  test("may ask for a public group, of which they are no members", async () => {
    const [source, admin] = await Promise.all([createSource("group", open), createAdmin()]);
    expect(await admin.post(`${source.path}/access_requests`)).toMatchObject({ status: 201, body: { id: admin.id } });
  });

  test("have every project already", async () => {
    const [source, admin] = await Promise.all([createSource("project", open), createAdmin()]);
    expect(await admin.post(`${source.path}/access_requests`)).toMatchObject(forbidden);
  });
});

describe("a project of a group", () => {
  test("is not asked for by the group's members", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id, ...open });
    await ok(owner.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: levels.guest }));
    expect(await user.post(`/projects/${project.id}/access_requests`)).toMatchObject(forbidden);
  });

  test("is not asked for by who has asked for the group", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, open);
    const project = await createProject(owner, { namespace_id: group.id, ...open });
    await ok(user.post(`/groups/${group.id}/access_requests`));
    expect(await user.post(`/projects/${project.id}/access_requests`)).toMatchObject(forbidden);
  });

  test("is not asked for by whom a share lets in", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const [project, team] = [await createProject(owner, open), await createGroup(user)];
    await ok(user.post(`/groups/${team.id}/members`, { user_id: owner.id, access_level: levels.guest }));
    await shareWith(owner, project, team, "guest");
    expect(await user.post(`/projects/${project.id}/access_requests`)).toMatchObject(forbidden);
  });

  test("opens the sight of a private group, but no request for that", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, { ...open, visibility_level: 0 });
    const project = await createProject(owner, { namespace_id: group.id });
    await ok(owner.post(`/projects/${project.id}/members`, { user_id: user.id, access_level: levels.guest }));
    expect(await user.post(`/groups/${group.id}/access_requests`)).toMatchObject(forbidden);
  });
});
