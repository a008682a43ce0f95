// Access to labels, and the responses to refused callers.
import { describe, expect, test } from "vitest";
import { type Actor, castNames, createUser, ok, root } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { createCast, createProject, type Project } from "../../../support/factories.ts";
import { once } from "../../../support/once.ts";
import { createLabel, createOwned, labelsOf } from "./labels.ts";

const matrix = `
private       anonymous external outsider guest reporter developer master owner admin
  list        401       404      404      200   200      200       200    200   200
  create      401       404      404      403   201      201       201    201   201
  update      401       404      404      403   200      200       200    200   200
  delete      401       404      404      403   200      200       200    200   200
  subscribe   401       404      404      201   201      201       201    201   201
  unsubscribe 401       404      404      304   304      304       304    304   304
internal      anonymous external outsider guest reporter developer master owner admin
  list        401       404      200      200   200      200       200    200   200
  create      401       404      403      403   201      201       201    201   201
  subscribe   401       404      201      201   201      201       201    201   201
public        anonymous external outsider guest reporter developer master owner admin
  list        401       200      200      200   200      200       200    200   200
  create      401       403      403      403   201      201       201    201   201
  update      401       403      403      403   200      200       200    200   200
  delete      401       403      403      403   200      200       200    200   200
  subscribe   401       201      201      201   201      201       201    201   201`;

const levelOf: Record<string, number> = { private: 0, internal: 10, public: 20 };

const everybody = once(() => createCast());

/** By visibility, for all calls: each call has labels of its own. */
const projectOf = new Map(
  Object.entries(levelOf).map(([visibility, visibility_level]) => [
    visibility,
    once(async () => {
      const { cast, group } = await everybody();
      return createProject(cast.owner, { namespace_id: group.id, visibility_level });
    }),
  ]),
);

/** Each with a label `<call>-<caller>`, unless the call needs none. */
const calls: Record<string, (caller: Caller, name: string, project: Project) => Promise<Answer>> = {
  list: (caller, _, project) => caller.get(labelsOf(project)),
  create: (caller, name, project) => caller.post(labelsOf(project), { name: `by ${name}`, color: "#FFF" }),
  update: (caller, name, project) => caller.put(labelsOf(project), { name, color: "#FFF" }),
  delete: (caller, name, project) => caller.delete(labelsOf(project), { name }),
  subscribe: (caller, name, project) => caller.post(`${labelsOf(project)}/${name}/subscription`),
  unsubscribe: (caller, name, project) => caller.delete(`${labelsOf(project)}/${name}/subscription`),
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

test.each([...linesOf(matrix)])("%s: %s", async (visibility, call, expected) => {
  const [{ cast }, project] = [await everybody(), await projectOf.get(visibility)?.()];
  const answers: string[] = [];
  for (const caller of castNames) {
    const name = `${call}-${caller}`;
    if (project && !["list", "create"].includes(call)) await createLabel(cast.owner, project, { name });
    answers.push(String((project && (await calls[call]?.(cast[caller], name, project)))?.status));
  }
  expect(answers).toEqual(expected);
});

test("a guest gets 403 for existing and missing labels, whatever is sent", async () => {
  const { cast, project } = await everybody();
  const { name } = await createLabel(cast.owner, project);
  const path = labelsOf(project);
  for (const answer of [
    await cast.guest.post(path, { name, color: "#FFF" }),
    await cast.guest.post(path, { name: "", color: "none" }),
    await cast.guest.put(path, { name, color: "none" }),
    await cast.guest.put(path, { name: "no such label", color: "#FFF" }),
    await cast.guest.delete(path, { name: "no such label" }),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  }
});

test("parameters are checked before the right, and before the project", async () => {
  const { cast, project } = await everybody();
  const missing = { status: 400, body: { error: "name is missing, color is missing" } };
  expect(await cast.guest.post(labelsOf(project))).toMatchObject(missing);
  expect(await cast.outsider.post("/projects/999999999/labels")).toMatchObject(missing);
  expect(await cast.anonymous.post(labelsOf(project))).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

describe.for<["get" | "post" | "put" | "delete", string, Values?]>([
  ["get", ""],
  ["post", "", { name: "bug", color: "#FFF" }],
  ["put", "", { name: "bug", color: "#FFF" }],
  ["delete", "", { name: "bug" }],
  ["post", "/bug/subscription"],
  ["delete", "/bug/subscription"],
])("%s /labels%s", ([method, rest, body]) => {
  test("of an invisible project answers like that of a missing one", async () => {
    const [{ owner, project }, viewer] = await Promise.all([createOwned(), createUser()]);
    await createLabel(owner, project, { name: "bug" });
    const ask = (id: number) => viewer[method](`/projects/${id}/labels${rest}`, body);
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

test("labels can be written unless both issues and merge requests are disabled", async () => {
  const { owner, project, path } = await createOwned();
  const { name } = await createLabel(owner, project);
  const turn = (issues_enabled: boolean, merge_requests_enabled: boolean) =>
    ok(owner.put(`/projects/${project.id}`, { issues_enabled, merge_requests_enabled }));
  const write = async (caller: Actor) => [
    (await caller.post(path, { name, color: "#FFF" })).status,
    (await caller.put(path, { name, color: "#FFF" })).status,
  ];
  await turn(false, false);
  expect([...(await write(owner)), ...(await write(root))]).toEqual([403, 403, 403, 403]);
  await turn(true, false);
  expect(await write(owner)).toEqual([409, 200]);
  await turn(false, true);
  expect(await write(owner)).toEqual([409, 200]);
});

test("a project is deleted with its labels and their subscriptions", async () => {
  const { owner, project, path } = await createOwned();
  const { name } = await createLabel(owner, project);
  await ok(owner.post(`${path}/${name}/subscription`));
  expect(await owner.delete(`/projects/${project.id}`)).toMatchObject({ status: 200 });
  expect(await owner.get(path)).toMatchObject({ status: 404, body: { message: "404 Project Not Found" } });
});
