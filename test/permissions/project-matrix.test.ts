// Access to a project of a group by visibility: the status for each call and caller.
import { describe, expect, test } from "vitest";
import { type Actor, type Cast, castNames, createUser, ok, root, unique } from "../support/actors.ts";
import type { Answer } from "../support/api.ts";
import { joinProject, shareWith } from "../support/belonging.ts";
import { createCast, createGroup, createIssue, createProject, type Issue, type Project } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { sampled } from "../support/sample.ts";
import { inV4, type Verbs } from "../support/v4.ts";

// Guest to owner are members of the group. External users can have no projects of their own, so they cannot fork.
const matrix = `
private             anonymous external outsider guest reporter developer master owner admin
  read              404       404      404      200   200      200       200    200   200
  list users        404       404      404      200   200      200       200    200   200
  list members      401       404      404      200   200      200       200    200   200
  list issues       401       404      404      200   200      200       200    200   200
  list events       401       404      404      200   200      200       200    200   200
  create issue      401       404      404      201   201      201       201    201   201
  list notes        401       404      404      200   200      200       200    200   200
  milestone issues  401       404      404      200   200      200       200    200   200
  comment           401       404      404      201   201      201       201    201   201
  edit issue        401       404      404      403   200      200       200    200   200
  move issue        401       404      404      400   201      201       201    201   201
  delete issue      401       404      404      403   403      403       403    200   200
  star              401       404      404      201   201      201       201    201   201
  fork              401       404      404      409   201      201       201    201   201
  describe          401       404      404      403   403      403       200    200   200
  change path       401       404      404      403   403      403       200    200   200
  keep elsewhere    401       404      404      403   403      403       200    200   200
  share             401       404      404      403   403      403       201    201   201
  unshare           401       404      404      403   403      403       204    204   204
  add member        401       404      404      403   403      403       201    201   201
  change member     401       404      404      403   403      403       200    200   200
  remove member     401       404      404      403   403      403       200    200   200
  list requests     401       404      404      403   403      403       200    200   200
  ask for access    401       404      404      403   403      403       403    403   403
  set notifications 401       404      404      200   200      200       200    200   200
  rename            401       404      404      403   403      403       403    200   200
  change visibility 401       404      404      403   403      403       403    200   200
  list audit events 401       404      404      403   403      403       403    200   200
  archive           401       404      404      403   403      403       403    201   201
  unarchive         401       404      404      403   403      403       403    201   201
  cut fork loose    401       404      404      403   403      403       403    200   200
  delete            401       404      404      403   403      403       403    200   200
  link as fork      401       403      403      403   403      403       403    403   201
  transfer          401       403      403      403   403      403       403    403   201

internal            anonymous external outsider guest reporter developer master owner admin
  read              404       404      200      200   200      200       200    200   200
  list users        404       404      200      200   200      200       200    200   200
  list members      401       404      200      200   200      200       200    200   200
  list issues       401       404      200      200   200      200       200    200   200
  list events       401       404      200      200   200      200       200    200   200
  create issue      401       404      201      201   201      201       201    201   201
  list notes        401       404      200      200   200      200       200    200   200
  milestone issues  401       404      200      200   200      200       200    200   200
  comment           401       404      201      201   201      201       201    201   201
  edit issue        401       404      403      403   200      200       200    200   200
  move issue        401       404      400      400   201      201       201    201   201
  delete issue      401       404      403      403   403      403       403    200   200
  star              401       404      201      201   201      201       201    201   201
  fork              401       404      201      201   201      201       201    201   201
  describe          401       404      403      403   403      403       200    200   200
  change path       401       404      403      403   403      403       200    200   200
  keep elsewhere    401       404      403      403   403      403       200    200   200
  share             401       404      403      403   403      403       201    201   201
  unshare           401       404      403      403   403      403       204    204   204
  add member        401       404      403      403   403      403       201    201   201
  change member     401       404      403      403   403      403       200    200   200
  remove member     401       404      403      403   403      403       200    200   200
  list requests     401       404      403      403   403      403       200    200   200
  ask for access    401       404      201      403   403      403       403    403   403
  set notifications 401       404      200      200   200      200       200    200   200
  rename            401       404      403      403   403      403       403    200   200
  change visibility 401       404      403      403   403      403       403    200   200
  list audit events 401       404      403      403   403      403       403    200   200
  archive           401       404      403      403   403      403       403    201   201
  unarchive         401       404      403      403   403      403       403    201   201
  cut fork loose    401       404      403      403   403      403       403    200   200
  delete            401       404      403      403   403      403       403    200   200
  link as fork      401       403      403      403   403      403       403    403   201
  transfer          401       403      403      403   403      403       403    403   201

public              anonymous external outsider guest reporter developer master owner admin
  read              200       200      200      200   200      200       200    200   200
  list users        200       200      200      200   200      200       200    200   200
  list members      401       200      200      200   200      200       200    200   200
  list issues       401       200      200      200   200      200       200    200   200
  list events       401       200      200      200   200      200       200    200   200
  create issue      401       201      201      201   201      201       201    201   201
  list notes        401       200      200      200   200      200       200    200   200
  milestone issues  401       200      200      200   200      200       200    200   200
  comment           401       201      201      201   201      201       201    201   201
  edit issue        401       403      403      403   200      200       200    200   200
  move issue        401       400      400      400   201      201       201    201   201
  delete issue      401       403      403      403   403      403       403    200   200
  star              401       201      201      201   201      201       201    201   201
  fork              401       403      201      201   201      201       201    201   201
  describe          401       403      403      403   403      403       200    200   200
  change path       401       403      403      403   403      403       200    200   200
  keep elsewhere    401       403      403      403   403      403       200    200   200
  share             401       403      403      403   403      403       201    201   201
  unshare           401       403      403      403   403      403       204    204   204
  add member        401       403      403      403   403      403       201    201   201
  change member     401       403      403      403   403      403       200    200   200
  remove member     401       403      403      403   403      403       200    200   200
  list requests     401       403      403      403   403      403       200    200   200
  ask for access    401       201      201      403   403      403       403    403   403
  set notifications 401       200      200      200   200      200       200    200   200
  rename            401       403      403      403   403      403       403    200   200
  change visibility 401       403      403      403   403      403       403    200   200
  list audit events 401       403      403      403   403      403       403    200   200
  archive           401       403      403      403   403      403       403    201   201
  unarchive         401       403      403      403   403      403       403    201   201
  cut fork loose    401       403      403      403   403      403       403    200   200
  delete            401       403      403      403   403      403       403    200   200
  link as fork      401       403      403      403   403      403       403    403   201
  transfer          401       403      403      403   403      403       403    403   201
`;

const visibilities = { private: 0, internal: 10, public: 20 } as const;

/** The objects a cell works on. `owner` prepares what the call needs. */
interface Ground {
  readonly owner: Actor;
  readonly project: Project;
  /** A user outside the cast; adding them twice is no error. */
  readonly newcomer: Actor;
  /** Another project with the same visibility, for calls that change it. */
  another(): Promise<Project>;
  /** The path of an issue. */
  at(issue: Issue): string;
  /** What the calls of all callers have in common: makes it for the first of them. */
  readonly lasting: Keep;
  /** What a call uses up if it succeeds: makes it for the first caller, and after each who was not refused. */
  readonly unused: Keep;
}

type Keep = <T>(make: () => Promise<T>) => Promise<T>;

const calls: Record<string, (caller: Verbs, ground: Ground) => Promise<Answer>> = {
  read: (caller, { project }) => caller.get(`/projects/${project.id}`),
  "list users": (caller, { project }) => caller.get(`/projects/${project.id}/users`),
  "list members": (caller, { project }) => caller.get(`/projects/${project.id}/members`),
  "list issues": (caller, { project }) => caller.get(`/projects/${project.id}/issues`),
  "list events": (caller, { project }) => caller.get(`/projects/${project.id}/events`),
  "create issue": (caller, { project }) => caller.post(`/projects/${project.id}/issues`, { title: "An issue" }),
  async "list notes"(caller, { owner, project, at, lasting }) {
    return caller.get(`${at(await lasting(() => createIssue(owner, project)))}/notes`);
  },
  async "milestone issues"(caller, { owner, project, lasting }) {
    const title = unique("milestone");
    const milestone = await lasting(() => ok(owner.post(`/projects/${project.id}/milestones`, { title })));
    return caller.get(`/projects/${project.id}/milestones/${milestone.id}/issues`);
  },
  async comment(caller, { owner, project, at, lasting }) {
    return caller.post(`${at(await lasting(() => createIssue(owner, project)))}/notes`, { body: "A comment" });
  },
  async "edit issue"(caller, { owner, project, at, lasting }) {
    return caller.put(at(await lasting(() => createIssue(owner, project))), { title: unique("Another title") });
  },
  async "move issue"(caller, { owner, project, another, at, lasting, unused }) {
    const [issue, target] = [await unused(() => createIssue(owner, project)), await lasting(another)];
    return caller.post(`${at(issue)}/move`, { to_project_id: target.id });
  },
  async "delete issue"(caller, { owner, project, at, unused }) {
    return caller.delete(at(await unused(() => createIssue(owner, project))));
  },
  star: (caller, { project }) => caller.post(`/projects/${project.id}/star`),
  fork: (caller, { project }) => caller.post(`/projects/fork/${project.id}`),
  describe: (caller, { project }) => caller.put(`/projects/${project.id}`, { description: "What it is" }),
  "change path": (caller, { project }) => caller.put(`/projects/${project.id}`, { path: unique("path") }),
  "keep elsewhere": (caller, { project }) =>
    caller.put(`/projects/${project.id}/services/custom-issue-tracker`, {
      project_url: "https://tracker.example",
      issues_url: "https://tracker.example/:id",
      new_issue_url: "https://tracker.example/new",
    }),
  async share(caller, { owner, project, unused }) {
    const group = await unused(() => createGroup(owner));
    return caller.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: 10 });
  },
  async unshare(caller, { owner, project, lasting, unused }) {
    const group = await lasting(() => createGroup(owner));
    await unused(() => shareWith(owner, project, group, "guest"));
    return caller.delete(`/projects/${project.id}/share/${group.id}`);
  },
  "add member": (caller, { project, newcomer }) =>
    caller.post(`/projects/${project.id}/members`, { user_id: newcomer.id, access_level: 10 }),
  async "change member"(caller, { owner, project, newcomer, unused }) {
    await unused(() => joinProject(owner, project, newcomer, "guest"));
    return caller.put(`/projects/${project.id}/members/${newcomer.id}`, { access_level: 20 });
  },
  async "remove member"(caller, { owner, project, newcomer, unused }) {
    await unused(() => joinProject(owner, project, newcomer, "guest"));
    return caller.delete(`/projects/${project.id}/members/${newcomer.id}`);
  },
  "list requests": (caller, { project }) => caller.get(`/projects/${project.id}/access_requests`),
  async "ask for access"(caller, { owner, project, lasting }) {
    await lasting(() => ok(owner.put(`/projects/${project.id}`, { request_access_enabled: true })));
    return caller.post(`/projects/${project.id}/access_requests`);
  },
  "set notifications": (caller, { project }) => caller.put(`/projects/${project.id}/notification_settings`),
  rename: (caller, { project }) => caller.put(`/projects/${project.id}`, { name: unique("name") }),
  async "change visibility"(caller, { another, unused }) {
    const { id } = await unused(another);
    return caller.put(`/projects/${id}`, { visibility_level: 0 });
  },
  "list audit events": (caller, { project }) => caller.get(`/projects/${project.id}/audit_events`),
  archive: (caller, { project }) => caller.post(`/projects/${project.id}/archive`),
  unarchive: (caller, { project }) => caller.post(`/projects/${project.id}/unarchive`),
  async "cut fork loose"(caller, { project, another, lasting, unused }) {
    const { id } = await lasting(another);
    await unused(() => ok(root.post(`/projects/${id}/fork/${project.id}`)));
    return caller.delete(`/projects/${id}/fork`);
  },
  async delete(caller, { another, unused }) {
    const { id } = await unused(another);
    return caller.delete(`/projects/${id}`);
  },
  async "link as fork"(caller, { project, another, unused }) {
    const { id } = await unused(another);
    return caller.post(`/projects/${id}/fork/${project.id}`);
  },
  async transfer(caller, { owner, another, lasting, unused }) {
    const [{ id }, group] = await Promise.all([unused(another), lasting(() => createGroup(owner))]);
    return caller.post(`/groups/${group.id}/projects/${id}`);
  },
};

/** Calls with other paths or parameters in v4. */
const callsOfV4: typeof calls = {
  ...calls,
  fork: (caller, { project }) => caller.post(`/projects/${project.id}/fork`),
  // A member who is added again is 409.
  "add member": async (caller, { project }) =>
    caller.post(`/projects/${project.id}/members`, { user_id: (await createUser()).id, access_level: 10 }),
  async "change visibility"(caller, { another, unused }) {
    const { id } = await unused(another);
    return caller.put(`/projects/${id}`, { visibility: "private" });
  },
};

/** Calls that v4 does not have. */
const leftOutOfV4 = new Set(["keep elsewhere", "list audit events"]);

/** Statuses that differ in v4: a DELETE has no body. */
const statusesOfV4: Readonly<Record<string, readonly [v3: string, v4: string]>> = {
  "delete issue": ["200", "204"],
  "remove member": ["200", "204"],
  "cut fork loose": ["200", "204"],
  delete: ["200", "202"],
};

const dialects = {
  v3: { calls, verbsOf: (caller: Cast[keyof Cast]): Verbs => caller, at: atId },
  v4: { calls: callsOfV4, verbsOf: inV4, at: atIid },
} as const;

function atId({ project_id, id }: Issue): string {
  return `/projects/${project_id}/issues/${id}`;
}

function atIid({ project_id, iid }: Issue): string {
  return `/projects/${project_id}/issues/${iid}`;
}

const walked = Object.keys(calls).flatMap((name): (readonly [string, keyof typeof dialects])[] =>
  leftOutOfV4.has(name)
    ? [[name, "v3"]]
    : [
        [name, "v3"],
        [name, "v4"],
      ],
);

/** `{ private: { read: "404 404 ..." } }` */
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

/** The rows of a call that a version is held to: in a sample v3 and v4 take turns. */
function rowsOf(name: string, version: keyof typeof dialects): readonly (readonly [string, number])[] {
  const rows = Object.entries(visibilities);
  const turn = Object.keys(calls).indexOf(name) + (version === "v4" ? 1 : 0);
  return leftOutOfV4.has(name) ? rows : sampled(rows, turn, 2);
}

/** The statuses for the cast, one after the other. */
async function observe(
  version: keyof typeof dialects,
  name: string,
  cast: Cast,
  prepared: Omit<Ground, "lasting" | "unused">,
): Promise<string> {
  const { calls: all, verbsOf } = dialects[version];
  const lasting = keep();
  let unused = keep();
  const statuses: number[] = [];
  for (const who of castNames) {
    const { status } = (await all[name]?.(verbsOf(cast[who]), { ...prepared, lasting, unused })) ?? { status: 0 };
    if (status < 300) unused = keep();
    statuses.push(status);
  }
  return statuses.join(" ");
}

function keep(): Keep {
  let kept: Promise<unknown> | undefined;
  return <T>(make: () => Promise<T>) => {
    kept ??= make();
    return kept as Promise<T>;
  };
}

describe("a group's project", () => {
  /** Shared by all tests; each has projects of its own. */
  const everybody = once(async () => {
    const [{ cast, group }, newcomer] = await Promise.all([createCast(), createUser()]);
    return { cast, group, newcomer };
  });

  test.each(walked)("%s in %s", async (name, version) => {
    const { cast, group, newcomer } = await everybody();
    const rows = rowsOf(name, version);
    const observed = rows.map(async ([visibility, visibility_level]) => {
      const another = () => createProject(cast.owner, { namespace_id: group.id, visibility_level });
      const ground = { owner: cast.owner, project: await another(), newcomer, another, at: dialects[version].at };
      return [visibility, await observe(version, name, cast, ground)];
    });
    const [inV3, instead] = (version === "v4" && statusesOfV4[name]) || ["", ""];
    const wanted = rows.map(([visibility]) => [
      visibility,
      expected.get(`${visibility} ${name}`)?.replaceAll(inV3, instead),
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
