// Fixtures: an instance with every kind of record, and what its GET routes answer.

import { createSecret, createWorld, discuss, namesOf, type World } from "../permissions/confidential-world.ts";
import { leftOut, type Names, pathOf, whole } from "../permissions/walk.ts";
import { createUser, ok, root, unique } from "../support/actors.ts";
import type { Caller } from "../support/api.ts";
import { joinProject, shareWith } from "../support/belonging.ts";
import { everyRoute, keyOf, type WalkedRoute } from "../support/every-api.ts";
import { createFullIssue, createGroup, createIssue, createProject, type Project } from "../support/factories.ts";
import { createFullMergeRequest, createMergeRequest, pushBranches } from "../support/merge-requests.ts";
import { sampled } from "../support/sample.ts";
import { currentOrigin, server } from "../support/server.ts";
import { v4 } from "../support/v4.ts";

const NOWHERE = "http://127.0.0.1:9/";

export interface FullInstance {
  readonly world: World;
  /** With merged and open merge requests, one of them from a fork. */
  readonly reviewed: Project;
  readonly callers: Readonly<Record<string, Caller>>;
  /** Path parameters of each walk. */
  readonly walks: readonly Names[];
}

export async function createFullInstance(): Promise<FullInstance> {
  const world = await createWorld();
  const { cast, places } = world;
  const secret = await createSecret(world, true);
  await discuss(world, secret);
  const reviewed = await createReviewed(world);
  await createLeftovers(world);
  const hooks = await createHooks(world);
  await settle();
  const token = await ok(
    root.post(`/users/${cast.reporter.id}/impersonation_tokens`, { name: "kept", scopes: ["api"] }),
  );
  await checkMerges([reviewed.project, ...places.map(({ project }) => project)]);
  const [notification] = await ok(cast.reporter.get("/notifications"));
  const names = places.map((place) => ({
    ...namesOf(world, place),
    ...hooks,
    token_id: token.id,
    notification: notification.id,
    user: cast.reporter.id,
  }));
  const [first = {}] = names;
  const callers = {
    root,
    reporter: cast.reporter,
    outsider: cast.outsider,
  };
  const other = {
    ...first,
    project: reviewed.project.id,
    merge_request_id: reviewed.open,
    version_id: reviewed.version,
  };
  return { world, reviewed: reviewed.project, callers, walks: [...names, other] };
}

/** The first read of a merge request stores whether it can be merged. */
async function checkMerges(projects: readonly Project[]): Promise<void> {
  for (const { id } of projects) {
    const path = `/projects/${id}/merge_requests`;
    for (const { id } of await ok(root.get(path))) await ok(root.get(`${path}/${id}`));
  }
}

/** Until notifications have arrived. */
async function settle(): Promise<void> {
  for (let times = 0; times < 20; times += 1) await server.settle();
}

/** A project with merge requests in each state, commit statuses, comments, releases and protected branches. */
async function createReviewed({ cast: { owner, developer, outsider }, group }: World) {
  const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
  const at = `/projects/${project.id}`;
  const tips = await pushBranches(owner, project, {
    feature: { "feature.txt": "1\n" },
    other: { "other.txt": "2\n" },
    third: { "third.txt": "3\n" },
    waiting: { "waiting.txt": "4\n" },
  });
  await createIssue(owner, project, { title: "To be closed" });
  const merged = await createFullMergeRequest(owner, project, { description: "Closes #1" }, developer);
  await ok(owner.put(`${at}/merge_requests/${merged.merge_request_id}/merge`));
  const closed = await createMergeRequest(developer, project, { source_branch: "other" });
  await ok(owner.put(`${at}/merge_requests/${closed.id}`, { state_event: "close" }));
  const fork = await ok(outsider.post(`/projects/fork/${project.id}`));
  await ok(outsider.get(`/projects/${fork.id}/repository/branches`));
  const file = {
    file_path: "fork.txt",
    content: "from the fork\n",
    branch_name: "proposal",
    commit_message: "Propose",
  };
  await ok(outsider.post(`/projects/${fork.id}/repository/branches`, { branch_name: "proposal", ref: "main" }));
  await ok(outsider.post(`/projects/${fork.id}/repository/files`, file));
  const open = await ok(
    outsider.post(`/projects/${fork.id}/merge_requests`, {
      title: "From the fork",
      source_branch: "proposal",
      target_branch: "main",
      target_project_id: project.id,
    }),
  );
  const discussion = await ok(developer.post(`${at}/merge_requests/${open.id}/discussions`, { body: "Why?" }));
  await ok(owner.put(`${at}/merge_requests/${open.id}/discussions/${discussion.id}`, { resolved: true }));
  await ok(developer.post(v4(`${at}/merge_requests/${open.iid}/approve`)));
  const [version] = await ok(owner.get(`${at}/merge_requests/${open.id}/versions`));
  const automatic = await createMergeRequest(owner, project, { source_branch: "waiting" });
  await ok(owner.post(`${at}/statuses/${tips.waiting}`, { state: "running", ref: "waiting", coverage: 50.5 }));
  await ok(owner.put(`${at}/merge_requests/${automatic.id}/merge`, { merge_when_build_succeeds: true }));
  await ok(
    owner.post(`${at}/repository/commits/${tips.main}/comments`, {
      note: "Well.",
      path: "README.md",
      line: 1,
      line_type: "new",
    }),
  );
  await ok(owner.put(`${at}/repository/branches/third/protect`, { developers_can_push: true }));
  await ok(
    owner.post(`${at}/repository/tags`, { tag_name: "v2", ref: "third", message: "Two", release_description: "Notes" }),
  );
  const link = { name: "program", url: "https://example.com/program" };
  await ok(owner.post(v4(`${at}/releases/v2/assets/links`), link));
  await ok(owner.put(`${at}`, { default_branch: "third" }));
  return { project, open: open.id, version: version.id };
}

/** Records that are left when others move, end or are deleted. */
async function createLeftovers({ cast, group, places: [{ project }, other] }: World): Promise<void> {
  const { owner, outsider, reporter, external } = cast;
  const at = `/projects/${project.id}`;
  const gone = await createUser();
  const [left, moved, deleted] = [
    await createIssue(gone, project, { description: `@${reporter.username}` }),
    await createFullIssue(owner, project),
    await createIssue(owner, project),
  ];
  await ok(gone.post(`${at}/issues/${left.id}/notes`, { body: "Bye." }));
  await ok(root.delete(`/users/${gone.id}`));
  await ok(owner.post(`${at}/issues/${moved.id}/move`, { to_project_id: other.project.id }));
  await ok(owner.delete(`${at}/issues/${deleted.id}`));
  await ok(root.put(`/users/${external.id}/block`));
  const elsewhere = await createGroup(outsider);
  await shareWith(owner, project, elsewhere, "reporter");
  const archived = await createProject(owner, { namespace_id: group.id });
  await ok(owner.post(`/projects/${archived.id}/archive`));
  const transferred = await createProject(outsider, { visibility_level: 0 });
  await ok(root.post(`/groups/${group.id}/projects/${transferred.id}`));
  await joinProject(owner, transferred, outsider, "guest", { expires_at: "2099-01-01" });
  await ok(
    owner.put(at, { request_access_enabled: true, tag_list: "one,two", description: "Ünïcödé \u{1f600}\u0001" }),
  );
  await ok(owner.put(`/groups/${group.id}`, { request_access_enabled: true }));
  await ok(outsider.post(`/groups/${group.id}/access_requests`));
  await ok(reporter.put(`${at}/notification_settings`, { level: "watch" }));
  await ok(reporter.put("/notification_settings", { level: "mention" }));
  await ok(outsider.post(`${at}/labels/${moved.label_id}/subscription`));
  const subscribed = await createIssue(owner, project);
  await ok(outsider.post(`${at}/issues/${subscribed.id}/subscription`));
  await ok(
    owner.put(`${at}/services/custom-issue-tracker`, {
      project_url: "https://a.example",
      issues_url: "https://a.example/:id",
      new_issue_url: "https://a.example/new",
    }),
  );
  // A guard would refuse the project of a user who may have none.
  await createProject(reporter);
  await ok(root.put(`/users/${reporter.id}`, { projects_limit: 0 }));
}

/** The last records, so that nothing is delivered. */
async function createHooks({ cast: { owner }, group, places: [{ project }] }: World): Promise<Names> {
  const hook = await ok(owner.post(`/projects/${project.id}/hooks`, { url: NOWHERE, token: unique("token") }));
  const ofGroup = await ok(owner.post(`/groups/${group.id}/hooks`, { url: NOWHERE, issues_events: true }));
  const ofServer = await ok(root.post("/hooks", { url: NOWHERE }));
  return { projects_hook_id: hook.id, groups_hook_id: ofGroup.id, hooks_hook_id: ofServer.id };
}

/** Values for the parameters of all routes; each ignores those it does not know. */
export const QUERIES = [
  "",
  "?per_page=100&file_path=README.md&filepath=README.md&ref=main&from=main&to=v1&statistics=true&state=all&simple=true",
  "?per_page=3&page=2&order_by=updated_at&sort=asc&path=README.md&search=a&username=x",
];

/** The keys of the answers that differ, with the place where they do. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([key, text]) => {
    const other = after.get(key) ?? "nothing";
    if (text === other) return [];
    const at = [...text].findIndex((character, index) => character !== other[index]);
    const around = (whole: string) => whole.slice(Math.max(0, at - 60), at + 60);
    return [`${key}: ${JSON.stringify(around(text))} became ${JSON.stringify(around(other))}`];
  });
}

/** Deliveries are the log of a courier, which is not in a backup; the other answers are about no record. */
const WITHOUT_RECORDS = new Set(["GET /unsubscribe"]);

/** At once. */
const REQUESTS = 8;

/**
 * The answers of every GET route to every caller, by caller, path and query; in a sample those of every route to some.
 *
 * @param queries of {@link QUERIES}
 */
export async function readEverything(instance: FullInstance, queries = QUERIES): Promise<Map<string, string>> {
  const requests = [...new Map(requestsOf(instance, queries))];
  const answers = new Map<string, string>();
  for (let at = 0; at < requests.length; at += REQUESTS) {
    const some = requests.slice(at, at + REQUESTS);
    const texts = await Promise.all(some.map(async ([, { caller, path }]) => whole(await caller.get(path))));
    for (const [index, text] of texts.entries()) {
      // The tag of a response follows from its text, which has the server's address.
      const untagged = text.replace(/^etag: .*\n/m, "");
      answers.set(some[index]?.[0] ?? "", untagged.replaceAll(currentOrigin(), "ORIGIN"));
    }
  }
  return answers;
}

type Requested = [key: string, request: { caller: Caller; path: string }];

function requestsOf(instance: FullInstance, queries: readonly string[]): Requested[] {
  const notifications = "GET /notifications"; // They have arrived here.
  const readings = everyRoute
    .filter(({ method, isV4 }) => method === "GET" && !isV4)
    .filter((route) => !WITHOUT_RECORDS.has(keyOf(route)));
  const routes = readings.filter((route) => !(keyOf(route) in leftOut) || keyOf(route) === notifications);
  // Two of 27. Over the routes these include all callers, walks and queries.
  return routes.flatMap((route, row) => sampled([...requestsOn(route, instance, queries)], row, 14));
}

function* requestsOn(
  route: WalkedRoute,
  { callers, walks }: FullInstance,
  queries: readonly string[],
): Generator<Requested> {
  const [, first = ""] = route.path.split("/");
  for (const names of walks) {
    for (const query of queries) {
      const path = `${pathOf(route, { ...names, hook_id: names[`${first}_hook_id`] ?? 0 })}${query}`;
      for (const [name, caller] of Object.entries(callers)) yield [`${name} ${path}`, { caller, path }];
    }
  }
}
