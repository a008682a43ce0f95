// The stream behind activity and hooks: verbs that no feed shows record what they changed and nothing else.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { unique } from "../support/actors.ts";
import { type Answer, send, type Values, withQuery } from "../support/api.ts";
import { startPlain } from "../support/plain-server.ts";
import { migratedD1 } from "../support/runtime/migrated-d1.ts";
import { atUrl, onServer, server, startInProcess, type TestServer } from "../support/server.ts";

const token = inject("rootToken");

/** A server on which no other file records events meanwhile. */
interface OwnServer extends TestServer {
  sql(query: string): Promise<Record<string, unknown>[]>;
  /** Sends these requests at the same time. */
  race(requests: readonly (() => Promise<unknown>)[]): Promise<unknown>;
  dispose(): Promise<void>;
}

let own: OwnServer;

const startOwn = (): Promise<OwnServer> => (inject("runtime") === "workerd" ? startOnWorkerd() : startHere());

async function startOnWorkerd(): Promise<OwnServer> {
  const plain = await startPlain({ ROOT_TOKEN: token });
  return { ...plain, ...atUrl(plain.origin), race: (requests) => Promise.all(requests.map((request) => request())) };
}

/** Requests that race go in step, until the first ends: each waits with a batch until all others do. */
async function startHere(): Promise<OwnServer> {
  const d1 = await migratedD1();
  let racing = 0;
  const waiting: (() => void)[] = [];
  const go = () => {
    if (waiting.length < racing) return;
    for (const proceed of waiting.splice(0)) proceed();
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      go();
    });
    return d1.batch(statements);
  };
  const database = new Proxy(d1, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name)),
  });
  const race = (requests: readonly (() => Promise<unknown>)[]) => {
    racing = requests.length;
    const sent = requests.map(async (request) => {
      try {
        await request();
      } finally {
        racing = 0;
        go();
      }
    });
    return Promise.all(sent);
  };
  const inProcess = await startInProcess(server.origin, { database });
  const sql = async (query: string) => (await d1.prepare(query).all()).results;
  return { ...inProcess, sql, race, dispose: async () => {} };
}

beforeAll(async () => {
  own = await startOwn();
});

afterAll(() => own.dispose());

/** @param path below /api/v3, or with its version */
async function call(method: string, path: string, query: Values = {}): Promise<Answer["body"]> {
  const address = own.origin + (path.startsWith("/api/") ? path : `/api/v3${path}`);
  const { status, text, body } = await send(withQuery(address, query), {
    method,
    headers: { "PRIVATE-TOKEN": token },
  });
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return body;
}

/** The kinds of the events recorded during a call. */
async function recordedBy(work: () => Promise<unknown>): Promise<string[]> {
  const [newest] = await own.sql("select coalesce(max(id), 0) as id from events");
  await work();
  const recorded = await own.sql(`select kind from events where id > ${newest?.id} order by id`);
  return recorded.map(({ kind }) => String(kind));
}

const newUser = () => {
  const username = unique("user");
  const person = { username, name: username, email: `${username}@example.com`, password: "secret-enough" };
  return call("POST", "/users", person);
};

const newGroup = () => {
  const path = unique("group");
  return call("POST", "/groups", { name: path, path });
};

const newProject = (attributes: Values = {}) => call("POST", "/projects", { name: unique("project"), ...attributes });

const newIssue = (project: number) => call("POST", `/projects/${project}/issues`, { title: "t" });

/** Two issues: the links of one, and what names the other. */
async function linkedIssues() {
  const { id } = await newProject();
  const [one, other] = [await newIssue(id), await newIssue(id)];
  const links = `/api/v4/projects/${id}/issues/${one.iid}/links`;
  return { links, target: { target_project_id: id, target_issue_iid: other.iid } };
}

/** The paths of an issue and of its note. */
async function newNote() {
  const { id } = await newProject();
  const issue = await newIssue(id);
  const notes = `/projects/${id}/issues/${issue.id}/notes`;
  return {
    issue: `/projects/${id}/issues/${issue.id}`,
    note: `${notes}/${(await call("POST", notes, { body: "b" })).id}`,
  };
}

async function newMember() {
  const [project, user] = [await newProject(), await newUser()];
  await call("POST", `/projects/${project.id}/members`, { user_id: user.id, access_level: 10 });
  return `/projects/${project.id}/members/${user.id}`;
}

/** The path of the requests for access to a project, and who may make one. */
async function newRequester() {
  const [project, user] = [await newProject({ visibility_level: 20, request_access_enabled: true }), await newUser()];
  return { requests: `/projects/${project.id}/access_requests`, user };
}

/** The paths of a merge request in both versions. */
async function newMergeRequest() {
  const { id } = await call("POST", "/api/v4/projects", { name: unique("project"), initialize_with_readme: true });
  const at = `/projects/${id}`;
  await call("POST", `${at}/repository/branches`, { branch_name: "b", ref: "main" });
  await call("POST", `${at}/repository/files`, { file_path: "f", branch_name: "b", content: "c", commit_message: "m" });
  const mergeRequest = await call("POST", `${at}/merge_requests`, {
    source_branch: "b",
    target_branch: "main",
    title: "t",
  });
  return { path: `${at}/merge_requests/${mergeRequest.id}`, path4: `/api/v4${at}/merge_requests/${mergeRequest.iid}` };
}

const hookUrl = "https://hooks.example/";

type Request = readonly [method: string, path: string, query?: Values];

const verbs: Record<string, { readonly kind: string; prepare(): Promise<Request> }> = {
  "archiving a project": {
    kind: "project_archived",
    prepare: async () => ["POST", `/projects/${(await newProject()).id}/archive`],
  },
  "describing a project": {
    kind: "project_updated",
    prepare: async () => ["PUT", `/projects/${(await newProject()).id}`, { description: "d" }],
  },
  "starring a project": {
    kind: "project_starred",
    prepare: async () => ["POST", `/projects/${(await newProject()).id}/star`],
  },
  "transferring a project": {
    kind: "project_transferred",
    prepare: async () => ["POST", `/groups/${(await newGroup()).id}/projects/${(await newProject()).id}`],
  },
  "deleting a project": {
    kind: "project_deleted",
    prepare: async () => ["DELETE", `/projects/${(await newProject()).id}`],
  },
  "describing a group": {
    kind: "group_updated",
    prepare: async () => ["PUT", `/groups/${(await newGroup()).id}`, { description: "d" }],
  },
  "deleting a group": {
    kind: "group_deleted",
    prepare: async () => ["DELETE", `/groups/${(await newGroup()).id}`],
  },
  "changing a label": {
    kind: "label_updated",
    async prepare() {
      const { id } = await newProject();
      const { name } = await call("POST", `/projects/${id}/labels`, { name: unique("label"), color: "red" });
      return ["PUT", `/projects/${id}/labels`, { name, color: "blue" }];
    },
  },
  "deleting a label": {
    kind: "label_deleted",
    async prepare() {
      const { id } = await newProject();
      const { name } = await call("POST", `/projects/${id}/labels`, { name: unique("label"), color: "red" });
      return ["DELETE", `/projects/${id}/labels`, { name }];
    },
  },
  "closing a milestone": {
    kind: "milestone_updated",
    async prepare() {
      const { id } = await newProject();
      const milestone = await call("POST", `/projects/${id}/milestones`, { title: "m" });
      return ["PUT", `/projects/${id}/milestones/${milestone.id}`, { state_event: "close" }];
    },
  },
  "retitling an issue": {
    kind: "issue_updated",
    async prepare() {
      const { id } = await newProject();
      const issue = await call("POST", `/projects/${id}/issues`, { title: "t" });
      return ["PUT", `/projects/${id}/issues/${issue.id}`, { title: "other" }];
    },
  },
  "raising a member": {
    kind: "group_member_updated",
    async prepare() {
      const [group, user] = [await newGroup(), await newUser()];
      await call("POST", `/groups/${group.id}/members`, { user_id: user.id, access_level: 10 });
      return ["PUT", `/groups/${group.id}/members/${user.id}`, { access_level: 20 }];
    },
  },
  "renaming a user": {
    kind: "user_updated",
    prepare: async () => ["PUT", `/users/${(await newUser()).id}`, { name: "n" }],
  },
  "blocking a user": {
    kind: "user_blocked",
    prepare: async () => ["PUT", `/users/${(await newUser()).id}/block`],
  },
  "deleting a user": {
    kind: "user_deleted",
    prepare: async () => ["DELETE", `/users/${(await newUser()).id}`],
  },
  "unarchiving a project": {
    kind: "project_unarchived",
    async prepare() {
      const { id } = await newProject();
      await call("POST", `/projects/${id}/archive`);
      return ["POST", `/projects/${id}/unarchive`];
    },
  },
  "taking back a star": {
    kind: "project_unstarred",
    async prepare() {
      const { id } = await newProject();
      await call("POST", `/projects/${id}/star`);
      return ["DELETE", `/projects/${id}/star`];
    },
  },
  "making a project a fork": {
    kind: "fork_linked",
    prepare: async () => ["POST", `/projects/${(await newProject()).id}/fork/${(await newProject()).id}`],
  },
  "removing a fork's link": {
    kind: "fork_unlinked",
    async prepare() {
      const { id } = await newProject();
      await call("POST", `/projects/${id}/fork/${(await newProject()).id}`);
      return ["DELETE", `/projects/${id}/fork`];
    },
  },
  "sharing a project": {
    kind: "project_shared",
    prepare: async () => [
      "POST",
      `/projects/${(await newProject()).id}/share`,
      { group_id: (await newGroup()).id, group_access: 30 },
    ],
  },
  "ending the share of a project": {
    kind: "project_unshared",
    async prepare() {
      const [{ id }, group] = [await newProject(), await newGroup()];
      await call("POST", `/projects/${id}/share`, { group_id: group.id, group_access: 30 });
      return ["DELETE", `/projects/${id}/share/${group.id}`];
    },
  },
  "adding a member to a project": {
    kind: "project_member_added",
    prepare: async () => [
      "POST",
      `/projects/${(await newProject()).id}/members`,
      { user_id: (await newUser()).id, access_level: 10 },
    ],
  },
  "raising a member of a project": {
    kind: "project_member_updated",
    prepare: async () => ["PUT", await newMember(), { access_level: 20 }],
  },
  "removing a member of a project": {
    kind: "project_member_removed",
    prepare: async () => ["DELETE", await newMember()],
  },
  "adding a member to a group": {
    kind: "group_member_added",
    prepare: async () => [
      "POST",
      `/groups/${(await newGroup()).id}/members`,
      { user_id: (await newUser()).id, access_level: 10 },
    ],
  },
  "removing a member of a group": {
    kind: "group_member_removed",
    async prepare() {
      const [group, user] = [await newGroup(), await newUser()];
      await call("POST", `/groups/${group.id}/members`, { user_id: user.id, access_level: 10 });
      return ["DELETE", `/groups/${group.id}/members/${user.id}`];
    },
  },
  "asking for access": {
    kind: "access_requested",
    async prepare() {
      const { requests, user } = await newRequester();
      return ["POST", requests, { sudo: user.username }];
    },
  },
  "denying access": {
    kind: "access_request_denied",
    async prepare() {
      const { requests, user } = await newRequester();
      await call("POST", requests, { sudo: user.username });
      return ["DELETE", `${requests}/${user.id}`];
    },
  },
  "granting access": {
    kind: "project_member_added",
    async prepare() {
      const { requests, user } = await newRequester();
      await call("POST", requests, { sudo: user.username });
      return ["PUT", `${requests}/${user.id}/approve`];
    },
  },
  "deleting a hook": {
    kind: "hook_deleted",
    async prepare() {
      const { id } = await newProject();
      const hook = await call("POST", `/projects/${id}/hooks`, { url: hookUrl });
      return ["DELETE", `/projects/${id}/hooks/${hook.id}`];
    },
  },
  "deleting a milestone": {
    kind: "milestone_deleted",
    async prepare() {
      const { id } = await newProject();
      const { iid } = await call("POST", `/projects/${id}/milestones`, { title: "m" });
      const [milestone] = await call("GET", `/api/v4/projects/${id}/milestones?iids[]=${iid}`);
      return ["DELETE", `/api/v4/projects/${id}/milestones/${milestone.id}`];
    },
  },
  "deleting an issue": {
    kind: "issue_deleted",
    async prepare() {
      const { id } = await newProject();
      return ["DELETE", `/projects/${id}/issues/${(await newIssue(id)).id}`];
    },
  },
  "linking issues": {
    kind: "issue_linked",
    async prepare() {
      const { links, target } = await linkedIssues();
      return ["POST", links, target];
    },
  },
  "unlinking issues": {
    kind: "issue_unlinked",
    async prepare() {
      const { links, target } = await linkedIssues();
      await call("POST", links, target);
      const [{ issue_link_id }] = await call("GET", links);
      return ["DELETE", `${links}/${issue_link_id}`];
    },
  },
  "deleting a note": {
    kind: "note_deleted",
    prepare: async () => ["DELETE", (await newNote()).note],
  },
  "awarding an emoji": {
    kind: "award_emoji_given",
    prepare: async () => ["POST", `${(await newNote()).issue}/award_emoji`, { name: "tada" }],
  },
  "taking back an emoji": {
    kind: "award_emoji_revoked",
    async prepare() {
      const awards = `${(await newNote()).issue}/award_emoji`;
      return ["DELETE", `${awards}/${(await call("POST", awards, { name: "tada" })).id}`];
    },
  },
  "retitling a merge request": {
    kind: "merge_request_updated",
    prepare: async () => ["PUT", (await newMergeRequest()).path, { title: "other" }],
  },
  "closing a merge request": {
    kind: "merge_request_closed",
    prepare: async () => ["PUT", (await newMergeRequest()).path, { state_event: "close" }],
  },
  "deleting a merge request": {
    kind: "merge_request_deleted",
    prepare: async () => ["DELETE", (await newMergeRequest()).path],
  },
  "approving a merge request": {
    kind: "merge_request_approved",
    prepare: async () => ["POST", `${(await newMergeRequest()).path4}/approve`],
  },
  "taking back an approval": {
    kind: "merge_request_unapproved",
    async prepare() {
      const { path4 } = await newMergeRequest();
      await call("POST", `${path4}/approve`);
      return ["POST", `${path4}/unapprove`];
    },
  },
  "resolving a discussion": {
    kind: "discussions_resolved",
    async prepare() {
      const { path } = await newMergeRequest();
      const { id } = await call("POST", `${path}/discussions`, { body: "b" });
      return ["PUT", `${path}/discussions/${id}`, { resolved: true }];
    },
  },
  "reopening a discussion": {
    kind: "discussion_reopened",
    async prepare() {
      const { path } = await newMergeRequest();
      const { id } = await call("POST", `${path}/discussions`, { body: "b" });
      await call("PUT", `${path}/discussions/${id}`, { resolved: true });
      return ["PUT", `${path}/discussions/${id}`, { resolved: false }];
    },
  },
  "deleting a release": {
    kind: "release_deleted",
    async prepare() {
      const { id } = await call("POST", "/api/v4/projects", { name: unique("project"), initialize_with_readme: true });
      const releases = `/api/v4/projects/${id}/releases`;
      await call("POST", releases, { tag_name: "v1", ref: "main" });
      return ["DELETE", `${releases}/v1`];
    },
  },
  "unblocking a user": {
    kind: "user_unblocked",
    async prepare() {
      const { id } = await newUser();
      await call("PUT", `/users/${id}/block`);
      return ["PUT", `/users/${id}/unblock`];
    },
  },
};

test.each(Object.entries(verbs))(
  "%s is recorded by the first of five concurrent requests, and by no later one",
  (_, verb) =>
    onServer(own, async () => {
      const request = await verb.prepare();
      const recorded = await recordedBy(async () => {
        await own.race(Array.from({ length: 5 }, () => () => call(...request)));
        await call(...request);
      });
      expect(recorded).toEqual([verb.kind]);
    }),
);
