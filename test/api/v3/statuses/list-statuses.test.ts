// GET /projects/:id/repository/commits/:sha/statuses
import { expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { seedRepository } from "../../../support/git.ts";
import { pageThrough } from "../../../support/lists.ts";
import { createStatusSetting, listOf, setStatus, summary } from "./statuses.ts";

/** Two refs, two names, and superseded statuses. */
async function createHistory() {
  const setting = await createStatusSetting();
  const steps = [
    ["main", "build", "failed"],
    ["main", "build", "success"],
    ["main", "lint", "canceled"],
    ["topic", "build", "running"],
    ["main", "lint", "pending"],
  ] as const;
  for (const [ref, name, state] of steps) await ok(setStatus(setting.owner, setting, { ref, name, state }));
  return setting;
}

test("the latest status of each ref and name is listed, oldest first, as it was answered", async () => {
  const setting = await createStatusSetting();
  await ok(setStatus(setting.owner, setting, { name: "build", state: "failed" }));
  const expected = [];
  for (const name of ["zeta", "build", "lint"])
    expected.push(await ok(setStatus(setting.owner, setting, { name, state: "success" })));
  expect(await listOf(setting.owner, setting)).toMatchObject({ status: 200, body: expected });
});

const narrowed: [query: Values, expected: string[]][] = [
  [{}, ["build: success", "build: running", "lint: pending"]],
  [{ all: false }, ["build: success", "build: running", "lint: pending"]],
  [{ all: true }, ["build: failed", "build: success", "lint: canceled", "build: running", "lint: pending"]],
  [{ all: "yes", name: "lint" }, ["lint: canceled", "lint: pending"]],
  [{ ref: "topic" }, ["build: running"]],
  [{ ref: "main" }, ["build: success", "lint: pending"]],
  [{ ref: "", name: "", stage: "", all: "" }, ["build: success", "build: running", "lint: pending"]],
  [{ name: "build" }, ["build: success", "build: running"]],
  [{ ref: "main", name: "build" }, ["build: success"]],
  [{ ref: "nothing" }, []],
  [{ name: "Build" }, []],
  [{ stage: "external" }, ["build: success", "build: running", "lint: pending"]],
  [{ stage: "test" }, []],
];

test("ref, name and stage filter the list, and all includes superseded statuses", async () => {
  const setting = await createHistory();
  const observed: typeof narrowed = [];
  for (const [query] of narrowed) {
    const answer = await listOf(setting.owner, setting, query);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get("x-total")).toBe(String(answer.body.length));
    observed.push([query, summary(answer)]);
  }
  expect(observed).toEqual(narrowed);
});

test("pages neither repeat nor drop a status", async () => {
  const setting = await createHistory();
  const path = `/projects/${setting.project.id}/repository/commits/${setting.sha}/statuses`;
  const { rows, totals } = await pageThrough(setting.owner, path, { all: true }, 2);
  expect(rows.map(({ status }) => status)).toEqual(["failed", "success", "canceled", "running", "pending"]);
  expect([...totals]).toEqual([5]);
});

test("the commit can be given by its branch; other commits' statuses are left out", async () => {
  const setting = await createHistory();
  expect(await listOf(setting.owner, { ...setting, sha: "main" })).toMatchObject({ status: 200, body: [{}, {}, {}] });
  expect(await listOf(setting.owner, { ...setting, sha: setting.sha.slice(0, 10) })).toMatchObject({
    body: [{}, {}, {}],
  });
  const none = { status: 404, body: { message: "404 Commit Not Found" } };
  expect(await listOf(setting.owner, { ...setting, sha: "nothing" })).toMatchObject(none);
  expect(await listOf(setting.owner, { ...setting, sha: "0".repeat(40) })).toMatchObject(none);
});

test("a commit without statuses answers an empty list", async () => {
  const setting = await createStatusSetting();
  expect(await listOf(setting.owner, setting)).toMatchObject({ status: 200, body: [] });
});

test("a project is deleted with its statuses", async () => {
  const setting = await createHistory();
  await ok(setting.owner.delete(`/projects/${setting.project.id}`));
  expect(await listOf(setting.owner, setting)).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
  const { id, name, path } = setting.project;
  const again = await ok(setting.owner.post("/projects", { name, path }));
  expect(again.id).not.toBe(id);
  const sha = await seedRepository(setting.owner, again, { "a.txt": "a\n" });
  expect(sha).toBe(setting.sha);
  expect(await listOf(setting.owner, { project: again, sha })).toMatchObject({ status: 200, body: [] });
});
