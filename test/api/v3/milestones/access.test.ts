// Access to milestones, and the responses to refused callers.
import { describe, expect, test } from "vitest";
import { castNames, createUser, ok, root } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { createCast, type Project } from "../../../support/factories.ts";
import { createMilestone, createOwned, milestonesOf } from "./milestones.ts";

const matrix = `
private  anonymous external outsider guest reporter developer master owner admin
  list   401       404      404      200   200      200       200    200   200
  get    401       404      404      200   200      200       200    200   200
  create 401       404      404      403   403      403       201    201   201
  update 401       404      404      403   403      403       200    200   200
internal anonymous external outsider guest reporter developer master owner admin
  list   401       404      200      200   200      200       200    200   200
  create 401       404      403      403   403      403       201    201   201
public   anonymous external outsider guest reporter developer master owner admin
  list   401       200      200      200   200      200       200    200   200
  get    401       200      200      200   200      200       200    200   200
  create 401       403      403      403   403      403       201    201   201
  update 401       403      403      403   403      403       200    200   200`;

const levelOf: Record<string, number> = { private: 0, internal: 10, public: 20 };

const calls: Record<string, (caller: Caller, name: string, project: Project, id: number) => Promise<Answer>> = {
  list: (caller, _, project) => caller.get(milestonesOf(project)),
  get: (caller, _, project, id) => caller.get(`${milestonesOf(project)}/${id}`),
  create: (caller, name, project) => caller.post(milestonesOf(project), { title: `by ${name}` }),
  update: (caller, name, project, id) => caller.put(`${milestonesOf(project)}/${id}`, { title: `of ${name}` }),
};

/** [visibility, call, the status for each persona] */
function* linesOf(table: string): Generator<[string, string, string[]]> {
  let visibility = "";
  for (const line of table.trim().split("\n")) {
    const [head = "", ...cells] = line.trim().split(/\s+/);
    if (head in levelOf) visibility = head;
    else yield [visibility, head, cells];
  }
}

test.each([...linesOf(matrix)])("%s: %s", async (visibility, name, expected) => {
  const { cast, project } = await createCast({}, { visibility_level: levelOf[visibility] });
  const { id } = await createMilestone(cast.owner, project);
  const answers: string[] = [];
  for (const caller of castNames) {
    const answer = await calls[name]?.(cast[caller], caller, project, id);
    answers.push(String(answer?.status));
  }
  expect(answers).toEqual(expected);
});

test("a developer gets 403 for existing and missing milestones", async () => {
  const { cast, project } = await createCast();
  const { id } = await createMilestone(cast.owner, project);
  const refusal = { status: 403, body: { message: "403 Forbidden" } };
  expect(await cast.developer.post(milestonesOf(project), { title: " " })).toMatchObject(refusal);
  expect(await cast.developer.put(`${milestonesOf(project)}/${id}`, { title: "2.0" })).toMatchObject(refusal);
  expect(await cast.developer.put(`${milestonesOf(project)}/999999999`, { title: "2.0" })).toMatchObject(refusal);
});

test("parameters are checked before the right, and before the project", async () => {
  const { cast, project } = await createCast();
  const missing = { status: 400, body: { error: "title is missing" } };
  expect(await cast.guest.post(milestonesOf(project))).toMatchObject(missing);
  expect(await cast.outsider.post("/projects/999999999/milestones")).toMatchObject(missing);
  expect(await cast.anonymous.post(milestonesOf(project))).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

describe.for<["get" | "post" | "put", string, Values?]>([
  ["get", ""],
  ["get", "?state=closed&iid=1"],
  ["get", "/:milestone_id"],
  ["post", "", { title: "1.0" }],
  ["put", "/:milestone_id", { title: "1.0" }],
])("%s /milestones%s", ([method, rest, body]) => {
  test("of an invisible project answers like that of a missing one", async () => {
    const [{ owner, project }, viewer] = await Promise.all([createOwned(), createUser()]);
    const { id } = await createMilestone(owner, project, { title: "1.0" });
    const ask = (projectId: number) =>
      viewer[method](`/projects/${projectId}/milestones${rest.replace(":milestone_id", String(id))}`, body);
    const comparable = ({ status, text, cost }: Answer) => ({
      status,
      text,
      asked: [cost.roundTrips, cost.statements],
    });
    const absent = await ask(999_999_999);
    expect(absent).toMatchObject({ status: 404, body: { message: "404 Project Not Found" } });
    expect(comparable(await ask(project.id))).toEqual(comparable(absent));
  });
});

describe("while both issues and merge requests are disabled", () => {
  async function createBare() {
    const { owner, project, path } = await createOwned();
    const milestone = await createMilestone(owner, project);
    const turn = (on: boolean) => ({ issues_enabled: on, merge_requests_enabled: on });
    await ok(owner.put(`/projects/${project.id}`, turn(false)));
    return { owner, project, path, milestone, turn };
  }

  test("milestones answer 404", async () => {
    const { owner, path, milestone } = await createBare();
    const { status, body, headers } = await owner.get(path);
    expect({ status, body, total: headers.get("x-total") }).toEqual({ status: 200, body: [], total: "0" });
    expect(await owner.get(`${path}/${milestone.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });

  test("nobody may write any", async () => {
    const { owner, path, milestone } = await createBare();
    for (const caller of [owner, root]) {
      expect(await caller.post(path, { title: "1.0" })).toMatchObject({ status: 403 });
      expect(await caller.put(`${path}/${milestone.id}`, { title: "1.0" })).toMatchObject({ status: 403 });
    }
  });

  test("they are kept, and enabling either brings them back", async () => {
    const { owner, project, path, milestone, turn } = await createBare();
    for (const feature of ["issues_enabled", "merge_requests_enabled"]) {
      await ok(owner.put(`/projects/${project.id}`, { ...turn(false), [feature]: true }));
      expect(await owner.get(path), feature).toMatchObject({ status: 200, body: [{ id: milestone.id }] });
    }
  });
});

test("a project is deleted with its milestones", async () => {
  const { owner, project, path } = await createOwned();
  const { id } = await createMilestone(owner, project);
  expect(await owner.delete(`/projects/${project.id}`)).toMatchObject({ status: 200 });
  expect(await owner.get(`${path}/${id}`)).toMatchObject({ status: 404, body: { message: "404 Project Not Found" } });
});
