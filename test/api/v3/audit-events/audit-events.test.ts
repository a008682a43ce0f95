// GET /audit_events, /projects/:id/audit_events and /groups/:id/audit_events, and single events
import { describe, expect, test } from "vitest";
import { Actor, anonymous, createAdmin, createUser, levels, ok, root, unique } from "../../../support/actors.ts";
import { type Answer, Caller, type Values } from "../../../support/api.ts";
import { joinGroup } from "../../../support/belonging.ts";
import { Browser } from "../../../support/browser.ts";
import { createCast, createGroup, createProject } from "../../../support/factories.ts";
import { once } from "../../../support/once.ts";
import { type AuditEvent, recordedBy, trail } from "./trail.ts";

const typesOf = (events: readonly AuditEvent[]): string[] => events.map(({ event_type }) => event_type);
const types = ({ body }: Answer): string[] => typesOf(body);

/** A group with a project, and one event of each after its creation. */
async function createPlace() {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  await ok(owner.post(`/projects/${project.id}/archive`));
  await ok(owner.put(`/groups/${group.id}`, { visibility_level: 0 }));
  return { owner, group, project, projectAt: `/projects/${project.id}`, groupAt: `/groups/${group.id}` };
}

/** For tests that only read. */
const lasting = once(createPlace);

const member = async () => {
  const [place, newcomer] = [await createPlace(), await createUser()];
  const { owner, group, groupAt } = place;
  await joinGroup(owner, group, newcomer, "developer");
  const [event] = await ok(owner.get(`${groupAt}/audit_events`));
  return { ...place, newcomer, event };
};

test("an event has the names of that moment", async () => {
  const { owner, group, newcomer, event } = await member();
  expect(event).toEqual({
    id: expect.any(Number),
    author_id: owner.id,
    entity_id: group.id,
    entity_type: "Group",
    event_type: "member_created",
    details: {
      add: "user_access",
      as: "Developer",
      expiry_to: null,
      author_name: `Name of ${owner.username}`,
      target_id: newcomer.id,
      target_type: "User",
      target_details: `Name of ${newcomer.username}`,
      entity_path: group.path,
      ip_address: null,
      impersonation_token_id: expect.any(Number),
    },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test("an event keeps its names when author, entity and target are gone", async () => {
  const { owner, group, newcomer, event } = await member();
  await ok(root.delete(`/groups/${group.id}`));
  for (const { id } of [owner, newcomer]) await ok(root.delete(`/users/${id}`));
  expect(await root.get(`/audit_events/${event.id}`)).toMatchObject({ status: 200, body: event });
});

describe("lists", () => {
  test("a project's list has its own events, newest first", async () => {
    const { owner, projectAt } = await lasting();
    const answer = await owner.get(`${projectAt}/audit_events`);
    expect([answer.status, types(answer)]).toEqual([200, ["project_archived", "project_created"]]);
  });

  test("a group's list has its own events and those of its projects, newest first", async () => {
    const { owner, groupAt } = await lasting();
    const answer = await owner.get(`${groupAt}/audit_events`);
    expect([answer.status, types(answer)]).toEqual([
      200,
      ["group_visibility_level_updated", "project_archived", "project_created", "group_created"],
    ]);
  });

  test("a group's list has the deletion of a project", async () => {
    const { owner, projectAt, groupAt } = await createPlace();
    await ok(owner.delete(projectAt));
    const { body } = await owner.get(`${groupAt}/audit_events`, { per_page: 1 });
    expect(body).toMatchObject([{ event_type: "project_destroyed", author_id: owner.id }]);
  });

  test("a transfer is in the list of the group that the project leaves, or enters from a user's namespace", async () => {
    const owner = await createUser();
    const [first, second] = [await createGroup(owner), await createGroup(owner)];
    const { id } = await createProject(owner);
    const listOf = async ({ id: groupId }: { id: number }) => types(await owner.get(`/groups/${groupId}/audit_events`));
    await ok(root.post(`/groups/${first.id}/projects/${id}`));
    expect(await listOf(first)).toEqual(["project_namespace_updated", "group_created"]);
    await ok(root.post(`/groups/${second.id}/projects/${id}`));
    expect([(await listOf(first)).length, await listOf(second)]).toEqual([3, ["group_created"]]);
  });

  test.each([
    ["project", ({ projectAt, project }: Place) => [projectAt, encodeURIComponent(project.path_with_namespace)]],
    ["group", ({ groupAt, group }: Place) => [groupAt, group.path]],
  ])("the list of a %s is the same by path", async (kind, pathsOf) => {
    const place = await lasting();
    const [byId, path] = pathsOf(place);
    const answers = await Promise.all([byId, `/${kind}s/${path}`].map((at) => place.owner.get(`${at}/audit_events`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  type Place = Awaited<ReturnType<typeof createPlace>>;

  test.each<[string, (place: Place) => Values, readonly string[]]>([
    [
      "an entity",
      ({ project }) => ({ entity_type: "Project", entity_id: project.id }),
      ["project_archived", "project_created"],
    ],
    [
      "a user",
      ({ owner }) => ({ entity_type: "User", entity_id: owner.id }),
      ["impersonation_token_created", "user_created"],
    ],
  ])("the instance's list is narrowed to %s", async (_, query, expected) => {
    const answer = await root.get("/audit_events", query(await lasting()));
    expect([answer.status, types(answer)]).toEqual([200, expected]);
  });

  test("the instance's list is narrowed to a type", async () => {
    await lasting();
    const events = await trail({ entity_type: "Group", per_page: 100 });
    expect(new Set(events.map(({ entity_type }) => entity_type))).toEqual(new Set(["Group"]));
  });

  test("created_after and created_before are inclusive", async () => {
    const { owner, groupAt } = await lasting();
    const [last, middle] = await ok(owner.get(`${groupAt}/audit_events`));
    const within = (query: Values) => owner.get(`${groupAt}/audit_events`, query);
    expect(types(await within({ created_after: middle.created_at }))).toEqual([last.event_type, middle.event_type]);
    expect(types(await within({ created_before: middle.created_at, per_page: 1 }))).toEqual([middle.event_type]);
    expect(types(await within({ created_after: middle.created_at, created_before: middle.created_at }))).toEqual([
      middle.event_type,
    ]);
  });

  test("a list is paginated", async () => {
    const { owner, groupAt } = await lasting();
    const { status, body, headers } = await owner.get(`${groupAt}/audit_events`, { per_page: 3, page: 2 });
    expect([status, body.length, headers.get("x-total"), headers.get("x-total-pages")]).toEqual([200, 1, "4", "2"]);
    expect([headers.get("x-next-page"), headers.get("x-prev-page")]).toEqual(["", "1"]);
    const first = await owner.get(`${groupAt}/audit_events`, { per_page: 2 });
    expect([first.body.length, first.headers.get("x-total"), first.headers.get("x-next-page")]).toEqual([2, "4", "2"]);
  });

  test.each<[string, Values, string]>([
    ["an unknown type", { entity_type: "Key" }, "entity_type does not have a valid value"],
    ["an id without a type", { entity_id: 1 }, "entity_type is missing"],
    ["a time that is none", { created_after: "soon" }, "created_after is invalid"],
  ])("%s is refused", async (_, query, error) => {
    expect(await root.get("/audit_events", query)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("access", () => {
  const cast = once(async () => {
    const { cast, group, project } = await createCast({ visibility_level: 0 });
    const [event] = await ok(cast.owner.get(`/projects/${project.id}/audit_events`));
    const [ofGroup] = await ok(cast.owner.get(`/groups/${group.id}/audit_events`, { per_page: 1, page: 2 }));
    const paths = {
      "a project's events": `/projects/${project.id}/audit_events`,
      "an event of a project": `/projects/${project.id}/audit_events/${event.id}`,
      "a group's events": `/groups/${group.id}/audit_events`,
      "an event of a group": `/groups/${group.id}/audit_events/${ofGroup.id}`,
      "all events": "/audit_events",
      "any event": `/audit_events/${event.id}`,
    };
    return { cast, paths };
  });

  const ofOwners = { anonymous: 401, outsider: 404, guest: 403, developer: 403, master: 403, owner: 200, admin: 200 };
  const ofAdmins = { ...ofOwners, outsider: 403, owner: 403 };

  test.each([
    ["a project's events", ofOwners],
    ["an event of a project", ofOwners],
    ["a group's events", ofOwners],
    ["an event of a group", ofOwners],
    ["all events", ofAdmins],
    ["any event", ofAdmins],
  ] as const)("%s: owners and administrators only, for private projects and groups", async (what, expected) => {
    const { cast: personas, paths } = await cast();
    const callers = { ...personas, anonymous };
    const statuses = await Promise.all(
      Object.keys(expected).map(async (name) => {
        const caller: Caller = callers[name as keyof typeof expected];
        return [name, (await caller.get(paths[what])).status] as const;
      }),
    );
    expect(Object.fromEntries(statuses)).toEqual(expected);
  });

  test.each([
    ["another project's", async () => (await createPlace()).projectAt],
    ["another group's", async () => (await createPlace()).groupAt],
  ])("an event is not found among %s", async (_, pathOf) => {
    const { owner, projectAt } = await lasting();
    const [event] = await ok(owner.get(`${projectAt}/audit_events`));
    expect(await root.get(`${await pathOf()}/audit_events/${event.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });

  test("the owner of a personal project sees its events", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    expect(await owner.get(`/projects/${id}/audit_events`)).toMatchObject({ status: 200, body: [{ entity_id: id }] });
  });
});

describe("the details name", () => {
  test("the administrator who used sudo", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const [event] = await recordedBy(owner, () => ok(root.post(`/projects/${id}/archive?sudo=${owner.username}`)));
    expect(event).toMatchObject({
      event_type: "project_archived",
      details: { impersonated_by_id: 1, impersonated_by: "Administrator" },
    });
  });

  test("the impersonation token, by the id that the event of its creation has", async () => {
    const [admin, owner] = [await createAdmin(), await createUser()];
    let used: AuditEvent[] = [];
    const [created] = await recordedBy(admin, async () => {
      const values = { name: unique("token"), scopes: ["api"] };
      const { token } = await ok(admin.post(`/users/${owner.id}/impersonation_tokens`, values));
      used = await recordedBy(owner, () => createGroup(new Actor(owner.id, owner.username, token)));
    });
    expect(used).toMatchObject([{ details: { impersonation_token_id: created?.details.target_id } }]);
  });

  test("the impersonation token that began a session", async () => {
    const [admin, owner] = [await createAdmin(), await createUser()];
    let used: AuditEvent[] = [];
    const [created] = await recordedBy(admin, async () => {
      const values = { name: unique("token"), scopes: ["api"] };
      const { token } = await ok(admin.post(`/users/${owner.id}/impersonation_tokens`, values));
      const browser = await Browser.signedIn(token);
      const form = await browser.open("/groups/new");
      used = await recordedBy(owner, () => browser.submit(form, "/groups", { name: "A group", path: unique("group") }));
    });
    expect(used).toMatchObject([{ details: { impersonation_token_id: created?.details.target_id } }]);
  });

  test("nobody else for a user's own token", async () => {
    const owner = await createUser();
    const { token } = await ok(owner.post("/user/personal_access_tokens", { name: "own", scopes: ["api"] }));
    const [event] = await recordedBy(owner, () => new Caller(token).post("/projects", { name: unique("project") }));
    expect(Object.keys(event?.details ?? {})).toEqual(
      expect.not.arrayContaining(["impersonated_by", "impersonation_token_id"]),
    );
  });

  test("the administrator who used sudo for a protected branch", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const body = { branch_name: "main", file_path: "a.txt", content: "a", commit_message: "Begin" };
    await ok(owner.post(`/projects/${id}/repository/files`, body));
    const path = `/projects/${id}/repository/branches/main/unprotect?sudo=${owner.id}`;
    const [event] = await recordedBy(owner, () => ok(root.put(path)));
    expect(event).toMatchObject({ event_type: "protected_branch_removed", details: { impersonated_by_id: 1 } });
  });
});

describe("no event is left", () => {
  test.each<[string, (place: Awaited<ReturnType<typeof member>>) => Promise<Answer>, number]>([
    [
      "by a change to the same level",
      ({ owner, groupAt, newcomer }) =>
        owner.put(`${groupAt}/members/${newcomer.id}`, { access_level: levels.developer }),
      200,
    ],
    ["by archiving twice", ({ owner, projectAt }) => owner.post(`${projectAt}/archive`), 201],
    ["by the same visibility", ({ owner, groupAt }) => owner.put(groupAt, { visibility_level: 0 }), 200],
    ["by a description", ({ owner, projectAt }) => owner.put(projectAt, { description: "New" }), 200],
    ["by removing the last owner", ({ owner, groupAt }) => owner.delete(`${groupAt}/members/${owner.id}`), 403],
    [
      "by an existing member",
      ({ owner, groupAt, newcomer }) => owner.post(`${groupAt}/members`, { user_id: newcomer.id, access_level: 20 }),
      409,
    ],
    [
      "by a path that is taken, with a new name",
      async ({ owner, groupAt }) =>
        owner.put(groupAt, { name: unique("name"), path: (await createGroup(await createUser())).path }),
      400,
    ],
  ])("%s", async (_, change, status) => {
    const place = await member();
    let answer: Answer | undefined;
    const recorded = await recordedBy(place.owner, async () => {
      answer = await change(place);
    });
    expect({ status: answer?.status, recorded }).toEqual({ status, recorded: [] });
  });
});

describe("only what changes leaves an event:", () => {
  test("a token that is revoked twice", async () => {
    const owner = await createUser();
    const { id } = await ok(owner.post("/user/personal_access_tokens", { name: "own", scopes: ["api"] }));
    const revoke = () => ok(owner.delete(`/user/personal_access_tokens/${id}`));
    expect(typesOf(await recordedBy(owner, revoke))).toEqual(["personal_access_token_revoked"]);
    expect(typesOf(await recordedBy(owner, revoke))).toEqual([]);
  });

  test("a hook that is updated to what it is", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const values = { url: "http://u:p@127.0.0.1:9/", token: "t", push_events: true };
    const hook = await ok(owner.post(`/projects/${id}/hooks`, values));
    const update = (other: Values) => () => ok(owner.put(`/projects/${id}/hooks/${hook.id}`, { ...values, ...other }));
    expect(await recordedBy(owner, update({}))).toEqual([]);
    expect(await recordedBy(owner, update({ url: "http://127.0.0.1:9/" }))).toEqual([]);
    expect(await recordedBy(owner, update({ token: "other" }))).toMatchObject([{ details: { change: "token" } }]);
  });

  test("a branch that is protected again", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const body = { branch_name: "main", file_path: "a.txt", content: "a", commit_message: "Begin" };
    await ok(owner.post(`/projects/${id}/repository/files`, body));
    await ok(owner.post(`/projects/${id}/repository/branches`, { branch_name: "stable", ref: "main" }));
    const protect = () =>
      ok(owner.put(`/projects/${id}/repository/branches/stable/protect`, { developers_can_merge: true }));
    expect(await recordedBy(owner, protect)).toMatchObject([
      {
        event_type: "protected_branch_created",
        entity_id: id,
        details: { add: "protected_branch", to: "developers_can_push: false, developers_can_merge: true" },
      },
    ]);
    expect(await recordedBy(owner, protect)).toEqual([]);
  });
});

test("of ten concurrent changes to one level the first leaves an event", async () => {
  const { owner, groupAt, newcomer } = await member();
  const path = `${groupAt}/members/${newcomer.id}`;
  const recorded = await recordedBy(owner, () =>
    Promise.all(Array.from({ length: 10 }, () => ok(owner.put(path, { access_level: levels.master })))),
  );
  expect(recorded.map(({ details }) => [details.from, details.to])).toEqual([["Developer", "Master"]]);
});

test("leaving a group and withdrawing a request name the user as author and target", async () => {
  const [owner, leaver] = [await createUser(), await createUser()];
  const group = await createGroup(owner, { visibility_level: 20, request_access_enabled: true });
  await ok(leaver.post(`/groups/${group.id}/access_requests`));
  const recorded = await recordedBy(leaver, async () => {
    await ok(leaver.delete(`/groups/${group.id}/access_requests/${leaver.id}`));
    await joinGroup(owner, group, leaver, "guest");
    await ok(leaver.delete(`/groups/${group.id}/members/${leaver.id}`));
  });
  expect(recorded.map(({ event_type, details }) => [event_type, details.target_id])).toEqual([
    ["access_request_denied", leaver.id],
    ["member_destroyed", leaver.id],
  ]);
});

test("an event has no secret: no token, no signing secret, nothing of a hook's URL but its origin", async () => {
  const [admin, owner] = [await createAdmin(), await createUser()];
  const { id } = await createProject(owner);
  const secrets: string[] = ["s3cret"];
  const note = async (answer: Promise<Answer>) => {
    const body = await ok(answer);
    secrets.push(...[body.token, body.signing_secret].filter((secret) => typeof secret === "string"));
    return body;
  };
  const work = async () => {
    await note(owner.post("/user/personal_access_tokens", { name: "own", scopes: ["api"] }));
    const values = { url: "http://u:s3cret@127.0.0.1:9/s3cret?s3cret=1", token: "s3cret" };
    const hook = await note(owner.post(`/projects/${id}/hooks`, values));
    await ok(owner.put(`/projects/${id}/hooks/${hook.id}`, { url: "http://127.0.0.2:9/s3cret", token: "s3cret too" }));
    await note(owner.post(`/projects/${id}/hooks/${hook.id}/rotate_secret`));
    await ok(owner.delete(`/projects/${id}/hooks/${hook.id}`));
    await note(admin.post(`/users/${owner.id}/impersonation_tokens`, { name: "theirs", scopes: ["api"] }));
  };
  const byOwner = await recordedBy(owner, work);
  const text = JSON.stringify([byOwner, await trail({ entity_type: "User", entity_id: owner.id })]);
  expect([byOwner.length, secrets.length]).toEqual([5, 5]);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
