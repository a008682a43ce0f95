// The Worker's bindings in workerd's configuration. Each leads to a service of configuration.ts.
import { Failure } from "../failure.ts";
import type { WorkerOptions } from "../worker.ts";
import type { Value } from "./capnp.ts";

type Binding = { readonly name: string; readonly [kind: string]: Value };

/** How the bindings of a kind are served locally. */
const kinds: Readonly<Record<string, (worker: WorkerOptions) => Binding[]>> = {
  bindings: ({ bindings = {} }) =>
    Object.entries(bindings).map(([name, value]) =>
      typeof value === "string" ? { name, text: value } : { name, json: JSON.stringify(value) },
    ),
  d1Databases: ({ d1Databases = {} }) =>
    Object.entries(d1Databases).map(([name, options]) => databaseOf(name, options)),
  durableObjects: ({ durableObjects = {} }) =>
    Object.entries(durableObjects).map(([name, object]) => ({
      name,
      durableObjectNamespace: typeof object === "string" ? object : object.className,
    })),
  ratelimits: ({ ratelimits = {} }) =>
    Object.entries(ratelimits).map(([name, { namespace_id: namespace, simple }]) => {
      const props = { json: JSON.stringify({ namespace, limit: simple.limit, period: simple.period ?? 60 }) };
      return { name, service: { name: "rate-limit", props } };
    }),
  email: ({ email }) => (email?.send_email ?? []).map(({ name }) => ({ name, service: "mail" })),
  assets: ({ assets }) => (assets === undefined ? [] : [{ name: assets.binding ?? "ASSETS", service: "assets" }]),
  analyticsEngineDatasets: ({ analyticsEngineDatasets = {} }) =>
    Object.keys(analyticsEngineDatasets).map((name) => ({ name, wrapped: { moduleName: "tributary:metrics" } })),
};

/** workerd's own client of D1, on Miniflare's service, which finds the database by its id. */
function databaseOf(name: string, database: unknown): Binding {
  const id = hasId(database) ? database.id : String(database);
  const props = { json: JSON.stringify({ MINIFLARE_NAMESPACE: id }) };
  const innerBindings = [{ name: "fetcher", service: { name: "d1", props } }];
  return { name, wrapped: { moduleName: "cloudflare-internal:d1-api", innerBindings } };
}

const hasId = (value: unknown): value is { id: string } =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

/** What is configured beside bindings. Schedules and consumers of logs are Cloudflare's. */
const others = new Set([
  ...["name", "rootPath", "modules", "modulesRoot", "compatibilityDate", "compatibilityFlags"],
  ...["cronTriggers", "tails", "streamingTails"],
]);

/** @throws Failure for a kind of binding that a local server does not have */
export function bindingsOf(worker: WorkerOptions): Binding[] {
  const unknown = Object.entries(worker)
    .filter(([kind, options]) => !others.has(kind) && !(kind in kinds) && !isEmpty(options))
    .map(([kind]) => kind);
  if (unknown.length > 0) {
    throw new Failure(
      `wrangler.toml has bindings that a local server does not have: ${unknown.join(", ")}. Leave them out, or deploy.`,
    );
  }
  return Object.values(kinds).flatMap((of) => of(worker));
}

const isEmpty = (options: unknown): boolean =>
  options === undefined || options === null || (typeof options === "object" && Object.keys(options).length === 0);
