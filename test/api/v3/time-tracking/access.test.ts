// Who may read and write the time of an issue, and the responses to others.
import { describe, expect, test } from "vitest";
import { type Cast, castNames, createUser, ok } from "../../../support/actors.ts";
import type { Caller, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";

const notFound = { message: "404 Not found" };

/** Every call, with valid parameters. */
const calls: Record<string, (caller: Caller, path: string, more?: Values) => ReturnType<Caller["get"]>> = {
  time_stats: (caller, path) => caller.get(`${path}/time_stats`),
  timelogs: (caller, path) => caller.get(`${path}/timelogs`),
  time_estimate: (caller, path) => caller.post(`${path}/time_estimate`, { duration: "1h" }),
  reset_time_estimate: (caller, path) => caller.post(`${path}/reset_time_estimate`),
  add_spent_time: (caller, path) => caller.post(`${path}/add_spent_time`, { duration: "1h" }),
  reset_spent_time: (caller, path) => caller.post(`${path}/reset_spent_time`),
};

const matrix = `
public issue          anonymous external outsider guest reporter developer master owner admin
  time_stats          401       200      200      200   200      200       200    200   200
  timelogs            401       200      200      200   200      200       200    200   200
  time_estimate       401       403      403      403   200      200       200    200   200
  reset_time_estimate 401       403      403      403   200      200       200    200   200
  add_spent_time      401       403      403      403   201      201       201    201   201
  reset_spent_time    401       403      403      403   200      200       200    200   200

confidential issue    anonymous external outsider guest reporter developer master owner admin
  time_stats          401       404      404      404   200      200       200    200   200
  timelogs            401       404      404      404   200      200       200    200   200
  time_estimate       401       404      404      404   200      200       200    200   200
  reset_time_estimate 401       404      404      404   200      200       200    200   200
  add_spent_time      401       404      404      404   201      201       201    201   201
  reset_spent_time    401       404      404      404   200      200       200    200   200
`;

const sections = matrix
  .trim()
  .split("\n\n")
  .map((section) => {
    const [head = "", ...lines] = section.split("\n");
    return { name: head.slice(0, 22).trim(), lines: lines.map((line) => line.trim().split(/\s+/)) };
  });

test.each(sections)("in a public project, a $name", async ({ name, lines }) => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const issue = await createIssue(cast.owner, project, { confidential: name.startsWith("confidential") });
  const path = `/projects/${project.id}/issues/${issue.id}`;
  const bodies: Record<number, object> = {
    401: { message: "401 Unauthorized" },
    403: { message: "403 Forbidden" },
    404: notFound,
  };
  for (const [call = "", ...expected] of lines) {
    const row: string[] = [];
    for (const who of castNames) {
      const { status, body } = (await calls[call]?.(cast[who], path)) ?? { status: 0, body: null };
      row.push(String(status));
      if (status >= 400) expect(body, `${call} by ${who}`).toEqual(bodies[status]);
    }
    expect([call, ...row]).toEqual([call, ...expected]);
  }
});

describe("below reporter", () => {
  test("the author can write the issue's time", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    for (const who of ["outsider", "guest"] as const satisfies readonly (keyof Cast)[]) {
      const issue = await createIssue(cast[who], project, { confidential: true });
      const path = `/projects/${project.id}/issues/${issue.id}`;
      const statuses = Object.entries(calls).map(async ([name, call]) => [name, (await call(cast[who], path)).status]);
      expect(Object.fromEntries(await Promise.all(statuses)), who).toEqual({
        time_stats: 200,
        timelogs: 200,
        time_estimate: 200,
        reset_time_estimate: 200,
        add_spent_time: 201,
        reset_spent_time: 200,
      });
    }
  });

  test("the assignee can write the issue's time", async () => {
    const { cast, project } = await createCast();
    const issue = await createIssue(cast.owner, project, { assignee_id: cast.guest.id, confidential: true });
    const path = `/projects/${project.id}/issues/${issue.id}`;
    expect(await cast.guest.post(`${path}/add_spent_time`, { duration: "1h" })).toMatchObject({ status: 201 });
    expect(await cast.guest.post(`${path}/time_estimate`, { duration: "1h" })).toMatchObject({ status: 200 });
  });
});

describe.each(Object.entries(calls))("%s", (_name, call) => {
  test("answers the same for an invisible and for a missing issue", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    const other = await createProject(owner, { visibility_level: 20 });
    const hidden = await createIssue(owner, project, { confidential: true });
    const elsewhere = await createIssue(owner, other);
    for (const id of [hidden.id, elsewhere.id, 999_999_999, 0, -1, "99999999999999999999"]) {
      const { status, body } = await call(outsider, `/projects/${project.id}/issues/${id}`);
      expect({ id, status, body }).toEqual({ id, status: 404, body: notFound });
    }
  });

  test("does not find an issue by its iid", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    await createIssue(owner, project);
    const path = `/projects/${project.id}/issues/1`;
    expect(await call(owner, path)).toMatchObject({ status: 404, body: notFound });
  });

  test("is 404 for an invisible project", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 0 });
    const issue = await createIssue(owner, project);
    for (const id of [project.id, 999_999_999, "nobody%2Fnothing"]) {
      expect(await call(outsider, `/projects/${id}/issues/${issue.id}`)).toMatchObject({
        status: 404,
        body: { message: "404 Project Not Found" },
      });
    }
  });

  test("finds the project by its path", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const issue = await createIssue(owner, project);
    const path = encodeURIComponent(project.path_with_namespace);
    expect((await call(owner, `/projects/${path}/issues/${issue.id}`)).status).toBeOneOf([200, 201]);
  });

  test("requires a number for an issue, checked before the project", async () => {
    const user = await createUser();
    expect(await call(user, "/projects/999999999/issues/abc")).toMatchObject({
      status: 400,
      body: { error: "issue_id is invalid" },
    });
  });
});

describe.each(["time_estimate", "add_spent_time"])("%s", (call) => {
  test("requires a duration, and reports all errors at once", async () => {
    const user = await createUser();
    expect(await user.post(`/projects/999999999/issues/1/${call}`)).toMatchObject({
      status: 400,
      body: { error: "duration is missing" },
    });
    expect(await user.post(`/projects/999999999/issues/abc/${call}`, { duration: [1] })).toMatchObject({
      status: 400,
      body: { error: "issue_id is invalid, duration is invalid" },
    });
  });

  test("checks the right before it parses the duration", async () => {
    const [owner, guest] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner);
    const issue = await createIssue(owner, project);
    await joinProject(owner, project, guest, "guest");
    expect(await guest.post(`/projects/${project.id}/issues/${issue.id}/${call}`, { duration: "odd" })).toMatchObject({
      status: 403,
      body: { message: "403 Forbidden" },
    });
  });
});

test("a refused call stores no time", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const issue = await createIssue(cast.owner, project);
  const path = `/projects/${project.id}/issues/${issue.id}`;
  await ok(cast.owner.post(`${path}/add_spent_time`, { duration: "1h" }));
  for (const call of Object.values(calls)) await call(cast.guest, path);
  expect(await cast.guest.get(`${path}/time_stats`)).toMatchObject({
    body: { time_estimate: 0, total_time_spent: 3_600 },
  });
});
