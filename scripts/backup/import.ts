// `npm run import`: restores an archive of an instance, or adds a group or a project to an instance. Continues an import
// that was interrupted.
import { type BackupTableName, backupTable } from "../../src/db/queries/backup/tables.ts";
import { Failure } from "../failure.ts";
import type { Row } from "./format.ts";
import { importRepository } from "./import-repository.ts";
import { type Mapping, mapRow } from "./mapping.ts";
import { restoreMapping } from "./plan.ts";
import { prepareAdd } from "./prepare-add.ts";
import { type ArchiveContent, readArchive, readPage, tablesInOrder } from "./read-archive.ts";
import { requireSameVersion, ServerClient, type ServerOptions } from "./server-client.ts";

export interface ImportOptions extends ServerOptions {
  readonly file: string;
  /** The path of the group or user whose project it becomes; null for an archive of an instance or a group. */
  readonly into: string | null;
  /** Bytes of a pack in one request. The default is the limit of a push. */
  readonly mostBytes?: number;
  print(line: string): void;
}

/** How an archive becomes rows of the instance. */
export interface Prepared {
  /** Names the import on the server. */
  readonly id: string;
  readonly mapping: Mapping;
  /** The steps that were done before. */
  readonly done: ReadonlyMap<string, number>;
  /** The rows to insert for a page of users or namespaces; null where {@link mapRow} decides. */
  rowsFor(table: BackupTableName, rows: readonly Row[]): Row[] | null;
  /** Rows that the archive does not have, such as the namespaces of created users. */
  readonly extra: ReadonlyMap<BackupTableName, readonly Row[]>;
}

const EXTRA_AT_ONCE = 500;

/** @throws Failure. A fault of the archive is found before anything is written. */
export async function importArchive(options: ImportOptions): Promise<void> {
  const content = await readArchive(options.file);
  try {
    const server = new ServerClient(options);
    requireSameVersion((await server.json<{ migration: string }>("/-/backup")).migration);
    const prepared =
      content.info.scope.kind === "instance"
        ? await prepareRestore(content, server, options)
        : await prepareAdd(content, server, options);
    await new Import(content, server, prepared, options).run();
  } finally {
    await content.file.close();
  }
}

async function prepareRestore(
  content: ArchiveContent,
  server: ServerClient,
  { into }: ImportOptions,
): Promise<Prepared> {
  if (into !== null) throw new Failure("--into is for an archive of a project. This one is of a whole instance.");
  const visibility = new Map<number, number>();
  for (const page of content.pages.get("namespaces") ?? []) {
    for (const { id, visibility_level } of await readPage(content, page)) {
      visibility.set(Number(id), Number(visibility_level));
    }
  }
  const id = content.info.id;
  const steps = await beginImport(server, id, { restore: true });
  return { id, mapping: restoreMapping(content.ids, visibility), done: steps, rowsFor: () => null, extra: new Map() };
}

/** The steps that are done. Reserved ids stay reserved for an import that is continued. */
export async function beginImport(server: ServerClient, id: string, body: object): Promise<Map<string, number>> {
  const { steps } = stepsIn(await server.post(`/-/backup/imports/${id}`, JSON.stringify(body)));
  return new Map(steps.map(({ step, value }) => [step, value]));
}

const stepsIn = (json: unknown) => json as { steps: { step: string; value: number }[] };

class Import {
  readonly #content: ArchiveContent;
  readonly #server: ServerClient;
  readonly #prepared: Prepared;
  readonly #options: ImportOptions;
  /** By table: rows that were left out, because what they belong to is not in the archive. */
  readonly #left = new Map<string, number>();

  constructor(content: ArchiveContent, server: ServerClient, prepared: Prepared, options: ImportOptions) {
    this.#content = content;
    this.#server = server;
    this.#prepared = prepared;
    this.#options = options;
  }

  async run(): Promise<void> {
    for (const table of tablesInOrder) await this.#importTable(table);
    for (const table of tablesInOrder) if (backupTable(table).later !== undefined) await this.#writeLater(table);
    await this.#importRepositories();
    const isRestore = this.#prepared.mapping.mode === "restore";
    await this.#post("/finish", JSON.stringify(isRestore ? { sequences: this.#sequences() } : {}));
    for (const [table, rows] of this.#left)
      this.#options.print(
        `${rows} rows of ${table} were left out: they are about records that the archive does not have.`,
      );
    this.#options.print("The import is complete.");
  }

  async #post(path: string, body: string): Promise<void> {
    await this.#server.post(`/-/backup/imports/${this.#prepared.id}${path}`, body);
  }

  async #importTable(table: BackupTableName): Promise<void> {
    const pages = this.#content.pages.get(table) ?? [];
    const { done, extra } = this.#prepared;
    const step = done.get(`rows/${table}`) ?? 0;
    for (const [at, page] of pages.entries()) {
      if (at < step) continue;
      const rows = await readPage(this.#content, page);
      await this.#insert(table, at + 1, this.#mapped(table, rows));
      this.#options.print(`${table}: ${at + 1} of ${pages.length} pages`);
    }
    const more = extra.get(table) ?? [];
    for (let from = 0, page = pages.length + 1; from < more.length; from += EXTRA_AT_ONCE, page += 1) {
      if (page > step) await this.#insert(table, page, more.slice(from, from + EXTRA_AT_ONCE));
    }
  }

  #mapped(table: BackupTableName, rows: readonly Row[]): Row[] {
    const { mapping, rowsFor } = this.#prepared;
    const decided = rowsFor(table, rows);
    if (decided !== null) return decided;
    const mapped = rows.map((row) => mapRow(table, row, mapping)).filter((row) => row !== null);
    const left = rows.length - mapped.length;
    if (left > 0) this.#left.set(table, (this.#left.get(table) ?? 0) + left);
    return mapped;
  }

  /** An empty page is sent as well, since it is a step. */
  async #insert(table: BackupTableName, page: number, rows: readonly Row[]): Promise<void> {
    await this.#post(`/rows/${table}?page=${page}`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }

  async #writeLater(table: BackupTableName): Promise<void> {
    const columns = ["id", ...Object.keys(backupTable(table).later ?? {})];
    const done = this.#prepared.done.get(`later/${table}`) ?? 0;
    for (const [at, page] of (this.#content.pages.get(table) ?? []).entries()) {
      if (at < done) continue;
      const rows = this.#mapped(table, await readPage(this.#content, page));
      const lines = rows.map((row) => `${JSON.stringify(row, columns)}\n`);
      await this.#post(`/rows/${table}?pass=later&page=${at + 1}`, lines.join(""));
    }
  }

  async #importRepositories(): Promise<void> {
    const { repositories } = this.#content;
    const done = this.#prepared.done.get("repositories") ?? 0;
    for (const [at, projectId] of repositories.entries()) {
      if (at < done) continue;
      await importRepository(this.#content, this.#server, { ...this.#prepared, ...this.#options }, projectId);
      await this.#post("/repositories", JSON.stringify({ done: at + 1 }));
      this.#options.print(`repositories: ${at + 1} of ${repositories.length}`);
    }
  }

  /** Ids are not given twice, not even those of records that were deleted before the export. */
  #sequences(): Record<string, number> {
    const { tables } = this.#content.info;
    return Object.fromEntries(
      Object.entries(tables).flatMap(([name, { sequence }]) => (sequence === null ? [] : [[name, sequence]])),
    );
  }
}
