// Decides how an archive is imported: the ids of its records, and who becomes the author.
import type { BackupTableName } from "../../src/db/queries/backup/tables.ts";
import { Failure } from "../failure.ts";
import type { Row } from "./format.ts";
import type { IdList } from "./id-list.ts";
import type { Mapping } from "./mapping.ts";

/** A user or a namespace of the instance that imports. */
export interface Existing {
  readonly id: number;
  readonly [column: string]: string | number | null;
}

/** The user that a user of the archive becomes. */
export interface PlannedUser {
  readonly id: number;
  /** `email` and `username`: an existing user who has the same. */
  readonly by: "email" | "username" | "ghost" | "created";
  /** For a created user: the archive's user name, with a number behind it if that is taken. */
  readonly username: string;
}

const GHOST_ID = 2;

/**
 * By id in the archive.
 *
 * @param base the id before those that are reserved for created users; users above it are of this import
 * @param taken paths and names of namespaces in use, in lower case
 */
export function planUsers(
  archived: readonly Row[],
  existing: readonly Existing[],
  base: number,
  taken: ReadonlySet<string>,
): Map<number, PlannedUser> {
  const before = existing.filter(({ id }) => id <= base || id > base + archived.length);
  const paths = new Set(taken);
  const people = archived.filter(({ id }) => id !== GHOST_ID);
  // Two users of the archive never become one: both may be members, or have awarded the same emoji.
  const byEmail = match(people, before, "email");
  const found = new Set(byEmail.values());
  const byName = match(
    people.filter((row) => !byEmail.has(row)),
    before.filter((user) => !found.has(user)),
    "username",
  );
  const planned = new Map<number, PlannedUser>();
  for (const [place, row] of archived.entries()) {
    const { id, username } = row;
    const same = byEmail.get(row) ?? byName.get(row);
    if (id === GHOST_ID) planned.set(GHOST_ID, { id: GHOST_ID, by: "ghost", username: "ghost" });
    else if (same !== undefined) {
      const by = byEmail.has(row) ? "email" : "username";
      planned.set(Number(id), { id: same.id, by, username: String(same.username) });
    } else {
      const free = freeName(String(username), paths);
      paths.add(free.toLowerCase());
      planned.set(Number(id), { id: base + 1 + place, by: "created", username: free });
    }
  }
  return planned;
}

/** The user here with the same value, by row. */
function match(
  rows: readonly Row[],
  users: readonly Existing[],
  column: "email" | "username",
): ReadonlyMap<Row, Existing> {
  const free = new Map(users.map((user) => [lower(user[column]), user]));
  const matched = new Map<Row, Existing>();
  for (const row of rows) {
    const user = free.get(lower(row[column]));
    if (user === undefined) continue;
    matched.set(row, user);
    free.delete(lower(row[column]));
  }
  return matched;
}

const lower = (text: string | number | null | undefined): string => String(text).toLowerCase();

function freeName(username: string, taken: ReadonlySet<string>): string {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? username : `${username}${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** The row of a created user: blocked until an administrator unblocks them, and never an administrator. */
export const createdUser = (row: Row, { id, username }: PlannedUser): Row => ({
  ...row,
  id,
  username,
  state: "blocked",
  admin: 0,
});

/** The namespace of a created user. */
export const namespaceOf = (
  { created_at, updated_at }: Row,
  { id, username }: PlannedUser,
  namespaceId: number,
): Row => ({
  id: namespaceId,
  kind: "user",
  owner_id: id,
  name: username,
  path: username,
  created_at: created_at ?? null,
  updated_at: updated_at ?? null,
});

const keepsIds = (): never => {
  throw new Failure("A restore keeps all ids.");
};

/** A mapping that changes nothing. */
export function restoreMapping(
  ids: ReadonlyMap<BackupTableName, IdList>,
  visibility: ReadonlyMap<number, number>,
): Mapping {
  return {
    mode: "restore",
    id: (table, id) => ((ids.get(table)?.placeOf(id) ?? -1) === -1 ? null : id),
    unseen: keepsIds,
    unseenSource: keepsIds,
    home: 0,
    owner: null,
    hasHome: false,
    visibilityOf: (namespaceId) => visibility.get(namespaceId) ?? 0,
  };
}

export interface AddedIds {
  readonly ids: ReadonlyMap<BackupTableName, IdList>;
  /** By table: the id before those that are reserved. */
  readonly bases: ReadonlyMap<string, number>;
  readonly users: ReadonlyMap<number, PlannedUser>;
  /** The namespace of the projects in the archive, and here. */
  readonly from: number;
  readonly home: number;
  /** See {@link Mapping.owner}. */
  readonly owner: number | null;
  /** See {@link Mapping.hasHome}. */
  readonly hasHome: boolean;
  /** The visibility level of {@link home}. */
  readonly visibility: number;
}

/** Gives the records of each table the reserved ids in their order. The others that are reserved stay unused. */
export function addMapping({ ids, bases, users, from, home, owner, hasHome, visibility }: AddedIds): Mapping {
  const baseOf = (table: BackupTableName): number => {
    const base = bases.get(table);
    if (base === undefined) throw new Failure(`No ids of ${table} are reserved.`);
    return base;
  };
  return {
    mode: "add",
    id(table, id) {
      if (table === "users") return users.get(id)?.id ?? null;
      if (table === "namespaces") return id === from ? home : null;
      const place = ids.get(table)?.placeOf(id) ?? -1;
      return place === -1 ? null : baseOf(table) + 1 + place;
    },
    unseen: (table) => baseOf(table) + 1 + (ids.get(table)?.count ?? 0),
    unseenSource: (id) =>
      baseOf("projects") + 1 + (ids.get("projects")?.count ?? 0) + (ids.get("merge_requests")?.placeOf(id) ?? 0),
    home,
    owner,
    hasHome,
    visibilityOf: () => visibility,
  };
}

/** How many ids to reserve, by table: one more than there are records, of projects one more for each merge request. */
export function idsToReserve(ids: ReadonlyMap<BackupTableName, IdList>): Record<string, number> {
  const counts = Object.fromEntries([...ids].map(([table, { count }]) => [table, count + 1]));
  const { issues = 1, projects = 1, merge_requests = 1, namespaces = 1, users = 1 } = counts;
  // A created user has a namespace, and the archive may name issues, merge requests and projects that it does not have.
  const sources = ids.get("merge_requests")?.count ?? 0;
  return { ...counts, issues, projects: projects + sources, merge_requests, users, namespaces: namespaces + users };
}
