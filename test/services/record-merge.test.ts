// Recording a merge late: the merge request may be gone, or an older version may have written the outbox entry.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { insertGroup } from "../../src/db/queries/groups/groups.ts";
import { insertIssue } from "../../src/db/queries/issues/issues.ts";
import { insertProject } from "../../src/db/queries/projects/projects.ts";
import { insertUser } from "../../src/db/queries/users/writes.ts";
import { execute } from "../../src/db/statement.ts";
import { Repositories } from "../../src/durable-objects/repositories.ts";
import type { MergedEvent } from "../../src/git/repository/outbox.ts";
import { recordMerge } from "../../src/services/merge-requests/record-merge.ts";
import { nodeDatabase } from "../support/node-database.ts";

const at = "2026-01-01T00:00:00.000Z";
const times = { created_at: at, updated_at: at };
const options = { shouldRemoveSourceBranch: null, removal: null };

/** A database with the open issue 1 in project 1, and no merge request. */
async function createIssue(): Promise<Database> {
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

/** No test calls a repository. */
const noRepositories = (): Repositories => new Repositories(Object.create(null));

/** Records that merge request 1 was merged. Returns the issue's state and the numbers of notes and events. */
async function recordLateMerge(entryOptions: object, name: "options" | "wishes" = "options") {
  const db = await createIssue();
  const event = {
    kind: "merged",
    mergeRequestId: 1,
    commit: "1".repeat(40),
    userId: 100,
    at,
    ...{ [name]: entryOptions },
  } as MergedEvent;
  await recordMerge({ db, repositories: noRepositories(), baseUrl: null }, 1, event);
  const [[recorded]] = await db.batch(
    execute<{ state: string; notes: number; events: number }>(sql`select state,
      (select count(*) from notes) as notes, (select count(*) from events) as events from issues`),
  );
  return recorded;
}

test("the merge of a deleted merge request closes no issues", async () => {
  const closes = [{ id: 1, note: "closed via merge request !1" }];
  expect(await recordLateMerge({ ...options, closes })).toEqual({ state: "opened", notes: 0, events: 0 });
});

test("an outbox entry without issues to close closes none", async () => {
  expect(await recordLateMerge(options)).toEqual({ state: "opened", notes: 0, events: 0 });
});

test("an outbox entry of an earlier version, which names the options wishes, is recorded", async () => {
  expect(await recordLateMerge(options, "wishes")).toEqual({ state: "opened", notes: 0, events: 0 });
});
