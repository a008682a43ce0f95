// `npm run preview:delete`: deletes previews with their Durable Objects and databases. What was interrupted is finished by
// running it again.
import { rm } from "node:fs/promises";
import { withCode } from "../deploy/wrangler.ts";
import { Failure } from "../failure.ts";
import { branchesAtOrigin, currentBranch, productionBranches, refuseProductionBranch } from "./branches.ts";
import { isGone } from "./list.ts";
import { checkName, type PreviewNames } from "./names.ts";
import { type PreviewRow, Registry } from "./registry.ts";
import { type Account, filesOf, openAccount, type PreviewTools } from "./tools.ts";

export interface DeleteOptions {
  /** Null for the current branch's. */
  readonly name: string | null;
  /** All whose branches no longer exist at origin, and all whose deletion was interrupted. */
  readonly gone: boolean;
}

/** Idempotent. @throws Failure that says what to do next */
export async function deletePreviews(tools: PreviewTools, options: DeleteOptions): Promise<void> {
  if (options.gone && options.name !== null) {
    throw new Failure("--gone chooses the previews itself: give it or a name, not both.");
  }
  const chosenBranch = options.gone || options.name !== null ? null : await branchToDelete(tools);
  if (options.name !== null) await refuseProductionName(tools, options.name);
  const account = await openAccount(tools);
  const registry = Registry.find(tools.wrangler, account.names, account.databases);
  const rows = (await registry?.list()) ?? [];
  const names = await namesToDelete(tools, account, options, rows, chosenBranch);
  if (names.length === 0) tools.print("There is no preview to delete.");
  for (const name of names)
    await removePreview(tools, account, registry, rowOf(rows, name) ?? { name, libsql_url: null });
}

const rowOf = (rows: readonly PreviewRow[], name: string): PreviewRow | undefined =>
  rows.find((row) => row.name === name);

async function namesToDelete(
  { git }: PreviewTools,
  { names }: Account,
  { name, gone }: DeleteOptions,
  rows: readonly PreviewRow[],
  branch: string | null,
): Promise<readonly string[]> {
  if (name !== null) return [checkName(name, names.longest)];
  if (!gone) return rows.filter((row) => row.branch === branch).map((row) => row.name);
  const atOrigin = await branchesAtOrigin(git);
  if (atOrigin === null) {
    throw new Failure(
      "The branches at origin could not be read, so which are gone is not known. Check git ls-remote origin, then try again.",
    );
  }
  return rows.filter((row) => row.state === "deleting" || isGone(row, atOrigin)).map((row) => row.name);
}

async function branchToDelete({ git, variables }: PreviewTools): Promise<string> {
  const branch = await currentBranch(git, variables);
  if (branch === null) {
    throw new Failure(
      "HEAD is detached, so there is no branch whose preview to delete. Name the preview: npm run preview:delete -- NAME (npm run preview:list has the names).",
    );
  }
  await refuseProductionBranch(branch, git, variables);
  return branch;
}

async function refuseProductionName({ git, variables }: PreviewTools, name: string): Promise<void> {
  if (!(await productionBranches(git, variables)).has(name)) return;
  throw new Failure(`${name} is the production branch, which has no preview. npm run preview:list has the names.`);
}

const NO_PREVIEW = withCode(10007, 10025, 10090);

/** In the order in which an interrupted deletion can be continued: the entry of the list goes last. */
export async function removePreview(
  tools: PreviewTools,
  account: Account,
  registry: Registry | null,
  { name, libsql_url }: Pick<PreviewRow, "name" | "libsql_url">,
): Promise<void> {
  const { wrangler, print } = tools;
  const { names, databases } = account;
  const database = names.database(name);
  refuseProductionDatabase(account, database);
  const next = `Run npm run preview:delete -- ${name} again to continue.`;
  await registry?.change(name, { state: "deleting" });
  await deleteWorker(tools, names, name, next);
  if (databases.some((listed) => listed.name === database)) {
    await wrangler.run(["d1", "delete", database, "--skip-confirmation"], next);
  }
  const files = filesOf(tools, name);
  for (const path of [files.config, files.token]) await rm(path, { force: true });
  await registry?.remove(name);
  print(`Deleted the preview ${name}: its Worker, Durable Objects${libsql_url === null ? " and database" : ""}.`);
  if (libsql_url !== null) print(`Its database at ${libsql_url} is left: delete it where you have created it.`);
}

/** With its Durable Objects. Does nothing where there is none. */
export async function deleteWorker(
  { wrangler, committedPath }: PreviewTools,
  names: PreviewNames,
  preview: string,
  next: string,
): Promise<void> {
  const which = ["--name", preview, "--worker-name", names.worker, "--config", committedPath];
  await wrangler.runIfFound(["preview", "delete", ...which, "--skip-confirmation"], next, NO_PREVIEW);
}

function refuseProductionDatabase({ production, databases }: Account, database: string): void {
  const id = databases.find(({ name }) => name === database)?.uuid ?? database;
  if (!production.databases.has(database) && !production.databases.has(id)) return;
  throw new Failure(
    `${database} is production's database, which no preview owns. Nothing was deleted; npm run preview:list has the previews.`,
  );
}
