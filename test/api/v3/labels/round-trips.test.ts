// Database round trips of label calls, authentication and access included.
import { expect, test } from "vitest";
import type { Actor } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { createLabel, createOwned } from "./labels.ts";

type Ask = (owner: Actor, path: string) => Promise<Answer>;

test.each<[string, Ask, number, number]>([
  ["the list", (owner, path) => owner.get(path), 200, 1],
  ["creating", (owner, path) => owner.post(path, { name: "new", color: "red" }), 201, 2],
  ["a name that is taken", (owner, path) => owner.post(path, { name: "bug", color: "red" }), 409, 1],
  ["changing", (owner, path) => owner.put(path, { name: "bug", new_name: "defect", color: "red" }), 200, 2],
  ["changing to a name that is taken", (owner, path) => owner.put(path, { name: "bug", new_name: "taken" }), 400, 2],
  ["deleting", (owner, path) => owner.delete(path, { name: "bug" }), 200, 2],
  ["deleting a missing label", (owner, path) => owner.delete(path, { name: "none" }), 404, 1],
  ["subscribing", (owner, path) => owner.post(`${path}/bug/subscription`), 201, 2],
  ["ending a subscription that does not exist", (owner, path) => owner.delete(`${path}/bug/subscription`), 304, 2],
])("%s", async (_, ask, status, roundTrips) => {
  const { owner, project, path } = await createOwned();
  for (const name of ["bug", "taken"]) await createLabel(owner, project, { name });
  const answer = await ask(owner, path);
  expect({ status: answer.status, roundTrips: answer.cost.roundTrips }).toEqual({ status, roundTrips });
});
