// The format of archives, version 1: the names and the content of the members. docs/backup.md describes it.
import type { BackupTableName } from "../../src/db/queries/backup/tables.ts";

export const FORMAT = "tributary-backup";
export const VERSION = 1;

/** The records that an archive covers. */
export type ArchiveScope =
  | { readonly kind: "instance" }
  /** With the path of the group, or `group/project`. `namespace_id` is that of the group, or of the project's namespace. */
  | { readonly kind: "group" | "project"; readonly id: number; readonly path: string; readonly namespace_id: number };

/** The first member, `archive.json`. */
export interface ArchiveInfo {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Names the archive: an import is continued by this. */
  readonly id: string;
  readonly created_at: string;
  /** The URL of the server it was made from. */
  readonly source: string;
  /** The newest migration of that server: `0023_backup_imports.sql`. */
  readonly migration: string;
  readonly scope: ArchiveScope;
  /** By table: rows up to this row id are in the archive, and the last id that was ever given. */
  readonly tables: Readonly<Record<string, { readonly rows_until: number; readonly sequence: number | null }>>;
}

/** The last member, `manifest.json`. */
export interface Manifest {
  /** SHA-256 in hexadecimal digits, by the name of the member. */
  readonly members: Readonly<Record<string, string>>;
}

/** A row by column. */
export type Row = Readonly<Record<string, string | number | null>>;

export const INFO = "archive.json";
export const MANIFEST = "manifest.json";

const digits = (position: number) => String(position).padStart(15, "0");

/** A page of rows with `after < rowid <= until`. */
export const rowsName = (table: BackupTableName, after: number, until: number): string =>
  `rows/${table}/${digits(after)}-${digits(until)}.jsonl`;

export const bundleName = (projectId: number): string => `repositories/${projectId}.bundle`;
export const uploadName = (projectId: number, secret: string): string => `repositories/${projectId}/${secret}`;
export const stateName = (projectId: number): string => `repositories/${projectId}.json`;

export type MemberKind =
  | { readonly kind: "info" | "manifest" }
  | { readonly kind: "rows"; readonly table: string; readonly after: number; readonly until: number }
  | { readonly kind: "bundle" | "state" | "upload"; readonly projectId: number };

/** Null for a name that no member can have. */
export function memberKind(name: string): MemberKind | null {
  if (name === INFO) return { kind: "info" };
  if (name === MANIFEST) return { kind: "manifest" };
  const [, table, after, until] = /^rows\/([a-z_]+)\/(\d{15})-(\d{15})\.jsonl$/.exec(name) ?? [];
  if (table !== undefined) return { kind: "rows", table, after: Number(after), until: Number(until) };
  const [, id, ending = ""] = /^repositories\/([1-9]\d{0,14})(\.json|\.bundle|\/[0-9a-f]{32})$/.exec(name) ?? [];
  if (id === undefined) return null;
  const kind = ending === ".json" ? "state" : ending === ".bundle" ? "bundle" : "upload";
  return { kind, projectId: Number(id) };
}

export const rowsIn = (lines: string): Row[] =>
  lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
