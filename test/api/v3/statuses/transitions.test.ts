// A second status of one job: it updates the first, is refused, or starts a new job.
import { describe, expect, test } from "vitest";
import { type Actor, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import {
  createDeveloper,
  createStatusSetting,
  listOf,
  pipelineOf,
  type StatusSetting,
  setStatus,
  summary,
} from "./statuses.ts";

const refused = (event: string, from: string) =>
  `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`;

/** States set one after the other, and the outcome of the last: a new row, the same row, or a refusal. */
const table: [setting: string, what: string][] = [
  ...["pending", "running", "success", "failed", "canceled"].flatMap((state): typeof table => [
    [state, "new"],
    [`success ${state}`, "new"],
    [`failed ${state}`, "new"],
    [`canceled ${state}`, "new"],
    [`running failed ${state}`, "new"],
  ]),
  ["pending pending", refused("enqueue", "pending")],
  ["pending running", "same"],
  ["pending success", "same"],
  ["pending failed", "same"],
  ["pending canceled", "same"],
  ["running pending", refused("enqueue", "running")],
  ["running running", refused("run", "running")],
  ["running success", "same"],
  ["running failed", "same"],
  ["running canceled", "same"],
  ["pending running pending", refused("enqueue", "running")],
  ["pending running running", refused("run", "running")],
  ["pending running success", "same"],
];

const all = async (setting: StatusSetting, query: Values = {}) =>
  (await listOf(setting.owner, setting, { ...query, all: true, per_page: 100 })).body;

/** The outcome of the last state, for a job of its own; checks the list as well. */
async function observe(setting: StatusSetting, states: readonly string[]): Promise<string> {
  const name = states.join(" ");
  let id = 0;
  for (const state of states.slice(0, -1)) ({ id } = await ok(setStatus(setting.owner, setting, { state, name })));
  const before = await all(setting, { name });
  const { status, body } = await setStatus(setting.owner, setting, { state: states.at(-1), name });
  const after = await all(setting, { name });
  if (status === 400) {
    expect(after).toEqual(before);
    return body.message;
  }
  expect([status, body.status]).toEqual([201, states.at(-1)]);
  expect(after).toEqual([...(body.id === id ? before.slice(0, -1) : before), body]);
  return body.id === id ? "same" : "new";
}

test("a job goes from pending to running to its end, and then a new one starts", async () => {
  const setting = await createStatusSetting();
  const observed = await Promise.all(
    table.map(async ([states]) => [states, await observe(setting, states.split(" "))]),
  );
  expect(observed).toEqual(table);
});

test("a refusal changes no attribute of the status", async () => {
  const setting = await createStatusSetting();
  await ok(
    setStatus(setting.owner, setting, { state: "running", description: "One", target_url: "https://example.com/1" }),
  );
  const before = await all(setting);
  expect(await setStatus(setting.owner, setting, { state: "running", description: "Two" })).toMatchObject({
    status: 400,
  });
  expect(await all(setting)).toEqual(before);
});

test("an updated status keeps omitted attributes, and takes given ones", async () => {
  const setting = await createStatusSetting();
  const first = { description: "One", target_url: "https://example.com/1" };
  await ok(setStatus(setting.owner, setting, { state: "pending", ...first }));
  expect(await setStatus(setting.owner, setting, { state: "running", coverage: 12.5 })).toMatchObject({
    body: { ...first, coverage: 12.5 },
  });
  expect(await setStatus(setting.owner, setting, { state: "success", description: "Two" })).toMatchObject({
    body: { description: "Two", target_url: first.target_url, coverage: 12.5 },
  });
});

describe("only one's own status of the same job is updated:", () => {
  test("another name is another job", async () => {
    const setting = await createStatusSetting();
    for (const name of ["build", "lint"]) await ok(setStatus(setting.owner, setting, { state: "pending", name }));
    await ok(setStatus(setting.owner, setting, { state: "success", name: "build" }));
    expect(summary(await listOf(setting.owner, setting))).toEqual(["build: success", "lint: pending"]);
  });

  test("another ref is another job", async () => {
    const setting = await createStatusSetting();
    const refs = ["main", "topic"];
    for (const ref of refs) await ok(setStatus(setting.owner, setting, { state: "pending", ref }));
    await ok(setStatus(setting.owner, setting, { state: "failed", ref: "topic" }));
    for (const [index, ref] of refs.entries()) {
      expect(await listOf(setting.owner, setting, { ref })).toMatchObject({
        body: [{ ref, status: index === 0 ? "pending" : "failed" }],
      });
    }
  });

  test("another user's is separate, and the latest counts", async () => {
    const setting = await createStatusSetting();
    const developer = await createDeveloper(setting);
    const tellAs = (who: Actor, state: string) => ok(setStatus(who, setting, { state }));
    const first = await tellAs(setting.owner, "pending");
    const second = await tellAs(developer, "running");
    expect(second.id).toBeGreaterThan(first.id);
    expect(await tellAs(setting.owner, "success")).toMatchObject({ id: first.id });
    expect(await listOf(setting.owner, setting)).toMatchObject({ body: [{ id: second.id, status: "running" }] });
    expect(await pipelineOf(setting)).toBe("running");
    expect(await tellAs(developer, "failed")).toMatchObject({ id: second.id });
    expect(await pipelineOf(setting)).toBe("failed");
  });
});
