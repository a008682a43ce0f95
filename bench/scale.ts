// `npm run bench:scale -- 1000000`: fills a database with that many issues, a repository and a courier, and prints for each
// route of the benchmark the rows it reads and the tables it scans, and for each table its size on disk. Takes some minutes
// and 3 GB of disk.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { boot } from "../scripts/boot.ts";
import { Client, type Target } from "./load.ts";
import { offline } from "./offline.ts";
import { fillObjects } from "./scale-objects.ts";
import { openDatabases, printSizes } from "./scale-sizes.ts";
import { type Seeded, seed } from "./seed.ts";
import { seedHistory } from "./seed-history.ts";
import { targets } from "./targets.ts";
import type { SentStatement } from "./worker.ts";

const ROOT_TOKEN = "root-of-the-bench";
/** The routes of the benchmark edit issues with ids up to 6,100. */
const FEWEST_ISSUES = 10_000;
const issues = Number(process.argv[2] ?? 1_000_000);
if (!(issues >= FEWEST_ISSUES)) throw new Error(`At least ${FEWEST_ISSUES} issues are needed.`);
const size = { users: 5_000, groups: 500, projects: 2_000, issues, mergeRequests: issues / 50 };
const history = { events: issues, pushes: issues / 10, notifications: issues / 2, todos: issues / 10 };

const folder = await mkdtemp(join(tmpdir(), "tributary-scale-"));
try {
  const measured = await measureRoutes();
  const databases = await openDatabases(folder);
  const [largest] = databases;
  if (largest !== undefined) printPlans(largest.database, measured);
  for (const { database, size } of databases) {
    printSizes(database, size);
    database.close();
  }
} finally {
  await rm(folder, { recursive: true });
}

interface Measured {
  readonly target: Target;
  readonly rowsRead: string;
  readonly statements: readonly SentStatement[];
}

async function measureRoutes(): Promise<Measured[]> {
  const options = {
    port: 0,
    stateDir: folder,
    database: "d1",
    vars: { ROOT_TOKEN, HOOKS_ALLOW_LOCAL: "true" },
    entry: "bench/worker.ts",
  } as const;
  // The first boot creates the tables. They are filled without a server, which would take several times as long.
  await (await boot(options)).dispose();
  const seeded = await seedOffline();
  const server = await boot(options);
  const client = new Client(server.url.origin, 1);
  try {
    const measured: Measured[] = [];
    for (const target of targets(seeded)) {
      const { serverTiming, status } = await client.once(target, 0, true);
      if (status >= 400) throw new Error(`${target.method} ${target.path} returned ${status}.`);
      const rowsRead = /rows-read=(\d+)/.exec(serverTiming)?.[1] ?? "";
      measured.push({ target, rowsRead, statements: await sentStatements(server.url, target) });
    }
    await fillObjects(server.url, ROOT_TOKEN, folder);
    return measured;
  } finally {
    client.close();
    await server.dispose();
  }
}

async function seedOffline(): Promise<Seeded> {
  const [created] = await openDatabases(folder, 0);
  if (created === undefined) throw new Error(`There is no database in ${folder}.`);
  const { database } = created;
  console.log(`Seeding ${JSON.stringify({ ...size, ...history })} ...`);
  database.exec("pragma synchronous = off; begin");
  const filled = offline(database);
  const seeded = await seed(filled, size);
  await seedHistory(filled, size, history);
  database.exec("commit");
  database.close();
  return seeded;
}

/** The statements of one request, in their order. */
async function sentStatements(origin: URL, target: Target): Promise<SentStatement[]> {
  const { path, body } = target.nth?.(1) ?? target;
  const headers = {
    "content-type": "application/json",
    "bench-statements": "1",
    "private-token": target.token ?? "",
    // As in scale-objects.ts: what follows may block this process until the server has closed the connection.
    connection: "close",
  };
  const response = await fetch(new URL(path, origin), { method: target.method, headers, body: body ?? null });
  return (await response.json()) as SentStatement[];
}

function printPlans(database: DatabaseSync, measured: readonly Measured[]): void {
  console.log("\n| route | rows read | statements | tables scanned |\n|---|---|---|---|");
  for (const { target, rowsRead, statements } of measured) {
    const scanned = new Set(statements.flatMap(({ sql, params }) => tableScans(planOf(database, sql, params))));
    const cells = [`${target.method} ${target.name}`, rowsRead, statements.length, [...scanned].join("; ")];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/** The steps of a query plan. */
function planOf(database: DatabaseSync, sql: string, params: readonly unknown[]): string[] {
  const rows = database.prepare(`explain query plan ${sql}`).all(...(params as SQLInputValue[]));
  return rows.map(({ detail }) => String(detail));
}

/** The steps of a query plan that read a whole table or index, without those that read a CTE, which is a page long. */
function tableScans(plan: readonly string[]): string[] {
  const ctes = new Set(plan.map((detail) => /^(?:MATERIALIZE|CO-ROUTINE) (\S+)/.exec(detail)?.[1]));
  return plan.filter((detail) => {
    const name = /^SCAN (\S+)/.exec(detail)?.[1];
    return name !== undefined && !ctes.has(name) && !/CONSTANT ROW|VIRTUAL TABLE/.test(detail);
  });
}
