// Every table and every reference of the schema is known to backups.
import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { referencesOf } from "../../scripts/backup/references.ts";
import {
  backupTable,
  backupTables,
  derivedTables,
  isBackupTable,
  storedColumns,
} from "../../src/db/queries/backup/tables.ts";
import * as schema from "../../src/db/schema/index.ts";

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

test("every table of the schema is in a backup, or left out for a reason", () => {
  const names = tables.map((table) => getTableConfig(table).name);
  expect([...Object.keys(backupTables), ...Object.keys(derivedTables)].sort()).toEqual(names.sort());
});

test("the rules name the tables by their names in the database", () => {
  expect(Object.values(backupTables).map(({ table }) => getTableConfig(table).name)).toEqual(Object.keys(backupTables));
});

test("a table comes after those that its foreign keys name, unless the column is written later", () => {
  const order = Object.keys(backupTables);
  const early = order.filter(isBackupTable).flatMap((table) => {
    const rule = backupTable(table);
    return referencesOf(table)
      .filter(({ isForeignKey, column }) => isForeignKey && !(column in (rule.later ?? {})))
      .filter(({ to }) => "table" in to && order.indexOf(to.table) > order.indexOf(table))
      .map(({ column }) => `${table}.${column}`);
  });
  expect(early).toEqual([]);
});

/** Columns that look like references, and what they are. */
const noReferences: Readonly<Record<string, string>> = {
  "pushes.entry_id": "an entry of the repository's outbox, whose ids go on behind it",
  "hooks.after_event_id": "set by the server that imports the hook",
  "events.namespace_id": "see mapEvent",
  "events.project_id": "see mapEvent",
  "events.target_id": "see mapEvent",
  "commit_comments.thread_id": "names a thread, whose first note may be deleted: see the rule of notes in mapping.ts",
  "notes.thread_id": "names a thread, whose first note may be deleted: see the rule of notes in mapping.ts",
};

test("every column that names a row of another table is mapped", () => {
  const unmapped = Object.keys(backupTables)
    .filter(isBackupTable)
    .filter((table) => !["audit_events", "deleted_issues", "notifications", "todos"].includes(table)) // in archives of an instance only
    .flatMap((table) => {
      const mapped = new Set(referencesOf(table).map(({ column }) => column));
      const columns = storedColumns(table).filter((column) => column.endsWith("_id") && !mapped.has(column));
      return columns.map((column) => `${table}.${column}`);
    });
  expect(unmapped.sort()).toEqual(Object.keys(noReferences).sort());
});

test("columns that are written later belong to tables with ids", () => {
  const without = Object.entries(backupTables).filter(
    ([, rule]) => "later" in rule && !("id" in getTableColumns(rule.table)),
  );
  expect(without).toEqual([]);
});
