// The deployment's secrets: found on the Worker, taken from the environment, asked for, or generated.
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Failure } from "../failure.ts";
import { deployConfigPath } from "./config.ts";
import { jsonIn, tryWrangler } from "./wrangler.ts";

/** As src/env.ts requires. */
const SHORTEST_TOKEN = 8;

/** The names of the secrets the running Worker has; none before the first deployment. */
export async function listSecrets(): Promise<string[]> {
  const { code, stdout } = await tryWrangler(["secret", "list", "--format", "json", "--config", deployConfigPath]);
  if (code !== 0) return [];
  return (jsonIn<{ name: string }[]>(stdout) ?? []).map(({ name }) => name);
}

export interface RootToken {
  readonly value: string;
  /** It has to be shown, since nobody else knows it. */
  readonly isGenerated: boolean;
}

/** @throws Failure for a token that is too short */
export async function chooseRootToken(): Promise<RootToken> {
  const given = process.env.ROOT_TOKEN ?? (process.stdin.isTTY ? await ask() : "");
  if (given === "") return { value: randomBytes(24).toString("base64url"), isGenerated: true };
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
