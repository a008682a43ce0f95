// The stream behind activity and hooks: verbs that no feed shows record what they changed and nothing else.
import { afterAll, beforeAll, expect, test } from "vitest";
import { unique } from "../support/actors.ts";
import { type Answer, send, type Values, withQuery } from "../support/api.ts";
import { type PlainServer, startPlain } from "../support/plain-server.ts";

const token = "root-of-the-stream-tests";
let server: PlainServer;

beforeAll(async () => {
  server = await startPlain({ ROOT_TOKEN: token });
});

afterAll(() => server.dispose());

async function call(method: string, path: string, query: Values = {}): Promise<Answer["body"]> {
  const { status, text, body } = await send(withQuery(`${server.origin}/api/v3${path}`, query), {
    method,
    headers: { "PRIVATE-TOKEN": token },
  });
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return body;
}

/** The kinds of the events recorded during a call. */
async function recordedBy(work: () => Promise<unknown>): Promise<string[]> {
  const [newest] = await server.sql("select coalesce(max(id), 0) as id from events");
  await work();
  const recorded = await server.sql(`select kind from events where id > ${newest?.id} order by id`);
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

const newProject = () => call("POST", "/projects", { name: unique("project") });

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
};

test.each(Object.entries(verbs))(
  "%s is recorded by the first of five concurrent requests, and by no later one",
  async (_, verb) => {
    const request = await verb.prepare();
    const recorded = await recordedBy(async () => {
      await Promise.all(Array.from({ length: 5 }, () => call(...request)));
      await call(...request);
    });
    expect(recorded).toEqual([verb.kind]);
  },
);
