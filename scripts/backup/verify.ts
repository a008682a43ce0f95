// `npm run import -- FILE --verify`: compares an instance with the archive that was restored into it, and changes nothing.
import type { BackupTableName } from "../../src/db/queries/backup/tables.ts";
import { Failure } from "../failure.ts";
import { readBundleHeader } from "./bundle.ts";
import { bundleName, memberKind, type Row, rowsIn, stateName } from "./format.ts";
import type { ImportOptions } from "./import.ts";
import { type ArchiveContent, readArchive, readPage, tablesInOrder } from "./read-archive.ts";
import { ServerClient } from "./server-client.ts";

/** Columns that a restore sets: a hook delivers nothing that happened before it was there. */
const SET_BY_RESTORE: ReadonlySet<string> = new Set(["after_event_id"]);
const MOST_SHOWN = 5;

/** Compares all rows, with the counters that triggers keep, and the refs and states of all repositories. @throws Failure */
export async function verifyArchive(options: ImportOptions): Promise<void> {
  const content = await readArchive(options.file);
  try {
    if (content.info.scope.kind !== "instance") {
      throw new Failure("Only a restored instance can be compared with its archive: other imports change ids.");
    }
    const server = new ServerClient(options);
    const differences: string[] = [];
    for (const table of tablesInOrder) {
      differences.push(...(await compareTable(content, server, table)));
      options.print(`${table} is compared`);
    }
    for (const id of content.repositories) {
      if (!(await isSameRepository(content, server, id))) differences.push(`repository ${id}`);
    }
    if (differences.length === 0) return options.print("The instance is the same as the archive.");
    const shown = differences.slice(0, MOST_SHOWN).join(", ");
    throw new Failure(`${differences.length} differences: ${shown}${differences.length > MOST_SHOWN ? ", ..." : "."}`);
  } finally {
    await content.file.close();
  }
}

async function compareTable(content: ArchiveContent, server: ServerClient, table: BackupTableName): Promise<string[]> {
  const differences: string[] = [];
  for (const page of content.pages.get(table) ?? []) {
    const kind = memberKind(page.name);
    if (kind?.kind !== "rows") continue;
    const here = await readRange(server, table, kind.after, kind.until);
    const there = (await readPage(content, page)).map(comparable);
    const [missing, more] = [there.filter((row) => !here.has(row)), here.size > there.length];
    differences.push(...missing.map((row) => `${table} ${row.slice(0, 200)}`));
    if (more && missing.length === 0) differences.push(`${table} has more rows here`);
  }
  return differences;
}

async function readRange(server: ServerClient, table: string, after: number, until: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (let next = after; next < until; ) {
    const response = await server.get(`/-/backup/rows/${table}?after=${next}&until=${until}`);
    for (const row of rowsIn(await response.text())) found.add(comparable(row));
    next = Number(response.headers.get("x-next-row"));
  }
  return found;
}

const comparable = (row: Row): string =>
  JSON.stringify(Object.entries(row).filter(([column]) => !SET_BY_RESTORE.has(column)));

/** Compares what comes before the objects, on which the refs depend. */
async function isSameRepository({ file }: ArchiveContent, server: ServerClient, id: number): Promise<boolean> {
  const bundle = file.members.find(({ name }) => name === bundleName(id));
  const refs = bundle === undefined ? null : (await readBundleHeader(file, bundle)).refs;
  const { body } = await server.get(`/-/backup/repositories/${id}`);
  const start = body === null ? "" : await startOf(body);
  const lines = start.split("\n");
  const here = lines.slice(2).flatMap((line) => (line === "" || line.endsWith(" HEAD") ? [] : [line]));
  const isSameState = `${lines[0]}\n` === (await file.read(stateName(id)));
  return isSameState && here.join() === (refs ?? []).map(({ oid, name }) => `${oid} ${name}`).join();
}

/** Up to the pack. */
async function startOf(body: ReadableStream<Uint8Array>): Promise<string> {
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    start = Buffer.concat([start, chunk]);
    const end = start.indexOf("\n\nPACK");
    if (end !== -1) return start.toString("utf8", 0, end);
  }
  return start.toString("utf8");
}
