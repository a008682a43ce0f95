// Production's names, databases and URLs, and the refusal of a preview's configuration that uses one of them.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { readRunningVersion } from "../deploy/running-version.ts";
import type { ListedDatabase } from "../deploy/target.ts";
import type { Wrangler } from "../deploy/wrangler.ts";
import { Failure } from "../failure.ts";
import type { PreviewConfig, RawConfig } from "./config.ts";
import { readRawConfig } from "./raw-config.ts";

export interface Production {
  readonly workerName: string;
  readonly databaseName: string;
  /** Names and ids of D1 databases. */
  readonly databases: ReadonlySet<string>;
  /** As {@link comparableUrl} writes them. */
  readonly libsqlUrls: ReadonlySet<string>;
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * From the committed configuration, the one npm run deploy has generated here, the account's databases, and the version
 * that runs: each alone may be missing or outdated.
 */
export async function findProduction(
  wrangler: Wrangler,
  { committedPath, deployedPath }: { readonly committedPath: string; readonly deployedPath: string },
  account: readonly ListedDatabase[],
): Promise<Production> {
  const committed = await readRawConfig(committedPath);
  const [database] = committed.d1_databases ?? [];
  const workerName = committed.name;
  const databaseName = database?.database_name;
  if (workerName === undefined || databaseName === undefined) {
    throw new Failure(
      "wrangler.toml needs a name and a D1 database with a database_name: restore them, then try again.",
    );
  }
  const deployed = existsSync(deployedPath) ? [await readRawConfig(deployedPath)] : [];
  const databases = new Set(account.filter(({ name }) => name === databaseName).map(({ uuid }) => uuid));
  const libsqlUrls = new Set<string>();
  for (const config of [committed, ...deployed]) {
    for (const used of databasesOf(config)) databases.add(used);
    for (const url of libsqlUrlsOf(config)) libsqlUrls.add(url);
  }
  const running = await readRunningVersion({ wrangler, configPath: committedPath });
  for (const { type, name, database_id, id, text } of running?.resources?.bindings ?? []) {
    if (type === "d1") for (const used of [database_id, id]) if (used !== undefined) databases.add(used);
    if (name === "LIBSQL_URL" && text !== undefined) libsqlUrls.add(comparableUrl(text));
  }
  databases.delete(NO_ID);
  return { workerName, databaseName, databases, libsqlUrls };
}

const databasesOf = (config: Pick<RawConfig, "d1_databases">): string[] =>
  (config.d1_databases ?? []).flatMap(({ database_name, database_id }) =>
    [database_name, database_id].filter((used) => used !== undefined),
  );

const libsqlUrlsOf = ({ vars }: Pick<RawConfig, "vars">): string[] =>
  typeof vars?.LIBSQL_URL === "string" ? [comparableUrl(vars.LIBSQL_URL)] : [];

/** Host, port and path: libsql, https, wss and http reach the same database. */
export function comparableUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url.replace(/^\w+:/, "https:")) : null;
  if (parsed === null) return url;
  const { hostname, port, pathname } = parsed;
  // As an https URL, it has no port 443. That of http is 80, and a host's name may end with a dot.
  const place = `${hostname.replace(/\.$/, "")}:${port === "80" ? "" : port}`;
  return `${place}${pathname}`.toLowerCase().replace(/\/+$/, "");
}

/**
 * @param where the file, for the message
 * @throws Failure when the configuration names production's Worker or binds anything of production's
 */
export function refuseProductions(config: PreviewConfig | RawConfig, production: Production, where: string): void {
  const refuse = (what: string): never => {
    throw new Failure(
      `${where} ${what}, and a preview must not touch production. Nothing was changed. ` +
        "Undo that edit (a generated file can simply be deleted), then try again.",
    );
  };
  if (config.name === production.workerName) refuse(`names production's Worker, ${config.name}`);
  for (const part of [config, config.previews ?? {}]) {
    const database = databasesOf(part).find((used) => production.databases.has(used));
    if (database !== undefined) refuse(`binds production's D1 database (${database})`);
    if (libsqlUrlsOf(part).some((url) => production.libsqlUrls.has(url))) refuse("uses production's libSQL database");
    const foreign = part.durable_objects?.bindings?.find(({ script_name }) => script_name !== undefined);
    if (foreign !== undefined) refuse(`binds the Durable Objects of the Worker ${foreign.script_name}`);
    const service = part.services?.find((bound) => bound.service === production.workerName);
    if (service !== undefined) refuse(`binds production's Worker as ${service.binding}`);
  }
}

/** The same for a file, as it is now; a file that does not exist or is no JSON is not used, and passes. */
export async function refuseProductionsIn(path: string, production: Production): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return;
  let config: PreviewConfig;
  try {
    config = JSON.parse(text);
  } catch {
    return;
  }
  refuseProductions(config, production, path);
}
