// Rows of an archive to rows of the instance that imports them. Pure: the same rows and mapping give the same result.

import { type BackupTableName, backupTable, isBackupTable } from "../../src/db/queries/backup/tables.ts";
import type { ActivityKind } from "../../src/db/queries/events/activity.ts";
import type { Row } from "./format.ts";
import { counters, type Reference, referencesOf, tableOfType } from "./references.ts";

/** The ids that an import gives to the records of an archive. */
export interface Mapping {
  /**
   * `restore`: ids and everything else stay as they are. `add`: the records get ids of their own beside others, and
   * what belongs to people or to the source alone is left out.
   */
  readonly mode: "restore" | "add";
  /** The new id; null for a record that is not in the archive. */
  id(table: BackupTableName, id: number): number | null;
  /** An id of this table that no record will ever have. */
  unseen(table: BackupTableName): number;
  /** The id of a project that will never exist, another for each merge request of the archive. */
  unseenSource(mergeRequestId: number): number;
  /** The namespace of the projects, in mode `add`. */
  readonly home: number;
  /** The user whose own namespace {@link home} is; null for a group. */
  readonly owner: number | null;
  /** The archive is of the group {@link home}, not only of a project in it. */
  readonly hasHome: boolean;
  /** By id in the archive or, in mode `add`, for every namespace: projects are no more visible than that. */
  visibilityOf(namespaceId: number): number;
}

/** As src/db/queries/users/row.ts has it. */
const GHOST_ID = 2;

/** The row to insert; null for one that is left out. */
export function mapRow(table: BackupTableName, row: Row, mapping: Mapping): Row | null {
  const mapped: Record<string, string | number | null> = { ...row };
  for (const counter of counters[table] ?? []) delete mapped[counter];
  if (typeof row.id === "number") {
    const id = mapping.id(table, row.id);
    if (id === null) return null;
    mapped.id = id;
  }
  for (const reference of referencesOf(table)) {
    const value = row[reference.column] ?? null;
    if (value === null) continue;
    if (typeof value !== "number") return null; // The database would take "7" for 7.
    const id = follow(reference, row, value, mapping);
    if (id === "drop") return null;
    mapped[reference.column] = id;
  }
  if (mapping.mode === "add" && !belongs(table, mapped, mapping)) return null;
  return special[table]?.(mapped, row, mapping) === false ? null : mapped;
}

/**
 * A row that can belong to a project, to a group or to neither must not reach beyond the archive: a hook of nothing would
 * be one of the whole server.
 */
function belongs(table: BackupTableName, { project_id, group_id }: Row, { hasHome }: Mapping): boolean {
  const { project, group } = backupTable(table);
  if (table === "events" || group !== "group_id") return true;
  return project !== undefined && group_id == null ? project_id != null : hasHome;
}

function follow(reference: Reference, row: Row, value: number, mapping: Mapping): number | null | "drop" {
  const table = "table" in reference.to ? reference.to.table : tableOfType(row[reference.to.typeColumn]);
  const isKept = mapping.mode === "restore" && !reference.isForeignKey;
  if (isKept) return value;
  if (table === undefined || !isBackupTable(table)) return "drop";
  const id = mapping.id(table, value);
  if (id !== null) return id;
  switch (reference.ifMissing) {
    case "drop":
      return "drop";
    case "null":
      return null;
    case "unseen":
      return mapping.unseen(table);
    case "ghost":
      return GHOST_ID;
  }
}

type Special = (mapped: Record<string, string | number | null>, row: Row, mapping: Mapping) => boolean;

/** Notes of the server that name labels by their ids. */
const LABELS_CHANGED = /^(added|removed) ~\d/;

function mapThread(table: "notes" | "commit_comments"): Special {
  return (mapped, { thread_id: thread }, mapping) => {
    if (mapping.mode === "restore" || typeof thread !== "number") return true;
    // What began the thread may be deleted: a negative number names no other thread of the same record.
    mapped.thread_id = mapping.id(table, thread) ?? -Math.abs(thread);
    return true;
  };
}

const special: Partial<Record<BackupTableName, Special>> = {
  projects(mapped, row, mapping) {
    // While an archive was made, the namespace may have become less visible than it was when its row was read.
    const most = mapping.visibilityOf(Number(row.namespace_id));
    mapped.visibility_level = Math.min(Number(row.visibility_level), most);
    if (row.import_status === "scheduled" || row.import_status === "started") {
      // Its address and credentials are not in the archive.
      Object.assign(mapped, { import_status: "failed", import_error: "The import had not ended when it was exported" });
    }
    return true;
  },
  project_members(mapped, _, { mode, owner }) {
    if (mode === "add") mapped.implied = mapped.user_id === owner ? 1 : 0;
    return true;
  },
  merge_requests(mapped, row, mapping) {
    const source = Number(row.source_project_id);
    if (mapping.mode === "restore" || mapping.id("projects", source) !== null) return true;
    // Open merge requests of branches of one name come from different forks.
    mapped.source_project_id = mapping.unseenSource(Number(row.id));
    return true;
  },
  notes(mapped, row, mapping) {
    const { body, system } = row;
    if (mapping.mode !== "restore" && system === 1 && typeof body === "string" && LABELS_CHANGED.test(body)) {
      mapped.body = body.replace(/~(\d+)/g, (_, id) => `~${mapping.id("labels", Number(id)) ?? 0}`);
    }
    return mapThread("notes")(mapped, row, mapping);
  },
  commit_comments: mapThread("commit_comments"),
  events: mapEvent,
  hooks(mapped) {
    mapped.after_event_id = 0; // The server sets it; other archives need not have it.
    return true;
  },
};

/** By the kind of event: the table of its `target_id`, or null without one. Only what activity feeds show is added. */
const addedEvents: Readonly<Record<ActivityKind, BackupTableName | null>> = {
  project_created: null,
  project_forked: null,
  project_member_added: "users",
  project_member_removed: "users",
  group_member_added: "users",
  group_member_removed: "users",
  milestone_created: "milestones",
  issue_opened: "issues",
  issue_closed: "issues",
  issue_moved: "issues",
  issue_reopened: "issues",
  merge_request_opened: "merge_requests",
  merge_request_closed: "merge_requests",
  merge_request_reopened: "merge_requests",
  merge_request_merged: "merge_requests",
  note_created: "notes",
  commit_comment_created: "commit_comments",
  pushed: "pushes",
};

const isAdded = (kind: string): kind is ActivityKind => Object.hasOwn(addedEvents, kind);

/** As src/db/queries/notifications/notified-events.ts has it: nobody is notified, and no hook delivers it. */
const IMPORTED = '{"imported":true}';

function mapEvent(mapped: Record<string, string | number | null>, row: Row, mapping: Mapping): boolean {
  if (mapping.mode === "restore") return true;
  const kind = String(row.kind);
  if (!isAdded(kind)) return false;
  const table = addedEvents[kind];
  const target = table === null || row.target_id == null ? null : mapping.id(table, Number(row.target_id));
  const project = row.project_id == null ? null : mapping.id("projects", Number(row.project_id));
  if ((table !== null && target === null) || (row.project_id != null && project === null)) return false;
  Object.assign(mapped, { target_id: target, project_id: project, namespace_id: mapping.home, details: IMPORTED });
  return true;
}
