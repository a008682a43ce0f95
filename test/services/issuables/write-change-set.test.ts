// A change set is written completely, or not at all if its snapshot is stale.
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../src/db/database.ts";
import { insertGroup } from "../../../src/db/queries/groups/groups.ts";
import type { LockedIssuable } from "../../../src/db/queries/issuables/writes.ts";
import { insertIssue } from "../../../src/db/queries/issues/issues.ts";
import { insertMergeRequest } from "../../../src/db/queries/merge-requests/writes.ts";
import { insertProject } from "../../../src/db/queries/projects/projects.ts";
import { insertUser } from "../../../src/db/queries/users/writes.ts";
import { execute } from "../../../src/db/statement.ts";
import type { ChangeSet } from "../../../src/services/issuables/change-set.ts";
import { writeChangeSet } from "../../../src/services/issuables/write-change-set.ts";
import { nodeDatabase } from "../../support/node-database.ts";

const now = "2026-01-01T00:00:00.000Z";
const times = { created_at: now, updated_at: now };
const action = { actorId: 100, now };

const issue: LockedIssuable = { type: "Issue", id: 1, project_id: 1, lock_version: 0 };
const mergeRequest: LockedIssuable = { type: "MergeRequest", id: 1, project_id: 1, lock_version: 0 };

/** A database with issue 1 and merge request 1 in project 1. The issue has labels 1 and 2. */
async function createIssuables(): Promise<Database> {
  const db = nodeDatabase();
  const texts = {
    author_id: 100,
    assignee_id: null,
    reviewer_id: null,
    milestone_id: null,
    title: "Old",
    description: null,
  };
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
      squash: 0,
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

/** A new title, with rows of every other kind. */
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

const readTitle = execute<{ title: string }>(sql`select title from issues where id = 1`);

const write = (db: Database, changeSet: ChangeSet) =>
  writeChangeSet(db, { lastLabelId: 2 }, () => changeSet, action, readTitle);

/** The numbers of notes, todos, mentions and events. */
async function countRows(db: Database): Promise<number[]> {
  const tables = ["notes", "todos", "mentions", "events"].map((name) =>
    execute<{ count: number }>(sql`select count(*) as count from ${sql.raw(name)}`),
  );
  return (await db.batch(...tables)).map(([row]) => row?.count ?? 0);
}

test("writes everything and increments the lock version once", async () => {
  const db = await createIssuables();
  expect(await write(db, retitling(issue))).toEqual({ kind: "written", row: { title: "New" } });
  const [[row]] = await db.batch(execute(sql`select lock_version from issues where id = 1`));
  expect({ row, rows: await countRows(db) }).toEqual({ row: { lock_version: 1 }, rows: [1, 1, 1, 1] });
});

describe("writes nothing if meanwhile", () => {
  test.each<[string, LockedIssuable, string]>([
    ["an issue got another title", issue, "update issues set title = 'Other'"],
    ["an issue got another description", issue, "update issues set description = 'd'"],
    ["an issue was closed", issue, "update issues set state = 'closed'"],
    ["an issue was made confidential", issue, "update issues set confidential = 1"],
    ["an issue got another assignee", issue, "update issues set assignee_id = 100"],
    ["an issue got another milestone", issue, "update issues set milestone_id = 1"],
    ["an issue got a due date", issue, "update issues set due_date = '2027-01-01'"],
    ["an issue was moved", issue, "update issues set moved_to_id = 2"],
    ["an issue was deleted", issue, "delete from issues"],
    ["a merge request got another title", mergeRequest, "update merge_requests set title = 'Other'"],
    ["a merge request got another description", mergeRequest, "update merge_requests set description = 'd'"],
    ["a merge request was merged", mergeRequest, "update merge_requests set state = 'merged'"],
    ["a merge request got another assignee", mergeRequest, "update merge_requests set assignee_id = 100"],
    ["a merge request got another milestone", mergeRequest, "update merge_requests set milestone_id = 1"],
    ["a merge request got another target branch", mergeRequest, "update merge_requests set target_branch = 'next'"],
    [
      "a merge request was set to merge when its pipeline succeeds",
      mergeRequest,
      "update merge_requests set merge_when_build_succeeds = 1",
    ],
    ["a merge request was deleted", mergeRequest, "delete from merge_requests"],
    [
      "another request created the label",
      issue,
      "insert into labels (id, project_id, title, color, created_at, updated_at) values (9, 1, 'three', '#000000', '', '')",
    ],
  ])("%s", async (_, issuable, change) => {
    const db = await createIssuables();
    await db.batch(execute(sql.raw(change)));
    expect(await write(db, retitling(issuable))).toEqual({ kind: "stale" });
    expect(await countRows(db)).toEqual([0, 0, 0, 0]);
  });
});

describe("labels", () => {
  const relabelling = (carried: readonly number[] | null): ChangeSet => ({
    ...retitling(issue),
    labels: { create: [], add: [], remove: [], carried },
  });

  test.each<[string, readonly number[] | null, string]>([
    ["deleted meanwhile make an edit of labels stale", [1, 2], "stale"],
    ["deleted meanwhile do not make another edit stale", null, "written"],
  ])("%s", async (_, carried, kind) => {
    const db = await createIssuables();
    await db.batch(execute(sql`delete from labels where id = 2`));
    expect((await write(db, relabelling(carried))).kind).toBe(kind);
  });

  test("whose ids are taken meanwhile get others", async () => {
    const db = await createIssuables();
    await db.batch(
      execute(sql`insert into labels (id, project_id, title, color, created_at, updated_at)
        values (3, 1, 'other', '#000000', '', '')`),
    );
    const creating = (lastId: number): ChangeSet => {
      const id = lastId + 1;
      return {
        ...retitling(issue),
        labels: { create: [{ id, title: "three" }], add: [id], remove: [], carried: null },
      };
    };
    const written = await writeChangeSet(db, { lastLabelId: 2 }, creating, action, readTitle);
    const [linked] = await db.batch(
      execute<{ title: string }>(sql`select title from labels join label_links on label_id = id where id > 2`),
    );
    expect({ kind: written.kind, linked }).toEqual({ kind: "written", linked: [{ title: "three" }] });
  });

  test("that are unchanged make no edit stale", async () => {
    expect((await write(await createIssuables(), relabelling([1, 2]))).kind).toBe("written");
  });

  test("deleted meanwhile cannot be added", async () => {
    const db = await createIssuables();
    await db.batch(
      execute(sql`delete from label_links where label_id = 2`),
      execute(sql`delete from labels where id = 2`),
    );
    const adding: ChangeSet = { ...retitling(issue), labels: { create: [], add: [2], remove: [], carried: [1] } };
    expect((await write(db, adding)).kind).toBe("stale");
  });
});

test("changes that no decision depends on make no edit stale", async () => {
  const db = await createIssuables();
  await db.batch(
    execute(sql`update issues set updated_at = '2027', time_estimate = 60`),
    execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, created_at, updated_at)
      values (1, 'Issue', 1, 100, 'comment', ${now}, ${now})`),
  );
  expect((await write(db, retitling(issue))).kind).toBe("written");
});

test("returns the name of any other violated constraint", async () => {
  const db = await createIssuables();
  await db.batch(
    execute(sql`insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, author_id, title, created_at, updated_at)
      values (1, 2, 1, 'topic', 'next', 100, 'twin', '', '')`),
  );
  const changeSet = { ...retitling(mergeRequest), columns: { target_branch: "next" } };
  expect(await write(db, changeSet)).toEqual({ kind: "refused", violated: "merge_requests_twin_key" });
});
