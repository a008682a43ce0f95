// The Worker's platform, in process and on workerd: databases, Durable Objects, streams.
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, expect, inject, test } from "vitest";
import { once } from "../support/once.ts";
import "../support/runtime/platform.ts";
import { Chores, objectNamespace } from "../support/runtime/objects.ts";
import { ReplicatedD1 } from "../support/runtime/replicated-d1.ts";

interface Platform {
  show(scenario: string): Promise<unknown>;
  end(): Promise<void>;
}

const source = join(import.meta.dirname, "../support/runtime/probe.ts");

async function workerd(): Promise<Platform> {
  const script = stripTypeScriptTypes(await readFile(source, "utf8"));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      log: new Log(LogLevel.ERROR),
      workers: [
        {
          name: "probe",
          modules: true,
          script,
          compatibilityDate: "2026-10-20",
          d1Databases: ["DB"],
          durableObjects: { PROBES: { className: "Probe", useSQLite: true } },
        },
      ],
    }),
  );
  const show = async (scenario: string) =>
    (await miniflare.dispatchFetch(`http://probe/${encodeURIComponent(scenario)}`)).json();
  return { show, end: () => miniflare.dispose() };
}

async function inProcess(): Promise<Platform> {
  const { default: worker, Probe, scenarios } = await import("../support/runtime/probe.ts");
  const DB = new ReplicatedD1().binding();
  const env: Record<string, unknown> = { DB };
  env.PROBES = objectNamespace(Probe, env, new Chores());
  const bindings = asBindings<Parameters<(typeof scenarios)[string]>[0]>(env);
  const show = async (scenario: string) => {
    const request = new Request(`http://probe/${encodeURIComponent(scenario)}`);
    return (await worker.fetch(asIncoming(request), bindings)).json();
  };
  return { show, end: async () => {} };
}

const asBindings = <T>(env: object): T => env as T;
const asIncoming = (request: Request) => request as Request<unknown, IncomingRequestCfProperties<unknown>>;

const platform = once(inject("runtime") === "node" ? inProcess : workerd);

afterAll(async () => (await platform()).end());

test.each<[scenario: string, shown: unknown]>([
  ["the cache", [["shared", '"1"'], { threw: "Can't modify immutable headers." }, null, null]],
  ["sessions of D1", [null, true, [[{ n: 1 }]], true, true]],
  ["numbers in D1", [{ kind: "real", quotient: 3.5, whole: 3 }]],
  ["booleans in D1", [{ yes: 1, no: 0 }]],
  ["undefined in D1", true],
  ["bytes in D1", [{ bytes: [1, 2], length: 3 }]],
  ["parameters in D1", [[{ most: 1 }], [{ one: 1 }], { threw: expect.stringContaining("too many SQL variables") }]],
  ["patterns in D1", [[{ found: 1 }], { threw: expect.stringContaining("LIKE or GLOB pattern too complex") }]],
  ["compound selects in D1", [[{ n: 5 }], { threw: expect.stringContaining("too many terms in compound SELECT") }]],
  ["expressions in D1", [1, { threw: expect.stringContaining("Expression tree is too large") }]],
  ["texts in double quotes in D1", [{ a: "a" }]],
  [
    "a batch of D1 that fails",
    [
      "D1_ERROR: UNIQUE constraint failed: parents.name",
      "D1_ERROR: violates guard",
      "D1_ERROR: FOREIGN KEY constraint failed",
      "D1_ERROR: no such table: nowhere",
      [{ parents: 1 }],
    ],
  ],
  ["what D1 read before in a batch", [[], [], [{ n: 2 }], [{ n: 2 }]]],
  ["the name of an object", ["one", "two"]],
  ["what is passed to an object", [{ text: "mine" }, { text: "spoilt" }, "Uint8Array"]],
  ["what an object throws", { threw: "It cannot be done" }],
  ["calls in their order", [1, 2, 3]],
  [
    "values in an object's database",
    [
      [
        ["kind", "real"],
        ["quotient", 3.5],
        ["bytes", "ArrayBuffer of 2"],
        ["absent", null],
      ],
    ],
  ],
  ["parameters in an object's database", { threw: expect.stringContaining("too many SQL variables") }],
  ["transactions of an object", [1, 3]],
  ["what an object forgets", []],
  ["a stream from an object", 8],
  ["alarms of an object", [[0], true]],
])("%s", async (scenario, shown) => {
  expect(await (await platform()).show(scenario)).toEqual(shown);
});
