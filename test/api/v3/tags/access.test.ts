// Access to tags and release notes, and the responses to refused callers.
import { expect, test } from "vitest";
import { type Cast, castNames, ok } from "../../../support/actors.ts";
import type { Answer, Caller } from "../../../support/api.ts";
import { createCast, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { once } from "../../../support/once.ts";
import { tagsOf } from "./tags.ts";

const matrix = `
private     anonymous external outsider guest reporter developer master owner admin
  list      404       404      404      403   200      200       200    200   200
  get       404       404      404      403   200      200       200    200   200
  create    401       404      404      403   403      201       201    201   201
  delete    401       404      404      403   403      200       200    200   200
  write     401       404      404      403   403      201       201    201   201
  rewrite   401       404      404      403   403      200       200    200   200
internal    anonymous external outsider guest reporter developer master owner admin
  list      404       404      200      200   200      200       200    200   200
  get       404       404      200      200   200      200       200    200   200
  create    401       404      403      403   403      201       201    201   201
  delete    401       404      403      403   403      200       200    200   200
  write     401       404      403      403   403      201       201    201   201
  rewrite   401       404      403      403   403      200       200    200   200
public      anonymous external outsider guest reporter developer master owner admin
  list      200       200      200      200   200      200       200    200   200
  get       200       200      200      200   200      200       200    200   200
  create    401       403      403      403   403      201       201    201   201
  delete    401       403      403      403   403      200       200    200   200
  write     401       403      403      403   403      201       201    201   201
  rewrite   401       403      403      403   403      200       200    200   200`;

const levelOf: Record<string, number> = { private: 0, internal: 10, public: 20 };

const everybody = once(() => createCast());

async function createSeeded(visibility_level = 0): Promise<{ cast: Cast; project: Project }> {
  const { cast, group } = await everybody();
  const project = await createProject(cast.owner, { namespace_id: group.id, visibility_level });
  await seedRepository(cast.owner, project, { a: "1" });
  return { cast, project };
}

/** By visibility, for all calls: each call has tags of its own. */
const seeded = new Map(
  Object.entries(levelOf).map(([visibility, level]) => [visibility, once(() => createSeeded(level))]),
);

async function seededOf(visibility: string): Promise<{ cast: Cast; project: Project }> {
  const found = await seeded.get(visibility)?.();
  if (found === undefined) throw new Error(`No project is ${visibility}.`);
  return found;
}
const notes = { description: "Notes" };

/** Each with a tag `for/<call>/<caller>`, or `written/<call>/<caller>` with notes, unless the call needs none. */
const calls: Record<string, (caller: Caller, name: string, project: Project) => Promise<Answer>> = {
  list: (caller, _, project) => caller.get(tagsOf(project)),
  get: (caller, name, project) => caller.get(`${tagsOf(project)}/for/${name}`),
  create: (caller, name, project) => caller.post(tagsOf(project), { tag_name: `by/${name}`, ref: "main" }),
  delete: (caller, name, project) => caller.delete(`${tagsOf(project)}/for/${name}`),
  write: (caller, name, project) => caller.post(`${tagsOf(project)}/for/${name}/release`, notes),
  rewrite: (caller, name, project) => caller.put(`${tagsOf(project)}/written/${name}/release`, notes),
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
  const path = tagsOf(project);
  const answers: string[] = [];
  for (const caller of castNames) {
    const name = `${call}/${caller}`;
    if (["get", "delete", "write"].includes(call)) {
      await ok(cast.owner.post(path, { tag_name: `for/${name}`, ref: "main" }));
    } else if (call === "rewrite") {
      await ok(cast.owner.post(path, { tag_name: `written/${name}`, ref: "main", release_description: "x" }));
    }
    answers.push(String((await calls[call]?.(cast[caller], name, project))?.status));
  }
  expect(answers).toEqual(expected);
});

test("a refusal is the same for existing and missing tags, whatever is sent", async () => {
  const { cast, project } = await seededOf("private");
  const path = tagsOf(project);
  await ok(cast.owner.post(path, { tag_name: "v1", ref: "main", release_description: "x" }));
  const forbidden = { status: 403, body: { message: "403 Forbidden" } };
  const { guest, reporter } = cast;
  for (const tag of ["v1", "none"]) {
    expect(await guest.get(`${path}/${tag}`)).toMatchObject(forbidden);
    expect(await reporter.delete(`${path}/${tag}`)).toMatchObject(forbidden);
    expect(await reporter.post(`${path}/${tag}/release`)).toMatchObject(forbidden);
    expect(await reporter.put(`${path}/${tag}/release`, notes)).toMatchObject(forbidden);
  }
  expect(await reporter.post(path)).toMatchObject(forbidden);
});

test("tags of an archived project are read-only", async () => {
  const { cast, project } = await createSeeded();
  const path = tagsOf(project);
  await ok(cast.owner.post(path, { tag_name: "v1", ref: "main" }));
  await ok(cast.owner.post(`/projects/${project.id}/archive`));
  expect(await cast.owner.get(path)).toMatchObject({ status: 200, body: [{ name: "v1" }] });
  expect(await cast.owner.post(path, { tag_name: "v2", ref: "main" })).toMatchObject({ status: 403 });
  expect(await cast.owner.delete(`${path}/v1`)).toMatchObject({ status: 403 });
  expect(await cast.owner.post(`${path}/v1/release`, notes)).toMatchObject({ status: 403 });
});
