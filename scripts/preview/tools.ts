// What the commands for previews work with: the tests replace the account, git, the variables and the clock.
import { join } from "node:path";
import { deployConfigPath } from "../deploy/config.ts";
import { generatedTokenPath } from "../deploy/secrets.ts";
import { type ListedDatabase, listDatabases } from "../deploy/target.ts";
import { Wrangler } from "../deploy/wrangler.ts";
import { Failure } from "../failure.ts";
import { assetsFolder, configPath, projectRoot } from "../project.ts";
import { projectGit, type RunGit, type Variables } from "./branches.ts";
import { previewConfigPath } from "./config.ts";
import { namesBeside, type PreviewNames } from "./names.ts";
import { findProduction, type Production } from "./production.ts";

export interface PreviewTools {
  readonly wrangler: Wrangler;
  readonly git: RunGit;
  /** Of the environment. */
  readonly variables: Variables;
  /** wrangler.toml. */
  readonly committedPath: string;
  /** What npm run deploy has generated, if it was run here. */
  readonly deployedPath: string;
  /** Which the build has filled. */
  readonly assetsFolder: string;
  /** Where the configurations and tokens of previews are written. */
  readonly folder: string;
  /** Milliseconds between two readiness checks. */
  readonly readinessPause: number;
  print(line: string): void;
}

export const previewTools = (): PreviewTools => ({
  wrangler: new Wrangler(),
  git: projectGit,
  variables: process.env,
  committedPath: configPath,
  deployedPath: deployConfigPath,
  assetsFolder,
  folder: projectRoot,
  readinessPause: 1_000,
  print: (line) => console.log(line),
});

/** The account, as a command begins. */
export interface Account {
  readonly production: Production;
  readonly names: PreviewNames;
  readonly databases: readonly ListedDatabase[];
}

/** @throws Failure without a login, and where a variable names the Worker to use */
export async function openAccount({
  wrangler,
  variables,
  committedPath,
  deployedPath,
}: PreviewTools): Promise<Account> {
  if (variables.WRANGLER_CI_OVERRIDE_NAME) {
    throw new Failure(
      `WRANGLER_CI_OVERRIDE_NAME makes wrangler use the Worker ${variables.WRANGLER_CI_OVERRIDE_NAME} for every command. Unset it, then try again.`,
    );
  }
  await wrangler.requireLogin();
  const databases = await listDatabases(wrangler);
  const production = await findProduction(wrangler, { committedPath, deployedPath }, databases);
  return { production, names: namesBeside(production), databases };
}

/** The files of one preview. */
export function filesOf(
  { folder }: PreviewTools,
  preview: string,
): { readonly config: string; readonly token: string } {
  const config = previewConfigPath(folder, preview);
  return { config, token: generatedTokenPath({ configPath: config }) };
}

/** For messages: relative to the project. */
export const shown = ({ folder }: PreviewTools, path: string): string =>
  path.startsWith(join(folder, "/")) ? path.slice(folder.length + 1) : path;
