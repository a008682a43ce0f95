// The references between the rows of a backup, and the columns that are not imported.
import { getTableColumns } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { type BackupTableName, backupTable, backupTables } from "../../src/db/queries/backup/tables.ts";
import type { ArchiveScope } from "./format.ts";

/** The tables that a pair of columns such as `target_type` and `target_id` can name. */
const typeTables: Readonly<Record<string, BackupTableName>> = {
  Issue: "issues",
  IssueTitle: "issues",
  MergeRequest: "merge_requests",
  MergeRequestTitle: "merge_requests",
  Note: "notes",
};

export const tableOfType = (type: unknown): BackupTableName | undefined => typeTables[String(type)];

/** If a reference leads nowhere: the row goes, or the column gets another value. */
export type IfMissing = "drop" | "null" | "unseen" | "ghost";

export interface Reference {
  readonly column: string;
  /** The table, or the column that names it, see {@link tableOfType}. */
  readonly to: { readonly table: string } | { readonly typeColumn: string };
  /**
   * `unseen`: an id that nobody will ever see; `ghost`: the ghost user. A restore keeps a value that no foreign key
   * holds, as the source did.
   */
  readonly ifMissing: IfMissing;
  readonly isForeignKey: boolean;
}

const target = {
  column: "target_id",
  to: { typeColumn: "target_type" },
  ifMissing: "drop",
  isForeignKey: false,
} as const;
const actor = { column: "actor_id", to: { table: "users" }, ifMissing: "ghost", isForeignKey: false } as const;
const unseen = (column: string, table: string): Reference => ({
  column,
  to: { table },
  ifMissing: "unseen",
  isForeignKey: false,
});

/** The references without a foreign key. Those of events depend on their kind, see mapping.ts. */
const looseReferences: Partial<Record<BackupTableName, readonly Reference[]>> = {
  issues: [unseen("moved_to_id", "issues")],
  merge_requests: [unseen("source_project_id", "projects")],
  label_links: [target],
  participants: [target],
  notes: [
    target,
    { column: "reference_id", to: { typeColumn: "reference_type" }, ifMissing: "unseen", isForeignKey: false },
  ],
  mentions: [
    target,
    { column: "source_id", to: { typeColumn: "source_type" }, ifMissing: "drop", isForeignKey: false },
  ],
  award_emoji: [target],
  timelogs: [target],
  pushes: [actor],
  events: [actor],
};

/** From the foreign keys: a row goes with what it belongs to, as it would by a cascade. */
function foreignKeys(table: BackupTableName): Reference[] {
  return getTableConfig(backupTables[table].table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    // A key of several columns names a row by a project's id, which is a foreign key of its own.
    if (columns.length > 1) return [];
    return columns.map((column) => ({
      column: column.name,
      to: { table: getTableConfig(foreignTable).name },
      ifMissing: column.notNull || key.onDelete === "cascade" ? ("drop" as const) : ("null" as const),
      isForeignKey: true,
    }));
  });
}

const known = new Map<BackupTableName, readonly Reference[]>();

export function referencesOf(table: BackupTableName): readonly Reference[] {
  const found = known.get(table) ?? [...foreignKeys(table), ...(looseReferences[table] ?? [])];
  known.set(table, found);
  return found;
}

/** Columns that triggers count from the rows that follow. They begin at their defaults. */
export const counters: Partial<Record<BackupTableName, readonly string[]>> = {
  namespaces: ["members_count"],
  projects: [
    "star_count",
    "forks_count",
    "members_count",
    "opened_issues",
    "closed_issues",
    "opened_confidential_issues",
    "closed_confidential_issues",
  ],
  issues: ["time_spent", "user_notes_count", "system_notes_count", "upvotes", "downvotes"],
  merge_requests: ["time_spent", "user_notes_count", "system_notes_count", "upvotes", "downvotes"],
  participants: ["notes", "awards", "mentions"],
};

export const hasId = (table: BackupTableName): boolean => "id" in getTableColumns(backupTables[table].table);

/** True if the rows of a table are exported with a scope. Users come with those who name them. */
export function isExported(table: BackupTableName, { kind }: ArchiveScope): boolean {
  const { project, group } = backupTable(table);
  return kind === "instance" || project !== undefined || (kind === "group" && group !== undefined);
}
