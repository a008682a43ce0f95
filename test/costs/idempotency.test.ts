// What a request with an Idempotency-Key costs more than one without.
import { expect, test } from "vitest";
import { type Actor, createUser, unique } from "../support/actors.ts";
import type { Answer, Caller } from "../support/api.ts";
import { joinProject } from "../support/belonging.ts";
import { createFullIssue, createProject } from "../support/factories.ts";
import { keyed } from "../support/keyed.ts";
import { once } from "../support/once.ts";

const setting = once(async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createFullIssue(owner, project);
  return { owner, project, at: `/projects/${project.id}`, issueAt: `/projects/${project.id}/issues/${issue.id}` };
});

type Setting = Awaited<ReturnType<typeof setting>>;

async function createMaster({ owner, project }: Setting): Promise<Actor> {
  const master = await createUser();
  await joinProject(owner, project, master, "master");
  return master;
}

/** To sweep, claim and read the record; in the request's first batch. */
const CLAIM = 3;
/** To mark the record in the batch of the change. */
const MARK = 1;
/** To store the id of what was created, in the same batch. */
const CREATED = 1;
/** To store the response, or to release the claim; a round trip of its own. */
const STORE = 1;

/** @param send sends the same request, but for its names, at each call */
const writes: [string, number, (caller: Caller, setting: Setting) => Promise<Answer>][] = [
  [
    "creating an issue",
    CLAIM + MARK + CREATED + STORE,
    (caller, { at }) => caller.post(`${at}/issues`, { title: "t" }),
  ],
  [
    "commenting",
    CLAIM + MARK + CREATED + STORE,
    (caller, { issueAt }) => caller.post(`${issueAt}/notes`, { body: unique("n") }),
  ],
  [
    "creating a label",
    CLAIM + MARK + STORE,
    (caller, { at }) => caller.post(`${at}/labels`, { name: unique("l"), color: "red" }),
  ],
  ["editing an issue", CLAIM + MARK + STORE, (caller, { issueAt }) => caller.put(issueAt, { title: unique("t") })],
  ["an edit without a change", CLAIM + STORE, (caller, { issueAt }) => caller.put(issueAt, { due_date: null })],
  ["a refused request", CLAIM + STORE, (caller, { at }) => caller.post(`${at}/issues`, { title: " " })],
  [
    "creating a commit",
    CLAIM + STORE,
    (caller, { at }) =>
      caller.post(`${at}/repository/files`, {
        file_path: unique("f"),
        branch_name: "main",
        content: "c",
        commit_message: "m",
      }),
  ],
];

const costOf = ({ cost: { roundTrips, statements } }: Answer) => ({ roundTrips, statements });

test.each(writes)("%s costs one more round trip with a key", async (_, statements, send) => {
  const context = await setting();
  await send(context.owner, context);
  // Of somebody who has done it before, the server recalls what it read.
  const [one, other] = [await createMaster(context), await createMaster(context)];
  const without = await send(one, context);
  const withKey = await send(keyed(other, unique("key")), context);
  expect(withKey.status).toBe(without.status);
  expect(costOf(withKey)).toEqual({
    roundTrips: without.cost.roundTrips + 1,
    statements: without.cost.statements + statements,
  });
});

test.each<[string, number, (owner: Actor, setting: Setting, key: string) => Promise<Answer>]>([
  ["a replay", 201, (owner, { at }, key) => keyed(owner, key).post(`${at}/milestones`, { title: key })],
  ["another request with the key", 422, (owner, { at }, key) => keyed(owner, key).post(`${at}/issues`, { title: key })],
])("%s costs one round trip", async (_, status, send) => {
  const context = await setting();
  const key = unique("key");
  await keyed(context.owner, key).post(`${context.at}/milestones`, { title: key });
  const answer = await send(context.owner, context, key);
  expect({ status: answer.status, roundTrips: answer.cost.roundTrips }).toEqual({ status, roundTrips: 1 });
});
