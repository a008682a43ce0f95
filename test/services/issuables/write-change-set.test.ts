// A change set is written whole, or not at all where what it was decided from has changed.
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../src/db/database.ts";
import { insertGroup } from "../../../src/db/queries/groups/groups.ts";
import type { LockedIssuable } from "../../../src/db/queries/issuables/writes.ts";
import { insertIssue } from "../../../src/db/queries/issues/issues.ts";
import { insertMergeRequest } from "../../../src/db/queries/merge-requests/merge-requests.ts";
import { insertProject } from "../../../src/db/queries/projects/projects.ts";
import { insertUser } from "../../../src/db/queries/users/users.ts";
import { execute } from "../../../src/db/statement.ts";
import type { ChangeSet } from "../../../src/services/issuables/change-set.ts";
import { writeChangeSet } from "../../../src/services/issuables/write-change-set.ts";
import { nodeDatabase } from "../../support/node-database.ts";

const now = "2026-01-01T00:00:00.000Z";
const times = { created_at: now, updated_at: now };
const action = { actorId: 100, now };

const issue: LockedIssuable = { type: "Issue", id: 1, project_id: 1, lock_version: 0 };
const mergeRequest: LockedIssuable = { type: "MergeRequest", id: 1, project_id: 1, lock_version: 0 };

/** Issue 1 and merge request 1 of project 1; the issue carries labels 1 and 2. */
async function createWorld(): Promise<Database> {
  const db = nodeDatabase();
  const texts = { author_id: 100, assignee_id: null, milestone_id: null, title: "Old", description: null };
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
      last_activity_at: now,
      issue_seq: 1,
      ...times,
    }),
    insertIssue({ project_id: 1, ...texts, confidential: 0, due_date: null, ...times }),
    insertMergeRequest({
      project_id: 1,
      iid: 1,
      source_project_id: 1,
      source_branch: "topic",
      target_branch: "main",
      ...texts,
      force_remove_source_branch: null,
      head_sha: null,
      created_at: now,
    }),
    execute(
      sql`insert into milestones (id, project_id, iid, title, created_at, updated_at) values (1, 1, 1, 'm', ${now}, ${now})`,
    ),
    execute(sql`insert into labels (id, project_id, title, color, created_at, updated_at)
      values (1, 1, 'one', '#000000', ${now}, ${now}), (2, 1, 'two', '#000000', ${now}, ${now})`),
    execute(sql`insert into label_links (target_type, target_id, label_id) values ('Issue', 1, 1), ('Issue', 1, 2)`),
  );
  return db;
}

/** Retitles, with all that goes with it. */
const retitling = (issuable: LockedIssuable): ChangeSet => ({
  issuable,
  columns: { title: "New", updated_at: now },
  labels: { create: [{ id: 3, title: "three" }], add: [3], remove: [], carried: null },
  systemNotes: ["changed title"],
  crossReferences: [],
  marksTodoDone: false,
  newTodos: [{ user_id: 100, action: "assigned" }],
  newMentions: [{ source_type: "Issue", user_id: 100 }],
  oldMentions: [],
  events: [{ kind: "issue_updated", target_id: 1, details: null }],
});

const answer = execute<{ title: string }>(sql`select title from issues where id = 1`);

const write = (db: Database, changeSet: ChangeSet) => writeChangeSet(db, changeSet, action, answer);

/** How many rows there are of what a change set makes. */
async function countRows(db: Database): Promise<number[]> {
  const tables = ["notes", "todos", "mentions", "events"].map((name) =>
    execute<{ count: number }>(sql`select count(*) as count from ${sql.raw(name)}`),
  );
  return (await db.batch(...tables)).map(([row]) => row?.count ?? 0);
}

test("all of it is written, and the lock version counted once", async () => {
  const db = await createWorld();
  expect(await write(db, retitling(issue))).toEqual({ kind: "written", row: { title: "New" } });
  const [[row]] = await db.batch(execute(sql`select lock_version from issues where id = 1`));
  expect({ row, rows: await countRows(db) }).toEqual({ row: { lock_version: 1 }, rows: [1, 1, 1, 1] });
});

describe("nothing of it is written once", () => {
  test.each<[string, LockedIssuable, string]>([
    ["an issue has another title", issue, "update issues set title = 'Other'"],
    ["an issue has another description", issue, "update issues set description = 'd'"],
    ["an issue is closed", issue, "update issues set state = 'closed'"],
    ["an issue is confidential", issue, "update issues set confidential = 1"],
    ["an issue has another assignee", issue, "update issues set assignee_id = 100"],
    ["an issue has another milestone", issue, "update issues set milestone_id = 1"],
    ["an issue is due", issue, "update issues set due_date = '2027-01-01'"],
    ["an issue has moved", issue, "update issues set moved_to_id = 2"],
    ["an issue is gone", issue, "delete from issues"],
    ["a merge request has another title", mergeRequest, "update merge_requests set title = 'Other'"],
    ["a merge request has another description", mergeRequest, "update merge_requests set description = 'd'"],
    ["a merge request is merged", mergeRequest, "update merge_requests set state = 'merged'"],
    ["a merge request has another assignee", mergeRequest, "update merge_requests set assignee_id = 100"],
    ["a merge request has another milestone", mergeRequest, "update merge_requests set milestone_id = 1"],
    ["a merge request has another target branch", mergeRequest, "update merge_requests set target_branch = 'next'"],
    [
      "a merge request is to be merged by itself",
      mergeRequest,
      "update merge_requests set merge_when_build_succeeds = 1",
    ],
    ["a merge request is gone", mergeRequest, "delete from merge_requests"],
    [
      "somebody has created the label",
      issue,
      "insert into labels (id, project_id, title, color, created_at, updated_at) values (9, 1, 'three', '#000000', '', '')",
    ],
    [
      "somebody has created another label",
      issue,
      "insert into labels (id, project_id, title, color, created_at, updated_at) values (3, 1, 'other', '#000000', '', '')",
    ],
  ])("%s", async (_, issuable, change) => {
    const db = await createWorld();
    await db.batch(execute(sql.raw(change)));
    expect(await write(db, retitling(issuable))).toEqual({ kind: "stale" });
    expect(await countRows(db)).toEqual([0, 0, 0, 0]);
  });
});

describe("a label that was deleted meanwhile", () => {
  const relabelling = (carried: readonly number[] | null): ChangeSet => ({
    ...retitling(issue),
    labels: { create: [], add: [], remove: [], carried },
  });

  test.each<[string, readonly number[] | null, string]>([
    ["makes a decision about labels stale", [1, 2], "stale"],
    ["does not matter to one about something else", null, "written"],
  ])("%s", async (_, carried, kind) => {
    const db = await createWorld();
    await db.batch(execute(sql`delete from labels where id = 2`));
    expect((await write(db, relabelling(carried))).kind).toBe(kind);
  });

  test("and the labels that are as they were make none stale", async () => {
    expect((await write(await createWorld(), relabelling([1, 2]))).kind).toBe("written");
  });

  test("cannot be added", async () => {
    const db = await createWorld();
    await db.batch(
      execute(sql`delete from label_links where label_id = 2`),
      execute(sql`delete from labels where id = 2`),
    );
    const adding: ChangeSet = { ...retitling(issue), labels: { create: [], add: [2], remove: [], carried: [1] } };
    expect((await write(db, adding)).kind).toBe("stale");
  });
});

test("what no decision depends on makes none stale", async () => {
  const db = await createWorld();
  await db.batch(
    execute(sql`update issues set updated_at = '2027', time_estimate = 60`),
    execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, created_at, updated_at)
      values (1, 'Issue', 1, 100, 'comment', ${now}, ${now})`),
  );
  expect((await write(db, retitling(issue))).kind).toBe("written");
});

test("what the database refuses for another reason is told by its name", async () => {
  const db = await createWorld();
  await db.batch(
    execute(sql`insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, author_id, title, created_at, updated_at)
      values (1, 2, 1, 'topic', 'next', 100, 'twin', '', '')`),
  );
  const changeSet = { ...retitling(mergeRequest), columns: { target_branch: "next" } };
  expect(await write(db, changeSet)).toEqual({ kind: "refused", violated: "merge_requests_twin_key" });
});
