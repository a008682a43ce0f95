// Access to a group and its members: each row a call, each column a persona, each cell the status.
import { describe, expect, test } from "vitest";
import { type Actor, type Cast, castNames, createUser, levels, ok, unique } from "../support/actors.ts";
import type { Answer } from "../support/api.ts";
import { createCast, createGroup, createProject, type Group } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { sampled } from "../support/sample.ts";
import { inV4, type Verbs } from "../support/v4.ts";

const matrix = `
  private group                      anonymous external outsider guest reporter developer master owner admin
  read the group                     401       404      404      200   200      200       200    200   200
  list its projects                  401       404      404      200   200      200       200    200   200
  change it                          401       404      404      403   403      403       403    200   200
  delete it                          401       404      404      403   403      403       403    200   200
  create a project in it             401       400      400      400   400      400       201    201   201
  transfer a project into it         401       403      403      403   403      403       403    403   201
  share a project with it            401       404      404      201   201      201       201    201   201
  list its members                   401       404      404      200   200      200       200    200   200
  read a member                      401       404      404      200   200      200       200    200   200
  read a non-member                  401       404      404      404   404      404       404    404   404
  add a member                       401       404      404      403   403      403       403    201   201
  change a member                    401       404      404      403   403      403       403    200   200
  remove a member                    401       404      404      403   403      403       403    200   200
  remove a non-member                401       404      404      403   403      403       403    404   404
  leave it                           401       404      404      200   200      200       200    403   404
  list its access requests           401       404      404      403   403      403       403    200   200
  list its audit events              401       404      404      403   403      403       403    200   200
  ask for access                     401       404      404      403   403      403       403    403   403
  set its notifications              401       404      404      200   200      200       200    200   200

  internal group                     anonymous external outsider guest reporter developer master owner admin
  read the group                     401       404      200      200   200      200       200    200   200
  list its projects                  401       404      200      200   200      200       200    200   200
  change it                          401       404      403      403   403      403       403    200   200
  delete it                          401       404      403      403   403      403       403    200   200
  create a project in it             401       400      400      400   400      400       201    201   201
  transfer a project into it         401       403      403      403   403      403       403    403   201
  share a project with it            401       404      201      201   201      201       201    201   201
  list its members                   401       404      200      200   200      200       200    200   200
  read a member                      401       404      200      200   200      200       200    200   200
  read a non-member                  401       404      404      404   404      404       404    404   404
  add a member                       401       404      403      403   403      403       403    201   201
  change a member                    401       404      403      403   403      403       403    200   200
  remove a member                    401       404      403      403   403      403       403    200   200
  remove a non-member                401       404      403      403   403      403       403    404   404
  leave it                           401       404      404      200   200      200       200    403   404
  list its access requests           401       404      403      403   403      403       403    200   200
  list its audit events              401       404      403      403   403      403       403    200   200
  ask for access                     401       404      201      403   403      403       403    403   201
  set its notifications              401       404      200      200   200      200       200    200   200

  public group                       anonymous external outsider guest reporter developer master owner admin
  read the group                     401       200      200      200   200      200       200    200   200
  list its projects                  401       200      200      200   200      200       200    200   200
  change it                          401       403      403      403   403      403       403    200   200
  delete it                          401       403      403      403   403      403       403    200   200
  create a project in it             401       400      400      400   400      400       201    201   201
  transfer a project into it         401       403      403      403   403      403       403    403   201
  share a project with it            401       201      201      201   201      201       201    201   201
  list its members                   401       200      200      200   200      200       200    200   200
  read a member                      401       200      200      200   200      200       200    200   200
  read a non-member                  401       404      404      404   404      404       404    404   404
  add a member                       401       403      403      403   403      403       403    201   201
  change a member                    401       403      403      403   403      403       403    200   200
  remove a member                    401       403      403      403   403      403       403    200   200
  remove a non-member                401       403      403      403   403      403       403    404   404
  leave it                           401       404      404      200   200      200       200    403   404
  list its access requests           401       403      403      403   403      403       403    200   200
  list its audit events              401       403      403      403   403      403       403    200   200
  ask for access                     401       201      201      403   403      403       403    403   201
  set its notifications              401       200      200      200   200      200       200    200   200`;

/** A group with every persona, and the users the calls are about. */
interface Scene {
  readonly cast: Cast;
  readonly group: Group;
  /** One more member of the group. */
  readonly member: Actor;
  readonly caller: Verbs;
  readonly callerId: number;
}

type MatrixCall = (scene: Scene) => Promise<Answer>;

const reads: Record<string, MatrixCall> = {
  "read the group": ({ group, caller }) => caller.get(`/groups/${group.id}`),
  "list its projects": ({ group, caller }) => caller.get(`/groups/${group.id}/projects`),
  "list its members": ({ group, caller }) => caller.get(`/groups/${group.id}/members`),
  "read a member": ({ group, caller, member }) => caller.get(`/groups/${group.id}/members/${member.id}`),
  "read a non-member": ({ group, caller, cast }) => caller.get(`/groups/${group.id}/members/${cast.outsider.id}`),
  "list its audit events": ({ group, caller }) => caller.get(`/groups/${group.id}/audit_events`),
  "list its access requests": ({ group, caller }) => caller.get(`/groups/${group.id}/access_requests`),
  "set its notifications": ({ group, caller }) => caller.put(`/groups/${group.id}/notification_settings`),
};

/** Undoes the call, for the calls of the other personas. */
const additions: Record<string, MatrixCall> = {
  "change it": ({ group, caller }) => caller.put(`/groups/${group.id}`, { description: "New" }),
  "create a project in it": ({ group, caller }) =>
    caller.post("/projects", { name: unique("novel"), namespace_id: group.id }),
  "share a project with it": async ({ group, caller, callerId, cast }) => {
    const project = await createProject(cast.admin);
    const master = { user_id: callerId, access_level: levels.master };
    if (callerId !== NOBODY) await ok(cast.admin.post(`/projects/${project.id}/members`, master));
    return caller.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels.guest });
  },
};

const writes: Record<string, MatrixCall> = {
  "delete it": ({ group, caller }) => caller.delete(`/groups/${group.id}`),
  // The project's owner can see the group.
  "transfer a project into it": async ({ group, caller, cast }) => {
    const project = await createProject(cast.outsider);
    return caller.post(`/groups/${group.id}/projects/${project.id}`);
  },
  "add a member": ({ group, caller, cast }) =>
    caller.post(`/groups/${group.id}/members`, { user_id: cast.outsider.id, access_level: levels.guest }),
  "change a member": ({ group, caller, member }) =>
    caller.put(`/groups/${group.id}/members/${member.id}`, { access_level: levels.reporter }),
  "remove a member": ({ group, caller, member }) => caller.delete(`/groups/${group.id}/members/${member.id}`),
  "remove a non-member": ({ group, caller, cast }) => caller.delete(`/groups/${group.id}/members/${cast.admin.id}`),
  "ask for access": async ({ group, caller, cast }) => {
    await ok(cast.admin.put(`/groups/${group.id}`, { request_access_enabled: true }));
    return caller.post(`/groups/${group.id}/access_requests`);
  },
  "leave it": ({ group, caller, callerId }) => caller.delete(`/groups/${group.id}/members/${callerId}`),
};

/** Calls that v4 does not have. */
const leftOutOfV4 = new Set(["list its audit events"]);

/** Statuses that differ in v4: a DELETE has no body. */
const statusesOfV4: Readonly<Record<string, readonly [v3: string, v4: string]>> = {
  "delete it": ["200", "202"],
  "remove a member": ["200", "204"],
  "leave it": ["200", "204"],
};

const NOBODY = 999_999_999;

/** Shared by all tests: personas have no other connection to each other. */
const everybody = once(async () => {
  const [{ cast }, member] = await Promise.all([createCast(), createUser()]);
  return { cast, member };
});

async function groupOf({ owner, guest, reporter, developer, master }: Cast, member: Actor, level: number) {
  const group = await createGroup(owner, { visibility_level: level });
  const members = { guest, reporter, developer, master };
  for (const role of ["guest", "reporter", "developer", "master"] as const) {
    await ok(owner.post(`/groups/${group.id}/members`, { user_id: members[role].id, access_level: levels[role] }));
  }
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: member.id, access_level: levels.guest }));
  return group;
}

const visibilities = { private: 0, internal: 10, public: 20 } as const;

const sections = matrix
  .trim()
  .split("\n\n")
  .map((section) => {
    const [head = "", ...rows] = section.trim().split("\n");
    const [, visibility, columns = ""] = /^\s*(private|internal|public) group\s+(.*)$/.exec(head) ?? [];
    return { visibility: visibility as keyof typeof visibilities, columns: columns.split(/\s+/), rows };
  });

describe.for(sections)("a $visibility group", ({ visibility, columns, rows }) => {
  test("has a column for every persona", () => {
    expect(columns).toEqual([...castNames]);
  });

  /** Calls that are expected to change nothing. */
  const lasting = once(async () => {
    const { cast, member } = await everybody();
    return groupOf(cast, member, visibilities[visibility]);
  });

  const cases = rows
    .map((row) => row.trim().split(/\s{2,}/))
    .flatMap(([what = "", ...expected], row) => {
      const [inV3 = "", instead = ""] = statusesOfV4[what] ?? [];
      const expectedOfV4 = expected.map((status) => (status === inV3 ? instead : status));
      const personas = [...castNames.entries()];
      if (leftOutOfV4.has(what)) return [{ what, version: "v3", expected, personas }];
      // In a sample v3 and v4 take turns.
      return [
        { what, version: "v3", expected, personas: sampled(personas, row, 2) },
        { what, version: "v4", expected: expectedOfV4, personas: sampled(personas, row + 1, 2) },
      ];
    });

  test.for(cases)("who may $what in $version", async ({ what, version, expected, personas }) => {
    const { cast, member } = await everybody();
    const call = reads[what] ?? additions[what] ?? writes[what];
    const statuses: Record<string, string> = {};
    for (const [column, name] of personas) {
      const persona = cast[name];
      const caller = version === "v4" ? inV4(persona) : persona;
      const callerId = "id" in persona ? persona.id : NOBODY;
      // Each successful change gets a group of its own.
      const changes = what in writes && expected[column]?.startsWith("2");
      const group = await (changes ? groupOf(cast, member, visibilities[visibility]) : lasting());
      const answer = await call?.({ cast, group, member, caller, callerId });
      statuses[name] = String(answer?.status);
    }
    expect(statuses).toEqual(Object.fromEntries(personas.map(([column, name]) => [name, expected[column]])));
  });
});
