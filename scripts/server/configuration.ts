// workerd's configuration of a local server: the Worker, what its bindings lead to, and the folders of its state.
// Miniflare is not needed to serve it, only two of its Workers, which simulate D1 and Cloudflare's cache.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { assetsFolder } from "../project.ts";
import type { WorkerOptions } from "../worker.ts";
import { assetsIn } from "./assets-table.ts";
import { bindingsOf } from "./bindings.ts";
import { Embedded, toText, type Value } from "./capnp.ts";

export interface Place {
  /** On 127.0.0.1. */
  readonly port: number;
  /** The folder of wrangler's `--persist-to`. */
  readonly stateDir: string;
  /** Where mails are written. */
  readonly mailDir: string;
}

/**
 * Has garbage collected earlier than V8 does by default, and with it the buffers and streams that it holds. The younger
 * generation of each isolate's heap has 4 MB. V8 would begin with 1, which a push fills several times, and each collection
 * copies what is still in use; and it would grow to 16. The older one is collected at 4 MB for the first time, not at 32, and
 * then grows by half at most between two collections (docs/performance.md).
 */
const v8Flags = [
  "--min-semi-space-size=4",
  "--max-semi-space-size=4",
  "--preconfigured-old-space-size=4",
  "--heap-growing-percent=50",
];

export type Struct = { readonly [name: string]: Value | undefined };

/** What a test serves beside the Worker. */
export interface Beside {
  readonly services: readonly Struct[];
  readonly sockets: readonly Struct[];
}

const NOTHING: Beside = { services: [], sockets: [] };

/**
 * @param worker with its modules as files
 * @returns a configuration in the text format of Cap'n Proto, which has the Worker's secrets. Its paths are absolute:
 *   workerd finds them with `--import-path=/`. The folders `v3/do` and `v3/d1` of the state and that of mails must exist.
 * @throws Failure for a binding that a local server does not have
 */
export async function configurationOf(worker: WorkerOptions, place: Place, beside = NOTHING): Promise<string> {
  const configuration: Struct = {
    services: [
      ...servicesOf(worker, place, await readExtraCertificates()),
      ...(await assetServices(worker)),
      ...beside.services,
    ],
    sockets: [{ name: "http", address: `127.0.0.1:${place.port}`, http: {}, service: "tributary" }, ...beside.sockets],
    extensions: [{ modules: extensions() }],
    v8Flags,
  };
  return `using Workerd = import "/workerd/workerd.capnp";\nconst config :Workerd.Config = ${toText(configuration)};\n`;
}

function servicesOf(
  worker: WorkerOptions,
  { stateDir, mailDir }: Place,
  trustedCertificates: readonly string[],
): Struct[] {
  const folder = (name: string) => join(resolve(stateDir, "v3"), name);
  const { compatibilityDate: date = "" } = worker;
  const hasCache = Number(worker.bindings?.EDGE_CACHE_SECONDS ?? 0) > 0;
  return [
    { name: "tributary", worker: mainWorker(worker, hasCache) },
    { name: "do", disk: { path: folder("do"), writable: true } },
    ...objectsOfMiniflare("d1", "D1DatabaseObject", folder("d1"), ["entry", "database"]),
    ...(hasCache ? objectsOfMiniflare("cache", "CacheObject", folder("cache"), ["cache-entry", "cache"]) : []),
    { name: "mail", worker: { ...ownWorker("mail", date), bindings: [{ name: "FILES", service: "mails" }] } },
    { name: "mails", disk: { path: mailDir, writable: true } },
    { name: "rate-limit", worker: ownWorker("rate-limit", date) },
    // Hooks and imports refuse private addresses themselves.
    {
      name: "internet",
      network: {
        allow: ["public", "private", "240.0.0.0/4"],
        tlsOptions: { trustBrowserCas: true, trustedCertificates },
      },
    },
  ];
}

/** Those of NODE_EXTRA_CA_CERTS, which Node's own connections trust, too. */
async function readExtraCertificates(): Promise<string[]> {
  const path = process.env.NODE_EXTRA_CA_CERTS;
  if (!path) return [];
  const text = await readFile(path, "utf8");
  return text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
}

function mainWorker(worker: WorkerOptions, hasCache: boolean): Struct {
  const classes = Object.values(worker.durableObjects ?? {}).map((object) =>
    typeof object === "string" ? object : object.className,
  );
  return {
    // The first is the entry.
    modules: [...["entry", "receive"].map(ownModule), ...modulesOf(worker)],
    compatibilityDate: worker.compatibilityDate,
    compatibilityFlags: worker.compatibilityFlags ?? [],
    bindings: bindingsOf(worker),
    durableObjectNamespaces: classes.map((className) => ({
      className,
      enableSql: true,
      // Names the folder. Miniflare and `wrangler dev` use the same.
      uniqueKey: `${worker.name}-${className}`,
    })),
    durableObjectStorage: { localDisk: "do" },
    cacheApiOutbound: hasCache ? "cache" : undefined,
  };
}

const fieldOfType: Readonly<Record<string, string>> = {
  ESModule: "esModule",
  CompiledWasm: "wasm",
  Data: "data",
  Text: "text",
};

function modulesOf({ modules }: WorkerOptions): Struct[] {
  if (!Array.isArray(modules)) throw new Error("The modules of the Worker are not listed");
  return modules.map(({ type, path }) => ({
    name: basename(String(path)),
    [fieldOfType[type] ?? type]: new Embedded(String(path)),
  }));
}

/** One of the folder `workers`. */
function ownWorker(name: string, compatibilityDate: string): Struct {
  return { modules: [ownModule(name)], compatibilityDate };
}

const ownModule = (name: string): Struct => ({ name: `${name}.js`, esModule: own(name) });
const own = (name: string): Embedded => new Embedded(join(import.meta.dirname, `workers/${name}.js`));

async function assetServices({ assets, compatibilityDate = "" }: WorkerOptions): Promise<Struct[]> {
  if (assets === undefined) return [];
  const table = JSON.stringify(await assetsIn(assetsFolder));
  const bindings = [
    { name: "FILES", service: "asset-files" },
    { name: "TABLE", json: table },
  ];
  return [
    { name: "assets", worker: { ...ownWorker("assets", compatibilityDate), bindings } },
    { name: "asset-files", disk: { path: assetsFolder } },
  ];
}

const miniflare = join(dirname(createRequire(import.meta.url).resolve("miniflare")), "workers");
const ofMiniflare = (name: string): Embedded => new Embedded(join(miniflare, `${name}.worker.js`));

/** A service of Miniflare: a Durable Object on disk, and the Worker that calls it by a name. */
function objectsOfMiniflare(name: string, className: string, path: string, files: readonly [string, string]): Struct[] {
  const [entry, object] = files.map((file) => [{ name: `${file}.js`, esModule: ofMiniflare(`${name}/${file}`) }]);
  // As Miniflare runs them.
  const compatibilityDate = "2023-07-24";
  const binding = { name: "MINIFLARE_OBJECT", durableObjectNamespace: { serviceName: `${name}-objects`, className } };
  return [
    {
      name,
      worker: {
        modules: entry,
        compatibilityDate,
        compatibilityFlags: name === "d1" ? ["enhanced_error_serialization"] : ["nodejs_compat", "experimental"],
        bindings: [binding],
      },
    },
    {
      name: `${name}-objects`,
      worker: {
        modules: object,
        compatibilityDate,
        compatibilityFlags: ["nodejs_compat", "experimental"],
        durableObjectNamespaces: [{ className, uniqueKey: `miniflare-${className}` }],
        durableObjectStorage: { localDisk: `${name}-storage` },
        bindings: [{ name: "MINIFLARE_BLOBS", service: `${name}-storage` }],
      },
    },
    { name: `${name}-storage`, disk: { path, writable: true } },
  ];
}

/** Modules that Miniflare's Workers import, and bindings with code of their own. */
const extensions = (): Struct[] => [
  { name: "miniflare:shared", esModule: ofMiniflare("shared/index") },
  { name: "miniflare:zod", esModule: ofMiniflare("shared/zod") },
  { name: "tributary:metrics", esModule: own("metrics"), internal: true },
];
