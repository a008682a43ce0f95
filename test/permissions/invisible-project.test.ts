// A project the caller may not see cannot be responses from a missing one by a single byte.
import { describe, expect, test } from "vitest";
import type { Route } from "../../src/api/route-table.ts";
import { v3 } from "../../src/api/v3/dialect.ts";
import { v4 } from "../../src/api/v4/dialect.ts";
import { type Actor, anonymous, createUser, unique } from "../support/actors.ts";
import { type Answer, baseUrl, type Caller, send, type Values } from "../support/api.ts";
import { createFullIssue, createGroup, createIssue, createProject } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { sampled } from "../support/sample.ts";

/** Headers that differ in every response. */
const ownToEachAnswer = new Set(["date", "x-request-id", "server-timing"]);

/** A whole response: status, headers and the bytes of the body. */
const whole = ({ status, headers, text }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !ownToEachAnswer.has(name)),
  text,
});

const absentId = 999_999_999;

type Request = (caller: Caller, project: string) => Promise<Answer>;

const requests: [string, Request][] = [
  ["GET it", (caller, project) => caller.get(`/projects/${project}`)],
  ["GET its users", (caller, project) => caller.get(`/projects/${project}/users`)],
  ["GET its members", (caller, project) => caller.get(`/projects/${project}/members`)],
  ["GET a member", (caller, project) => caller.get(`/projects/${project}/members/1`)],
  ["POST a member", (caller, project) => caller.post(`/projects/${project}/members`, { user_id: 1, access_level: 10 })],
  ["PUT a member", (caller, project) => caller.put(`/projects/${project}/members/1`, { access_level: 10 })],
  ["DELETE a member", (caller, project) => caller.delete(`/projects/${project}/members/1`)],
  ["PUT a description", (caller, project) => caller.put(`/projects/${project}`, { description: "x" })],
  ["PUT a name", (caller, project) => caller.put(`/projects/${project}`, { name: "x" })],
  ["PUT a bad path", (caller, project) => caller.put(`/projects/${project}`, { path: "-" })],
  ["DELETE it", (caller, project) => caller.delete(`/projects/${project}`)],
  ["archive", (caller, project) => caller.post(`/projects/${project}/archive`)],
  ["unarchive", (caller, project) => caller.post(`/projects/${project}/unarchive`)],
  ["star", (caller, project) => caller.post(`/projects/${project}/star`)],
  ["unstar", (caller, project) => caller.delete(`/projects/${project}/star`)],
  ["share", (caller, project) => caller.post(`/projects/${project}/share`, { group_id: 1, group_access: 10 })],
  ["unshare", (caller, project) => caller.delete(`/projects/${project}/share/1`)],
  ["fork", (caller, project) => caller.post(`/projects/fork/${project}`)],
  ["fork to nowhere", (caller, project) => caller.post(`/projects/fork/${project}`, { namespace: absentId })],
  ["cut loose", (caller, project) => caller.delete(`/projects/${project}/fork`)],
  ["link as fork", (caller, project) => caller.post(`/projects/${project}/fork/1`)],
  ["GET its issues", (caller, project) => caller.get(`/projects/${project}/issues`)],
  ["GET its issues with a bad state", (caller, project) => caller.get(`/projects/${project}/issues`, { state: "odd" })],
  ["GET an issue", (caller, project) => caller.get(`/projects/${project}/issues/1`)],
  ["POST an issue", (caller, project) => caller.post(`/projects/${project}/issues`, { title: "x" })],
  ["POST no issue", (caller, project) => caller.post(`/projects/${project}/issues`)],
];

/** Shared by all these requests, which change nothing if the responses are as expected. */
const hidden = once(async () => {
  const [owner, outsider, external] = await Promise.all([createUser(), createUser(), createUser({ external: true })]);
  const project = await createProject(owner);
  await createIssue(owner, project);
  const internal = await createProject(owner, { visibility_level: 10 });
  return { owner, outsider, external, project, internal };
});

describe.each(requests)("%s", (_what, request) => {
  test("for a private project, an outsider gets the response for a missing one", async () => {
    const { outsider, project } = await hidden();
    expect(whole(await request(outsider, `${project.id}`))).toEqual(whole(await request(outsider, `${absentId}`)));
  });

  test("for its path, an outsider gets the response for an unused one", async () => {
    const { owner, outsider, project } = await hidden();
    const at = (name: string) => request(outsider, `${owner.username}%2F${name}`);
    expect(whole(await at(project.path))).toEqual(whole(await at(unique("nothing"))));
  });

  test("for an internal project, an external user gets the response for a missing one", async () => {
    const { external, internal } = await hidden();
    expect(whole(await request(external, `${internal.id}`))).toEqual(whole(await request(external, `${absentId}`)));
  });

  test("for an internal project, an anonymous caller gets the response for a missing one", async () => {
    const { internal } = await hidden();
    expect(whole(await request(anonymous, `${internal.id}`))).toEqual(whole(await request(anonymous, `${absentId}`)));
  });
});

describe.each([v3, v4])("on every route of $path below the project", ({ routes, path: api }) => {
  /** Routes for administrators check that right first, for any project. */
  const below = routes.filter(
    ({ path, endpoint }) => /^\/projects\/:id(?:\/|$)/.test(path) && endpoint.access !== "admin",
  );

  /** A valid value for each required parameter, so that no response is about a parameter. */
  const body = {
    title: "x",
    description: "x",
    body: "x",
    name: "x",
    color: "red",
    duration: "1h",
    user_id: 1,
    access_level: 10,
    group_id: 1,
    group_access: 10,
    to_project_id: 1,
    target_project_id: 1,
    target_issue_iid: 1,
    source_branch: "x",
    target_branch: "y",
    note: "x",
    resolved: true,
    state: "success",
    url: "https://hooks.example.org/",
    branch: "x",
    content: "x",
    commit_message: "x",
  };

  /** A group that everybody sees, to transfer the project to. */
  const publicGroup = once(async () => (await createGroup(await createUser(), { visibility_level: 20 })).id);

  const file = new FormData();
  file.append("file", new Blob(["x"]), "x.txt");

  /** A valid body: v4 takes a file, and one of two values of a discussion's note. */
  async function bodyFor(path: string): Promise<{ body: FormData | string; headers: Record<string, string> }> {
    if (path.endsWith("/uploads")) return { body: file, headers: {} };
    const { resolved, ...others } = body;
    const isNote = path.endsWith("/discussions/:discussion_id/notes/:note_id");
    const headers = { "content-type": "application/json" };
    const namespace = await publicGroup();
    return { body: JSON.stringify({ ...others, ...(isNote ? {} : { resolved }), namespace }), headers };
  }

  /** @param namings ways to address the project, used in turns */
  async function sendAll(tried: readonly Route[], caller: Caller, ...namings: string[]): Promise<[string, object][]> {
    const responses: [string, object][] = [];
    for (const [n, { method, path }] of tried.entries()) {
      const url = baseUrl + api + path.replace(":id", namings[n % namings.length] ?? "").replace(/:\w+/g, "1");
      const given = method === "GET" ? { headers: {} } : await bodyFor(path);
      const answer = await send(url, { ...given, method, headers: { ...caller.headers, ...given.headers } });
      const { roundTrips, statements } = answer.cost;
      responses.push([`${method} ${path}`, { ...whole(answer), roundTrips, statements }]);
    }
    return responses;
  }

  // By id and by path in turns; the next test starts with the path. In a sample each takes every second route.
  test.each<[string, number, Values]>([
    ["a private project, for an outsider,", 0, {}],
    ["an internal project, for an external user,", 10, { external: true }],
  ])("%s answers like a missing one, at the same cost", async (_what, visibility_level, who) => {
    const tried = sampled(below, visibility_level / 10, 2);
    const [owner, viewer] = await Promise.all([createUser(), createUser(who)]);
    const project = await createProject(owner, { visibility_level });
    await createFullIssue(owner, project);
    const absent = await sendAll(tried, viewer, `${absentId}`);
    const notFound = { status: 404, text: '{"message":"404 Project Not Found"}' };
    expect(absent).toEqual(absent.map(([route]) => [route, expect.objectContaining(notFound)]));
    const namings = [`${project.id}`, encodeURIComponent(project.path_with_namespace)];
    expect(await sendAll(tried, viewer, ...(visibility_level === 0 ? namings : namings.reverse()))).toEqual(absent);
  });

  test("anonymous callers get 401, as for a missing one", async () => {
    const owner = await createUser();
    const project = await createProject(owner, { visibility_level: 10 });
    await createFullIssue(owner, project);
    expect(await sendAll(below, anonymous, `${project.id}`)).toEqual(await sendAll(below, anonymous, `${absentId}`));
  });
});

describe.each([v3, v4])("on every route of $path below the group", ({ routes, path: api }) => {
  const below = routes.filter(
    ({ path, endpoint }) => /^\/groups\/:id(?:\/|$)/.test(path) && endpoint.access !== "admin",
  );

  /** A valid value for each required parameter. */
  const body = {
    description: "x",
    user_id: 1,
    access_level: 10,
    url: "https://hooks.example.org/",
  };

  async function sendAll(caller: Caller, group: string): Promise<[string, object][]> {
    const responses: [string, object][] = [];
    for (const { method, path } of below) {
      const url = baseUrl + api + path.replace(":id", group).replace(/:\w+/g, "1");
      const query = path.endsWith("/search") ? "?scope=issues&search=x" : "";
      const init = { method, headers: { ...caller.headers, "content-type": "application/json" } };
      const written = method === "GET" ? init : { ...init, body: JSON.stringify(body) };
      const answer = await send(url + query, written);
      const { roundTrips, statements } = answer.cost;
      responses.push([`${method} ${path}`, { ...whole(answer), roundTrips, statements }]);
    }
    return responses;
  }

  test.each<[string, number, Values]>([
    ["a private group, for an outsider,", 0, {}],
    ["an internal group, for an external user,", 10, { external: true }],
  ])("%s answers like a missing one, at the same cost", async (_what, visibility_level, who) => {
    const [owner, viewer] = await Promise.all([createUser(), createUser(who)]);
    const group = await createGroup(owner, { visibility_level });
    await createFullIssue(owner, await createProject(owner, { namespace_id: group.id, visibility_level }));
    const absent = await sendAll(viewer, `${absentId}`);
    const notFound = { status: 404, text: '{"message":"404 Group Not Found"}' };
    expect(absent).toEqual(absent.map(([route]) => [route, expect.objectContaining(notFound)]));
    expect(await sendAll(viewer, `${group.id}`)).toEqual(absent);
    expect(await sendAll(viewer, group.path)).toEqual(absent);
  });

  test("anonymous callers get 401, as for a missing one", async () => {
    const group = await createGroup(await createUser(), { visibility_level: 10 });
    expect(await sendAll(anonymous, `${group.id}`)).toEqual(await sendAll(anonymous, `${absentId}`));
  });
});

test("the 404 response is that of a missing project", async () => {
  const [owner, outsider] = await Promise.all([createUser(), createUser()]);
  const { id } = await createProject(owner);
  expect(whole(await outsider.get(`/projects/${id}`))).toMatchObject({
    status: 404,
    text: '{"message":"404 Project Not Found"}',
  });
});

describe("an invisible object named in a parameter is answered like a missing one:", () => {
  const pairs: [string, (owner: Actor) => Promise<number>, (caller: Actor, id: number) => Promise<Answer>][] = [
    [
      "a group to share with",
      async (owner) => (await createGroup(owner, { visibility_level: 0 })).id,
      async (caller, group_id) => {
        const { id } = await createProject(caller);
        return caller.post(`/projects/${id}/share`, { group_id, group_access: 10 });
      },
    ],
    [
      "a group to fork into",
      async (owner) => (await createGroup(owner, { visibility_level: 0 })).id,
      async (caller, namespace) => {
        const { id } = await createProject(caller);
        return caller.post(`/projects/fork/${id}`, { namespace });
      },
    ],
    [
      "a group to create in",
      async (owner) => (await createGroup(owner, { visibility_level: 0 })).id,
      (caller, namespace_id) => caller.post("/projects", { name: unique("project"), namespace_id }),
    ],
  ];
  test.each(pairs)("%s", async (_what, hide, request) => {
    const [owner, caller] = await Promise.all([createUser(), createUser()]);
    expect(whole(await request(caller, await hide(owner)))).toEqual(whole(await request(caller, absentId)));
  });
});
