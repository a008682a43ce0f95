// GET, PUT /groups/:id/notification_settings and the same under /projects/:id
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { createSource, sourceKinds } from "../../../support/member-sources.ts";

const off = {
  new_note: false,
  new_issue: false,
  reopen_issue: false,
  close_issue: false,
  reassign_issue: false,
  new_merge_request: false,
  reopen_merge_request: false,
  close_merge_request: false,
  reassign_merge_request: false,
  merge_merge_request: false,
  failed_pipeline: false,
  success_pipeline: false,
};

/** Each at the index of its number. */
const numbered = ["disabled", "participating", "watch", "global", "mention", "custom"];

describe.for(sourceKinds)("the setting of a %s", (kind) => {
  const create = async () => {
    const { manager, path } = await createSource(kind, { visibility_level: 20 });
    return { user: manager, path: `${path}/notification_settings` };
  };

  test("is `global` by default", async () => {
    const { user, path } = await create();
    const { status, body } = await user.get(path);
    expect({ status, body }).toEqual({ status: 200, body: { level: "global" } });
  });

  test("can be any level", async () => {
    const { user, path } = await create();
    for (const level of ["disabled", "participating", "watch", "global", "mention"]) {
      const { status, body } = await user.put(path, { level });
      expect({ status, body }).toEqual({ status: 200, body: { level } });
    }
  });

  test("can be custom, with every event", async () => {
    const { user, path } = await create();
    const attributes = { level: "custom", new_note: true, merge_merge_request: "1", new_issue: false };
    const { status, body } = await user.put(path, attributes);
    expect({ status, body }).toEqual({
      status: 200,
      body: { level: "custom", events: { ...off, new_note: true, merge_merge_request: true } },
    });
    expect(await user.get(path)).toMatchObject({ status: 200, body });
  });

  test("keeps the custom events that an update omits", async () => {
    const { user, path } = await create();
    await ok(user.put(path, { level: "custom", new_note: true, new_issue: true }));
    expect(await user.put(path, { new_issue: false, close_issue: true })).toMatchObject({
      status: 200,
      body: { level: "custom", events: { ...off, new_note: true, close_issue: true } },
    });
  });

  test("keeps all of several events set concurrently", async () => {
    const { user, path } = await create();
    await ok(user.put(path, { level: "custom" }));
    const names = Object.keys(off);
    await Promise.all(names.map((event) => ok(user.put(path, { [event]: true }))));
    const all = Object.fromEntries(names.map((event) => [event, true]));
    expect(await user.get(path)).toMatchObject({ body: { level: "custom", events: all } });
  });

  test("loses its custom events at another level", async () => {
    const { user, path } = await create();
    await ok(user.put(path, { level: "custom", new_note: true }));
    await ok(user.put(path, { level: "watch" }));
    expect(await user.put(path, { level: "custom" })).toMatchObject({ status: 200, body: { events: off } });
  });

  test.for(["loud", "", "WATCH"])("cannot be %j", async (level) => {
    const { user, path } = await create();
    expect(await user.put(path, { level })).toMatchObject({
      status: 400,
      body: { error: "level does not have a valid value" },
    });
  });

  test("can be set by every user who sees it, for themselves only", async () => {
    const [{ user, path }, visitor] = await Promise.all([create(), createUser()]);
    expect(await visitor.put(path, { level: "watch" })).toMatchObject({ status: 200, body: { level: "watch" } });
    expect(await user.get(path)).toMatchObject({ body: { level: "global" } });
  });

  test("is independent of the global one and of other sources", async () => {
    const { user, path } = await create();
    const other = kind === "group" ? await createGroup(user) : await createProject(user);
    await ok(user.put(path, { level: "watch" }));
    expect(await user.get(`/${kind}s/${other.id}/notification_settings`)).toMatchObject({ body: { level: "global" } });
    expect(await user.get("/notification_settings")).toMatchObject({ body: { level: "participating" } });
  });

  test("is 404 for users who cannot see it", async () => {
    const [source, stranger] = await Promise.all([createSource(kind), createUser()]);
    const notFound = { status: 404, body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` } };
    expect(await stranger.get(`${source.path}/notification_settings`)).toMatchObject(notFound);
    expect(await stranger.put(`${source.path}/notification_settings`, { level: "watch" })).toMatchObject(notFound);
  });
});

describe("the permissions of a project", () => {
  test("show the project's notification level as a number", async () => {
    const user = await createUser();
    const project = await createProject(user);
    for (const [notification_level, level] of numbered.entries()) {
      await ok(user.put(`/projects/${project.id}/notification_settings`, { level }));
      const permissions = { project_access: { access_level: 40, notification_level }, group_access: null };
      expect(await user.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { permissions } });
    }
  });

  test("show the same in a list", async () => {
    const user = await createUser();
    const project = await createProject(user);
    await ok(user.put(`/projects/${project.id}/notification_settings`, { level: "watch" }));
    const permissions = { project_access: { access_level: 40, notification_level: 2 }, group_access: null };
    expect(await user.get("/projects")).toMatchObject({ status: 200, body: [{ permissions }] });
  });

  test("show its group's setting beside the group's access level", async () => {
    const user = await createUser();
    const group = await createGroup(user);
    const project = await createProject(user, { namespace_id: group.id });
    await ok(user.put(`/groups/${group.id}/notification_settings`, { level: "watch" }));
    await ok(user.put(`/projects/${project.id}/notification_settings`, { level: "mention" }));
    expect(await user.get(`/projects/${project.id}`)).toMatchObject({
      body: { permissions: { project_access: null, group_access: { access_level: 50, notification_level: 2 } } },
    });
  });
});
