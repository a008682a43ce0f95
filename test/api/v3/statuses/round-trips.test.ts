// What telling of commits asks of the database.
import { expect, test } from "vitest";
import { createTold, listOf, tell } from "./statuses.ts";

test("a status is told, listed and shown by its commit in two round trips at most, however many there are", async () => {
  const told = await createTold();
  const { owner, project, sha } = told;
  const commits = `/projects/${project.id}/repository/commits`;
  const costs = async () => [
    (await tell(owner, told, { state: "pending", name: crypto.randomUUID() })).cost,
    (await listOf(owner, told)).cost,
    (await owner.get(`${commits}/${sha}`)).cost,
    (await owner.get(`${commits}/main`)).cost,
    (await owner.post(`${commits}/${sha}/comments`, { note: "x" })).cost,
    (await owner.get(`${commits}/${sha}/comments`)).cost,
  ];
  const asked = (cost: Awaited<ReturnType<typeof costs>>) =>
    cost.map(({ roundTrips, statements }) => ({ roundTrips, statements }));
  const first = asked(await costs());
  expect(first.map(({ roundTrips }) => roundTrips)).toEqual([2, 2, 1, 2, 2, 2]);
  for (let more = 0; more < 3; more += 1) expect(asked(await costs())).toEqual(first);
});
