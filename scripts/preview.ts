// `npm run preview`, `preview:list`, `preview:delete` and `preview:report`, see docs/deploy.md.
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.ts";
import { createPreview } from "./preview/create.ts";
import { deletePreviews } from "./preview/delete.ts";
import { listPreviews } from "./preview/list.ts";
import { type Report, reportPreview } from "./preview/report/report.ts";
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
    "url-file": { type: "string" },
  } as const;
  const usage = "The arguments are --name NAME, --libsql URL, --seed, --new-token and --url-file FILE.";
  const { values } = withUsage(() => parseArgs({ args, options }), usage);
  const { name = null, libsql = null, seed, "new-token": newToken, "url-file": urlFile = null } = values;
  await createPreview(previewTools(), { name, libsqlUrl: libsql, seed, newToken, urlFile });
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

async function report(args: string[]): Promise<void> {
  const options = {
    state: { type: "string" },
    url: { type: "string" },
    sha: { type: "string" },
    branch: { type: "string" },
  } as const;
  const usage = "The arguments are --state running|success|failed|deleted, --url URL, --sha SHA and --branch BRANCH.";
  const { values } = withUsage(() => parseArgs({ args, options }), usage);
  await reportPreview(previewTools(), reportOf(values) ?? fail(usage));
}

/** Null for an unknown state. An empty URL is none: scripts pass on what a failed job has not written. */
function reportOf(values: { state?: string; url?: string; sha?: string; branch?: string }): Report | null {
  const { state } = values;
  const branch = values.branch || null;
  if (state === "deleted") return { state, branch };
  if (state !== "running" && state !== "success" && state !== "failed") return null;
  return { state, url: values.url || null, sha: values.sha || null, branch };
}

function fail(message: string): never {
  throw new Failure(message);
}

const commands: Readonly<Record<string, (args: string[]) => Promise<void>>> = { create, delete: remove, list, report };

await run(async () => {
  const [command = "", ...args] = process.argv.slice(2);
  const main = commands[command];
  if (main === undefined) throw new Failure("Run npm run preview, preview:list, preview:delete or preview:report.");
  await main(args);
});
