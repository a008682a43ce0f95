// An object the caller may not see is answered exactly like a missing one: byte for byte, header for header, at the
// same cost. In both versions of the API, from the same tables.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, levels, ok } from "../support/actors.ts";
import type { Answer, Values } from "../support/api.ts";
import { createGroup, createProject } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { inV4, type Verbs } from "../support/v4.ts";

/** These headers identify the time and the request, not its target. */
const ownToEachRequest = ["date", "x-request-id", "server-timing"];

const whole = ({ status, text, headers, cost }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !ownToEachRequest.includes(name)),
  roundTrips: cost.roundTrips,
  statements: cost.statements,
});

type Call = readonly [method: "get" | "post" | "put" | "delete", path: string, body?: Values];

const ABSENT_ID = 999_999_999;

const groupCalls: Call[] = [
  ["get", ""],
  ["put", "", { description: "New" }],
  ["put", "", { path: "-not a path-" }],
  ["delete", ""],
  ["get", "/projects"],
  ["get", "/issues"],
  ["get", "/events"],
  ["get", "/issues", { state: "closed", labels: "No Label" }],
  ["get", "/members"],
  ["post", "/members", { user_id: 1, access_level: levels.guest }],
  ["post", "/members", { user_id: 1, access_level: 15 }],
  ["get", "/members/1"],
  ["put", "/members/1", { access_level: levels.guest }],
  ["delete", "/members/1"],
  ["get", "/access_requests"],
  ["get", "/audit_events"],
  ["get", "/audit_events/1"],
  ["post", "/access_requests"],
  ["put", "/access_requests/1/approve"],
  ["delete", "/access_requests/1"],
  ["get", "/notification_settings"],
  ["put", "/notification_settings", { level: "watch" }],
];

const projectCalls: Call[] = groupCalls
  .filter(([, path]) => path.startsWith("/members"))
  .concat([
    ["post", "/share", { group_id: 1, group_access: levels.guest }],
    ["delete", "/share/1"],
  ]);

/** Below groups, v4 has none of these. */
const isOfV4 = ([, path]: Call): boolean => !/^\/(events|audit_events)/.test(path);

const onlyInV4: Call[] = [
  ["get", "/members/all"],
  ["get", "/members/all/1"],
  ["get", "/issues_statistics"],
  ["get", "/merge_requests"],
  ["get", "/hooks"],
  ["get", "/search", { scope: "issues", search: "word" }],
  ["get", "/search", { scope: "users", search: "word" }],
  ["get", "/search", { scope: "milestones", search: "word" }],
];

type Version = "v3" | "v4";

const verbsOf = (version: Version, caller: Actor): Verbs => (version === "v4" ? inV4(caller) : caller);

/** The calls of v3, and those of v4. */
const inBoth = (calls: readonly Call[]): [Version, ...Call][] => [
  ...calls.map((one): [Version, ...Call] => ["v3", ...one]),
  ...[...calls.filter(isOfV4), ...onlyInV4].map((one): [Version, ...Call] => ["v4", ...one]),
];

const call = (caller: Actor, path: string, [version, method, rest, body]: [Version, ...Call]): Promise<Answer> =>
  verbsOf(version, caller)[method](path + rest, body);

// Calls that are answered as these tests expect change nothing, so that all calls of a kind meet the same objects.

const hiddenGroup = (visibility_level: number, who: Values = {}) =>
  once(async () => {
    const [owner, viewer] = await Promise.all([createUser(), createUser(who)]);
    const group = await createGroup(owner, { visibility_level });
    await createProject(owner, { namespace_id: group.id });
    return { viewer, group };
  });

const hiddenGroups = [
  ["a private group", hiddenGroup(0)],
  ["an internal group to external users", hiddenGroup(10, { external: true })],
] as const;

const ownNamespace = once(async () => {
  const viewer = await createUser();
  return { viewer, namespace: (await createProject(viewer)).namespace };
});

describe.for(inBoth(groupCalls))("%s: %s /groups/:id%s %j", (one) => {
  test.for(hiddenGroups)("%s", async ([, hidden]) => {
    const { viewer, group } = await hidden();
    const absent = await call(viewer, `/groups/${ABSENT_ID}`, one);
    expect(absent).toMatchObject({ status: 404, body: { message: "404 Group Not Found" } });
    expect(whole(await call(viewer, `/groups/${group.id}`, one))).toEqual(whole(absent));
    expect(whole(await call(viewer, `/groups/${group.path}`, one))).toEqual(whole(absent));
  });

  test("a user's namespace", async () => {
    const { viewer, namespace } = await ownNamespace();
    const absent = await call(viewer, `/groups/${ABSENT_ID}`, one);
    expect(whole(await call(viewer, `/groups/${namespace.id}`, one))).toEqual(whole(absent));
    expect(whole(await call(viewer, `/groups/${viewer.username}`, one))).toEqual(whole(absent));
  });
});

const hiddenProject = (visibility_level: number, who: Values = {}) =>
  once(async () => {
    const [owner, viewer] = await Promise.all([createUser(), createUser(who)]);
    return { viewer, project: await createProject(owner, { visibility_level }) };
  });

const hiddenProjects = [
  ["a private project", hiddenProject(0)],
  ["an internal project to external users", hiddenProject(10, { external: true })],
] as const;

describe.for(inBoth(projectCalls))("%s: %s /projects/:id%s %j", (one) => {
  test.for(hiddenProjects)("%s", async ([, hidden]) => {
    const { viewer, project } = await hidden();
    const absent = await call(viewer, `/projects/${ABSENT_ID}`, one);
    expect(absent).toMatchObject({ status: 404, body: { message: "404 Project Not Found" } });
    expect(whole(await call(viewer, `/projects/${project.id}`, one))).toEqual(whole(absent));
    expect(whole(await call(viewer, `/projects/${encodeURIComponent(project.path_with_namespace)}`, one))).toEqual(
      whole(absent),
    );
  });
});

describe.for(["v3", "v4"] as const)("%s: a hidden group named in a request about one's own project", (version) => {
  test("answers as missing when the project is shared with it", async () => {
    const [owner, viewer] = await Promise.all([createUser(), createUser()]);
    const [group, project] = [await createGroup(owner, { visibility_level: 0 }), await createProject(viewer)];
    const shareWith = (group_id: number) =>
      verbsOf(version, viewer).post(`/projects/${project.id}/share`, { group_id, group_access: levels.guest });
    const absent = await shareWith(ABSENT_ID);
    expect(absent).toMatchObject({ status: 404, body: { message: "404 Group Not Found" } });
    expect(whole(await shareWith(group.id))).toEqual(whole(absent));
  });

  test("answers as missing when a project is created in it", async () => {
    const [owner, viewer] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, { visibility_level: 0 });
    const create = (namespace_id: number) => verbsOf(version, viewer).post("/projects", { name: "Mine", namespace_id });
    const absent = await create(ABSENT_ID);
    expect(absent).toMatchObject({ status: 400, body: { message: { namespace: ["is not valid"] } } });
    expect(whole(await create(group.id))).toEqual(whole(absent));
  });

  test("answers as missing when a project is forked into it", async () => {
    const [owner, viewer] = await Promise.all([createUser(), createUser()]);
    const [group, project] = [await createGroup(owner, { visibility_level: 0 }), await createProject(viewer)];
    const path = version === "v4" ? `/projects/${project.id}/fork` : `/projects/fork/${project.id}`;
    const fork = (namespace: number | string) => verbsOf(version, viewer).post(path, { namespace });
    const absent = await fork(ABSENT_ID);
    expect(absent).toMatchObject({ status: 404, body: { message: "404 Target Namespace Not Found" } });
    expect(whole(await fork(group.id))).toEqual(whole(absent));
    expect(whole(await fork(group.path))).toEqual(whole(absent));
  });

  test("is left out of the groups a visible project is shared with", async () => {
    const [owner, viewer] = await Promise.all([createUser(), createUser()]);
    const team = await createGroup(owner, { visibility_level: 0 });
    const project = await createProject(owner, { visibility_level: 0 });
    await ok(owner.post(`/projects/${project.id}/share`, { group_id: team.id, group_access: levels.guest }));
    expect(await verbsOf(version, viewer).get(`/projects/${project.id}`)).toMatchObject({ status: 404 });
    expect(await verbsOf(version, viewer).get(`/groups/${team.id}`)).toMatchObject({ status: 404 });
  });
});
