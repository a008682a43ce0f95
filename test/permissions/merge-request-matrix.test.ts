// Access to the merge requests of a group's project by visibility: the status for each call and caller.
import { describe, expect, test } from "vitest";
import { type Actor, type Cast, castNames, createUser, ok, unique } from "../support/actors.ts";
import type { Answer, Caller } from "../support/api.ts";
import { joinProject } from "../support/belonging.ts";
import { createCast, createProject } from "../support/factories.ts";
import { createMergeRequest, type MergeRequest } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";
import { sampled } from "../support/sample.ts";
import { v4 } from "../support/v4.ts";

// Guest to owner are members of the group; author and assignee are guests of the project.
const matrix = `
private       anonymous external outsider guest reporter developer master owner admin author assignee
  list        401       404      404      403   200      200       200    200   200   403    403
  read        401       404      404      403   200      200       200    200   200   200    200
  commits     401       404      404      403   200      200       200    200   200   200    200
  changes     401       404      404      403   200      200       200    200   200   200    200
  closes      401       404      404      403   200      200       200    200   200   200    200
  versions    401       404      404      403   200      200       200    200   200   200    200
  notes       401       404      404      404   200      200       200    200   200   200    200
  comment     401       404      404      404   201      201       201    201   201   201    201
  comments    401       404      404      403   200      200       200    200   200   200    200
  discuss     401       404      404      404   201      201       201    201   201   201    201
  resolve     401       404      404      404   403      200       200    200   200   200    403
  award       401       404      404      404   201      201       201    201   201   201    201
  todo        401       404      404      403   201      201       201    201   201   201    201
  time        401       404      404      403   200      200       200    200   200   200    200
  spend time  401       404      404      403   403      201       201    201   201   201    201
  unsubscribe 401       404      404      403   403      304       304    304   304   200    200
  create      401       404      404      403   403      201       201    201   201   403    403
  edit        401       404      404      403   403      200       200    200   200   200    200
  delete      401       404      404      403   403      403       403    200   200   403    403

internal      anonymous external outsider guest reporter developer master owner admin author assignee
  list        401       404      200      200   200      200       200    200   200   200    200
  read        401       404      200      200   200      200       200    200   200   200    200
  commits     401       404      200      200   200      200       200    200   200   200    200
  changes     401       404      200      200   200      200       200    200   200   200    200
  closes      401       404      200      200   200      200       200    200   200   200    200
  versions    401       404      200      200   200      200       200    200   200   200    200
  notes       401       404      200      200   200      200       200    200   200   200    200
  comment     401       404      201      201   201      201       201    201   201   201    201
  comments    401       404      200      200   200      200       200    200   200   200    200
  discuss     401       404      201      201   201      201       201    201   201   201    201
  resolve     401       404      403      403   403      200       200    200   200   200    403
  award       401       404      201      201   201      201       201    201   201   201    201
  todo        401       404      201      201   201      201       201    201   201   201    201
  time        401       404      200      200   200      200       200    200   200   200    200
  spend time  401       404      403      403   403      201       201    201   201   201    201
  unsubscribe 401       404      403      403   403      304       304    304   304   200    200
  create      401       404      403      403   403      201       201    201   201   403    403
  edit        401       404      403      403   403      200       200    200   200   200    200
  delete      401       404      403      403   403      403       403    200   200   403    403

public        anonymous external outsider guest reporter developer master owner admin author assignee
  list        401       200      200      200   200      200       200    200   200   200    200
  read        401       200      200      200   200      200       200    200   200   200    200
  commits     401       200      200      200   200      200       200    200   200   200    200
  changes     401       200      200      200   200      200       200    200   200   200    200
  closes      401       200      200      200   200      200       200    200   200   200    200
  versions    401       200      200      200   200      200       200    200   200   200    200
  notes       401       200      200      200   200      200       200    200   200   200    200
  comment     401       201      201      201   201      201       201    201   201   201    201
  comments    401       200      200      200   200      200       200    200   200   200    200
  discuss     401       201      201      201   201      201       201    201   201   201    201
  resolve     401       403      403      403   403      200       200    200   200   200    403
  award       401       201      201      201   201      201       201    201   201   201    201
  todo        401       201      201      201   201      201       201    201   201   201    201
  time        401       200      200      200   200      200       200    200   200   200    200
  spend time  401       403      403      403   403      201       201    201   201   201    201
  unsubscribe 401       403      403      403   403      304       304    304   304   200    200
  create      401       403      403      403   403      201       201    201   201   403    403
  edit        401       403      403      403   403      200       200    200   200   200    200
  delete      401       403      403      403   403      403       403    200   200   403    403
`;

const visibilities = { private: 0, internal: 10, public: 20 } as const;

/** The objects a cell works on. */
interface Ground {
  /** `/projects/1/merge_requests` */
  readonly path: string;
  readonly owner: Actor;
  /** A merge request that no other call deletes. */
  propose(): Promise<MergeRequest>;
}

const onOne =
  (request: (caller: Caller, one: string) => Promise<Answer>) =>
  async (caller: Caller, { path, propose }: Ground): Promise<Answer> =>
    request(caller, `${path}/${(await propose()).id}`);

const calls: Record<string, (caller: Caller, ground: Ground) => Promise<Answer>> = {
  list: (caller, { path }) => caller.get(path),
  read: onOne((caller, one) => caller.get(one)),
  commits: onOne((caller, one) => caller.get(`${one}/commits`)),
  changes: onOne((caller, one) => caller.get(`${one}/changes`)),
  closes: onOne((caller, one) => caller.get(`${one}/closes_issues`)),
  versions: onOne((caller, one) => caller.get(`${one}/versions`)),
  notes: onOne((caller, one) => caller.get(`${one}/notes`)),
  comment: onOne((caller, one) => caller.post(`${one}/notes`, { body: "A comment" })),
  comments: onOne((caller, one) => caller.get(`${one}/comments`)),
  discuss: onOne((caller, one) => caller.post(`${one}/discussions`, { body: "A question" })),
  resolve: async (caller, { path, owner, propose }) => {
    const one = `${path}/${(await propose()).id}`;
    const { id } = await ok(owner.post(`${one}/discussions`, { body: "A question" }));
    return caller.put(`${one}/discussions/${id}`, { resolved: true });
  },
  award: onOne((caller, one) => caller.post(`${one}/award_emoji`, { name: "tada" })),
  todo: onOne((caller, one) => caller.post(`${one}/todo`)),
  time: onOne((caller, one) => caller.get(`${one}/time_stats`)),
  "spend time": onOne((caller, one) => caller.post(`${one}/add_spent_time`, { duration: "1h" })),
  unsubscribe: onOne((caller, one) => caller.delete(`${one}/subscription`)),
  create: (caller, { path }) =>
    caller.post(path, { title: "t", source_branch: unique("branch"), target_branch: "main" }),
  edit: onOne((caller, one) => caller.put(one, { title: "Another title" })),
  delete: onOne((caller, one) => caller.delete(one)),
};

const onOneOfV4 =
  (request: (caller: Caller, one: string) => Promise<Answer>) =>
  async (caller: Caller, { path, propose }: Ground): Promise<Answer> =>
    request(caller, v4(`${path}/${(await propose()).iid}`));

/** The same calls of v4. */
const callsOfV4: typeof calls = {
  list: (caller, { path }) => caller.get(v4(path)),
  read: onOneOfV4((caller, one) => caller.get(one)),
  commits: onOneOfV4((caller, one) => caller.get(`${one}/commits`)),
  changes: onOneOfV4((caller, one) => caller.get(`${one}/changes`)),
  closes: onOneOfV4((caller, one) => caller.get(`${one}/closes_issues`)),
  versions: onOneOfV4((caller, one) => caller.get(`${one}/versions`)),
  notes: onOneOfV4((caller, one) => caller.get(`${one}/notes`)),
  comment: onOneOfV4((caller, one) => caller.post(`${one}/notes`, { body: "A comment" })),
  discuss: onOneOfV4((caller, one) => caller.post(`${one}/discussions`, { body: "A question" })),
  resolve: async (caller, { path, owner, propose }) => {
    const one = v4(`${path}/${(await propose()).iid}`);
    const { id } = await ok(owner.post(`${one}/discussions`, { body: "A question" }));
    return caller.put(`${one}/discussions/${id}`, { resolved: true });
  },
  award: onOneOfV4((caller, one) => caller.post(`${one}/award_emoji`, { name: "tada" })),
  todo: onOneOfV4((caller, one) => caller.post(`${one}/todo`)),
  time: onOneOfV4((caller, one) => caller.get(`${one}/time_stats`)),
  "spend time": onOneOfV4((caller, one) => caller.post(`${one}/add_spent_time`, { duration: "1h" })),
  unsubscribe: onOneOfV4((caller, one) => caller.post(`${one}/unsubscribe`)),
  create: (caller, { path }) =>
    caller.post(v4(path), { title: "t", source_branch: unique("branch"), target_branch: "main" }),
  edit: onOneOfV4((caller, one) => caller.put(one, { title: "Another title" })),
  delete: onOneOfV4((caller, one) => caller.delete(one)),
};

/** Statuses that differ in v4: unsubscribing is a POST, the branches must exist, and a DELETE has no body. */
const statusesOfV4: Readonly<Record<string, readonly [v3: string, v4: string]>> = {
  create: ["201", "400"],
  delete: ["200", "204"],
  unsubscribe: ["200", "201"],
};

/** `{ "private list": "401 404 ..." }` */
function readMatrix(): Map<string, string> {
  const rows = new Map<string, string>();
  let visibility = "";
  for (const line of matrix.split("\n")) {
    const [label = "", ...cells] = line.trim().split(/\s{2,}|\s(?=\d)/);
    if (line.startsWith("  ")) rows.set(`${visibility} ${label}`, cells.map((cell) => cell.trim()).join(" "));
    else visibility = label;
  }
  return rows;
}

const expected = readMatrix();

interface People extends Cast {
  readonly author: Actor;
  readonly assignee: Actor;
}

const everyone = [...castNames, "author", "assignee"] as const;

/** Shared by all tests: personas have no other connection to each other. */
const everybody = once(async () => {
  const [{ cast, group }, author, assignee] = await Promise.all([
    createCast({ visibility_level: 20 }),
    createUser(),
    createUser(),
  ]);
  return { people: { ...cast, author, assignee }, group };
});

/** @param count number of merge requests, of which the last one is kept */
async function createGround(level: number, count: number): Promise<Ground> {
  const { people, group } = await everybody();
  const { owner, author, assignee } = people;
  const project = await createProject(owner, { namespace_id: group.id });
  await joinProject(owner, project, author, "developer");
  await joinProject(owner, project, assignee, "reporter");
  const proposed: MergeRequest[] = [];
  for (let i = 0; i < count; i += 1) {
    proposed.push(
      await createMergeRequest(author, project, { source_branch: unique("branch"), assignee_id: assignee.id }),
    );
  }
  for (const one of [author, assignee]) {
    await ok(owner.put(`/projects/${project.id}/members/${one.id}`, { access_level: 10 }));
    await ok(one.delete("/todos"));
  }
  await ok(owner.put(`/projects/${project.id}`, { visibility_level: level }));
  const propose = async () => {
    const next = proposed.length > 1 ? proposed.pop() : proposed[0];
    if (next === undefined) throw new Error("No merge request is left.");
    return next;
  };
  return { path: `/projects/${project.id}/merge_requests`, owner, propose };
}

const visibilityLevels = Object.values(visibilities);

/** For calls that change nothing: one ground per visibility level. */
const readingGrounds = new Map(visibilityLevels.map((level) => [level, once(() => createGround(level, 1))]));
const readings = new Set(["list", "read", "commits", "changes", "closes", "versions", "notes", "comments", "time"]);

/** Only deletions need a new merge request for each persona. */
const groundOf = (name: string, level: (typeof visibilityLevels)[number]): Promise<Ground> | undefined =>
  readings.has(name) ? readingGrounds.get(level)?.() : createGround(level, name === "delete" ? everyone.length : 1);

type Row = readonly [visibility: string, level: (typeof visibilityLevels)[number]];

/** The rows of a call that a version is held to: in a sample v3 and v4 take turns. */
function rowsOf(name: string, version: "v3" | "v4"): readonly Row[] {
  const rows = Object.entries(visibilities);
  const turn = Object.keys(calls).indexOf(name) + (version === "v4" ? 1 : 0);
  return name in callsOfV4 ? sampled(rows, turn, 2) : rows;
}

/** The statuses for the personas, one after the other. */
async function observe(
  call: (typeof calls)[string] | undefined,
  people: People,
  ground: Ground | undefined,
): Promise<string> {
  const statuses: number[] = [];
  for (const who of everyone) {
    statuses.push((ground && (await call?.(people[who], ground))?.status) ?? 0);
  }
  return statuses.join(" ");
}

describe("the merge requests of a group's project", () => {
  test.each([
    ...Object.entries(calls).map(([name, call]) => [name, "v3", call] as const),
    ...Object.entries(callsOfV4).map(([name, call]) => [name, "v4", call] as const),
  ])("%s in %s", async (name, version, call) => {
    const { people } = await everybody();
    const rows = rowsOf(name, version);
    const observed = rows.map(async ([visibility, level]) => {
      return [visibility, await observe(call, people, await groundOf(name, level))];
    });
    const [inV3, inV4] = (version === "v4" && statusesOfV4[name]) || ["", ""];
    const wanted = rows.map(([visibility]) => [
      visibility,
      expected.get(`${visibility} ${name}`)?.replaceAll(inV3, inV4),
    ]);
    expect(Object.fromEntries(await Promise.all(observed))).toEqual(Object.fromEntries(wanted));
  });

  test("has a row in the matrix for every call, and no other", () => {
    const names = Object.keys(visibilities).flatMap((visibility) =>
      Object.keys(calls).map((name) => `${visibility} ${name}`),
    );
    expect([...expected.keys()].sort()).toEqual(names.sort());
  });
});
