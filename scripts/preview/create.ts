// `npm run preview`: gives the current branch a deployment with its own database and Durable Objects, or updates it.
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { buildTag } from "../deploy/build-tag.ts";
import { waitUntilReady } from "../deploy/readiness.ts";
import { generateRootToken, withSecretsFile } from "../deploy/secrets.ts";
import { d1Migrations, findOrCreateDatabase, libsqlMigrations } from "../deploy/target.ts";
import { jsonIn, withCode } from "../deploy/wrangler.ts";
import { Failure } from "../failure.ts";
import { branchesAtOrigin } from "./branches.ts";
import { claimOf, claimRow } from "./claim.ts";
import { configOf, type PreviewDatabase, textOf } from "./config.ts";
import { removePreview } from "./delete.ts";
import { refuseProductions, refuseProductionsIn } from "./production.ts";
import { readRawConfig } from "./raw-config.ts";
import { type PreviewRow, Registry } from "./registry.ts";
import { seedExamples } from "./seed.ts";
import { type Account, filesOf, openAccount, type PreviewTools, shown } from "./tools.ts";

export interface PreviewOptions {
  /** Null for a name made from the branch. */
  readonly name: string | null;
  /** Null for D1, or for the database the preview has. */
  readonly libsqlUrl: string | null;
  /** Creates example data, once. */
  readonly seed: boolean;
  /** Replaces the administrator's token. */
  readonly newToken: boolean;
  /** Where to write the URL, for scripts. */
  readonly urlFile: string | null;
}

const COMMAND = "npm run preview";

/** A preview under way. */
interface Work {
  readonly tools: PreviewTools;
  readonly account: Account;
  readonly registry: Registry;
  readonly row: PreviewRow;
  readonly branch: string | null;
  readonly files: ReturnType<typeof filesOf>;
  /** Names of the secrets of what is deployed; null when nothing is. */
  readonly secrets: readonly string[] | null;
}

/** @throws Failure that says what to do next */
export async function createPreview(tools: PreviewTools, options: PreviewOptions): Promise<void> {
  const account = await openAccount(tools);
  const committed = await readRawConfig(tools.committedPath);
  const { names, production } = account;
  refuseProductions({ name: names.worker, previews: committed.previews }, production, "wrangler.toml");
  const work = await begin(tools, account, options);
  await refuseProductionsIn(work.files.config, production);
  const database = await databaseOf(work);
  const config = configOf(committed, names, database);
  refuseProductions(config, production, "The configuration of the preview");
  await writeFile(work.files.config, textOf(config));
  const url = await update(work, database, options);
  if (options.urlFile !== null && url !== null) await writeFile(options.urlFile, `${url}\n`);
  showResult(work, url);
}

/** Finds or adds the preview's entry, and removes what is left of a preview that lost a part. */
async function begin(tools: PreviewTools, account: Account, options: PreviewOptions): Promise<Work> {
  const claim = await claimOf(tools, options.name, account);
  const registry = await Registry.open(tools, account.names);
  const libsql = { url: options.libsqlUrl, authToken: tools.variables.LIBSQL_AUTH_TOKEN };
  const row = await claimRow(registry, claim, libsql, account);
  const files = filesOf(tools, row.name);
  const work = {
    tools,
    account,
    registry,
    row,
    branch: claim.branch,
    files,
    secrets: await listSecrets(tools, row.name, account),
  };
  const missing = missingPart(work);
  if (missing === null) return work;
  tools.print(`${missing}, so the preview ${row.name} is removed and created anew, without its data.`);
  await removePreview(tools, account, registry, row);
  if (row.libsql_url !== null) {
    throw new Failure(
      `The database at ${row.libsql_url} still has data. Create an empty one, then try again with --libsql and its URL.`,
    );
  }
  return { ...work, row: await claimRow(registry, claim, libsql, account), secrets: null };
}

/** The database and the repositories of a preview need each other. Null for a preview that is new or complete. */
function missingPart({ account, row, secrets }: Work): string | null {
  if (row.state === "deleting") return "Its deletion was interrupted";
  if (row.state === "creating") return null;
  // Cloudflare deletes the preview that was deployed least recently when a Worker has too many.
  if (secrets === null) return "Cloudflare has deleted its Worker";
  const name = account.names.database(row.name);
  const hasDatabase = row.libsql_url !== null || account.databases.some((listed) => listed.name === name);
  return hasDatabase ? null : "Its database is gone";
}

const NO_DEPLOYMENT = new RegExp(
  `The Preview .* was not found|no deployments for the Preview|${withCode(10007, 10025, 10090, 10222).source}`,
);

async function listSecrets(tools: PreviewTools, name: string, { names }: Account): Promise<readonly string[] | null> {
  const which = ["--name", name, "--worker-name", names.worker, "--config", tools.committedPath];
  const next = "Nothing was changed. Try again in a minute.";
  const stdout = await tools.wrangler.runIfFound(
    ["preview", "secret", "list", "--json", ...which],
    next,
    NO_DEPLOYMENT,
  );
  return stdout === null ? null : (jsonIn<{ name: string }[]>(stdout) ?? []).map((secret) => secret.name);
}

async function databaseOf({ tools, account, row }: Work): Promise<PreviewDatabase> {
  if (row.libsql_url !== null) return { kind: "libsql", url: row.libsql_url };
  const name = account.names.database(row.name);
  return { kind: "d1", name, id: await findOrCreateDatabase(tools, name) };
}

/** @returns the URL; null for a preview without one */
async function update(work: Work, database: PreviewDatabase, options: PreviewOptions): Promise<string | null> {
  const { tools, row, registry, files, secrets } = work;
  const needsSeed = options.seed && row.seeded === 0;
  const authToken = tools.variables.LIBSQL_AUTH_TOKEN;
  const given = database.kind === "libsql" && authToken !== undefined ? { LIBSQL_AUTH_TOKEN: authToken } : {};
  const tag = await buildTag({ ...tools, configPath: files.config }, given);
  await migrate(work, database);
  const needsToken = !secrets?.includes("ROOT_TOKEN") || options.newToken || (needsSeed && !existsSync(files.token));
  const atOrigin = await isAtOrigin(work);
  if (!needsToken && !needsSeed && row.tag === tag && row.at_origin === atOrigin && row.branch === work.branch) {
    tools.print(`The preview ${row.name} is up to date (${tag}).`);
    return row.url;
  }
  const isUploaded = needsToken || row.tag !== tag;
  const url = isUploaded ? await upload(work, tag, given, needsToken) : row.url;
  if (isUploaded && url !== null) {
    await waitUntilReady(
      url,
      tools.readinessPause,
      `Run ${COMMAND} again; npm run preview:delete -- ${row.name} gives up.`,
    );
  }
  await registry.change(row.name, { branch: work.branch, at_origin: atOrigin, state: "ready", url, tag });
  if (needsSeed) await seed(work, url);
  return url;
}

async function migrate({ tools, account, files, row }: Work, database: PreviewDatabase): Promise<void> {
  const target =
    database.kind === "libsql"
      ? libsqlMigrations(database.url, tools.variables.LIBSQL_AUTH_TOKEN)
      : d1Migrations({ ...tools, configPath: files.config, command: COMMAND });
  const pending = await target.pending();
  if (pending.length === 0) return;
  // The file may have been edited since it was written.
  await refuseProductionsIn(files.config, account.production);
  tools.print(`Applying ${pending.length} migrations to the database of the preview ${row.name}.`);
  await target.migrate();
}

async function isAtOrigin({ tools, branch }: Work): Promise<0 | 1> {
  return branch !== null && (await branchesAtOrigin(tools.git))?.has(branch) ? 1 : 0;
}

/** @returns the URL; null when wrangler reports none */
async function upload(
  { tools, account, files, row, secrets }: Work,
  tag: string,
  given: Readonly<Record<string, string>>,
  needsToken: boolean,
): Promise<string | null> {
  const token = needsToken ? { ROOT_TOKEN: (await generateRootToken({ configPath: files.config })).value } : {};
  await refuseProductionsIn(files.config, account.production);
  tools.print(`Deploying the preview ${row.name}.`);
  const next = `Fix the cause, then run ${COMMAND} again; npm run preview:delete -- ${row.name} gives up.`;
  try {
    return await withSecretsFile({ ...given, ...token }, (secretArgs) => {
      const args = [
        "--name",
        row.name,
        "--tag",
        tag,
        "--json",
        "--ignore-base-config",
        ...secretArgs,
        "--config",
        files.config,
      ];
      return tools.wrangler.preview(args, next);
    });
  } catch (error) {
    // The former token may still be the right one, and no file is better than a wrong one.
    if (needsToken && secrets?.includes("ROOT_TOKEN")) await rm(files.token, { force: true });
    throw error;
  }
}

async function seed({ tools, registry, row, files }: Work, url: string | null): Promise<void> {
  if (url === null) {
    throw new Failure("The preview has no URL, so no example data could be created. Enable its URL, then try again.");
  }
  await seedExamples(url, (await readFile(files.token, "utf8")).trim());
  await registry.change(row.name, { seeded: 1 });
  tools.print("It has example data: the group rivers with the project delta.");
}

function showResult({ tools, row, files }: Work, url: string | null): void {
  const { print } = tools;
  if (url === null) {
    print(
      `The preview ${row.name} is deployed. Wrangler reported no URL: enable Preview URLs of its Worker in the dashboard.`,
    );
    return;
  }
  const token = shown(tools, files.token);
  const hasToken = existsSync(files.token);
  print(
    hasToken
      ? `The administrator's token is in ${token}.`
      : `The administrator's token is not on this machine; ${COMMAND} -- --new-token replaces it.`,
  );
  const header = hasToken ? `$(cat ${token})` : "YOUR_TOKEN";
  print(`The preview ${row.name} runs at ${url}\n\n  curl -H "PRIVATE-TOKEN: ${header}" ${url}/api/v3/groups`);
}
