// Migration 0025 on a database with records: who closed and merged them, and when, comes from the event stream.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openD1 } from "../../src/db/d1.ts";
import { memoryD1 } from "../support/runtime/d1.ts";

const folder = join(import.meta.dirname, "../../drizzle");
const MIGRATION = "0025";

const scripts = readdirSync(folder)
  .filter((name) => name.endsWith(".sql") && name.slice(0, 4) <= MIGRATION)
  .sort()
  .map((name) => readFileSync(join(folder, name), "utf8"));

const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`;

const issue = (id: number, state: string) =>
  `insert into issues (id, project_id, iid, author_id, title, state, created_at, updated_at)
   values (${id}, 1, ${id}, 1, 'Title', '${state}', '${at(1)}', '${at(1)}');`;

const mergeRequest = (id: number, state: string) =>
  `insert into merge_requests (id, project_id, iid, source_project_id, source_branch, target_branch, author_id, title,
     state, created_at, updated_at)
   values (${id}, 1, ${id}, 1, 'b${id}', 'main', 1, 'Title', '${state}', '${at(1)}', '${at(1)}');`;

const event = (kind: string, target: number, actor: number, day: number) =>
  `insert into events (kind, actor_id, project_id, target_id, created_at) values ('${kind}', ${actor}, 1, ${target}, '${at(day)}');`;

const records = `
  insert into users (id, username, name, email, created_at, updated_at) values (50, 'ada', 'Ada', 'ada@example.com', '${at(1)}', '${at(1)}');
  insert into namespaces (id, kind, owner_id, name, path, created_at, updated_at) values (50, 'user', 50, 'ada', 'ada', '${at(1)}', '${at(1)}');
  insert into projects (id, namespace_id, creator_id, name, path, runners_token, created_at, updated_at, last_activity_at)
    values (1, 50, 50, 'p', 'p', 't', '${at(1)}', '${at(1)}', '${at(1)}');
  ${issue(1, "closed")} ${event("issue_closed", 1, 50, 2)} ${event("issue_reopened", 1, 50, 3)} ${event("issue_closed", 1, 50, 4)}
  ${issue(2, "opened")} ${event("issue_closed", 2, 50, 2)} ${event("issue_reopened", 2, 50, 3)}
  ${issue(3, "closed")} ${event("issue_moved", 3, 50, 5)}
  ${issue(4, "closed")}
  ${issue(5, "closed")} ${event("issue_closed", 5, 999, 2)}
  ${mergeRequest(1, "closed")} ${event("merge_request_closed", 1, 50, 6)}
  ${mergeRequest(2, "merged")} ${event("merge_request_closed", 2, 50, 2)} ${event("merge_request_merged", 2, 50, 7)}
`;

test("closed and merged records get the time and the user of their last event, open ones none", async () => {
  const db = openD1(memoryD1([...scripts.slice(0, -1), records, ...scripts.slice(-1)]));
  const [issues, mergeRequests] = await db.batch(
    { sql: "select id, closed_at, closed_by_id from issues order by id", params: [], reads: true },
    { sql: "select id, closed_at, closed_by_id, merged_at from merge_requests order by id", params: [], reads: true },
  );
  expect([issues, mergeRequests]).toEqual([
    [
      { id: 1, closed_at: at(4), closed_by_id: 50 },
      { id: 2, closed_at: null, closed_by_id: null },
      { id: 3, closed_at: at(5), closed_by_id: 50 },
      { id: 4, closed_at: null, closed_by_id: null },
      { id: 5, closed_at: at(2), closed_by_id: null },
    ],
    [
      { id: 1, closed_at: at(6), closed_by_id: 50, merged_at: null },
      { id: 2, closed_at: null, closed_by_id: null, merged_at: at(7) },
    ],
  ]);
});
