// Concurrent updates of one job.
import { expect, test } from "vitest";
import { createDeveloper, createTold, listOf, pipelineOf, summary, tell } from "./statuses.ts";

const AT_ONCE = 8;
const count = <T>(values: readonly T[], wanted: T) => values.filter((value) => value === wanted).length;

test("one of many starts the job, and the others get a refusal", async () => {
  const told = await createTold();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => tell(told.owner, told, { state: "pending", name: "build" })),
  );
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 201), count(statuses, 400)]).toEqual([1, AT_ONCE - 1]);
  expect(summary(await listOf(told.owner, told, { all: true }))).toEqual(["build: pending"]);
});

test("a job is finished once, and each other call starts and finishes a new one", async () => {
  const told = await createTold();
  const { body } = await tell(told.owner, told, { state: "running" });
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => tell(told.owner, told, { state: "success" })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const ids = answers.map((answer) => answer.body.id);
  expect([count(ids, body.id), new Set(ids).size]).toEqual([1, AT_ONCE]);
  expect(await listOf(told.owner, told)).toMatchObject({ body: [{ id: Math.max(...ids) }] });
});

test("the pipeline has the combined state of all of them", async () => {
  const told = await createTold();
  const others = await Promise.all(Array.from({ length: 3 }, () => createDeveloper(told)));
  const names = Array.from({ length: AT_ONCE }, (_, index) => `job ${index}`);
  const tellAll = (state: string) =>
    Promise.all([told.owner, ...others].flatMap((who) => names.map((name) => tell(who, told, { state, name }))));
  await tellAll("running");
  expect(await pipelineOf(told)).toBe("running");
  const answers = await tellAll("success");
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await pipelineOf(told)).toBe("success");
  expect((await listOf(told.owner, told, { per_page: 100 })).body).toHaveLength(names.length);
  expect((await listOf(told.owner, told, { per_page: 100, all: true })).body).toHaveLength(4 * names.length);
});
