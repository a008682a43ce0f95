// Stands in for wrangler in the tests of deploying: records its calls, and keeps what Cloudflare would keep.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunWrangler, WranglerResult } from "../../../scripts/deploy/wrangler.ts";

/** An account at Cloudflare, as far as the scripts use one. */
export interface Account {
  isLoggedIn: boolean;
  databases: { name: string; uuid: string }[];
  /** Names of the migrations the database has; null before the bookkeeping table exists. */
  migrations: string[] | null;
  /** Those that `d1 migrations apply` leads to. */
  newestMigrations: string[];
  secrets: Record<string, string>;
  versions: { id: string; tag: string }[];
  /** What a build results in. */
  bundle: string;
  url: string;
  /** Texts of commands that fail, by the beginning of the command. */
  failures: Record<string, string>;
  calls: string[];
}

const succeed = (output: unknown = ""): WranglerResult => ({
  code: 0,
  stdout: typeof output === "string" ? output : JSON.stringify(output, null, 2),
  stderr: "",
});

const fail = (stderr: string): WranglerResult => ({ code: 1, stdout: "", stderr });

const noWorker = fail("This Worker does not exist on your account. [code: 10007]");

type Command = (account: Account, args: readonly string[], env: Readonly<Record<string, string>>) => WranglerResult;

const commands: readonly [begin: string, run: Command][] = [
  ["whoami", ({ isLoggedIn }) => (isLoggedIn ? succeed({ loggedIn: true }) : fail("You are not authenticated."))],
  ["d1 list", ({ databases }) => succeed(databases)],
  ["d1 create", createDatabase],
  ["d1 execute", listMigrations],
  ["d1 migrations apply", applyMigrations],
  ["deployments status", showStatus],
  ["versions view", showVersion],
  ["secret list", listSecrets],
  ["deploy", (account, args, env) => (args.includes("--dry-run") ? build(account, args) : deploy(account, args, env))],
];

/** Wrangler with this account. */
export const standIn =
  (account: Account): RunWrangler =>
  async (args, env) => {
    const command = args.join(" ");
    account.calls.push(command);
    const failure = Object.entries(account.failures).find(([begin]) => command.startsWith(begin))?.[1];
    const run = commands.find(([begin]) => command.startsWith(begin))?.[1];
    if (failure !== undefined) return fail(failure);
    return run === undefined ? fail(`Unknown command: ${command}`) : run(account, args, env);
  };

const option = (args: readonly string[], name: string): string => args[args.indexOf(name) + 1] ?? "";

function createDatabase(account: Account, args: readonly string[]): WranglerResult {
  account.databases.push({ name: args[2] ?? "", uuid: "11111111-2222-3333-4444-555555555555" });
  return succeed("Created your new D1 database.");
}

function listMigrations({ migrations }: Account): WranglerResult {
  if (migrations === null) return fail("no such table: d1_migrations: SQLITE_ERROR");
  return succeed([{ results: migrations.map((name) => ({ name })), success: true }]);
}

function applyMigrations(account: Account): WranglerResult {
  account.migrations = account.newestMigrations;
  return succeed();
}

function showStatus({ versions }: Account): WranglerResult {
  const version = versions.at(-1);
  return version === undefined ? noWorker : succeed({ versions: [{ version_id: version.id, percentage: 100 }] });
}

function showVersion({ versions }: Account, args: readonly string[]): WranglerResult {
  const version = versions.find(({ id }) => id === args[2]);
  return succeed({ id: version?.id, annotations: { "workers/tag": version?.tag } });
}

function listSecrets({ versions, secrets }: Account): WranglerResult {
  if (versions.length === 0) return noWorker;
  return succeed(Object.keys(secrets).map((name) => ({ name, type: "secret_text" })));
}

function build({ bundle }: Account, args: readonly string[]): WranglerResult {
  const outdir = option(args, "--outdir");
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, "index.js"), bundle);
  return succeed("--dry-run: exiting now.");
}

function deploy(account: Account, args: readonly string[], env: Readonly<Record<string, string>>): WranglerResult {
  if (args.includes("--secrets-file")) {
    Object.assign(account.secrets, JSON.parse(readFileSync(option(args, "--secrets-file"), "utf8")));
  }
  account.versions.push({ id: `version-${account.versions.length + 1}`, tag: option(args, "--tag") });
  const output = { type: "deploy", version: 1, worker_name: "tributary", targets: [account.url] };
  writeFileSync(env.WRANGLER_OUTPUT_FILE_PATH ?? "", `${JSON.stringify(output)}\n`);
  return succeed(`Uploaded tributary\n  ${account.url}`);
}
