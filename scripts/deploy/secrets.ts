// The deployment's secrets: found on the Worker, taken from the environment, asked for, or generated.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import type { DeployTools } from "./tools.ts";
import { jsonIn } from "./wrangler.ts";

/** As src/env.ts requires. */
const SHORTEST_TOKEN = 8;

/** Where a generated token is kept, readable by its owner only: it must not appear in the logs of a CI job. */
export const generatedTokenPath = ({ configPath }: Pick<DeployTools, "configPath">): string =>
  `${configPath}.root-token`;

/** The names of the secrets the running Worker has; none before the first deployment. @throws Failure */
export async function listSecrets({ wrangler, configPath }: DeployTools): Promise<string[]> {
  const args = ["secret", "list", "--format", "json", "--config", configPath];
  const stdout = await wrangler.runIfDeployed(args, "Nothing was deployed. Try again in a minute.");
  return (jsonIn<{ name: string }[]>(stdout ?? "[]") ?? []).map(({ name }) => name);
}

export interface RootToken {
  readonly value: string;
  /** It is in the file of {@link generatedTokenPath}. */
  readonly isGenerated: boolean;
}

/** A generated token is written down before it is used. @throws Failure for a token that is too short */
export async function chooseRootToken(tools: DeployTools): Promise<RootToken> {
  const given = tools.rootToken ?? (await tools.askForRootToken());
  if (given === "") return generateRootToken(tools);
  if (given.length < SHORTEST_TOKEN) {
    throw new Failure(`ROOT_TOKEN must have at least ${SHORTEST_TOKEN} characters. Choose another, then try again.`);
  }
  return { value: given, isGenerated: false };
}

/** Written to the file of {@link generatedTokenPath} first. */
export async function generateRootToken(tools: Pick<DeployTools, "configPath">): Promise<RootToken> {
  const value = randomBytes(24).toString("base64url");
  await writeFile(generatedTokenPath(tools), `${value}\n`, { mode: 0o600 });
  return { value, isGenerated: true };
}

/** @param use receives wrangler's arguments that upload the secrets from a file which only this user can read */
export async function withSecretsFile<Result>(
  secrets: Readonly<Record<string, string>>,
  use: (args: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (Object.keys(secrets).length === 0) return use([]);
  const folder = await mkdtemp(join(tmpdir(), "tributary-secrets-"));
  const file = join(folder, "secrets.json");
  try {
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
    return await use(["--secrets-file", file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
