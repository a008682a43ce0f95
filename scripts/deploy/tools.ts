// What deploying works with: the tests replace the account, the clock and the terminal.
import { createInterface } from "node:readline/promises";
import { assetsFolder } from "../project.ts";
import { deployConfigPath } from "./config.ts";
import { Wrangler } from "./wrangler.ts";

export interface DeployTools {
  readonly wrangler: Wrangler;
  /** What to run again after a failure: `npm run deploy`. */
  readonly command: string;
  /** Where the configuration to deploy with is written. */
  readonly configPath: string;
  /** Which the build has filled. */
  readonly assetsFolder: string;
  /** Of the environment. */
  readonly rootToken: string | undefined;
  readonly libsqlAuthToken: string | undefined;
  /** Milliseconds between two readiness checks. */
  readonly readinessPause: number;
  /** Empty to have one generated. */
  askForRootToken(): Promise<string>;
  print(line: string): void;
}

export const deployTools = (): DeployTools => ({
  wrangler: new Wrangler(),
  command: "npm run deploy",
  configPath: deployConfigPath,
  assetsFolder,
  rootToken: process.env.ROOT_TOKEN,
  libsqlAuthToken: process.env.LIBSQL_AUTH_TOKEN,
  readinessPause: 1_000,
  askForRootToken,
  print: (line) => console.log(line),
});

/** Empty without a terminal. */
async function askForRootToken(): Promise<string> {
  if (!process.stdin.isTTY) return "";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question("The administrator's token (empty to generate one): ")).trim();
  } finally {
    terminal.close();
  }
}
