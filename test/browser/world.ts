// A project in a group with one record of each kind that pages show, made of given texts.
import { Receiver } from "../api/v3/hooks/receiver.ts";
import { type Actor, createUser, levels, ok } from "../support/actors.ts";
import type { Values } from "../support/api.ts";
import type { Project } from "../support/factories.ts";
import { History } from "../support/history.ts";
import type { Names } from "./places.ts";
import type { Person, Proposed, Texts } from "./texts.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

export interface World {
  readonly names: Names;
  readonly owner: Actor;
  readonly reviewer: Actor;
  readonly project: Project;
  /** Ends what the world needs to live. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * @param suffix to names of users and of the group, which have to be unique on a server
 * @param visibility_level of the group and the project, 20 for public ones
 */
export async function createWorld(texts: Texts, suffix: string, visibility_level = 20): Promise<World> {
  const [owner, reviewer] = [
    await account(texts.people[0], suffix, { admin: true }),
    await account(texts.people[1], suffix),
  ];
  const { name, path, description } = texts.group;
  const group = await ok(
    owner.post("/groups", { name: name + suffix, path: path + suffix, description, visibility_level }),
  );
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: reviewer.id, access_level: levels.developer }));
  const project: Project = await ok(
    owner.post("/projects", { ...texts.project, namespace_id: group.id, visibility_level }),
  );
  const receiver = await Receiver.start(() => ({ status: 200, body: texts.hook.answer }));
  const place = { texts, owner, reviewer, project, at: `/projects/${project.id}` };
  const hooks = await addHooks(place, group.id, receiver);
  const code = await pushCode(place);
  const issues = await writeIssues(place);
  const proposed = await propose(place, code);
  const [event] = await ok(owner.get(`${place.at}/audit_events`));
  const [delivery] = await ok(owner.get(`${place.at}/hooks/${hooks.hook}/deliveries`));
  return {
    names: {
      project: project.path_with_namespace,
      group: group.path,
      username: reviewer.username,
      user: reviewer.id,
      branch: "main",
      tag: texts.tag.name,
      file: texts.file,
      folder: texts.folder,
      range: `main...${texts.open.branch}`,
      sha: code.sha,
      delivery: delivery.id,
      auditEvent: event.id,
      ...issues,
      ...proposed,
      ...hooks,
    },
    owner,
    reviewer,
    project,
    async [Symbol.asyncDispose]() {
      await ok(owner.delete(`/hooks/${hooks.systemHook}`));
      await receiver[Symbol.asyncDispose]();
    },
  };
}

interface Place {
  readonly texts: Texts;
  readonly owner: Actor;
  readonly reviewer: Actor;
  readonly project: Project;
  /** `/projects/1` */
  readonly at: string;
}

const account = ({ username, name, profile }: Person, suffix: string, attributes: Values = {}): Promise<Actor> =>
  createUser({
    name,
    ...profile,
    ...attributes,
    username: username + suffix,
    email: `${username + suffix}@example.com`,
  });

async function addHooks({ texts, owner, at }: Place, group: number, receiver: Receiver) {
  const url = new URL(texts.hook.path, receiver.url).href;
  const add = async (path: string) => {
    const { id } = await ok(
      owner.post(path, { url, token: "secret", issues_events: true, merge_requests_events: true }),
    );
    const { id: delivery } = await ok(owner.post(`${path}/${id}/test/push_events`));
    return { id, delivery };
  };
  const hook = await add(`${at}/hooks`);
  const groupHook = await add(`/groups/${group}/hooks`);
  const systemHook = await add("/hooks");
  return {
    hook: hook.id,
    groupHook: groupHook.id,
    groupDelivery: groupHook.delivery,
    systemHook: systemHook.id,
    systemDelivery: systemHook.delivery,
  };
}

async function pushCode({ texts, owner, reviewer, project, at }: Place): Promise<{ sha: string }> {
  const history = new History();
  const now = Math.floor(Date.now() / 1_000);
  const by = ({ username }: Actor, name: string, hoursAgo: number) => ({
    name,
    email: `${username}@example.com`,
    time: now - hoursAgo * HOUR,
  });
  const [ada, grace] = texts.people;
  let tip: ReturnType<History["commit"]> | null = null;
  let base: ReturnType<History["commit"]> | null = null;
  for (const [n, { message, files }] of texts.commits.entries()) {
    base = tip;
    tip = history.commit(files, message, tip, by(owner, ada.name, (5 * DAY) / HOUR - 20 * n));
    history.setBranch("main", tip);
  }
  for (const [n, { branch, message, files }] of [texts.open, texts.conflicting, texts.merged].entries()) {
    history.setBranch(branch, history.commit(files, message, base, by(reviewer, grace.name, 30 - 3 * n)));
  }
  await history.push(owner, project);
  const sha = tip?.oid ?? "";
  const { name, message, release } = texts.tag;
  await ok(owner.post(`${at}/repository/tags`, { tag_name: name, ref: "main", message, release_description: release }));
  await ok(owner.post(`${at}/repository/commits/${sha}/comments`, { note: texts.commitComment }));
  return { sha };
}

async function writeIssues({ texts, owner, reviewer, at }: Place) {
  const labels: { id: number }[] = [];
  for (const label of texts.labels) labels.push(await ok(owner.post(`${at}/labels`, label)));
  const milestone = await ok(owner.post(`${at}/milestones`, { ...texts.milestone, due_date: "2031-03-20" }));
  const created: { id: number; iid: number }[] = [];
  for (const [n, { title, description }] of texts.issues.entries()) {
    const label = texts.labels[n % labels.length]?.name ?? "";
    const first = n === 0 ? { milestone_id: milestone.id, due_date: "2031-03-01", assignee_id: owner.id } : {};
    created.push(await ok(reviewer.post(`${at}/issues`, { title, description, labels: label, ...first })));
  }
  const [first] = created;
  const issue = `${at}/issues/${first?.id}`;
  for (const [n, body] of texts.issueNotes.entries()) {
    await ok((n % 2 === 0 ? reviewer : owner).post(`${issue}/notes`, { body }));
  }
  const [note] = await ok(owner.get(`${issue}/notes`));
  await ok(owner.post(`${issue}/award_emoji`, { name: "thumbsup" }));
  await ok(owner.post(`${issue}/time_estimate`, { duration: "6h" }));
  await ok(owner.post(`${issue}/add_spent_time`, { duration: "2h" }));
  const last = created.at(-1);
  if (last !== first) await ok(owner.put(`${at}/issues/${last?.id}`, { state_event: "close" }));
  return { issue: first?.iid ?? 0, note: note.id, milestone: milestone.iid, label: labels[0]?.id ?? 0 };
}

async function propose(place: Place, { sha }: { sha: string }) {
  const { texts, owner, reviewer, at } = place;
  const create = async ({ branch, title, description }: Proposed) => {
    const values = { source_branch: branch, target_branch: "main", title, description, assignee_id: owner.id };
    return ok(reviewer.post(`${at}/merge_requests`, values));
  };
  const open = await create(texts.open);
  const path = `${at}/merge_requests/${open.id}`;
  const [first, second] = texts.open.discussions;
  const resolved = await ok(owner.post(`${path}/discussions`, { body: first }));
  await ok(reviewer.post(`${path}/discussions/${resolved.id}/notes`, { body: texts.open.reply }));
  await ok(owner.put(`${path}/discussions/${resolved.id}`, { resolved: true }));
  await ok(owner.post(`${path}/discussions`, { body: second }));
  for (const commit of [open.sha, sha]) {
    await ok(owner.post(`${at}/statuses/${commit}`, { state: "success", ...texts.status }));
  }
  await ok(owner.post(`${at}/statuses/${open.sha}`, { state: "failed", ...texts.status, name: "spelling" }));
  const conflicting = await create(texts.conflicting);
  const merged = await create(texts.merged);
  await ok(owner.put(`${at}/merge_requests/${merged.id}/merge`));
  return { mergeRequest: open.iid, conflicting: conflicting.iid, merged: merged.iid };
}
