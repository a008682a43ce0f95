// An account with previews, in place of wrangler: deploy's stand-in with databases that run SQL, and with previews.
import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { unstable_splitSqlQuery } from "wrangler";
import type { RunWrangler, WranglerResult } from "../../../scripts/deploy/wrangler.ts";
import { type Account, standIn } from "../deploy/stand-in.ts";

export interface AccountDatabase {
  readonly name: string;
  readonly uuid: string;
  readonly sql: DatabaseSync;
  /** Null before the bookkeeping table exists. */
  migrations: string[] | null;
}

/** What `wrangler preview` was given last. */
export interface StoredPreview {
  readonly worker: string;
  readonly tag: string;
  readonly secrets: Record<string, string>;
  /** The database ids, and the scripts whose Durable Objects are bound; undefined for the preview's own. */
  readonly databases: readonly string[];
  readonly objects: readonly (string | undefined)[];
  readonly vars: Record<string, unknown>;
  readonly deployments: number;
}

export interface PreviewAccount extends Account {
  databases: AccountDatabase[];
  /** By name. */
  previews: Map<string, StoredPreview>;
  /** Bindings of production's running version. */
  bindings: object[];
  /** What commands print instead of their result, by the beginning of the command. */
  outputs: Record<string, string>;
  /** Serves a preview. @returns its URL; null for none */
  serve(secrets: Readonly<Record<string, string>>): Promise<string | null>;
}

const succeed = (output: unknown = ""): WranglerResult => ({
  code: 0,
  stdout: typeof output === "string" ? output : JSON.stringify(output, null, 2),
  stderr: "",
});

const fail = (stderr: string): WranglerResult => ({ code: 1, stdout: "", stderr });

type Arguments = readonly string[];
type Command = (
  account: PreviewAccount,
  args: Arguments,
  env: Readonly<Record<string, string>>,
) => Promise<WranglerResult>;

const commands: readonly [begin: string, run: Command][] = [
  ["d1 list", async ({ databases }) => succeed(databases.map(({ name, uuid }) => ({ name, uuid })))],
  ["d1 create", createDatabase],
  ["d1 delete", deleteDatabase],
  ["d1 execute", execute],
  ["d1 migrations apply", migrate],
  ["versions view", async ({ bindings }) => succeed({ id: "version-1", resources: { bindings } })],
  ["preview secret list", listSecrets],
  ["preview delete", deletePreview],
  ["preview", preview],
];

/** Wrangler with this account. */
export const previewStandIn = (account: PreviewAccount): RunWrangler => {
  const rest = standIn(account);
  return async (args, env) => {
    const command = args.join(" ");
    const run = commands.find(([begin]) => command.startsWith(begin))?.[1];
    if (run === undefined) return rest(args, env);
    account.calls.push(command);
    const failure = textFor(account.failures, command);
    if (failure !== undefined) return fail(failure);
    const output = textFor(account.outputs, command);
    return output === undefined ? run(account, args, env) : succeed(output);
  };
};

const textFor = (texts: Readonly<Record<string, string>>, command: string): string | undefined =>
  Object.entries(texts).find(([begin]) => command.startsWith(begin))?.[1];

const option = (args: Arguments, name: string): string => args[args.indexOf(name) + 1] ?? "";

interface Config {
  readonly name: string;
  readonly d1_databases?: { readonly database_id: string }[];
  readonly previews: {
    readonly d1_databases: { readonly database_id: string }[];
    readonly durable_objects: { readonly bindings: { readonly script_name?: string }[] };
    readonly vars: Record<string, unknown>;
  };
}

const configOf = (args: Arguments): Config => JSON.parse(readFileSync(option(args, "--config"), "utf8"));

export function newDatabase(account: Pick<PreviewAccount, "databases">, name: string): AccountDatabase {
  const uuid = `00000000-0000-0000-0000-${String(account.databases.length + 1).padStart(12, "0")}`;
  const database = { name, uuid, sql: new DatabaseSync(":memory:"), migrations: null };
  account.databases.push(database);
  return database;
}

async function createDatabase(account: PreviewAccount, args: Arguments): Promise<WranglerResult> {
  newDatabase(account, args[2] ?? "");
  return succeed("Created your new D1 database.");
}

async function deleteDatabase(account: PreviewAccount, args: Arguments): Promise<WranglerResult> {
  account.databases = account.databases.filter(({ name }) => name !== args[2]);
  return succeed();
}

/** DB is the configured database, any other name one of the account. */
function databaseOf({ databases }: PreviewAccount, name: string, args: Arguments): AccountDatabase | undefined {
  if (name !== "DB") return databases.find((database) => database.name === name);
  const [bound] = configOf(args).d1_databases ?? [];
  return databases.find(({ uuid }) => uuid === bound?.database_id);
}

async function execute(account: PreviewAccount, args: Arguments): Promise<WranglerResult> {
  const database = databaseOf(account, args[2] ?? "", args);
  if (database === undefined) return fail(`Couldn't find a D1 DB with name or binding '${args[2]}'`);
  if (args[2] === "DB") {
    if (database.migrations === null) return fail("no such table: d1_migrations: SQLITE_ERROR");
    return succeed([{ results: database.migrations.map((name) => ({ name })) }]);
  }
  const statements = unstable_splitSqlQuery(option(args, "--command"));
  return succeed(statements.map((statement) => ({ results: database.sql.prepare(statement).all(), success: true })));
}

async function migrate(account: PreviewAccount, args: Arguments): Promise<WranglerResult> {
  const database = databaseOf(account, args[3] ?? "", args);
  if (database === undefined) return fail("Couldn't find the D1 database");
  database.migrations = account.newestMigrations;
  return succeed();
}

const notFound = (name: string): WranglerResult =>
  fail(`The Preview "${name}" was not found. Please check the Preview name, or create it with \`wrangler preview\`.`);

async function listSecrets({ previews }: PreviewAccount, args: Arguments): Promise<WranglerResult> {
  const name = option(args, "--name");
  const found = previews.get(name);
  return found === undefined
    ? notFound(name)
    : succeed(Object.keys(found.secrets).map((secret) => ({ name: secret, type: "secret_text" })));
}

async function deletePreview({ previews }: PreviewAccount, args: Arguments): Promise<WranglerResult> {
  if (previews.delete(option(args, "--name"))) return succeed("deleted successfully");
  return fail("A request to the Cloudflare API failed.\n\nPreview not found. [code: 10025]");
}

async function preview(
  account: PreviewAccount,
  args: Arguments,
  env: Readonly<Record<string, string>>,
): Promise<WranglerResult> {
  const name = option(args, "--name");
  const former = account.previews.get(name);
  const given = args.includes("--secrets-file") ? JSON.parse(readFileSync(option(args, "--secrets-file"), "utf8")) : {};
  const secrets = { ...former?.secrets, ...given };
  const { name: worker, previews } = configOf(args);
  account.previews.set(name, {
    worker,
    tag: option(args, "--tag"),
    secrets,
    databases: previews.d1_databases.map(({ database_id }) => database_id),
    objects: previews.durable_objects.bindings.map(({ script_name }) => script_name),
    vars: previews.vars,
    deployments: (former?.deployments ?? 0) + 1,
  });
  const url = await account.serve(secrets);
  const output = { type: "preview", version: 1, preview_name: name, preview_urls: url === null ? [] : [url] };
  writeFileSync(env.WRANGLER_OUTPUT_FILE_PATH ?? "", `${JSON.stringify(output)}\n`);
  return succeed();
}
