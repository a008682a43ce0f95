// One visibility predicate: no read request reveals a confidential issue to users who may not see it.
import { describe, expect, test } from "vitest";
import type { Access } from "../../src/api/endpoint.ts";
import { type Actor, levels, ok } from "../support/actors.ts";
import { everyRoute, keyOf } from "../support/every-api.ts";
import { createProject, type Group } from "../support/factories.ts";
import { createMergeRequest, pushBranches } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";
import { at, createSecret, createWorld, discuss, type Secret, type World } from "./confidential-world.ts";
import { read, readByUnseeing, routesThatDiffer } from "./reading.ts";
import { leftOut, readings, WALK } from "./walk.ts";

const issueLists = readings.filter(({ path }) => path === "/projects/:id/issues");

/** For all tests: a world, and what was read before it had confidential issues. No test lets anybody see more. */
const shared = once(async () => {
  const world = await createWorld();
  const differing = await readByUnseeing(world);
  // The issue lists are enough to show that the guest can see it.
  const readIssues = () => read(world, world.cast.guest, [world.places[0]], { routes: issueLists });
  const unseen = await readIssues();
  const seeing = await readBySeeing(world);
  return { world, differing, readIssues, unseen, seeing, secret: await createSecret(world, true) };
});

/** Three queries of a list show that a route differs; the others are for those who may see less. */
const BRIEFLY = { most: 3 };

async function readBySeeing(world: World) {
  const { cast, author, places } = world;
  return {
    reporter: await read(world, cast.reporter, [places[0]], BRIEFLY),
    author: await read(world, author, [places[0]], BRIEFLY),
  };
}

describe("everything read by users who may not see it", () => {
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

  test("does not differ by a byte, from its creation to its deletion", WALK, async () => {
    const { world, differing, seeing } = await shared();
    const { cast, places } = world;
    const shown = await readBySeeing(world);
    expect({
      reporter: routesThatDiffer(seeing.reporter, shown.reporter),
      author: routesThatDiffer(seeing.author, shown.author),
    }).toEqual({
      reporter: [...showing, "GET /projects"].sort(),
      author: [...showing, ...subscribing, "GET /events", "GET /issues", "v4 GET /events"].sort(),
    });
    // One read for all: an issue that is new, one that was discussed and moved, and one that was deleted thereafter.
    // What one reveals is no less if there are others.
    for (const isDeleted of [false, true]) {
      const secret = await createSecret(world, true);
      await discuss(world, secret);
      const moved = await ok(cast.reporter.post(`${at(secret)}/move`, { to_project_id: places[1].project.id }));
      if (isDeleted) for (const issue of [secret, moved]) await ok(cast.owner.delete(at(issue)));
    }
    expect(await differing()).toEqual([]);
  });

  /** The guest had access to it, and lost it. */
  const formerly: [
    what: string,
    award: string,
    begin: (world: World, secret: Secret) => Promise<void>,
    end: (world: World, secret: Secret) => Promise<void>,
  ][] = [
    [
      "were assigned",
      "heart",
      async ({ cast }, secret) => {
        // Only a user who can see it can be assigned to it.
        await ok(cast.reporter.put(at(secret), { confidential: false, assignee_id: cast.guest.id }));
        await ok(cast.reporter.put(at(secret), { confidential: true }));
      },
      async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { assignee_id: 0 })),
    ],
    [
      "were reporters",
      "tada",
      async ({ cast, group }) => setLevel(cast.owner, group, cast.guest, "reporter"),
      async ({ cast, group }) => setLevel(cast.owner, group, cast.guest, "guest"),
    ],
    [
      "saw it as everybody did",
      "thumbsup",
      async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { confidential: false })),
      async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { confidential: true })),
    ],
  ];

  // Those concerned and an outsider read here; everybody reads after all of this in the next test.
  test.each(formerly)(
    "is the same as before, for users who %s and took part in it",
    WALK,
    async (_, award, begin, end) => {
      const { world, differing, readIssues, unseen, secret } = await shared();
      const { guest, reporter } = world.cast;
      await begin(world, secret);
      expect(routesThatDiffer(unseen, await readIssues())).not.toEqual([]);
      const path = at(secret);
      await ok(guest.post(`${path}/notes`, { body: `@${guest.username}, see #2` }));
      await ok(reporter.post(`${path}/notes`, { body: `@${guest.username}, #1` }));
      await ok(guest.post(`${path}/award_emoji`, { name: award }));
      await ok(guest.post(`${path}/notes/${secret.note_id}/award_emoji`, { name: award }));
      await guest.post(`${path}/subscription`);
      await ok(guest.delete(`${path}/subscription`));
      await guest.post(`${path}/todo`);
      await end(world, secret);
      expect(await differing(["guest", "outsider"])).toEqual([]);
    },
  );
});

test(
  "everything read by users who may not see a project is the same after it has named what they see",
  WALK,
  async () => {
    const { world, differing } = await shared();
    const { cast, places } = world;
    const [{ project, issue, mergeRequest }] = places;
    const readByOwner = () => read(world, cast.owner, [places[0]], BRIEFLY);
    const before = await readByOwner();
    const hidden = await createProject(cast.owner);
    await pushBranches(cast.owner, hidden, { feature: { "feature.txt": "1\n" } });
    const there = project.path_with_namespace;
    const description = `Closes ${there}#${issue.iid}, see ${there}!${mergeRequest.merge_request_iid} @${cast.outsider.username}`;
    const { id } = await createMergeRequest(cast.owner, hidden, { description });
    const other = await ok(cast.owner.post(`/projects/${hidden.id}/issues`, { title: "t", description }));
    await ok(cast.owner.post(`/projects/${hidden.id}/merge_requests/${id}/notes`, { body: description }));
    await ok(cast.owner.post(`/projects/${hidden.id}/issues/${other.id}/notes`, { body: description }));
    expect(await differing()).toEqual([]);
    expect(routesThatDiffer(before, await readByOwner())).toEqual(
      expect.arrayContaining([
        "GET /projects/:id/issues/:noteable_id/notes",
        "GET /projects/:id/merge_requests/:noteable_id/notes",
        "v4 GET /projects/:id/issues",
        "v4 GET /projects/:id/issues/:issue_iid",
        "v4 GET /projects/:id/issues/:issue_iid/discussions",
        "v4 GET /projects/:id/issues/:issue_iid/related_merge_requests",
        "v4 GET /projects/:id/merge_requests/:merge_request_iid/discussions",
      ]),
    );
  },
);

const setLevel = (owner: Actor, group: Group, user: Actor, role: keyof typeof levels): Promise<void> =>
  ok(owner.put(`/groups/${group.id}/members/${user.id}`, { access_level: levels[role] }));

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
  const { world } = await shared();
  const answers = await read(world, world.cast.reporter);
  const refused = [...answers.values()].filter(({ response }) => !response.startsWith("200"));
  const forAdmins = readings.filter(({ endpoint: { access } }) => isForAdmins(access)).map(keyOf);
  expect([...new Set(refused.map(({ route }) => route))]).toEqual(forAdmins);
});

test("every route left out exists", () => {
  expect(Object.keys(leftOut).filter((key) => !everyRoute.map(keyOf).includes(key))).toEqual([]);
});
