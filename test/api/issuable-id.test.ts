// Endpoints below an issue or a merge request, called in process with its iid instead of its id.
import { expect, test } from "vitest";
import { Iid } from "../../src/db/queries/issuables/issuable-key.ts";
import { type Actor, createUser, ok, unique } from "../support/actors.ts";
import type { Caller } from "../support/api.ts";
import { callDirectly } from "../support/direct-call.ts";
import { everyRoute, type WalkedRoute } from "../support/every-api.ts";
import { besides, existing, type Scene } from "../support/every-route.ts";
import { createFullIssue, createIssue, createProject, type Project } from "../support/factories.ts";
import { createFullMergeRequest, createMergeRequest, pushBranches } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";
import { onServer, startInProcess } from "../support/server.ts";

/** Names the issue and the merge request of each world. */
const FIRST = new Iid(1);

/** The start of a path that names an issue or a merge request, and the name of that param. */
const NAMING = /^\/projects\/:id\/(?:issues|merge_requests?)\/:(\w+)/;

/** The param that names the issuable. */
const paramOf = ({ path }: WalkedRoute): string => NAMING.exec(path)?.[1] ?? "";

const naming = everyRoute.filter(({ path, isV4 }) => !isV4 && NAMING.test(path));

/** From the records of an issuable to the issuable itself. */
const byDepth = (one: WalkedRoute, other: WalkedRoute) => other.path.split("/").length - one.path.split("/").length;

const reads = naming.filter(({ method }) => method === "GET");
/** Each leaves what the next ones need. */
const writes = (["POST", "PUT", "DELETE"] as const).flatMap((method) => {
  const some = naming.filter((route) => route.method === method);
  return method === "DELETE" ? some.sort(byDepth) : some;
});

/** Requests of the fixtures go to it too. */
const server = once(() => startInProcess());

interface World extends Scene {
  /** Sees the project and is no member. */
  readonly reader: Actor;
  readonly project: Project;
}

/** A public project with an issue and a merge request that have all that a path can name, and a place to move to. */
const createWorld = async (owner: Actor, reader: Actor): Promise<World> =>
  onServer(await server(), async () => {
    const [project, target] = [await createProject(owner, { visibility_level: 20 }), await createProject(owner)];
    // So that no iid is the same number as the id.
    await createIssue(owner, target);
    await pushBranches(owner, target, { feature: { "feature.txt": "1\n" } });
    await createMergeRequest(owner, target);
    const names = { label: "label", milestone: "milestone", title: "Issue" };
    const { todo_id, ...issue } = await createFullIssue(owner, project, names);
    await pushBranches(owner, project, { feature: { "feature.txt": "1\n" } });
    const attributes = { title: "Merge request", description: "Closes #1" };
    const mergeRequest = await createFullMergeRequest(owner, project, attributes);
    const { merge_request_id } = mergeRequest;
    await ok(
      owner.post(`/projects/${project.id}/merge_requests/${merge_request_id}/add_spent_time`, { duration: "1h" }),
    );
    return {
      owner,
      reader,
      admin: owner,
      project,
      label: issue.label,
      names: { project: project.id, to_project_id: target.id, ...issue, ...mergeRequest },
    };
  });

/** An owner and a reader. */
const createUsers = async (): Promise<[Actor, Actor]> =>
  onServer(await server(), async () => [await createUser(), await createUser()]);

const kindOf = ({ path }: WalkedRoute): "issue" | "merge_request" =>
  path.includes("/issues/") ? "issue" : "merge_request";

const idOf = (world: World, route: WalkedRoute): number => Number(existing(world, route.path, `:${paramOf(route)}`));

/** Texts and assignees, which are looked up in the first round trip, and the names of awards. */
function naturalValues({ owner, reader }: World, { path, endpoint: { params } }: WalkedRoute): Record<string, unknown> {
  const text = `${unique("text")} for @${reader.username}, see #1 and !1`;
  const values = { body: text, note: text, description: text, assignee_id: owner.id };
  const name = path.endsWith("/award_emoji") ? { name: "heart" } : {};
  return Object.fromEntries(Object.entries({ ...values, ...name }).filter(([param]) => param in params));
}

/** Calls the endpoint with good values for all params but the one that names the issuable. */
async function call(world: World, route: WalkedRoute, issuable: unknown, caller: Caller = world.owner, id?: string) {
  const segments = route.path.split("/").filter((segment) => segment.startsWith(":"));
  const path = Object.fromEntries(segments.map((name) => [name.slice(1), existing(world, route.path, name)]));
  const given = {
    ...besides(world, route, route.endpoint.params, ["sha", ...Object.keys(path)]),
    ...path,
    ...naturalValues(world, route),
    ...(id !== undefined && { id }),
    [paramOf(route)]: issuable,
  };
  return callDirectly(await server(), caller, route.endpoint, given);
}

const nameOf = ({ method, path }: WalkedRoute) => `${method} ${path}`;

const titled = (some: readonly WalkedRoute[]) => some.map((route) => [nameOf(route), route] as const);

const reading = once(async () => createWorld(...(await createUsers())));

test.each(titled(reads))("%s returns the same for an iid", async (_, route) => {
  const world = await reading();
  const byId = await call(world, route, idOf(world, route));
  expect(byId).toMatchObject({ status: 200 });
  expect(byId.body).not.toEqual([]);
  expect(await call(world, route, FIRST)).toEqual(byId);
});

test.each(titled(reads))("%s returns the same for an iid in a project named by its path", async (_, route) => {
  const world = await reading();
  const path = world.project.path_with_namespace;
  const byId = await call(world, route, idOf(world, route), world.owner, path);
  expect(byId).toMatchObject({ status: 200 });
  expect(await call(world, route, FIRST, world.owner, path)).toEqual(byId);
});

/** The body without its values: records of two worlds differ in them. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]));
};

/** Statuses of calls that have found the issuable. */
const found = (status: number) => ![400, 401, 403, 404].includes(status);

test("every route that writes does the same for an iid, one after the other in equal projects", async () => {
  const users = await createUsers();
  const [one, other] = [await createWorld(...users), await createWorld(...users)];
  const differing: unknown[] = [];
  for (const route of writes) {
    const byId = await call(one, route, idOf(one, route));
    const byIid = await call(other, route, FIRST);
    const [expected, actual] = [byId, byIid].map(({ body, ...rest }) =>
      JSON.stringify({ ...rest, body: shapeOf(body) }),
    );
    if (expected !== actual || !found(byId.status)) differing.push({ route: nameOf(route), byId, byIid });
  }
  expect(writes.length).toBeGreaterThan(40);
  expect(differing).toEqual([]);
});

const NOTHING = 999_999_999;

/** A confidential issue beside those of {@link reading}, and iids that only another project has. */
const refusing = once(async () => {
  const world = await reading();
  return onServer(await server(), async () => {
    const elsewhere = await createProject(world.owner, { visibility_level: 20 });
    for (const title of ["1", "2", "3"]) await createIssue(world.owner, elsewhere, { title });
    await pushBranches(world.owner, elsewhere, { feature: { "1": "1" }, other: { "2": "2" } });
    await createMergeRequest(world.owner, elsewhere);
    await createMergeRequest(world.owner, elsewhere, { source_branch: "other" });
    const hidden = await createIssue(world.owner, world.project, { confidential: true });
    return {
      world,
      hidden: new Iid(hidden.iid),
      elsewhere: { issue: new Iid(3), merge_request: new Iid(2) },
    };
  });
});

test.each(titled(naming))("%s refuses an unknown iid as it refuses an unknown id", async (_, route) => {
  const { world, elsewhere } = await refusing();
  const refusal = await call(world, route, NOTHING);
  expect(refusal.status).toBeGreaterThanOrEqual(400);
  expect(await call(world, route, new Iid(NOTHING))).toEqual(refusal);
  // An iid of another project only.
  expect(await call(world, route, elsewhere[kindOf(route)])).toEqual(refusal);
});

test.each(titled(naming.filter((route) => kindOf(route) === "issue")))(
  "%s refuses the iid of a confidential issue as it refuses an unknown id",
  async (_, route) => {
    const { world, hidden } = await refusing();
    const refusal = await call(world, route, NOTHING, world.reader);
    expect(await call(world, route, hidden, world.reader)).toEqual(refusal);
  },
);
