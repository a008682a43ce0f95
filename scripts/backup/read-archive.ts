// Reads an archive and verifies all of it, before anything is written.
import {
  type BackupTableName,
  backupTables,
  isBackupTable,
  storedColumns,
} from "../../src/db/queries/backup/tables.ts";
import { NEWEST_MIGRATION } from "../../src/db/queries/server/migrations.ts";
import { Failure } from "../failure.ts";
import { ArchiveFile, type Member } from "./archive-file.ts";
import { readBundleHeader } from "./bundle.ts";
import {
  type ArchiveInfo,
  FORMAT,
  INFO,
  MANIFEST,
  type Manifest,
  memberKind,
  type Row,
  rowsIn,
  VERSION,
} from "./format.ts";
import { IdList } from "./id-list.ts";
import { hasId, referencesOf } from "./references.ts";
import { checkState } from "./repository-state.ts";

/** The content of a verified archive. */
export interface ArchiveContent {
  readonly file: ArchiveFile;
  readonly info: ArchiveInfo;
  /** The pages of each table, in order. */
  readonly pages: ReadonlyMap<BackupTableName, readonly Member[]>;
  /** The number of rows of each table. */
  readonly counts: ReadonlyMap<BackupTableName, number>;
  /** The ids of each table that has ids. */
  readonly ids: ReadonlyMap<BackupTableName, IdList>;
  /** The projects with a repository, ascending. */
  readonly repositories: readonly number[];
}

/** @throws Failure that names the fault */
export async function readArchive(path: string): Promise<ArchiveContent> {
  const file = await ArchiveFile.open(path, "r").catch((error) => {
    throw new Failure(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  try {
    const info = await readInfo(file);
    await verifyMembers(file);
    return { file, info, ...(await readPages(file)) };
  } catch (error) {
    await file.close();
    throw error instanceof Failure
      ? new Failure(`${path} cannot be imported: ${error.message} Nothing was written.`)
      : error;
  }
}

/** The rows of one page. */
export async function readPage({ file }: Pick<ArchiveContent, "file">, page: Member): Promise<Row[]> {
  return rowsIn((await file.read(page.name)) ?? "");
}

async function readInfo(file: ArchiveFile): Promise<ArchiveInfo> {
  const info = parse<ArchiveInfo>(await file.read(INFO));
  if (info?.format !== FORMAT) throw new Failure("it is no backup of Tributary.");
  if (info.version !== VERSION) {
    throw new Failure(`it has version ${info.version} of the format, and this command reads version ${VERSION}.`);
  }
  if (info.migration > NEWEST_MIGRATION) {
    throw new Failure(`it was made by a newer server (${info.migration}). Update this checkout and the server first.`);
  }
  if (!/^[\w-]{1,60}$/.test(info.id)) throw new Failure(`its id ${JSON.stringify(info.id)} is malformed.`);
  return info;
}

async function verifyMembers(file: ArchiveFile): Promise<void> {
  if (file.repeated !== null) throw new Failure(`the member ${JSON.stringify(file.repeated)} is there twice.`);
  const manifest = parse<Manifest>(await file.read(MANIFEST));
  if (manifest === null || !(await file.isComplete())) {
    throw new Failure("it is truncated, or its export has not ended.");
  }
  const sums = new Map(Object.entries(manifest.members ?? {}));
  for (const member of file.members) {
    if (memberKind(member.name) === null)
      throw new Failure(`there is no place for a member ${JSON.stringify(member.name)}.`);
    if (member.name === MANIFEST) continue;
    if (sums.get(member.name) !== (await file.hash(member)))
      throw new Failure(`the checksum of ${member.name} is wrong.`);
    sums.delete(member.name);
  }
  for (const name of sums.keys()) throw new Failure(`the member ${JSON.stringify(name)} is missing.`);
}

/** Null for a text that is no JSON object. */
function parse<T extends object>(text: string | null): T | null {
  try {
    const value = JSON.parse(text ?? "null");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

async function readPages(file: ArchiveFile): Promise<Omit<ArchiveContent, "file" | "info">> {
  const pages = new Map<BackupTableName, Member[]>();
  const counts = new Map<BackupTableName, number>();
  const ids = new Map<BackupTableName, IdList>();
  const repositories: number[] = [];
  for (const member of file.members) {
    const kind = memberKind(member.name);
    if (kind?.kind === "bundle") await readBundleHeader(file, member);
    if (kind?.kind === "state") {
      checkState((await file.read(member.name)) ?? "", member.name);
      repositories.push(kind.projectId);
    }
    if (kind?.kind !== "rows") continue;
    if (!isBackupTable(kind.table))
      throw new Failure(`it has rows of a table ${kind.table}, which this server does not.`);
    const rows = checkedRows(kind.table, (await file.read(member.name)) ?? "", member.name);
    pages.set(kind.table, [...(pages.get(kind.table) ?? []), member]);
    counts.set(kind.table, (counts.get(kind.table) ?? 0) + rows.length);
    if (hasId(kind.table)) addIds(kind.table, rows, ids);
  }
  return { pages, counts, ids, repositories: repositories.sort((one, other) => one - other) };
}

const columns = new Map<BackupTableName, ReadonlySet<string>>();

function checkedRows(table: BackupTableName, lines: string, name: string): Row[] {
  const known = columns.get(table) ?? new Set(storedColumns(table));
  columns.set(table, known);
  const references = referencesOf(table);
  const rows = lines.split("\n").filter((line) => line !== "");
  return rows.map((line, at) => {
    const row = parse<Row>(line);
    if (row === null || Array.isArray(row)) throw new Failure(`line ${at + 1} of ${name} is no JSON object.`);
    for (const [column, value] of Object.entries(row)) {
      if (!known.has(column))
        throw new Failure(`line ${at + 1} of ${name} has a column ${JSON.stringify(column)}, which ${table} has not.`);
      if (value !== null && typeof value !== "string" && !Number.isFinite(value)) {
        throw new Failure(`line ${at + 1} of ${name}: ${column} is neither a text nor a number.`);
      }
    }
    const text = references.find(({ column }) => typeof row[column] === "string");
    if (text !== undefined) throw new Failure(`line ${at + 1} of ${name}: ${text.column} is no number.`);
    return row;
  });
}

function addIds(table: BackupTableName, rows: readonly Row[], ids: Map<BackupTableName, IdList>): void {
  const list = ids.get(table) ?? new IdList();
  ids.set(table, list);
  for (const { id } of rows) {
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || !list.add(id)) {
      throw new Failure(`the ids of ${table} are not ascending at ${JSON.stringify(id)}.`);
    }
  }
}

/** For the tables of an archive, in the order of import. */
export const tablesInOrder = Object.keys(backupTables).filter(isBackupTable);
