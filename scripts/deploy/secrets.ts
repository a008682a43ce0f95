// The deployment's secrets: found on the Worker, taken from the environment, asked for, or generated.
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { Failure } from "../failure.ts";
import { deployConfigPath } from "./config.ts";
import { jsonIn, wranglerIfDeployed } from "./wrangler.ts";

/** As src/env.ts requires. */
const SHORTEST_TOKEN = 8;

/** Where a generated token is kept, readable by its owner only: it must not appear in the logs of a CI job. */
export const generatedTokenPath = `${deployConfigPath}.root-token`;

/** The names of the secrets the running Worker has; none before the first deployment. @throws Failure */
export async function listSecrets(): Promise<string[]> {
  const args = ["secret", "list", "--format", "json", "--config", deployConfigPath];
  const stdout = await wranglerIfDeployed(args, "Nothing was deployed. Try again in a minute.");
  return (jsonIn<{ name: string }[]>(stdout ?? "[]") ?? []).map(({ name }) => name);
}

export interface RootToken {
  readonly value: string;
  /** It is in the file {@link generatedTokenPath}. */
  readonly isGenerated: boolean;
}

/** A generated token is written down before it is used. @throws Failure for a token that is too short */
export async function chooseRootToken(): Promise<RootToken> {
  const given = process.env.ROOT_TOKEN ?? (process.stdin.isTTY ? await ask() : "");
  if (given === "") {
    const value = randomBytes(24).toString("base64url");
    await writeFile(generatedTokenPath, `${value}\n`, { mode: 0o600 });
    return { value, isGenerated: true };
  }
  if (given.length < SHORTEST_TOKEN) {
    throw new Failure(`ROOT_TOKEN must have at least ${SHORTEST_TOKEN} characters. Choose another, then try again.`);
  }
  return { value: given, isGenerated: false };
}

async function ask(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question("The administrator's token (empty to generate one): ")).trim();
  } finally {
    terminal.close();
  }
}
