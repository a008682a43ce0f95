// The requests whose responses are the examples of the description: one of each operation, in an order in which each
// succeeds.
import { expect } from "vitest";
import { Receiver } from "../api/v3/hooks/receiver.ts";
import type { Recorder, Send } from "./recorder.ts";

interface People {
  readonly root: Send;
  readonly ada: Send;
  readonly grace: Send;
  readonly adaId: number;
  readonly graceId: number;
}

/** Runs on an empty database. */
export async function tellStory(recorder: Recorder, rootToken: string): Promise<void> {
  const root = recorder.as(rootToken);
  const people = await createPeople(recorder, root);
  const group = await createGroup(people);
  const delta = await createProjects(people, group);
  await writeFiles(people, delta);
  await fork(people, delta);
  const issue = await discussIssue(people, delta);
  const mergeRequest = await proposeMerge(people, delta);
  await hookInto(recorder, people, group, delta);
  await readFeeds(people, group, delta);
  await readAuditTrail(people, group, delta);
  await removeEverything(people, group, delta, issue, mergeRequest);
}

async function createPeople(recorder: Recorder, root: Send): Promise<People> {
  await root("GET", "/version");
  const user = (username: string, name: string) => ({
    username,
    name,
    email: `${username}@example.com`,
    password: "not-kept-anyway",
  });
  const { id: adaId } = await root("POST", "/users", user("ada", "Ada Lovelace"));
  const { id: graceId } = await root("POST", "/users", user("grace", "Grace Hopper"));
  const tokens = (id: number) => `/users/${id}/impersonation_tokens`;
  const token = { name: "tests", scopes: ["api"] };
  const { id: tokenId, token: ofAda } = await root("POST", tokens(adaId), token);
  const { token: ofGrace } = await root("POST", tokens(graceId), token);
  await root("GET", tokens(adaId));
  await root("GET", `${tokens(adaId)}/${tokenId}`);
  const { id: spare } = await root("POST", tokens(adaId), token);
  await root("DELETE", `${tokens(adaId)}/${spare}`);
  await root("GET", "/users");
  await root("GET", `/users/${adaId}`);
  await root("PUT", `/users/${adaId}`, { bio: "Wrote the first program." });
  await root("PUT", `/users/${graceId}/block`);
  await root("PUT", `/users/${graceId}/unblock`);
  const ada = recorder.as(ofAda);
  await ada("GET", "/user");
  const { id: own } = await ada("POST", "/user/personal_access_tokens", {
    name: "laptop",
    scopes: ["api"],
    expires_at: "2030-01-01",
  });
  await ada("GET", "/user/personal_access_tokens");
  await ada("DELETE", `/user/personal_access_tokens/${own}`);
  return { root, ada, grace: recorder.as(ofGrace), adaId, graceId };
}

async function createGroup({ ada, graceId, grace, root, adaId }: People): Promise<string> {
  const { id } = await ada("POST", "/groups", { name: "Rivers", path: "rivers", visibility_level: 20 });
  const at = `/groups/${id}`;
  await ada("PUT", at, { description: "All that flows.", request_access_enabled: true });
  await ada("GET", "/groups");
  await ada("GET", "/groups/owned");
  await ada("GET", "/namespaces");
  await ada("POST", `${at}/members`, { user_id: graceId, access_level: 20 });
  await ada("GET", `${at}/members`);
  await ada("GET", `${at}/members/${graceId}`);
  await ada("PUT", `${at}/members/${graceId}`, { access_level: 30 });
  await ada("DELETE", `${at}/members/${graceId}`);
  await grace("POST", `${at}/access_requests`);
  await ada("GET", `${at}/access_requests`);
  await ada("DELETE", `${at}/access_requests/${graceId}`);
  await grace("POST", `${at}/access_requests`);
  await ada("PUT", `${at}/access_requests/${graceId}/approve`, { access_level: 30 });
  await ada("GET", `${at}/notification_settings`);
  await ada("PUT", `${at}/notification_settings`, { level: "watch" });
  await ada("GET", "/notification_settings");
  await ada("PUT", "/notification_settings", { level: "participating" });
  const { id: moved } = await root("POST", `/projects/user/${adaId}`, { name: "Brook" });
  await root("POST", `${at}/projects/${moved}`);
  const { path } = await root("POST", `/projects/user/${adaId}`, { name: "Creek" });
  await root("POST", `${at}/projects/ada/${path}`);
  return at;
}

async function createProjects({ root, ada, grace, graceId }: People, group: string): Promise<string> {
  const { id: namespace_id } = await ada("GET", group);
  const { id } = await ada("POST", "/projects", {
    name: "Delta",
    description: "Where rivers end.",
    namespace_id,
    visibility_level: 20,
  });
  const at = `/projects/${id}`;
  await ada("PUT", at, { description: "Where rivers meet the sea." });
  await ada("GET", at);
  for (const list of ["", "/visible", "/owned"]) await ada("GET", `/projects${list}?search=Delta`);
  await ada("GET", "/projects/search/Delta");
  await root("GET", "/projects/all?search=Delta");
  await ada("GET", `${group}/projects?search=Delta`);
  await ada("POST", `${at}/star`);
  await ada("GET", "/projects/starred");
  await ada("DELETE", `${at}/star`);
  await ada("POST", `${at}/archive`);
  await ada("POST", `${at}/unarchive`);
  const { id: other } = await ada("POST", "/groups", { name: "Lakes", path: "lakes" });
  await ada("POST", `${at}/share`, { group_id: other, group_access: 20 });
  await ada("DELETE", `${at}/share/${other}`);
  await ada("GET", `${at}/users`);
  await requestAccess(ada, await createVisitor(root), at);
  await ada("POST", `${at}/members`, { user_id: graceId, access_level: 40, expires_at: "2030-01-01" });
  await ada("GET", `${at}/members`);
  await ada("GET", `${at}/members/${graceId}`);
  await ada("PUT", `${at}/members/${graceId}`, { access_level: 30 });
  await grace("GET", `${at}/notification_settings`);
  await grace("PUT", `${at}/notification_settings`, { level: "custom", new_note: true });
  const tracker = "https://tracker.example/issues";
  await ada("PUT", `${at}/services/custom-issue-tracker`, {
    project_url: tracker,
    issues_url: `${tracker}/:id`,
    new_issue_url: `${tracker}/new`,
  });
  await ada("GET", `${at}/services/custom-issue-tracker`);
  await ada("DELETE", `${at}/services/custom-issue-tracker`);
  return at;
}

interface Visitor {
  readonly id: number;
  readonly send: Send;
}

/** A user who is a member of nothing: the administrator acts in their name. */
async function createVisitor(root: Send): Promise<Visitor> {
  const { id } = await root("POST", "/users", {
    username: "mary",
    name: "Mary Shelley",
    email: "mary@example.com",
    password: "not-kept-anyway",
  });
  return { id, send: (method, path, body) => root(method, `${path}?sudo=${id}`, body) };
}

async function requestAccess(ada: Send, { id, send }: Visitor, at: string): Promise<void> {
  await ada("PUT", at, { request_access_enabled: true });
  await send("POST", `${at}/access_requests`);
  await ada("GET", `${at}/access_requests`);
  await ada("DELETE", `${at}/access_requests/${id}`);
  await send("POST", `${at}/access_requests`);
  await ada("PUT", `${at}/access_requests/${id}/approve`);
  await ada("DELETE", `${at}/members/${id}`);
}

async function writeFiles({ ada }: People, project: string): Promise<void> {
  const at = `${project}/repository`;
  const file = (branch_name: string, file_path: string, content: string) => ({
    branch_name,
    file_path,
    content,
    commit_message: `Write ${file_path}`,
  });
  await ada("POST", `${at}/files`, file("main", "README.md", "# Delta\n"));
  await ada("POST", `${at}/files`, file("main", "old.txt", "Silt\n"));
  await ada("PUT", `${at}/files`, file("main", "README.md", "# Delta\n\nWhere rivers meet the sea.\n"));
  await ada("DELETE", `${at}/files`, { file_path: "old.txt", branch_name: "main", commit_message: "Remove old.txt" });
  await ada("GET", `${at}/files?file_path=README.md&ref=main`);
  for (const branch_name of ["feature", "picked", "gone", "merged"])
    await ada("POST", `${at}/branches`, { branch_name, ref: "main" });
  const { id: sha } = await ada("POST", `${at}/commits`, {
    branch_name: "feature",
    commit_message: "Dredge the mouth",
    actions: [{ action: "create", file_path: "dredge.txt", content: "Deep\n" }],
  });
  await ada("GET", `${at}/branches`);
  await ada("GET", `${at}/branches/main`);
  await ada("PUT", `${at}/branches/main/protect`, { developers_can_merge: true });
  await ada("PUT", `${at}/branches/main/unprotect`);
  await ada("DELETE", `${at}/branches/gone`);
  await ada("DELETE", `${at}/merged_branches`);
  await ada("POST", `${at}/commits/${sha}/cherry_pick`, { branch: "picked" });
  await ada("POST", `${at}/tags`, { tag_name: "v1", ref: "main", message: "The first", release_description: "Sails." });
  await ada("POST", `${at}/tags`, { tag_name: "v2", ref: "feature" });
  await ada("GET", `${at}/tags`);
  await ada("GET", `${at}/tags/v1`);
  await ada("PUT", `${at}/tags/v1/release`, { description: "Sails and steams." });
  await ada("POST", `${at}/tags/v2/release`, { description: "Deeper." });
  await ada("DELETE", `${at}/tags/v2`);
  await readFiles(ada, project, sha);
}

async function readFiles(ada: Send, project: string, sha: string): Promise<void> {
  const at = `${project}/repository`;
  await ada("GET", `${at}/tree`);
  await ada("GET", `${at}/compare?from=main&to=feature`);
  await ada("GET", `${at}/contributors`);
  await ada("GET", `${at}/commits?ref_name=feature`);
  await ada("GET", `${at}/commits/${sha}`);
  await ada("GET", `${at}/commits/${sha}/diff`);
  await ada("POST", `${at}/commits/${sha}/comments`, { note: "Deep enough?", path: "dredge.txt", line: 1 });
  await ada("GET", `${at}/commits/${sha}/comments`);
  await ada("POST", `${project}/statuses/${sha}`, {
    state: "success",
    ref: "feature",
    name: "tests",
    target_url: "https://ci.example/1",
    coverage: 97.5,
  });
  await ada("GET", `${at}/commits/${sha}/statuses`);
}

async function fork({ grace, root }: People, delta: string): Promise<void> {
  const { id } = await grace("POST", `/projects/fork/${delta.split("/").at(-1)}`);
  await grace("DELETE", `/projects/${id}/fork`);
  await root("POST", `/projects/${id}/fork/${delta.split("/").at(-1)}`);
  await grace("DELETE", `/projects/${id}`);
}

async function discussIssue({ ada, grace, adaId }: People, at: string): Promise<string> {
  await ada("POST", `${at}/labels`, { name: "silt", color: "#8B5A2B", description: "Needs a dredger." });
  await ada("PUT", `${at}/labels`, { name: "silt", priority: 1 });
  const [{ id: label }] = await ada("GET", `${at}/labels`);
  await ada("POST", `${at}/labels/${label}/subscription`);
  await ada("DELETE", `${at}/labels/${label}/subscription`);
  const { id: milestone_id } = await ada("POST", `${at}/milestones`, { title: "Spring tide", due_date: "2030-03-20" });
  await ada("PUT", `${at}/milestones/${milestone_id}`, { start_date: "2030-03-01" });
  await ada("GET", `${at}/milestones`);
  await ada("GET", `${at}/milestones/${milestone_id}`);
  const { id } = await grace("POST", `${at}/issues`, {
    title: "The mouth silts up",
    description: "Two barges are stuck, @ada.",
    labels: "silt",
    milestone_id,
    assignee_id: adaId,
  });
  await readNotifications(ada);
  const issue = `${at}/issues/${id}`;
  await ada("PUT", issue, { due_date: "2030-03-10" });
  await ada("GET", issue);
  await grace("GET", "/issues");
  await ada("GET", `${at}/issues`);
  await ada("GET", `/groups/rivers/issues`);
  await ada("GET", `${at}/milestones/${milestone_id}/issues`);
  await ada("DELETE", `${issue}/subscription`);
  await ada("POST", `${issue}/subscription`);
  await takePart(ada, grace, issue);
  await ada("GET", `${issue}/timelogs`);
  const { id: moved } = await ada("POST", `${at}/issues`, { title: "Lost in the reeds" });
  const { id: to_project_id } = await ada("POST", "/projects", { name: "Estuary" });
  await ada("POST", `${at}/issues/${moved}/move`, { to_project_id });
  return issue;
}

/** After the first event that notifies of anything: notifications arrive later, and several in any order. */
async function readNotifications(reader: Send): Promise<void> {
  const count = async () => (await reader("GET", "/notifications")).length;
  await expect.poll(count, { timeout: 20_000 }).toBe(1);
  const [{ id }] = await reader("GET", "/notifications");
  await reader("POST", `/notifications/${id}/read`);
  await reader("POST", "/notifications/read");
}

/** Notes, awards, time and todos of an issue or a merge request, which remain. */
async function takePart(ada: Send, grace: Send, at: string): Promise<void> {
  await ada("POST", `${at}/time_estimate`, { duration: "3h" });
  await ada("POST", `${at}/add_spent_time`, { duration: "1h 30m" });
  await ada("GET", `${at}/time_stats`);
  await ada("GET", `${at}/timelogs`);
  await ada("POST", `${at}/reset_time_estimate`);
  await ada("POST", `${at}/reset_spent_time`);
  const { id: award } = await grace("POST", `${at}/award_emoji`, { name: "ship" });
  await ada("GET", `${at}/award_emoji`);
  await ada("GET", `${at}/award_emoji/${award}`);
  await grace("DELETE", `${at}/award_emoji/${award}`);
  const { id } = await grace("POST", `${at}/notes`, { body: "The tide helps." });
  const note = `${at}/notes/${id}`;
  await grace("PUT", note, { body: "The tide helps, @ada." });
  await ada("GET", `${at}/notes`);
  await ada("GET", note);
  const { id: noteAward } = await ada("POST", `${note}/award_emoji`, { name: "heart" });
  await ada("GET", `${note}/award_emoji`);
  await ada("GET", `${note}/award_emoji/${noteAward}`);
  await ada("DELETE", `${note}/award_emoji/${noteAward}`);
  const { id: spare } = await grace("POST", `${at}/notes`, { body: "Never mind." });
  await grace("DELETE", `${at}/notes/${spare}`);
  await grace("POST", `${at}/todo`);
}

async function proposeMerge({ ada, grace, adaId }: People, at: string): Promise<string> {
  const { id } = await ada("POST", `${at}/merge_requests`, {
    title: "Dredge the mouth",
    description: "Closes #1",
    source_branch: "feature",
    target_branch: "main",
  });
  const one = `${at}/merge_requests/${id}`;
  await ada("PUT", one, { assignee_id: adaId });
  await ada("GET", one);
  await ada("GET", `${at}/merge_requests`);
  await ada("GET", `${one}/commits`);
  await ada("GET", `${one}/changes`);
  await ada("GET", `${one}/closes_issues`);
  const [{ id: version }] = await ada("GET", `${one}/versions`);
  await ada("GET", `${one}/versions/${version}`);
  await ada("POST", `${one}/comments`, { note: "Looks deep enough." });
  await ada("GET", `${one}/comments`);
  const { id: discussion } = await grace("POST", `${one}/discussions`, { body: "Is the dredger paid?" });
  await ada("GET", `${one}/discussions`);
  await ada("GET", `${one}/discussions/${discussion}`);
  await ada("POST", `${one}/discussions/${discussion}/notes`, { body: "Since May." });
  await ada("PUT", `${one}/discussions/${discussion}`, { resolved: true });
  await takePart(ada, grace, one);
  await ada("DELETE", `${one}/subscription`);
  await ada("POST", `${one}/subscription`);
  const { sha } = await ada("GET", one);
  const status = { state: "running", ref: "feature", name: "slow tests" };
  await ada("POST", `${at}/statuses/${sha}`, status);
  await ada("PUT", `${one}/merge`, { merge_when_build_succeeds: true });
  await ada("PUT", `${one}/cancel_merge_when_build_succeeds`);
  return one;
}

const subjects = {
  push: "push_events",
  tagPush: "tag_push_events",
  issue: "issues_events",
  mergeRequest: "merge_requests_events",
  note: "note_events",
  build: "build_events",
  pipeline: "pipeline_events",
  release: "releases_events",
  milestone: "milestone_events",
  emoji: "emoji_events",
} as const;

async function hookInto(recorder: Recorder, { root, ada }: People, group: string, project: string): Promise<void> {
  await using receiver = await Receiver.start();
  const owners: [string, Send][] = [
    [project, ada],
    [group, ada],
    ["", root],
  ];
  for (const [owner, send] of owners) {
    const { id } = await send("POST", `${owner}/hooks`, { url: receiver.url, token: "shibboleth", note_events: true });
    const hook = `${owner}/hooks/${id}`;
    await send("PUT", hook, { url: receiver.url, push_events: true });
    await send("GET", `${owner}/hooks`);
    await send("GET", hook);
    await send("POST", `${hook}/rotate_secret`);
    const deliveries: number[] = [];
    for (const [name, event] of Object.entries(subjects)) {
      const sent = receiver.deliveries.length;
      deliveries.push((await send("POST", `${hook}/test/${event}`)).id);
      const delivery = (await receiver.first(sent + 1)).at(-1);
      if (owner === project) recorder.addWebhook(name, delivery?.body);
    }
    await send("GET", `${hook}/deliveries`);
    await send("GET", `${hook}/deliveries/${deliveries[0]}`);
    await send("POST", `${hook}/deliveries/${deliveries[0]}/redeliver`);
    await receiver.first(receiver.deliveries.length);
    if (owner === "") await recordSystemHook(recorder, root, receiver);
    await send("DELETE", hook);
  }
}

async function recordSystemHook(recorder: Recorder, root: Send, receiver: Receiver): Promise<void> {
  const created = () => receiver.deliveries.find(({ body }) => body.event_name === "user_create");
  await root("POST", "/users", {
    username: "charles",
    name: "Charles Babbage",
    email: "charles@example.com",
    password: "not-kept-anyway",
  });
  await expect.poll(created, { timeout: 20_000 }).toBeDefined();
  recorder.addWebhook("system", created()?.body);
}

async function readFeeds({ ada, grace }: People, group: string, project: string): Promise<void> {
  await ada("GET", "/events");
  await ada("GET", `${project}/events`);
  await ada("GET", `${group}/events`);
  const [{ id }] = await ada("GET", "/todos");
  await ada("DELETE", `/todos/${id}`);
  await ada("DELETE", "/todos");
  await grace("GET", "/user");
}

async function readAuditTrail({ root, ada }: People, group: string, project: string): Promise<void> {
  for (const [send, at] of [
    [root, ""],
    [ada, project],
    [ada, group],
  ] as const) {
    const [{ id }] = await send("GET", `${at}/audit_events`);
    await send("GET", `${at}/audit_events/${id}`);
  }
}

async function removeEverything(
  { root, ada, graceId }: People,
  group: string,
  project: string,
  issue: string,
  mergeRequest: string,
): Promise<void> {
  await ada("PUT", `${mergeRequest}/merge`);
  await ada("DELETE", mergeRequest);
  await ada("DELETE", issue);
  await ada("DELETE", `${project}/labels?name=silt`);
  await ada("DELETE", project);
  await ada("DELETE", group);
  await root("DELETE", `/users/${graceId}`);
}
