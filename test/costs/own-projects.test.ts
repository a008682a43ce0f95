// Lists of projects, for users who own many: those in the viewer's own namespace are not read one by one.
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import type { Values } from "../support/api.ts";
import { createProject } from "../support/factories.ts";
import { v4 } from "../support/v4.ts";

type User = Awaited<ReturnType<typeof createUser>>;

async function rowsReadBy(owner: User): Promise<Record<string, number>> {
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

async function createProjects(owner: User, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await createProject(owner);
}

// By one user, since another file may have made some user a member of a group, which is a row more for each statement.
test("a page of one reads as many rows of 30 own projects as of 10", async () => {
  const owner = await createUser();
  await createProjects(owner, 10);
  const few = await rowsReadBy(owner);
  await createProjects(owner, 20);
  expect(await rowsReadBy(owner)).toEqual(few);
});
