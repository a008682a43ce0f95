// Reads a configuration as it is written, with wrangler's own parser.
import { Failure } from "../failure.ts";
import type { RawConfig } from "./config.ts";

/** @throws Failure for a file that is no TOML or JSON */
export async function readRawConfig(path: string): Promise<RawConfig> {
  process.env.WRANGLER_WRITE_LOGS ??= "false"; // Otherwise wrangler writes a log file to the home folder.
  const { experimental_readRawConfig } = await import("wrangler");
  try {
    return experimental_readRawConfig({ config: path }).rawConfig;
  } catch (error) {
    throw new Failure(
      `${path} cannot be read: ${error instanceof Error ? error.message : error}\n\nRepair it, then try again.`,
    );
  }
}
