// What is written of a merge that is told late: the merge request may be gone by then, and the entry an older version's.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { insertGroup } from "../../src/db/queries/groups/groups.ts";
import { insertIssue } from "../../src/db/queries/issues/issues.ts";
import { insertProject } from "../../src/db/queries/projects/projects.ts";
import { insertUser } from "../../src/db/queries/users/users.ts";
import { execute } from "../../src/db/statement.ts";
import { Repositories } from "../../src/durable-objects/repositories.ts";
import { recordMerge } from "../../src/services/merge-requests/record-merge.ts";
import { nodeDatabase } from "../support/node-database.ts";

const at = "2026-01-01T00:00:00.000Z";
const times = { created_at: at, updated_at: at };
const options = { shouldRemoveSourceBranch: null, removal: null };

/** Issue 1 of project 1 is open; there is no merge request. */
async function createWorld(): Promise<Database> {
  const db = nodeDatabase();
  await db.batch(
    insertUser({ id: 100, username: "user", name: "User", email: "user@example.com", ...times }),
    insertGroup({ id: 100, name: "Group", path: "group", visibility_level: 20, ...times }),
    insertProject({
      id: 1,
      namespace_id: 100,
      creator_id: 100,
      name: "Project",
      path: "project",
      runners_token: "token",
      visibility_level: 20,
      last_activity_at: at,
      issue_seq: 1,
      ...times,
    }),
    insertIssue({
      project_id: 1,
      author_id: 100,
      assignee_id: null,
      milestone_id: null,
      title: "Title",
      description: null,
      confidential: 0,
      due_date: null,
      ...times,
    }),
  );
  return db;
}

/** None is asked. */
const noRepositories = (): Repositories => new Repositories(Object.create(null));

/** Tells that merge request 1 was merged, and answers what there is then. */
async function tellMerge(told: object) {
  const db = await createWorld();
  const event = { kind: "merged", mergeRequestId: 1, commit: "1".repeat(40), userId: 100, options: told, at } as const;
  await recordMerge({ db, repositories: noRepositories(), baseUrl: null }, 1, event);
  const [[there]] = await db.batch(
    execute<{ state: string; notes: number; events: number }>(sql`select state,
      (select count(*) from notes) as notes, (select count(*) from events) as events from issues`),
  );
  return there;
}

test("of a merge request that is gone nothing is closed", async () => {
  const closes = [{ id: 1, note: "closed via merge request !1" }];
  expect(await tellMerge({ ...options, closes })).toEqual({ state: "opened", notes: 0, events: 0 });
});

test("an entry that does not know of issues closes nothing", async () => {
  expect(await tellMerge(options)).toEqual({ state: "opened", notes: 0, events: 0 });
});
