// The combined status of a commit.
import { expect, test } from "vitest";
import { ok, root } from "../../../support/actors.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { createDeveloper, createStatusSetting, listOf, pipelineOf, setStatus } from "./statuses.ts";

/** States of jobs, and their combined state. */
const table: [jobs: string, pipeline: string][] = [
  ["success", "success"],
  ["success success", "success"],
  ["pending", "pending"],
  ["pending pending", "pending"],
  ["running", "running"],
  ["pending running", "running"],
  ["pending success", "running"],
  ["pending failed", "running"],
  ["running failed", "running"],
  ["running canceled", "running"],
  ["failed", "failed"],
  ["failed success", "failed"],
  ["failed canceled", "failed"],
  ["canceled", "canceled"],
  ["canceled success", "canceled"],
];

test("the jobs of a pipeline have one combined state", async () => {
  const setting = await createStatusSetting();
  const observed: typeof table = [];
  for (const [jobs] of table) {
    const states = jobs.split(" ");
    // Each ref has a pipeline, and the commit shows the newest one.
    for (const [index, state] of states.entries()) {
      await ok(setStatus(setting.owner, setting, { state, name: `job ${index}`, ref: jobs }));
    }
    observed.push([jobs, (await pipelineOf(setting)) ?? "none"]);
  }
  expect(observed).toEqual(table);
});

test("a commit without statuses has no combined status", async () => {
  const setting = await createStatusSetting();
  expect(await pipelineOf(setting)).toBe(null);
  expect(await setStatus(setting.owner, setting, { state: "odd" })).toMatchObject({ status: 400 });
  expect(await setStatus(setting.owner, setting, { state: "success", target_url: "odd" })).toMatchObject({
    status: 400,
  });
  expect(await pipelineOf(setting)).toBe(null);
});

test("of several jobs with one name only the latest counts", async () => {
  const setting = await createStatusSetting();
  for (const state of ["failed", "canceled", "success"]) await ok(setStatus(setting.owner, setting, { state }));
  expect(await pipelineOf(setting)).toBe("success");
  await ok(setStatus(setting.owner, setting, { state: "pending" }));
  expect(await pipelineOf(setting)).toBe("pending");
});

test("a commit has the status of its newest pipeline, and each ref has its own pipeline", async () => {
  const setting = await createStatusSetting();
  await ok(setStatus(setting.owner, setting, { state: "success", ref: "main" }));
  await ok(setStatus(setting.owner, setting, { state: "failed", ref: "topic" }));
  expect(await pipelineOf(setting)).toBe("failed");
  await ok(setStatus(setting.owner, setting, { state: "running", ref: "main" }));
  expect(await pipelineOf(setting)).toBe("failed");
});

test("a commit given by its branch has the same status", async () => {
  const setting = await createStatusSetting();
  const { owner, project } = setting;
  using folder = await WorkingFolder.copy(owner, project);
  const sha = await folder.commit({ "b.txt": "b\n" });
  await folder.deliver("HEAD:refs/heads/topic/one");
  await ok(setStatus(owner, setting, { state: "failed" }));
  await ok(setStatus(owner, { project, sha }, { state: "success" }));
  for (const name of ["topic/one", sha.slice(0, 9), sha]) {
    const at = `/projects/${project.id}/repository/commits/${encodeURIComponent(name)}`;
    expect([name, await owner.get(at)]).toMatchObject([name, { status: 200, body: { id: sha, status: "success" } }]);
  }
});

test("a deleted user's statuses are kept", async () => {
  const setting = await createStatusSetting();
  const [one, other] = [await createDeveloper(setting), await createDeveloper(setting)];
  for (const user of [one, other]) await ok(setStatus(user, setting, { state: "running" }));
  for (const { id } of [one, other]) await ok(root.delete(`/users/${id}`));
  const { body } = await listOf(setting.owner, setting, { all: true });
  expect(body).toMatchObject([
    { status: "running", author: null },
    { status: "running", author: null },
  ]);
  expect(await pipelineOf(setting)).toBe("running");
});
