// `npm start -- --preview NAME`: a copy of the state, on a port of its own, that leaves nothing behind and delivers nothing
// a second time.
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OwnServer } from "../support/own-server.ts";

/** To start one takes a second of CPU, so the tests share them, and start again what the test before has ended. */
let original: OwnServer;
/** Of the name `demo`. */
let preview: OwnServer;
/** Of the name `free`, started without PORT. */
let withoutPort: OwnServer | undefined;
let project: string;

const post = async (server: OwnServer, path: string, values: Record<string, string>): Promise<{ id: number }> => {
  const response = await server.call(path, { method: "POST", body: new URLSearchParams(values) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
};

const titles = async (server: OwnServer): Promise<string[]> => {
  const issues: { title: string }[] = await (await server.call(`${project}/issues`)).json();
  return issues.map(({ title }) => title).sort();
};

const startPreview = (name: string, environment: NodeJS.ProcessEnv = {}): Promise<OwnServer> =>
  OwnServer.start({ STATE_DIR: original.stateDir, HOOKS_ALLOW_LOCAL: "true", ...environment }, "--preview", name);

const copies = async (): Promise<string[]> => readdir(join(original.stateDir, "previews")).catch(() => []);

beforeAll(async () => {
  original = await OwnServer.start({ HOOKS_ALLOW_LOCAL: "true" });
  const { id } = await post(original, "/projects", { name: "delta" });
  project = `/projects/${id}`;
  const file = { file_path: "README.md", branch_name: "master", content: "Hello", commit_message: "Say hello" };
  await post(original, `${project}/repository/files`, file);
  await post(original, `${project}/issues`, { title: "In both" });
  preview = await startPreview("demo");
});

beforeEach(() => original.start());

afterAll(async () => {
  for (const server of [withoutPort, preview, original]) await server?.[Symbol.asyncDispose]();
});

async function startWithoutPort(): Promise<OwnServer> {
  withoutPort ??= await startPreview("free", { PORT: "" });
  await withoutPort.start();
  return withoutPort;
}

test("while the server runs, its database and repositories are served as a copy, and neither changes the other", async () => {
  expect(preview.output).toContain(`http://127.0.0.1:${preview.port}`);
  expect(preview.output).toContain("a copy of");
  const file = await preview.call(`${project}/repository/files?file_path=README.md&ref=master`);
  expect(await file.json()).toMatchObject({ content: Buffer.from("Hello").toString("base64") });
  await post(preview, `${project}/issues`, { title: "Only in the copy" });
  await post(original, `${project}/issues`, { title: "Only in the original" });
  expect(await titles(preview)).toEqual(["In both", "Only in the copy"]);
  expect(await titles(original)).toEqual(["In both", "Only in the original"]);
});

test("a second preview of the same name is refused, and the first keeps its copy", async () => {
  await expect(startPreview("demo")).rejects.toThrow("choose another name");
  expect((await titles(preview)).includes("In both")).toBe(true);
  expect(await copies()).toEqual(["demo"]);
});

test("a taken PORT is refused, and leaves no copy", async () => {
  await expect(startPreview("late", { PORT: String(original.port) })).rejects.toThrow("choose another with PORT");
  expect(await copies()).toEqual(["demo"]);
});

test("without PORT, a free port after 8787 is taken", async () => {
  const { output } = await startWithoutPort();
  const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
  expect(port).toBeGreaterThan(8787);
  expect((await fetch(`http://127.0.0.1:${port}/api/v3/groups`)).status).toBe(401);
});

test("the copy of a killed preview is deleted at the next start, and a running preview's is not", async () => {
  const killed = await startWithoutPort();
  await killed.end("SIGKILL");
  expect((await copies()).sort()).toEqual(["demo", "free"]);
  await original.end("SIGTERM");
  await original.start();
  expect(await copies()).toEqual(["demo"]);
  expect((await titles(preview)).includes("In both")).toBe(true);
});

test.each(["SIGINT", "SIGTERM"] as const)("the copy is deleted on %s", async (signal) => {
  await preview.start();
  expect(await copies()).toEqual(["demo"]);
  expect(await preview.end(signal)).toEqual([0, null]);
  expect(await copies()).toEqual([]);
});

/** Milliseconds. */
const patience = { timeout: 20_000, interval: 100 };

interface Delivery {
  readonly state: string;
  readonly error: string | null;
}

test("the copy drops queued deliveries, and delivers nothing until its hook is updated", async () => {
  const titlesReceived: string[] = [];
  let status = 500;
  const receiver = createServer(async (request, response) => {
    const { object_attributes } = JSON.parse((await request.toArray()).join(""));
    if (status === 200) titlesReceived.push(object_attributes.title);
    response.writeHead(status).end();
  });
  receiver.listen(0, "127.0.0.1").unref();
  await once(receiver, "listening");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const settings = { url, issues_events: "true", push_events: "false" };
  const { id: hook } = await post(original, `${project}/hooks`, settings);
  await post(original, `${project}/issues`, { title: "Queued" });
  const deliveries = async (server: OwnServer): Promise<Delivery[]> =>
    (await server.call(`${project}/hooks/${hook}/deliveries`)).json();
  await expect.poll(() => deliveries(original), patience).toMatchObject([{ state: "retrying" }]);
  await original.end("SIGKILL");
  status = 200;

  await using copy = await startPreview("copy");
  expect(await deliveries(copy)).toMatchObject([{ state: "failed", error: expect.stringContaining("a copy") }]);
  await post(copy, `${project}/issues`, { title: "Before the update" });
  const updated = await copy.call(`${project}/hooks/${hook}`, {
    method: "PUT",
    body: new URLSearchParams(settings),
  });
  expect(updated.status).toBe(200);
  await post(copy, `${project}/issues`, { title: "After the update" });
  await expect.poll(() => titlesReceived.length, patience).toBeGreaterThan(0);
  expect(titlesReceived).toEqual(["After the update"]);
  receiver.close();
});
