// The optimistic lock of labels and milestones: a write fails if the record was changed or deleted since it was read.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertGroup } from "../../src/db/queries/groups/groups.ts";
import { insertProject } from "../../src/db/queries/projects/projects.ts";
import { expectUnchanged } from "../../src/db/queries/records/locked-records.ts";
import { execute } from "../../src/db/statement.ts";
import { nodeDatabase } from "../support/node-database.ts";

const now = "2026-01-01T00:00:00.000Z";
const times = { created_at: now, updated_at: now };

/** A database with label 1 and milestone 1 in project 1. */
async function createRecords() {
  const db = nodeDatabase();
  await db.batch(
    insertGroup({ id: 100, name: "Group", path: "group", visibility_level: 20, ...times }),
    execute(sql`insert into users (id, username, name, email, created_at, updated_at)
      values (100, 'user', 'User', 'user@example.com', ${now}, ${now})`),
    insertProject({
      id: 1,
      namespace_id: 100,
      creator_id: 100,
      name: "Project",
      path: "project",
      runners_token: "token",
      visibility_level: 20,
      last_activity_at: now,
      ...times,
    }),
    execute(
      sql`insert into labels (id, project_id, title, color, created_at, updated_at) values (1, 1, 'l', '#000000', ${now}, ${now})`,
    ),
    execute(
      sql`insert into milestones (id, project_id, iid, title, created_at, updated_at) values (1, 1, 1, 'm', ${now}, ${now})`,
    ),
  );
  return db;
}

test.each([
  ["changing a label's title", "Label", "update labels set title = 'other'"],
  ["changing a label's colour", "Label", "update labels set color = '#ffffff'"],
  ["changing a label's description", "Label", "update labels set description = 'd'"],
  ["changing a label's priority", "Label", "update labels set priority = 1"],
  ["deleting a label", "Label", "delete from labels"],
  ["changing a milestone's title", "Milestone", "update milestones set title = 'other'"],
  ["changing a milestone's description", "Milestone", "update milestones set description = 'd'"],
  ["changing a milestone's state", "Milestone", "update milestones set state = 'closed'"],
  ["changing a milestone's due date", "Milestone", "update milestones set due_date = '2027-01-01'"],
  ["changing a milestone's start date", "Milestone", "update milestones set start_date = '2027-01-01'"],
  ["deleting a milestone", "Milestone", "delete from milestones"],
] as const)("%s makes an earlier read stale", async (_, type, change) => {
  const db = await createRecords();
  const seen = expectUnchanged({ type, id: 1, lock_version: 0 });
  expect((await db.attempt(seen)).violated).toBe(undefined);
  await db.batch(execute(sql.raw(change)));
  expect((await db.attempt(seen)).violated).toBe("stale_object");
});
