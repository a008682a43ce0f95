// `npm run export`: writes an archive of an instance, a group or a project. Continues one that was interrupted.
import { randomUUID } from "node:crypto";
import { rename, stat } from "node:fs/promises";
import { type BackupTableName, isBackupTable } from "../../src/db/queries/backup/tables.ts";
import type { RepositoryState } from "../../src/git/operations/backup/export-repository.ts";
import { Failure } from "../failure.ts";
import { ArchiveFile } from "./archive-file.ts";
import {
  type ArchiveInfo,
  type ArchiveScope,
  bundleName,
  FORMAT,
  INFO,
  MANIFEST,
  memberKind,
  type Row,
  rowsIn,
  rowsName,
  stateName,
  uploadName,
  VERSION,
} from "./format.ts";
import { tablesInOrder } from "./read-archive.ts";
import { isExported, referencesOf } from "./references.ts";
import { Refused, requireSameVersion, ServerClient, type ServerOptions } from "./server-client.ts";

export interface ExportOptions extends ServerOptions {
  readonly file: string;
  /** `group` or `group/project`; null for the whole instance. */
  readonly only: string | null;
  print(line: string): void;
}

interface Marks {
  readonly migration: string;
  readonly tables: ArchiveInfo["tables"];
}

/** Bytes of a page in the archive, roughly: what the server sends at once, or many small answers together. */
const PAGE_BYTES = 400_000;
const IDS_AT_ONCE = 100;

/** @throws Failure */
export async function exportArchive(options: ExportOptions): Promise<void> {
  if (await exists(options.file)) throw new Failure(`${options.file} exists. Choose another name, or remove it.`);
  const partial = `${options.file}.partial`;
  const archive = await ArchiveFile.open(partial, "a");
  try {
    await new Export(options, new ServerClient(options), archive).run();
  } finally {
    await archive.close();
  }
  await rename(partial, options.file);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

class Export {
  readonly #options: ExportOptions;
  readonly #server: ServerClient;
  readonly #archive: ArchiveFile;

  constructor(options: ExportOptions, server: ServerClient, archive: ArchiveFile) {
    this.#options = options;
    this.#server = server;
    this.#archive = archive;
  }

  async run(): Promise<void> {
    const { print } = this.#options;
    const info = await this.#begin();
    for (const table of tablesInOrder) {
      if (isExported(table, info.scope)) await this.#exportTable(table, info);
    }
    if (info.scope.kind !== "instance") await this.#exportUsers();
    // After the rows, so that every commit they name is there.
    await this.#exportRepositories();
    await this.#finish();
    const before = info.tables.events?.sequence ?? 0;
    const after = (await this.#server.json<Marks>("/-/backup")).tables.events?.sequence ?? 0;
    if (after > before) {
      print(`${after - before} changes were made on the server meanwhile. Some of them are in the archive.`);
    }
    print(`${this.#options.file} is complete.`);
  }

  async #begin(): Promise<ArchiveInfo> {
    const { print, only } = this.#options;
    const text = await this.#archive.read(INFO);
    if (text !== null) {
      const info: ArchiveInfo = JSON.parse(text);
      const path = info.scope.kind === "instance" ? null : info.scope.path;
      if (info.source !== this.#server.url || path !== only) {
        throw new Failure(
          `${this.#options.file}.partial is of another export, of ${path ?? "all"} from ${info.source}. Remove it, or choose another name.`,
        );
      }
      print(`Continuing the export that began at ${info.created_at}.`);
      return info;
    }
    // First: what is created later may refer to it, but is not in the archive.
    const marks = await this.#server.json<Marks>("/-/backup");
    requireSameVersion(marks.migration);
    const scope = await this.#findScope();
    const info: ArchiveInfo = {
      format: FORMAT,
      version: VERSION,
      id: randomUUID(),
      created_at: new Date().toISOString(),
      source: this.#server.url,
      migration: marks.migration,
      scope,
      tables: marks.tables,
    };
    await this.#archive.append(INFO, `${JSON.stringify(info, null, 2)}\n`);
    return info;
  }

  async #findScope(): Promise<ArchiveScope> {
    const { only } = this.#options;
    if (only === null) return { kind: "instance" };
    const kind = only.includes("/") ? "project" : "group";
    try {
      const found = await this.#server.json<{ id: number; namespace?: { id: number } }>(
        `/api/v3/${kind}s/${encodeURIComponent(only)}`,
      );
      return { kind, id: found.id, path: only, namespace_id: found.namespace?.id ?? found.id };
    } catch (error) {
      if (error instanceof Refused && error.status === 404) throw new Failure(`There is no ${kind} ${only}.`);
      throw error;
    }
  }

  async #exportTable(table: BackupTableName, { scope, tables }: ArchiveInfo): Promise<void> {
    const until = tables[table]?.rows_until ?? 0;
    const query = scope.kind === "instance" ? "" : `&scope=${scope.kind}:${scope.id}`;
    for (let after = this.#position(table); after < until; ) {
      const page = await this.#readPage(`/-/backup/rows/${table}?until=${until}${query}`, after, until);
      await this.#archive.append(rowsName(table, after, page.next), page.lines);
      after = page.next;
      this.#options.print(`${table}: ${Math.floor((after / until) * 100)} %`);
    }
  }

  async #readPage(path: string, after: number, until: number): Promise<{ lines: string; next: number }> {
    let [lines, next] = ["", after];
    while (lines.length < PAGE_BYTES && next < until) {
      const response = await this.#server.get(`${path}&after=${next}`);
      lines += await response.text();
      next = Number(response.headers.get("x-next-row"));
    }
    return { lines, next };
  }

  /** Where the last page of a table in the archive ends. */
  #position(table: string): number {
    let position = 0;
    for (const { name } of this.#archive.members) {
      const kind = memberKind(name);
      if (kind?.kind === "rows" && kind.table === table) position = Math.max(position, kind.until);
    }
    return position;
  }

  /** Those that the rows name. */
  async #exportUsers(): Promise<void> {
    const named = new Set<number>();
    for await (const [table, row] of this.#rows()) {
      for (const { column, to } of referencesOf(table)) {
        const id = "table" in to && to.table === "users" ? row[column] : null;
        if (typeof id === "number") named.add(id);
      }
    }
    const ids = [...named].sort((one, other) => one - other);
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const some = ids.slice(at, at + IDS_AT_ONCE);
      const [first = 0, last = 0] = [some[0], some.at(-1)];
      if (last <= this.#position("users")) continue;
      const page = await this.#readPage(`/-/backup/rows/users?until=${last}&scope=ids:${some}`, first - 1, last);
      await this.#archive.append(rowsName("users", first - 1, page.next), page.lines);
    }
    this.#options.print(`users: ${ids.length} are named`);
  }

  async *#rows(): AsyncGenerator<[BackupTableName, Row], void, undefined> {
    for (const { name } of this.#archive.members) {
      const kind = memberKind(name);
      if (kind?.kind !== "rows" || !isBackupTable(kind.table) || kind.table === "users") continue;
      for (const row of rowsIn((await this.#archive.read(name)) ?? "")) yield [kind.table, row];
    }
  }

  async #exportRepositories(): Promise<void> {
    const projects: number[] = [];
    for await (const [table, { id }] of this.#rows()) if (table === "projects") projects.push(Number(id));
    for (const [at, id] of projects.entries()) {
      if (!this.#archive.has(stateName(id))) {
        if (this.#archive.has(bundleName(id))) await this.#archive.dropLast();
        await this.#exportRepository(id);
      }
      await this.#exportUploads(id);
      this.#options.print(`repositories: ${at + 1} of ${projects.length}`);
    }
  }

  /** The bundle before the state: a repository with a state is complete. */
  async #exportRepository(id: number): Promise<void> {
    const body = await this.#open(`/-/backup/repositories/${id}`);
    if (body === null) return;
    const { line, rest } = await splitLine(body);
    const first = await rest.next();
    if (first.done !== true) {
      const whole = (async function* () {
        yield first.value;
        yield* rest;
      })();
      await this.#archive.append(bundleName(id), whole).catch((error) => {
        throw new Failure(`Repository ${id} could not be read (${error}). Run the command again to continue.`);
      });
    }
    await this.#archive.append(stateName(id), `${line}\n`);
  }

  /** Those that the state in the archive names. */
  async #exportUploads(id: number): Promise<void> {
    const state: RepositoryState | null = JSON.parse((await this.#archive.read(stateName(id))) ?? "null");
    for (const { secret, name } of state?.uploads ?? []) {
      if (this.#archive.has(uploadName(id, secret))) continue;
      const body = await this.#open(`/-/backup/repositories/${id}/uploads/${secret}/${encodeURIComponent(name)}`);
      if (body !== null) await this.#archive.append(uploadName(id, secret), body);
    }
  }

  /** Null if the project was deleted meanwhile. */
  async #open(path: string): Promise<ReadableStream<Uint8Array> | null> {
    try {
      return (await this.#server.get(path)).body;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) throw error;
      return null;
    }
  }

  async #finish(): Promise<void> {
    if (this.#archive.has(MANIFEST)) await this.#archive.dropLast();
    const members: Record<string, string> = {};
    for (const member of this.#archive.members) members[member.name] = await this.#archive.hash(member);
    await this.#archive.append(MANIFEST, `${JSON.stringify({ members }, null, 2)}\n`);
    await this.#archive.finish();
  }
}

/** The first line of a stream, and the bytes behind it. */
async function splitLine(
  body: ReadableStream<Uint8Array>,
): Promise<{ line: string; rest: AsyncGenerator<Uint8Array, void, undefined> }> {
  const chunks = body[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (!start.includes(10)) {
    const { done, value } = await chunks.next();
    if (done === true) throw new Failure("A repository's answer ended early. Run the command again to continue.");
    start = Buffer.concat([start, value]);
  }
  const end = start.indexOf(10);
  const rest = (async function* () {
    if (start.length > end + 1) yield new Uint8Array(start.subarray(end + 1));
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  return { line: start.toString("utf8", 0, end), rest };
}
