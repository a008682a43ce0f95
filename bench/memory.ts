// `npm run bench:memory -- 30`: runs mixed load for that many minutes and prints workerd's memory once a minute.
// The last line, after a garbage collection, shows the memory that is really retained.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { historyOf } from "./git/repositories.ts";
import { Inspector } from "./inspector.ts";
import { Client, type Target } from "./load.ts";
import { startInspectedServer } from "./started-server.ts";
import { residentBytes } from "./workerd.ts";

const ROOT_TOKEN = "root-of-the-bench";
const CONNECTIONS = 4;
const MEBIBYTE = 1024 * 1024;
const PROJECTS = 20;
const API = "/api/v3";

const minutes = Number(process.argv[2] ?? 30);
const folder = await mkdtemp(join(tmpdir(), "tributary-memory-"));
const server = await startInspectedServer(join(folder, "state"), ROOT_TOKEN);
const client = new Client(server.url.origin, CONNECTIONS);
try {
  const inspector = await Inspector.connect(server.inspectorUrl, server.url);
  const sample = historyOf(folder, "made", 500, 200);
  for (let project = 1; project <= PROJECTS; project += 1) await createProject(project, sample.path);
  console.log("| minute | requests | resident MiB | heap and buffers MiB |\n|---|---|---|---|");
  const totals = { requests: 0 };
  const report = async (label: string) => {
    const heap = (await inspector.retainedBytes()) / MEBIBYTE;
    console.log(`| ${label} | ${totals.requests} | ${(residentBytes() / MEBIBYTE).toFixed(0)} | ${heap.toFixed(0)} |`);
  };
  await report("0");
  for (let minute = 1; minute <= minutes; minute += 1) {
    await load(totals);
    await report(String(minute));
  }
  await inspector.collectGarbage();
  await report("collected");
  inspector.close();
} finally {
  client.close();
  await server.stop();
  await rm(folder, { recursive: true });
}

/** A project with a pushed history, an issue and a merge request. */
async function createProject(id: number, history: string): Promise<void> {
  await expectSuccess(post("/projects", { name: `bench${id}` }));
  await git(history, "push", "--quiet", addressOf(id), "HEAD:refs/heads/main", "HEAD~3:refs/heads/older");
  await expectSuccess(post(`/projects/${id}/issues`, { title: "First", description: "A text." }));
  await expectSuccess(
    post(`/projects/${id}/repository/branches`, { branch_name: "topic", ref: "main" }),
    post(`/projects/${id}/repository/files`, {
      file_path: "TOPIC",
      branch_name: "topic",
      content: "topic",
      commit_message: "Add a topic",
    }),
    post(`/projects/${id}/merge_requests`, { source_branch: "topic", target_branch: "main", title: "Topic" }),
  );
}

/** Sends every kind of request to one project after the other for a minute. */
async function load(totals: { requests: number }): Promise<void> {
  const until = performance.now() + 60_000;
  let turn = 0;
  const loop = async () => {
    while (performance.now() < until) {
      const project = (turn % PROJECTS) + 1;
      turn += 1;
      for (const target of requestsOn(project)) {
        const { status } = await client.once(target);
        if (status >= 400) throw new Error(`${target.method} ${target.path} returned ${status}`);
        totals.requests += 1;
      }
      if (turn % PROJECTS === 0) await clone(project);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
}

function requestsOn(project: number): Target[] {
  const at = `/projects/${project}`;
  return [
    get(`${at}/issues`),
    get(`${at}/issues?search=first`),
    get("/projects"),
    get(`${at}/events`),
    post(`${at}/issues`, { title: `Another ${Math.random()}`, description: "@root and #1" }),
    get(`${at}/repository/tree?recursive=true&per_page=100`),
    get(`${at}/repository/commits?per_page=100`),
    get(`${at}/repository/compare?from=older&to=main`),
    get(`${at}/repository/archive`),
    get(`${at}/repository/contributors`),
    get(`${at}/merge_requests?iid=1`),
    get(`${at}/merge_requests/${project}`),
    get(`${at}/merge_requests/${project}/changes`),
  ];
}

function addressOf(project: number): string {
  return `http://root:${ROOT_TOKEN}@${server.url.host}/root/bench${project}.git`;
}

async function clone(project: number): Promise<void> {
  const target = join(folder, `clone-${project}-${Math.random()}`);
  await git(folder, "clone", "--quiet", "--bare", addressOf(project), target);
  await rm(target, { recursive: true });
}

function get(path: string): Target {
  return { name: path, method: "GET", path: `${API}${path}`, token: ROOT_TOKEN };
}

function post(path: string, body: object): Target {
  return { name: path, method: "POST", path: `${API}${path}`, token: ROOT_TOKEN, body: JSON.stringify(body) };
}

async function expectSuccess(...targets: Target[]): Promise<void> {
  for (const target of targets) {
    const { status } = await client.once(target);
    if (status >= 400) throw new Error(`${target.method} ${target.path} returned ${status}`);
  }
}

async function git(cwd: string, ...args: string[]): Promise<void> {
  const child = spawn("git", args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}`);
}
