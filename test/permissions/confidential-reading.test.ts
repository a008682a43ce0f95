// One visibility predicate: no read request reveals a confidential issue to users who may not see it.
import { describe, expect, test } from "vitest";
import type { Access } from "../../src/api/endpoint.ts";
import { type Actor, levels, ok } from "../support/actors.ts";
import { everyRoute, keyOf } from "../support/every-api.ts";
import { createProject, type Group } from "../support/factories.ts";
import { createMergeRequest, pushBranches } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";
import { isSample } from "../support/sample.ts";
import { at, createSecret, createWorld, discuss, type Secret, type World } from "./confidential-world.ts";
import { briefly, read, readByUnseeing, routesThatDiffer } from "./reading.ts";
import { leftOut, readings, WALK } from "./walk.ts";

const issueLists = readings.filter(({ path }) => path === "/projects/:id/issues");

/** Routes that show it to users who may see it. */
const showing = [
  "GET /groups/:id",
  "GET /groups/:id/events",
  "GET /groups/:id/issues",
  "GET /groups/:id/projects",
  "GET /projects/:id",
  "GET /projects/:id/events",
  "GET /projects/:id/issues",
  "GET /projects/:id/issues/:noteable_id/notes",
  "GET /projects/:id/labels",
  "GET /projects/:id/merge_request/:merge_request_id/closes_issues",
  "GET /projects/:id/merge_request/:merge_request_id/comments",
  "GET /projects/:id/merge_requests/:merge_request_id/closes_issues",
  "GET /projects/:id/merge_requests/:merge_request_id/comments",
  "GET /projects/:id/merge_requests/:noteable_id/notes",
  "GET /projects/:id/milestones/:milestone_id/issues",
  "GET /projects/search/:query",
  "GET /projects/starred",
  "GET /projects/visible",
  "GET /todos",
  "v4 GET /groups/:id",
  "v4 GET /groups/:id/issues",
  "v4 GET /groups/:id/issues_statistics",
  "v4 GET /groups/:id/projects",
  "v4 GET /groups/:id/search",
  "v4 GET /issues",
  "v4 GET /issues_statistics",
  "v4 GET /projects",
  "v4 GET /projects/:id",
  "v4 GET /projects/:id/events",
  "v4 GET /projects/:id/issues",
  "v4 GET /projects/:id/issues/:issue_iid/discussions",
  "v4 GET /projects/:id/issues/:issue_iid/links",
  "v4 GET /projects/:id/issues/:issue_iid/notes",
  "v4 GET /projects/:id/issues_statistics",
  "v4 GET /projects/:id/labels",
  "v4 GET /projects/:id/merge_requests/:merge_request_iid/closes_issues",
  "v4 GET /projects/:id/merge_requests/:merge_request_iid/discussions",
  "v4 GET /projects/:id/merge_requests/:merge_request_iid/notes",
  "v4 GET /projects/:id/milestones/:milestone_id/issues",
  "v4 GET /projects/:id/search",
  "v4 GET /search",
  "v4 GET /todos",
  "v4 GET /users/:id/events",
];

/** Of the author: the merge request that the issue mentions has `subscribed`. */
const subscribing = [
  "GET /projects/:id/merge_request/:merge_request_id",
  "GET /projects/:id/merge_request/:merge_request_id/changes",
  "GET /projects/:id/merge_requests",
  "GET /projects/:id/merge_requests/:merge_request_id",
  "GET /projects/:id/merge_requests/:merge_request_id/changes",
  "v4 GET /projects/:id/merge_requests/:merge_request_iid",
  "v4 GET /projects/:id/merge_requests/:merge_request_iid/changes",
];

const shownTo = {
  reporter: [...showing, "GET /projects"].sort(),
  author: [...showing, ...subscribing, "GET /events", "GET /issues", "v4 GET /events"].sort(),
};

/** Some of the routes that show what a hidden project names, to its owner. */
const namedBy = [
  "GET /projects/:id/issues/:noteable_id/notes",
  "GET /projects/:id/merge_requests/:noteable_id/notes",
  "v4 GET /projects/:id/issues",
  "v4 GET /projects/:id/issues/:issue_iid",
  "v4 GET /projects/:id/issues/:issue_iid/discussions",
  "v4 GET /projects/:id/issues/:issue_iid/related_merge_requests",
  "v4 GET /projects/:id/merge_requests/:merge_request_iid/discussions",
];

/** What users who may see it read: everything, or in a sample the routes that are known to show it. */
const known = (keys: readonly string[]): typeof readings =>
  isSample ? readings.filter((route) => keys.includes(keyOf(route))) : readings;

/**
 * For all tests: what users who may not see confidential issues read before and after everything that happens to them.
 * What one of these reveals is no less beside the others.
 */
const shared = once(async () => {
  const world = await createWorld();
  const differing = await readByUnseeing(world);
  const shown = await showToSeeing(world);
  const shownMeanwhile = await endAccess(world);
  await moveAndDelete(world);
  const naming = await nameFromHidden(world);
  return { world, shown, shownMeanwhile, naming, differences: await differing() };
});

/** The routes that show the first issue to users who may see it, and all that the reporter reads with it. */
async function showToSeeing(world: World) {
  const { cast, author, places } = world;
  const readBriefly = (viewer: Actor, routes = readings) =>
    read(world, viewer, [places[0]], { routes, choose: briefly });
  const readByAuthor = () => readBriefly(author, known(shownTo.author));
  const before = { reporter: await readBriefly(cast.reporter, known(shownTo.reporter)), author: await readByAuthor() };
  await createSecret(world, true);
  const readByReporter = isSample ? await readBriefly(cast.reporter) : await read(world, cast.reporter);
  const routes = {
    reporter: routesThatDiffer(before.reporter, readByReporter),
    author: routesThatDiffer(before.author, await readByAuthor()),
  };
  return { routes, readByReporter };
}

/**
 * The guest has access to an issue, takes part in it and loses the access; an issue for each of the ways.
 *
 * @returns the routes that show it meanwhile
 */
async function endAccess(world: World): Promise<Map<string, string[]>> {
  const { guest, reporter } = world.cast;
  // The issue lists are enough to show that the guest can see it.
  const readIssues = () => read(world, guest, [world.places[0]], { routes: issueLists });
  const unseen = await readIssues();
  const shown = new Map<string, string[]>();
  for (const [what, begin, end] of formerly) {
    const secret = await createSecret(world, true);
    await begin(world, secret);
    shown.set(what, routesThatDiffer(unseen, await readIssues()));
    const path = at(secret);
    await ok(guest.post(`${path}/notes`, { body: `@${guest.username}, see #2` }));
    await ok(reporter.post(`${path}/notes`, { body: `@${guest.username}, #1` }));
    await ok(guest.post(`${path}/award_emoji`, { name: "heart" }));
    await ok(guest.post(`${path}/notes/${secret.note_id}/award_emoji`, { name: "heart" }));
    await guest.post(`${path}/subscription`);
    await ok(guest.delete(`${path}/subscription`));
    await guest.post(`${path}/todo`);
    await end(world, secret);
  }
  return shown;
}

/** Who lost access to an issue, with how it began and ended. */
const formerly: [
  what: string,
  begin: (world: World, secret: Secret) => Promise<void>,
  end: (world: World, secret: Secret) => Promise<void>,
][] = [
  // The first: the end of a membership takes away more than what is of one issue.
  [
    "were reporters",
    async ({ cast, group }) => setLevel(cast.owner, group, cast.guest, "reporter"),
    async ({ cast, group }) => setLevel(cast.owner, group, cast.guest, "guest"),
  ],
  [
    "were assigned",
    async ({ cast }, secret) => {
      // Only a user who can see it can be assigned to it.
      await ok(cast.reporter.put(at(secret), { confidential: false, assignee_id: cast.guest.id }));
      await ok(cast.reporter.put(at(secret), { confidential: true }));
    },
    async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { assignee_id: 0 })),
  ],
  [
    "saw it as everybody did",
    async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { confidential: false })),
    async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { confidential: true })),
  ],
];

const setLevel = (owner: Actor, group: Group, user: Actor, role: keyof typeof levels): Promise<void> =>
  ok(owner.put(`/groups/${group.id}/members/${user.id}`, { access_level: levels[role] }));

/** An issue that was discussed and moved, and one that was deleted thereafter. */
async function moveAndDelete(world: World): Promise<void> {
  const { cast, places } = world;
  for (const isDeleted of [false, true]) {
    const secret = await createSecret(world, true);
    await discuss(world, secret);
    const moved = await ok(cast.reporter.post(`${at(secret)}/move`, { to_project_id: places[1].project.id }));
    if (isDeleted) for (const issue of [secret, moved]) await ok(cast.owner.delete(at(issue)));
  }
}

/** In a project that only its owner sees, names what everybody sees. @returns the routes that show it to the owner */
async function nameFromHidden(world: World): Promise<string[]> {
  const { cast, places } = world;
  const [{ project, issue, mergeRequest }] = places;
  const readByOwner = () => read(world, cast.owner, [places[0]], { routes: known(namedBy), choose: briefly });
  const before = await readByOwner();
  const hidden = await createProject(cast.owner);
  await pushBranches(cast.owner, hidden, { feature: { "feature.txt": "1\n" } });
  const there = project.path_with_namespace;
  const description = `Closes ${there}#${issue.iid}, see ${there}!${mergeRequest.merge_request_iid} @${cast.outsider.username}`;
  const { id } = await createMergeRequest(cast.owner, hidden, { description });
  const other = await ok(cast.owner.post(`/projects/${hidden.id}/issues`, { title: "t", description }));
  await ok(cast.owner.post(`/projects/${hidden.id}/merge_requests/${id}/notes`, { body: description }));
  await ok(cast.owner.post(`/projects/${hidden.id}/issues/${other.id}/notes`, { body: description }));
  return routesThatDiffer(before, await readByOwner());
}

describe("everything read by users who may not see it", () => {
  test("does not differ by a byte, from its creation to its deletion", WALK, async () => {
    const { shown, differences } = await shared();
    expect(shown.routes).toEqual(shownTo);
    expect(differences).toEqual([]);
  });

  test.each(formerly)("is the same as before, for users who %s and took part in it", WALK, async (what) => {
    const { shownMeanwhile, differences } = await shared();
    expect(shownMeanwhile.get(what)).not.toEqual([]);
    expect(differences).toEqual([]);
  });
});

test(
  "everything read by users who may not see a project is the same after it has named what they see",
  WALK,
  async () => {
    const { naming, differences } = await shared();
    expect(differences).toEqual([]);
    expect(naming).toEqual(expect.arrayContaining(namedBy));
  },
);

const managing = new Set([
  "admin_project",
  "admin_project_member",
  "admin_group",
  "admin_group_member",
  "read_audit_events",
]);

/** Administrators of the server, the project or its group see confidential issues anyway. */
const isForAdmins = (access: Access): boolean =>
  access === "admin" ||
  (typeof access === "object" && managing.has("project" in access ? access.project : access.group));

test("the walk finds its targets: a user who may see it gets 200 from every route that is not for administrators", async () => {
  const { shown } = await shared();
  const refused = [...shown.readByReporter.values()].filter(({ response }) => !response.startsWith("200"));
  const forAdmins = readings.filter(({ endpoint: { access } }) => isForAdmins(access)).map(keyOf);
  expect([...new Set(refused.map(({ route }) => route))]).toEqual(forAdmins);
});

test("every route left out exists", () => {
  expect(Object.keys(leftOut).filter((key) => !everyRoute.map(keyOf).includes(key))).toEqual([]);
});
