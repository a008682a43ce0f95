// Who may do what with branches, and what refused callers get.
import { expect, test } from "vitest";
import { type Cast, castNames, ok } from "../../../support/actors.ts";
import type { Answer, Caller } from "../../../support/api.ts";
import { createCast, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { once } from "../../../support/once.ts";
import { branchesOf, mergedBranchesOf } from "./branches.ts";

const matrix = `
private       anonymous external outsider guest reporter developer master owner admin
  list        401       404      404      403   200      200       200    200   200
  get         401       404      404      403   200      200       200    200   200
  create      401       404      404      403   403      201       201    201   201
  delete      401       404      404      403   403      200       200    200   200
  prune       401       404      404      403   403      200       200    200   200
  protect     401       404      404      403   403      403       200    200   200
  unprotect   401       404      404      403   403      403       200    200   200
internal      anonymous external outsider guest reporter developer master owner admin
  list        401       404      200      200   200      200       200    200   200
  get         401       404      200      200   200      200       200    200   200
  create      401       404      403      403   403      201       201    201   201
  delete      401       404      403      403   403      200       200    200   200
  prune       401       404      403      403   403      200       200    200   200
  protect     401       404      403      403   403      403       200    200   200
  unprotect   401       404      403      403   403      403       200    200   200
public        anonymous external outsider guest reporter developer master owner admin
  list        401       200      200      200   200      200       200    200   200
  get         401       200      200      200   200      200       200    200   200
  create      401       403      403      403   403      201       201    201   201
  delete      401       403      403      403   403      200       200    200   200
  prune       401       403      403      403   403      200       200    200   200
  protect     401       403      403      403   403      403       200    200   200
  unprotect   401       403      403      403   403      403       200    200   200`;

const levelOf: Record<string, number> = { private: 0, internal: 10, public: 20 };

const everybody = once(() => createCast());

async function createSeeded(visibility_level = 0): Promise<{ cast: Cast; project: Project }> {
  const { cast, group } = await everybody();
  const project = await createProject(cast.owner, { namespace_id: group.id, visibility_level });
  await seedRepository(cast.owner, project, { a: "1" });
  return { cast, project };
}

/** By visibility, for all calls: each call has branches of its own. */
const seeded = new Map(
  Object.entries(levelOf).map(([visibility, level]) => [visibility, once(() => createSeeded(level))]),
);

async function seededOf(visibility: string): Promise<{ cast: Cast; project: Project }> {
  const found = await seeded.get(visibility)?.();
  if (found === undefined) throw new Error(`No project is ${visibility}.`);
  return found;
}

/** Each with a branch `for/<call>/<caller>`, unless the call needs none. */
const calls: Record<string, (caller: Caller, name: string, project: Project) => Promise<Answer>> = {
  list: (caller, _, project) => caller.get(branchesOf(project)),
  get: (caller, name, project) => caller.get(`${branchesOf(project)}/for/${name}`),
  create: (caller, name, project) => caller.post(branchesOf(project), { branch_name: `by/${name}`, ref: "main" }),
  delete: (caller, name, project) => caller.delete(`${branchesOf(project)}/for/${name}`),
  prune: (caller, _, project) => caller.delete(mergedBranchesOf(project)),
  protect: (caller, name, project) => caller.put(`${branchesOf(project)}/for/${name}/protect`),
  unprotect: (caller, name, project) => caller.put(`${branchesOf(project)}/for/${name}/unprotect`),
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
  const { cast, project } = await seededOf(visibility);
  const answers: string[] = [];
  for (const caller of castNames) {
    const name = `${call}/${caller}`;
    if (!["list", "create", "prune"].includes(call)) {
      await ok(cast.owner.post(branchesOf(project), { branch_name: `for/${name}`, ref: "main" }));
    }
    answers.push(String((await calls[call]?.(cast[caller], name, project))?.status));
  }
  expect(answers).toEqual(expected);
});

test("a refusal is the same for existing and missing branches, whatever is sent", async () => {
  const { cast, project } = await seededOf("private");
  const path = branchesOf(project);
  const forbidden = { status: 403, body: { message: "403 Forbidden" } };
  const { guest, reporter, developer } = cast;
  for (const branch of ["main", "none"]) {
    expect(await guest.get(`${path}/${branch}`)).toMatchObject(forbidden);
    expect(await reporter.delete(`${path}/${branch}`)).toMatchObject(forbidden);
    expect(await developer.put(`${path}/${branch}/protect`, { developers_can_push: "x" })).toMatchObject(forbidden);
    expect(await developer.put(`${path}/${branch}/unprotect`)).toMatchObject(forbidden);
  }
  expect(await reporter.post(path)).toMatchObject(forbidden);
  expect(await developer.post(path)).toMatchObject({ status: 400 });
});

test("an archived project is read-only", async () => {
  const { cast, project } = await createSeeded();
  const path = branchesOf(project);
  await ok(cast.owner.post(path, { branch_name: "new", ref: "main" }));
  await ok(cast.owner.post(`/projects/${project.id}/archive`));
  expect(await cast.owner.get(path)).toMatchObject({ status: 200, body: [{ name: "main" }, { name: "new" }] });
  expect(await cast.owner.post(path, { branch_name: "newer", ref: "main" })).toMatchObject({ status: 403 });
  expect(await cast.owner.delete(`${path}/new`)).toMatchObject({ status: 403 });
  expect(await cast.owner.delete(mergedBranchesOf(project))).toMatchObject({ status: 403 });
});
