// Writes what was downloaded as an archive of `npm run export`, which the importer of backups takes.
import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { isBackupTable } from "../../src/db/queries/backup/tables.ts";
import { NEWEST_MIGRATION } from "../../src/db/queries/server/migrations.ts";
import type { RepositoryState } from "../../src/git/operations/backup/export-repository.ts";
import { ArchiveFile } from "../backup/archive-file.ts";
import type { Row } from "../backup/format.ts";
import {
  type ArchiveInfo,
  type ArchiveScope,
  bundleName,
  FORMAT,
  INFO,
  MANIFEST,
  rowsName,
  stateName,
  VERSION,
} from "../backup/format.ts";
import type { Rows } from "./row-collector.ts";

export interface ArchivedRepository {
  readonly projectId: number;
  /** Path of a bundle; null for an empty repository. */
  readonly bundle: string | null;
  readonly state: RepositoryState;
}

export interface ArchiveOptions {
  readonly file: string;
  /** Names the import. */
  readonly id: string;
  readonly source: string;
  readonly scope: ArchiveScope;
  readonly rows: Rows;
  readonly repositories: readonly ArchivedRepository[];
}

const ROWS_PER_PAGE = 500;

/** The file appears when it is complete. */
export async function writeArchive({ file, id, source, scope, rows, repositories }: ArchiveOptions): Promise<void> {
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const archive = await ArchiveFile.open(partial, "a");
  try {
    const info: ArchiveInfo = {
      format: FORMAT,
      version: VERSION,
      id,
      created_at: new Date().toISOString(),
      source,
      migration: NEWEST_MIGRATION,
      scope,
      tables: {},
    };
    await archive.append(INFO, `${JSON.stringify(info, null, 2)}\n`);
    for (const [table, tableRows] of rows) await appendRows(archive, table, tableRows);
    for (const { projectId, bundle, state } of repositories) {
      if (bundle !== null) await archive.append(bundleName(projectId), createReadStream(bundle));
      await archive.append(stateName(projectId), `${JSON.stringify(state)}\n`);
    }
    const sums: Record<string, string> = {};
    for (const member of archive.members) sums[member.name] = await archive.hash(member);
    await archive.append(MANIFEST, `${JSON.stringify({ members: sums })}\n`);
    await archive.finish();
  } finally {
    await archive.close();
  }
  await rename(partial, file);
}

/** In the order of their ids, as the importer needs them. */
async function appendRows(archive: ArchiveFile, table: string, rows: readonly Row[]): Promise<void> {
  if (!isBackupTable(table)) throw new Error(`There is no table ${table}.`);
  const ordered = rows.toSorted((a, b) => Number(a.id ?? 0) - Number(b.id ?? 0));
  for (let at = 0; at < ordered.length; at += ROWS_PER_PAGE) {
    const page = ordered.slice(at, at + ROWS_PER_PAGE);
    const lines = page.map((row) => `${JSON.stringify(row)}\n`).join("");
    await archive.append(rowsName(table, at, at + page.length), lines);
  }
}
