// Prepares the import of a group or a project beside others: looks up what is there, reserves ids, matches users.
import type { BackupTableName } from "../../src/db/queries/backup/tables.ts";
import { Failure } from "../failure.ts";
import { type ArchiveScope, type Row, rowsIn } from "./format.ts";
import { beginImport, type ImportOptions, type Prepared } from "./import.ts";
import {
  addMapping,
  createdUser,
  type Existing,
  idsToReserve,
  namespaceOf,
  type PlannedUser,
  planUsers,
} from "./plan.ts";
import { type ArchiveContent, readPage } from "./read-archive.ts";
import { isExported } from "./references.ts";
import type { ServerClient } from "./server-client.ts";

type AddedScope = Exclude<ArchiveScope, { kind: "instance" }>;

/** @throws Failure before anything is written, if there is no place for it */
export async function prepareAdd(
  content: ArchiveContent,
  server: ServerClient,
  options: ImportOptions,
): Promise<Prepared> {
  const { scope } = content.info;
  if (scope.kind === "instance") throw new Failure("An instance is restored, not added.");
  await refuseForeign(content, scope);
  const namespaces = await readAll(server, "namespaces", "");
  const target = scope.kind === "project" ? findTarget(namespaces, options.into) : null;
  if (scope.kind === "group" && options.into !== null)
    throw new Failure("--into is for an archive of a project. This one is of a group.");
  const id = `${content.info.id}${target === null ? "" : `.${target.id}`}`;
  const counts = idsToReserve(content.ids);
  await refuseTaken(content, server, { scope, target, namespaces, id });
  const done = await beginImport(server, id, { ids: counts });
  const bases = new Map(
    [...done].flatMap(([step, value]) => (step.startsWith("ids/") ? [[step.slice(4), value]] : [])),
  );
  return await prepare(content, server, { scope, target, namespaces, id, done, bases, counts, print: options.print });
}

/** An archive of a project or a group could otherwise bring tokens, or memberships of the group it goes into. */
async function refuseForeign(content: ArchiveContent, scope: AddedScope): Promise<void> {
  for (const table of content.pages.keys()) {
    if (table === "users" || isExported(table, scope)) continue;
    throw new Failure(`An archive of a ${scope.kind} cannot have rows of ${table}. Nothing was written.`);
  }
  const isWhole =
    scope.kind === "project"
      ? content.ids.get("projects")?.count === 1
      : (content.ids.get("namespaces")?.placeOf(scope.namespace_id) ?? -1) !== -1;
  if (!isWhole) throw new Failure(`The archive does not have the ${scope.kind} ${scope.path}. Nothing was written.`);
}

interface Place {
  readonly scope: AddedScope;
  /** The namespace of the project; null for a group, which becomes one. */
  readonly target: Existing | null;
  readonly namespaces: readonly Existing[];
  readonly id: string;
}

interface Begun extends Place {
  readonly done: ReadonlyMap<string, number>;
  readonly bases: ReadonlyMap<string, number>;
  readonly counts: Readonly<Record<string, number>>;
  print(line: string): void;
}

async function prepare(content: ArchiveContent, server: ServerClient, begun: Begun): Promise<Prepared> {
  const { scope, target, namespaces, id, done, bases, counts, print } = begun;
  const archived = await rowsOf(content, "users");
  const existing = await readAll(server, "users", "");
  const [userBase, namespaceBase] = [bases.get("users") ?? 0, bases.get("namespaces") ?? 0];
  const isOwn = ({ id }: Existing) => id > namespaceBase && id <= namespaceBase + (counts.namespaces ?? 0);
  const others = namespaces.filter((namespace) => !isOwn(namespace));
  const taken = others.flatMap(({ path, name }) => [String(path).toLowerCase(), String(name).toLowerCase()]);
  const users = planUsers(archived, existing, userBase, new Set(taken));
  for (const line of usersReport(archived, users)) print(line);
  const [group] = await rowsOf(content, "namespaces");
  const mapping = addMapping({
    ids: content.ids,
    bases,
    users,
    from: scope.namespace_id,
    home: target?.id ?? namespaceBase + 1,
    owner: typeof target?.owner_id === "number" ? target.owner_id : null,
    hasHome: target === null,
    visibility: Number((target ?? group)?.visibility_level ?? 0),
  });
  const created = archived.flatMap((row) => {
    const user = users.get(Number(row.id));
    return user?.by === "created" ? [{ row, user }] : [];
  });
  return {
    id,
    mapping,
    done,
    rowsFor: (table, rows) => (table === "users" ? createdOf(rows, users) : null),
    extra: new Map([
      ["namespaces", created.map(({ row, user }, at) => namespaceOf(row, user, namespaceBase + 2 + at))],
    ]),
  };
}

const createdOf = (rows: readonly Row[], users: ReadonlyMap<number, PlannedUser>): Row[] =>
  rows.flatMap((row) => {
    const user = users.get(Number(row.id));
    return user?.by === "created" ? [createdUser(row, user)] : [];
  });

function* usersReport(archived: readonly Row[], users: ReadonlyMap<number, PlannedUser>): Generator<string> {
  for (const { id, username, email } of archived) {
    const user = users.get(Number(id));
    if (user === undefined || user.by === "ghost") continue;
    const who = `${username} <${email}>`;
    yield user.by === "created"
      ? `${who} is created as ${user.username}, blocked.`
      : `${who} is ${user.username}, by ${user.by === "email" ? "e-mail address" : "user name"}.`;
  }
}

function findTarget(namespaces: readonly Existing[], into: string | null): Existing {
  if (into === null)
    throw new Failure("This archive is of a project. Say into which group or user it goes: --into PATH.");
  const found = namespaces.find(({ path }) => String(path).toLowerCase() === into.toLowerCase());
  if (found === undefined) throw new Failure(`There is no group or user ${into}.`);
  return found;
}

/** Unless it is this import that took them before it was interrupted. */
async function refuseTaken(content: ArchiveContent, server: ServerClient, place: Place): Promise<void> {
  const { scope, target, namespaces, id } = place;
  if ((await beginImport(server, id, { ids: {} })).size > 0) return;
  const hasName = (one: Row, other: Row) =>
    String(one.path).toLowerCase() === String(other.path).toLowerCase() || one.name === other.name;
  const others = target === null ? namespaces : await readAll(server, "projects", `&scope=group:${target.id}`);
  const added = await rowsOf(content, target === null ? "namespaces" : "projects");
  const taken = added.find((one) => others.some((other) => hasName(one, other)));
  if (taken === undefined) return;
  throw new Failure(
    `There is a ${scope.kind} with the path or the name of ${taken.path} already. Nothing was written.`,
  );
}

async function rowsOf(content: ArchiveContent, table: BackupTableName): Promise<Row[]> {
  const pages = content.pages.get(table) ?? [];
  return (await Promise.all(pages.map((page) => readPage(content, page)))).flat();
}

/** All rows of a table here. */
async function readAll(server: ServerClient, table: BackupTableName, query: string): Promise<Existing[]> {
  const { tables } = await server.json<{ tables: Record<string, { rows_until: number }> }>("/-/backup");
  const until = tables[table]?.rows_until ?? 0;
  const rows: Row[] = [];
  for (let after = 0; after < until; ) {
    const response = await server.get(`/-/backup/rows/${table}?after=${after}&until=${until}${query}`);
    rows.push(...rowsIn(await response.text()));
    after = Number(response.headers.get("x-next-row"));
  }
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
