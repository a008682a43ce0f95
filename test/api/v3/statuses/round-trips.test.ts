// Database round trips of commit statuses.
import { expect, test } from "vitest";
import { createStatusSetting, listOf, setStatus } from "./statuses.ts";

test("setting, listing and showing statuses costs at most two round trips, however many there are", async () => {
  const setting = await createStatusSetting();
  const { owner, project, sha } = setting;
  const commits = `/projects/${project.id}/repository/commits`;
  const costs = async () => [
    (await setStatus(owner, setting, { state: "pending", name: crypto.randomUUID() })).cost,
    (await listOf(owner, setting)).cost,
    (await owner.get(`${commits}/${sha}`)).cost,
    (await owner.get(`${commits}/main`)).cost,
    (await owner.post(`${commits}/${sha}/comments`, { note: "x" })).cost,
    (await owner.get(`${commits}/${sha}/comments`)).cost,
  ];
  const asked = (cost: Awaited<ReturnType<typeof costs>>) =>
    cost.map(({ roundTrips, statements }) => ({ roundTrips, statements }));
  const first = asked(await costs());
  expect(first.map(({ roundTrips }) => roundTrips)).toEqual([2, 1, 1, 2, 2, 1]);
  for (let more = 0; more < 3; more += 1) expect(asked(await costs())).toEqual(first);
});
