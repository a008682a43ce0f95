// The configuration to deploy with: wrangler.toml with the id of this account's database, in a file git ignores. The
// committed file stays as it is.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { configPath, projectRoot } from "../project.ts";

export const deployConfigPath = join(projectRoot, "wrangler.deploy.toml");

/** In wrangler.toml as committed. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

export interface CommittedConfig {
  readonly text: string;
  readonly workerName: string;
  readonly databaseName: string;
  /** Null as committed; set by whoever has put their own database's id there. */
  readonly databaseId: string | null;
}

/** @throws Failure when wrangler.toml does not name the Worker or its database */
export async function readCommittedConfig(): Promise<CommittedConfig> {
  const text = await readFile(configPath, "utf8");
  const value = (name: string): string => {
    const found = new RegExp(`^${name} = "([^"]*)"`, "m").exec(text)?.[1];
    if (found === undefined) throw new Failure(`wrangler.toml has no ${name}: restore that line, then try again.`);
    return found;
  };
  const id = value("database_id");
  return {
    text,
    workerName: value("name"),
    databaseName: value("database_name"),
    databaseId: id === NO_ID ? null : id,
  };
}

const heading = "# Written by npm run deploy from wrangler.toml. Changes here are lost.\n\n";

/** wrangler.toml for D1, with the id of the database. */
export const configForD1 = ({ text }: CommittedConfig, databaseId: string): string =>
  heading + text.replace(/^database_id = "[^"]*"/m, `database_id = "${databaseId}"`);

const D1_BLOCK = /^\[\[d1_databases\]\]\n(?:.+\n)*/m;
const BUILD_COMMAND = /^command = "npm run --silent build"/m;

/** wrangler.toml for libSQL: without D1, with the driver, and with the address of the database. */
export function configForLibsql({ text }: CommittedConfig, url: string): string {
  const withDriver = text
    .replace(D1_BLOCK, "")
    .replace(BUILD_COMMAND, `command = "npm run --silent build -- --libsql"`);
  const variable = `LIBSQL_URL = ${JSON.stringify(url)}`;
  const hasVars = /^\[vars\]$/m.test(withDriver);
  return (
    heading +
    (hasVars ? withDriver.replace(/^\[vars\]$/m, `[vars]\n${variable}`) : `${withDriver}\n[vars]\n${variable}\n`)
  );
}
