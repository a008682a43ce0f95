// A fake wrangler for the tests of deploying: records its calls, and keeps Cloudflare's state in a JSON file.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of a Cloudflare account that the scripts use. */
export interface Account {
  isLoggedIn: boolean;
  databases: { name: string; uuid: string }[];
  /** Names of the applied migrations; null before the bookkeeping table exists. */
  migrations: string[] | null;
  secrets: Record<string, string>;
  versions: { id: string; tag: string }[];
  /** The result of a build. */
  bundle: string;
  url: string;
  /** Error texts of commands that fail, by the beginning of the command. */
  failures: Record<string, string>;
  calls: string[];
}

const path = process.env.STAND_IN_ACCOUNT ?? "";
const account: Account = JSON.parse(readFileSync(path, "utf8"));
const args = process.argv.slice(2);
const command = args.join(" ");
const option = (name: string): string | undefined => args[args.indexOf(name) + 1];

/** Prints a result, and exits with 0. */
function succeed(output: unknown = ""): void {
  writeFileSync(path, JSON.stringify(account));
  console.log(typeof output === "string" ? output : JSON.stringify(output, null, 2));
}

function fail(message: string): void {
  writeFileSync(path, JSON.stringify(account));
  console.error(message);
  process.exitCode = 1;
}

const commands: readonly [begin: string, run: () => void][] = [
  ["whoami", () => (account.isLoggedIn ? succeed({ loggedIn: true }) : fail("You are not authenticated."))],
  ["d1 list", () => succeed(account.databases)],
  ["d1 create", createDatabase],
  ["d1 execute", listMigrations],
  ["d1 migrations apply", applyMigrations],
  ["deployments status", () => showStatus()],
  ["versions view", () => showVersion()],
  ["secret list", () => listSecrets()],
  ["deploy", () => (args.includes("--dry-run") ? buildWorker() : deployWorker())],
];

account.calls.push(command.replaceAll(/(--(?:outdir|secrets-file|config)) \S+/g, "$1 …"));
const failure = Object.entries(account.failures).find(([begin]) => command.startsWith(begin))?.[1];
const known = commands.find(([begin]) => command.startsWith(begin))?.[1];
if (failure !== undefined) fail(failure);
else if (known === undefined) fail(`Unknown command: ${command}`);
else known();

function createDatabase(): void {
  account.databases.push({ name: args[2] ?? "", uuid: "11111111-2222-3333-4444-555555555555" });
  succeed("Created your new D1 database.");
}

function listMigrations(): void {
  if (account.migrations === null) fail("no such table: d1_migrations: SQLITE_ERROR");
  else succeed([{ results: account.migrations.map((name) => ({ name })), success: true }]);
}

function applyMigrations(): void {
  account.migrations = JSON.parse(process.env.STAND_IN_MIGRATIONS ?? "[]");
  succeed();
}

function showStatus(): void {
  const version = account.versions.at(-1);
  if (version === undefined) fail("This Worker does not exist on your account. [code: 10007]");
  else succeed({ id: "deployment", versions: [{ version_id: version.id, percentage: 100 }] });
}

function showVersion(): void {
  const version = account.versions.find(({ id }) => id === args[2]);
  succeed({ id: version?.id, annotations: { "workers/tag": version?.tag } });
}

function listSecrets(): void {
  if (account.versions.length === 0) fail("This Worker does not exist on your account. [code: 10007]");
  else succeed(Object.keys(account.secrets).map((name) => ({ name, type: "secret_text" })));
}

function buildWorker(): void {
  const outdir = option("--outdir") ?? "";
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, "index.js"), account.bundle);
  succeed("--dry-run: exiting now.");
}

function deployWorker(): void {
  const file = args.includes("--secrets-file") ? option("--secrets-file") : undefined;
  if (file !== undefined) Object.assign(account.secrets, JSON.parse(readFileSync(file, "utf8")));
  account.versions.push({ id: `version-${account.versions.length + 1}`, tag: option("--tag") ?? "" });
  const output = { type: "deploy", version: 1, worker_name: "tributary", targets: [account.url] };
  writeFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH ?? "", `${JSON.stringify(output)}\n`);
  succeed(`Uploaded tributary\n  ${account.url}`);
}
