// The database a deployment uses: D1, found or created in the account, or a libSQL server.
import { createClient } from "@libsql/client/web";
import { Failure } from "../failure.ts";
import { type Migration, migrateLibsql, pendingAfter, pendingOnLibsql } from "../migrations.ts";
import { type CommittedConfig, configForD1, configForLibsql } from "./config.ts";
import type { DeployTools } from "./tools.ts";
import { jsonIn, type Wrangler } from "./wrangler.ts";

export interface DeployTarget {
  /** `the D1 database tributary` */
  readonly name: string;
  /** The text of the configuration to deploy with. */
  readonly config: string;
  /** Secrets the Worker needs to reach the database, besides ROOT_TOKEN. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The migrations the database lacks, oldest first. Needs the configuration to be written. */
  pending(): Promise<Migration[]>;
  migrate(): Promise<void>;
}

export interface ListedDatabase {
  readonly uuid: string;
  readonly name: string;
}

/** Finds the account's database of that name, or creates it. @throws Failure */
export async function d1Target(committed: CommittedConfig, tools: DeployTools): Promise<DeployTarget> {
  const { databaseName: name } = committed;
  const id = committed.databaseId ?? (await findOrCreateDatabase(tools, name));
  return { name: `the D1 database ${name}`, config: configForD1(committed, id), secrets: {}, ...d1Migrations(tools) };
}

/** Of the database the configuration binds as DB. */
export const d1Migrations = (tools: MigrationTools): Pick<DeployTarget, "pending" | "migrate"> => ({
  pending: async () => pendingAfter(await appliedOnD1(tools)),
  async migrate() {
    const args = ["d1", "migrations", "apply", "DB", "--remote", "--config", tools.configPath];
    const next = `The migrations before the failed one are applied. Run ${tools.command} again to continue.`;
    await tools.wrangler.run(args, next);
  },
});

type MigrationTools = Pick<DeployTools, "wrangler" | "configPath" | "command">;
type AccountTools = Pick<DeployTools, "wrangler" | "print">;

/** All D1 databases of the account. @throws Failure */
export async function listDatabases(wrangler: Wrangler): Promise<ListedDatabase[]> {
  const stdout = await wrangler.run(["d1", "list", "--json"], "Check that your account has D1, then try again.");
  const databases = jsonIn<ListedDatabase[]>(stdout);
  if (databases !== null) return databases;
  throw new Failure(`wrangler returned no JSON for the list of databases:\n\n${stdout}\n\nTry again in a minute.`);
}

async function findDatabase(wrangler: Wrangler, name: string): Promise<string | null> {
  return (await listDatabases(wrangler)).find((database) => database.name === name)?.uuid ?? null;
}

/** @returns the id. @throws Failure */
export const findOrCreateDatabase = async (tools: AccountTools, name: string): Promise<string> =>
  (await findDatabase(tools.wrangler, name)) ?? createDatabase(tools, name);

async function createDatabase({ wrangler, print }: AccountTools, name: string): Promise<string> {
  print(`Creating the D1 database ${name}.`);
  await wrangler.run(
    ["d1", "create", name],
    "Delete a database you no longer need, or raise your plan, then try again.",
  );
  const id = await findDatabase(wrangler, name);
  if (id === null) throw new Failure(`The D1 database ${name} was created, but is not listed yet. Try again.`);
  return id;
}

interface Executed {
  readonly results: readonly { readonly name: string }[];
}

async function appliedOnD1({ wrangler, configPath }: MigrationTools): Promise<string[]> {
  const command = "select name from d1_migrations order by id";
  const args = ["d1", "execute", "DB", "--remote", "--json", "--yes", "--command", command, "--config", configPath];
  const { code, stdout, stderr } = await wrangler.attempt(args);
  if (code !== 0) {
    if (`${stdout}${stderr}`.includes("no such table")) return [];
    throw new Failure(`The database could not be read.\n\n${stdout}${stderr}\n\nTry again in a minute.`);
  }
  const [executed] = jsonIn<Executed[]>(stdout) ?? [];
  return (executed?.results ?? []).map(({ name }) => name);
}

export function libsqlTarget(committed: CommittedConfig, url: string, authToken: string | undefined): DeployTarget {
  return {
    name: `the libSQL database at ${url}`,
    config: configForLibsql(committed, url),
    secrets: authToken === undefined ? {} : { LIBSQL_AUTH_TOKEN: authToken },
    ...libsqlMigrations(url, authToken),
  };
}

/** Of the database at the URL. They throw a Failure when the server cannot be reached. */
export function libsqlMigrations(
  url: string,
  authToken: string | undefined,
): Pick<DeployTarget, "pending" | "migrate"> {
  const client = createClient(authToken === undefined ? { url } : { url, authToken });
  return {
    async pending() {
      try {
        return await pendingOnLibsql(client);
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        throw new Failure(
          `${url} could not be read: ${reason}\n\nCheck the URL and LIBSQL_AUTH_TOKEN, then try again.`,
        );
      }
    },
    async migrate() {
      await migrateLibsql(client);
    },
  };
}
