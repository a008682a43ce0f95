// Concurrent updates of one job.
import { expect, test } from "vitest";
import { createDeveloper, createStatusSetting, listOf, pipelineOf, setStatus, summary } from "./statuses.ts";

const AT_ONCE = 8;
const count = <T>(values: readonly T[], wanted: T) => values.filter((value) => value === wanted).length;

test("one of many starts the job, and the others get a refusal", async () => {
  const setting = await createStatusSetting();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => setStatus(setting.owner, setting, { state: "pending", name: "build" })),
  );
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 201), count(statuses, 400)]).toEqual([1, AT_ONCE - 1]);
  expect(summary(await listOf(setting.owner, setting, { all: true }))).toEqual(["build: pending"]);
});

test("a job is finished once, and each other call starts and finishes a new one", async () => {
  const setting = await createStatusSetting();
  const { body } = await setStatus(setting.owner, setting, { state: "running" });
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => setStatus(setting.owner, setting, { state: "success" })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const ids = answers.map((answer) => answer.body.id);
  expect([count(ids, body.id), new Set(ids).size]).toEqual([1, AT_ONCE]);
  expect(await listOf(setting.owner, setting)).toMatchObject({ body: [{ id: Math.max(...ids) }] });
});

test("the pipeline has the combined state of all of them", async () => {
  const setting = await createStatusSetting();
  const others = await Promise.all(Array.from({ length: 3 }, () => createDeveloper(setting)));
  const names = Array.from({ length: AT_ONCE }, (_, index) => `job ${index}`);
  const tellAll = (state: string) =>
    Promise.all(
      [setting.owner, ...others].flatMap((who) => names.map((name) => setStatus(who, setting, { state, name }))),
    );
  await tellAll("running");
  expect(await pipelineOf(setting)).toBe("running");
  const answers = await tellAll("success");
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await pipelineOf(setting)).toBe("success");
  expect((await listOf(setting.owner, setting, { per_page: 100 })).body).toHaveLength(names.length);
  expect((await listOf(setting.owner, setting, { per_page: 100, all: true })).body).toHaveLength(4 * names.length);
});
