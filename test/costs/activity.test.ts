// Costs of activity feeds: one round trip. growing-lists.test.ts has their rows.
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";

test("one round trip and the same statements for one row as for thirty", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const costs = async () => {
    const feeds = ["/events", `/projects/${project.id}/events`, `/groups/${group.id}/events`];
    const answers = await Promise.all(feeds.map((path) => owner.get(path, { per_page: 100 })));
    return answers.map(({ status, body, cost }) => ({
      status,
      rows: body.length,
      cost: [cost.roundTrips, cost.statements],
    }));
  };
  const one = await costs();
  expect(one.map(({ status, rows, cost }) => [status, rows, cost[0]])).toEqual([200, 200, 200].map((s) => [s, 1, 1]));
  for (let n = 0; n < 29; n += 1) await createIssue(owner, project);
  expect(await costs()).toEqual(one.map((before) => ({ ...before, rows: 30 })));
});
