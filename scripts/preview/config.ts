// The configuration of one preview: wrangler.toml with the names and the database of the preview, in a file git ignores.
import { join } from "node:path";
import type { Unstable_RawConfig } from "wrangler";
import { Failure } from "../failure.ts";
import type { PreviewNames } from "./names.ts";

export type RawConfig = Unstable_RawConfig;
export type PreviewConfig = RawConfig & { readonly name: string };

/** The database of a preview. */
export type PreviewDatabase =
  | { readonly kind: "d1"; readonly name: string; readonly id: string }
  | { readonly kind: "libsql"; readonly url: string };

export const previewConfigPath = (folder: string, preview: string): string =>
  join(folder, `wrangler.preview.${preview}.json`);

/** What reaches production's visitors, receivers or readers, and has no place in a preview. */
const notForPreviews = ["route", "routes", "triggers", "env", "send_email", "$schema"] as const;
const variablesNotForPreviews = ["MAIL_FROM", "EXTERNAL_URL", "LIBSQL_URL"];

/** With the driver. */
const buildForLibsql = "npm run --silent build -- --libsql";

/**
 * Bindings are repeated in `previews`, which inherits none; `[previews]` of wrangler.toml may add others.
 *
 * @throws Failure for a `[previews]` that binds a database
 */
export function configOf(committed: RawConfig, names: PreviewNames, database: PreviewDatabase): PreviewConfig {
  if (committed.previews?.d1_databases !== undefined) {
    throw new Failure(
      "wrangler.toml has [[previews.d1_databases]], which all previews would share. Remove it, then try again: each gets its own.",
    );
  }
  const kept = Object.entries(committed).filter(([name]) => !notForPreviews.some((left) => left === name));
  const vars = variablesOf(committed, database);
  const d1_databases = databasesOf(committed, database);
  return {
    ...Object.fromEntries(kept),
    name: names.worker,
    workers_dev: true,
    preview_urls: true,
    build: { ...committed.build, ...(database.kind === "libsql" && { command: buildForLibsql }) },
    vars,
    d1_databases,
    previews: {
      ...committed.previews,
      vars,
      d1_databases,
      durable_objects: { bindings: committed.durable_objects?.bindings ?? [] },
    },
  };
}

/** As the file has it. */
export const textOf = (config: PreviewConfig): string => `${JSON.stringify(config, null, 2)}\n`;

function variablesOf({ vars, previews }: RawConfig, database: PreviewDatabase): NonNullable<RawConfig["vars"]> {
  const shared = Object.entries(vars ?? {}).filter(([name]) => !variablesNotForPreviews.includes(name));
  const { LIBSQL_URL: _, ...own } = previews?.vars ?? {};
  return { ...Object.fromEntries(shared), ...own, ...(database.kind === "libsql" && { LIBSQL_URL: database.url }) };
}

function databasesOf({ d1_databases }: RawConfig, database: PreviewDatabase): NonNullable<RawConfig["d1_databases"]> {
  if (database.kind === "libsql") return [];
  const migrations_dir = d1_databases?.[0]?.migrations_dir ?? "drizzle";
  return [{ binding: "DB", database_name: database.name, database_id: database.id, migrations_dir }];
}
