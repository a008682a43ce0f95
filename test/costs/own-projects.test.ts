// Lists of projects, for users who own many: those in the viewer's own namespace are not read one by one.
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import type { Values } from "../support/api.ts";
import { createProject } from "../support/factories.ts";
import { v4 } from "../support/v4.ts";

async function readBy(projects: number): Promise<Record<string, number>> {
  const owner = await createUser();
  for (let n = 0; n < projects; n += 1) await createProject(owner);
  const costs: Record<string, number> = {};
  const lists: [string, Values][] = [
    ["/projects", {}],
    [v4("/projects"), { membership: true }],
    [v4("/projects"), { membership: true, order_by: "name" }],
  ];
  for (const [path, query] of lists) {
    const { status, cost } = await owner.get(path, { ...query, per_page: 1 });
    expect(status).toBe(200);
    costs[`${path} ${JSON.stringify(query)}`] = cost.rowsRead;
  }
  return costs;
}

test("a page of one reads as many rows of 30 own projects as of 10", async () => {
  expect(await readBy(30)).toEqual(await readBy(10));
});
