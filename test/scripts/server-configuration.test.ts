// workerd's configuration of a local server: what each binding of wrangler.toml does there.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/ports.ts";
import { bindingsOf } from "../../scripts/server/bindings.ts";
import { configurationOf } from "../../scripts/server/configuration.ts";
import type { WorkerOptions } from "../../scripts/worker.ts";

/** A character of each kind that the configuration has to escape. */
const ODD = 'a "quote", a \\, a \n line, a \u0007 bell, ünï and 🚀';

const script = `
import { value } from "./other.js";
const results = {
  variables: ({ TEXT, JSON_VALUE }) => ({ TEXT, JSON_VALUE }),
  module: () => value,
  database: async ({ DB }) => {
    await DB.prepare("create table if not exists t (n)").run();
    const [, { results }] = await DB.batch([DB.prepare("insert into t values (?)").bind(7), DB.prepare("select n from t")]);
    return results;
  },
  limits: async ({ LIMIT, OTHER }) => {
    const answers = [];
    for (const [binding, key] of [[LIMIT, "a"], [LIMIT, "a"], [LIMIT, "a"], [LIMIT, "b"], [OTHER, "a"]])
      answers.push((await binding.limit({ key })).success);
    return answers;
  },
  metrics: ({ METRICS }) => METRICS.writeDataPoint({ blobs: ["a"] }) ?? "nothing",
  mail: async ({ MAIL }) => {
    const mail = { to: "b@example.com", subject: "S", text: "Hello", html: "<p>" };
    await MAIL.send({ ...mail, from: { name: "A", email: "a@example.com" } });
    return MAIL.send({ ...mail, from: "a@example.com" });
  },
  cache: async () => {
    const url = "http://cached.example.com/";
    await caches.default.put(url, new Response("kept", { headers: { "cache-control": "max-age=60" } }));
    return (await caches.default.match(url)).text();
  },
};
export class Counter {}
export default {
  async fetch(request, env) {
    return Response.json(await results[new URL(request.url).pathname.slice(1)](env));
  },
};`;

let folder: string;
let workerd: ChildProcess;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-"server"-ü-'));
  await writeFile(join(folder, "index.js"), script);
  await writeFile(join(folder, "other.js"), "export const value = 5;");
  for (const path of ["state/v3/do", "state/v3/d1", "state/v3/cache", "mail"])
    await mkdir(join(folder, path), { recursive: true });
  const worker: WorkerOptions = {
    name: "tributary",
    compatibilityDate: "2026-10-20",
    modulesRoot: folder,
    modules: ["index.js", "other.js"].map((name) => ({ type: "ESModule" as const, path: join(folder, name) })),
    bindings: { TEXT: ODD, JSON_VALUE: { list: [1, ODD] }, EDGE_CACHE_SECONDS: "60" },
    d1Databases: { DB: "00000000-0000-0000-0000-000000000000" },
    durableObjects: { COUNTERS: { className: "Counter", useSQLite: true } },
    ratelimits: {
      LIMIT: { namespace_id: "1", simple: { limit: 2, period: 60 } },
      OTHER: { namespace_id: "2", simple: { limit: 2, period: 60 } },
    },
    analyticsEngineDatasets: { METRICS: { dataset: "tributary" } },
    email: { send_email: [{ name: "MAIL" }] },
  };
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const place = { port, stateDir: join(folder, "state"), mailDir: join(folder, "mail") };
  await writeFile(join(folder, "config.capnp"), await configurationOf(worker, place));
  const options = ["serve", "--experimental", "--import-path=/", "--control-fd=3", join(folder, "config.capnp")];
  workerd = spawn(createRequire(import.meta.url)("workerd").default, options, {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const [ready] = [workerd.stdio[3]];
  if (ready === null || ready === undefined) throw new Error("workerd was started without its control descriptor");
  await once(ready, "data");
});

afterAll(async () => {
  workerd.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const result = async (name: string): Promise<unknown> => (await fetch(`${origin}/${name}`)).json();

test("variables are as they were, whatever characters they have", async () => {
  expect(await result("variables")).toEqual({ TEXT: ODD, JSON_VALUE: { list: [1, ODD] } });
});

test("the entry imports the other modules", async () => {
  expect(await result("module")).toBe(5);
});

test("D1 runs batches", async () => {
  expect(await result("database")).toEqual([{ n: 7 }]);
});

test("limits count for each key and each namespace", async () => {
  let answers = await result("limits");
  // A minute of the clock may begin between two of the calls, so that nothing was refused.
  if (!JSON.stringify(answers).includes("false")) answers = await result("limits");
  expect(answers).toEqual(expect.arrayContaining([false]));
  expect(Array.isArray(answers) && answers.at(-1)).toBe(true);
});

test("metrics are dropped without an error", async () => {
  expect(await result("metrics")).toBe("nothing");
});

test("mails, of senders with and without a name, become files of their texts and of their HTML", async () => {
  expect(await result("mail")).toEqual({ messageId: expect.stringMatching(/^<[\w-]+@example\.com>$/) });
  const files = await Array.fromAsync(glob(join(folder.replaceAll(/["\\]/g, "?"), "mail/*/*")));
  const texts = await Promise.all(files.sort().map((file) => readFile(file, "utf8")));
  expect(texts).toEqual(["<p>", "<p>", "Hello", "Hello"]);
});

test("with EDGE_CACHE_SECONDS there is a cache", async () => {
  expect(await result("cache")).toBe("kept");
});

test("a kind of binding that a local server lacks is refused by name", () => {
  const worker = { name: "tributary", modules: [], kvNamespaces: { KV: "1" }, queueProducers: {} };
  expect(() => bindingsOf(worker)).toThrow("does not have: kvNamespaces. Leave them out, or deploy.");
});
