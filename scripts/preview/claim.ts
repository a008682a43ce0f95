// Finds the entry of the branch's preview in the list of previews, or makes one under a name that is free.
import { Failure } from "../failure.ts";
import { currentBranch, productionBranches, refuseProductionBranch } from "./branches.ts";
import { refuseUsedLibsql } from "./libsql.ts";
import { candidateNames, checkName } from "./names.ts";
import type { PreviewRow, Registry } from "./registry.ts";
import type { Account, PreviewTools } from "./tools.ts";

export interface Claim {
  /** Null on a detached HEAD. */
  readonly branch: string | null;
  /** As given, or made from the branch; those to try, best first. */
  readonly names: readonly string[];
  /** The name is the user's, whatever branch it was used for before. */
  readonly isNamed: boolean;
}

/** @throws Failure on a detached HEAD without a name, and for the production branch */
export async function claimOf({ git, variables }: PreviewTools, name: string | null, account: Account): Promise<Claim> {
  const { longest } = account.names;
  const branch = await currentBranch(git, variables);
  if (branch !== null) await refuseProductionBranch(branch, git, variables);
  const reserved = await productionBranches(git, variables);
  if (name !== null) {
    checkName(name, longest);
    if (reserved.has(name)) throw new Failure(`${name} is the production branch. Choose another --name.`);
    return { branch, names: [name], isNamed: true };
  }
  if (branch === null) {
    throw new Failure("HEAD is detached, so no branch names the preview. Name it: npm run preview -- --name NAME");
  }
  return { branch, names: candidateNames(branch, longest).filter((one) => !reserved.has(one)), isNamed: false };
}

export interface LibsqlChoice {
  /** Null for D1, or for what the preview has. */
  readonly url: string | null;
  readonly authToken: string | undefined;
}

/** @throws Failure when no name is free, and for a database that is not the preview's own */
export async function claimRow(
  registry: Registry,
  { branch, names, isNamed }: Claim,
  libsql: LibsqlChoice,
  account: Account,
): Promise<PreviewRow> {
  const rows = await registry.list();
  for (const name of names) {
    const existing = rows.find((row) => row.name === name);
    if (existing !== undefined && !isNamed && existing.branch !== branch) continue;
    if (libsql.url !== null) {
      if (existing !== undefined && existing.libsql_url !== libsql.url) throw otherDatabase(existing);
      await refuseUsedLibsql(libsql.url, libsql.authToken, { production: account.production, rows, name });
    }
    const row = existing ?? (await addRow(registry, { name, branch, libsql_url: libsql.url }));
    // Another branch with the same slug may have been faster.
    if (isNamed || row.branch === branch) return row;
  }
  throw new Failure(
    `The names ${names.join(" and ")} are taken by other branches. Choose one: npm run preview -- --name NAME`,
  );
}

async function addRow(registry: Registry, row: Parameters<Registry["add"]>[0]): Promise<PreviewRow> {
  const added = (await registry.add(row)).find(({ name }) => name === row.name);
  if (added === undefined) throw new Failure("The list of previews did not keep the new entry. Try again in a minute.");
  return added;
}

const otherDatabase = ({ name, libsql_url }: PreviewRow): Failure =>
  new Failure(
    `The preview ${name} uses ${libsql_url ?? "D1"}, and its repositories belong to that database. ` +
      `Run npm run preview:delete -- ${name} first, or leave out --libsql.`,
  );
