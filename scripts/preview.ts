// `npm run preview`, `preview:list` and `preview:delete`, see docs/deploy.md.
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.ts";
import { createPreview } from "./preview/create.ts";
import { deletePreviews } from "./preview/delete.ts";
import { listPreviews } from "./preview/list.ts";
import { previewTools } from "./preview/tools.ts";

/** @param usage the arguments, for the message */
function withUsage<Parsed>(parse: () => Parsed, usage: string): Parsed {
  try {
    return parse();
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}. ${usage}`);
  }
}

async function create(args: string[]): Promise<void> {
  const options = {
    name: { type: "string" },
    libsql: { type: "string" },
    seed: { type: "boolean", default: false },
    "new-token": { type: "boolean", default: false },
  } as const;
  const usage = "The arguments are --name NAME, --libsql URL, --seed and --new-token.";
  const { values } = withUsage(() => parseArgs({ args, options }), usage);
  const { name = null, libsql = null, seed, "new-token": newToken } = values;
  await createPreview(previewTools(), { name, libsqlUrl: libsql, seed, newToken });
}

async function remove(args: string[]): Promise<void> {
  const options = { gone: { type: "boolean", default: false } } as const;
  const usage = "The arguments are NAME or --gone.";
  const { values, positionals } = withUsage(() => parseArgs({ args, options, allowPositionals: true }), usage);
  if (positionals.length > 1) throw new Failure(usage);
  await deletePreviews(previewTools(), { name: positionals[0] ?? null, gone: values.gone });
}

async function list(args: string[]): Promise<void> {
  withUsage(() => parseArgs({ args, options: {} }), "There are no arguments.");
  await listPreviews(previewTools());
}

const commands: Readonly<Record<string, (args: string[]) => Promise<void>>> = { create, delete: remove, list };

await run(async () => {
  const [command = "", ...args] = process.argv.slice(2);
  const main = commands[command];
  if (main === undefined) throw new Failure("Run npm run preview, npm run preview:list or npm run preview:delete.");
  await main(args);
});
