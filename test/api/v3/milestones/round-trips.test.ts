// Database round trips of milestone calls, authentication and access included.
import { expect, test } from "vitest";
import type { Actor } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { createMilestone, createOwned } from "./milestones.ts";

type Ask = (owner: Actor, path: string, id: number) => Promise<Answer>;

async function ask(call: Ask): Promise<Answer> {
  const { owner, project, path } = await createOwned();
  await createMilestone(owner, project, { title: "taken" });
  const { id } = await createMilestone(owner, project);
  return call(owner, path, id);
}

test.each<[string, Ask]>([
  ["the list", (owner, path) => owner.get(path)],
  ["a filtered list", (owner, path) => owner.get(path, { state: "active", iid: [1, 2] })],
  ["one milestone", (owner, path, id) => owner.get(`${path}/${id}`)],
  ["an edit that changes nothing", (owner, path, id) => owner.put(`${path}/${id}`, { state_event: "activate" })],
])("%s: one round trip of one statement", async (_, call) => {
  const { status, cost } = await ask(call);
  expect({ status, roundTrips: cost.roundTrips, statements: cost.statements }).toEqual({
    status: 200,
    roundTrips: 1,
    statements: 1,
  });
});

test.each<[string, Ask, number]>([
  ["creating", (owner, path) => owner.post(path, { title: "new" }), 201],
  ["a title that is taken", (owner, path) => owner.post(path, { title: "taken" }), 400],
  ["changing", (owner, path, id) => owner.put(`${path}/${id}`, { title: "new", state_event: "close" }), 200],
  ["changing to a title that is taken", (owner, path, id) => owner.put(`${path}/${id}`, { title: "taken" }), 400],
])("%s: two round trips", async (_, call, status) => {
  const answer = await ask(call);
  expect({ status: answer.status, roundTrips: answer.cost.roundTrips }).toEqual({ status, roundTrips: 2 });
});

test("a page reads rows in proportion to its size, not to the project's milestones", async () => {
  const { owner, project, path } = await createOwned();
  await Promise.all(Array.from({ length: 10 }, () => createMilestone(owner, project)));
  const few = await owner.get(path, { per_page: 2 });
  await Promise.all(Array.from({ length: 40 }, () => createMilestone(owner, project)));
  const many = await owner.get(path, { per_page: 2 });
  // Only the total, which has no counter, reads 40 more index entries. One more read finds that the next entry belongs
  // to another project, if other tests have created one meanwhile.
  expect(many.cost.rowsRead - few.cost.rowsRead).toBeLessThan(45);
});
