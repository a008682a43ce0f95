// The deployment's secrets: found on the Worker, taken from the environment, asked for, or generated.
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Failure } from "../failure.ts";
import type { DeployTools } from "./tools.ts";
import { jsonIn } from "./wrangler.ts";

/** As src/env.ts requires. */
const SHORTEST_TOKEN = 8;

/** Where a generated token is kept, readable by its owner only: it must not appear in the logs of a CI job. */
export const generatedTokenPath = ({ configPath }: DeployTools): string => `${configPath}.root-token`;

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
  if (given === "") {
    const value = randomBytes(24).toString("base64url");
    await writeFile(generatedTokenPath(tools), `${value}\n`, { mode: 0o600 });
    return { value, isGenerated: true };
  }
  if (given.length < SHORTEST_TOKEN) {
    throw new Failure(`ROOT_TOKEN must have at least ${SHORTEST_TOKEN} characters. Choose another, then try again.`);
  }
  return { value: given, isGenerated: false };
}
