// `npm run bench:git`: push, clone and fetch with the stock client against Tributary and git's own server, in one run.
// Ratios are medians of alternating rounds on servers that have taken a few pushes; on a busy machine they mean little.
// Tributary is served as `npm start` serves it. `npm run bench:git -- 20000` selects the repositories whose name contains the
// word, `-- memory` the memory of a push, `-- merge-requests` the merge requests. `-- history --revision e93c3bf9` also
// pushes this project's history up to that commit.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Inspector } from "../inspector.ts";
import { median } from "../load.ts";
import { type InspectedServer, type StartedServer, startInspectedServer, startServer } from "../started-server.ts";
import { cpuSeconds, residentBytes } from "../workerd.ts";
import { type GitServer, startHttpBackend } from "./http-backend.ts";
import { timeMergeRequests } from "./merge-requests.ts";
import { git, historyOf, incompressibleFiles, ownHistory, type Sample } from "./repositories.ts";

const ROUNDS = 5;
/** Small pushes are quick, and vary more. */
const [SMALL, ROUNDS_OF_SMALL] = [5_000, 15];
/** V8 compiles what pushes run most, and optimises it, during the first ones. */
const WARM_UP = 4;
const ROOT_TOKEN = "root-of-the-bench";
const MEBIBYTE = 1024 * 1024;

/** A server under measurement. */
interface Host {
  readonly name: "tributary" | "git";
  create(): Promise<string>;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { revision: { type: "string" } } });
const [word = ""] = positionals;
let last = 0;
let tiny: Sample | undefined;
const folder = await mkdtemp(join(tmpdir(), "tributary-bench-"));
const backend = await startHttpBackend(folder);
try {
  console.log("Making repositories ...");
  const samples = [
    ...(values.revision === undefined ? [] : [ownHistory(folder, values.revision)]),
    ownHistory(folder),
    historyOf(folder, "made-20000", 4_800, 400),
    historyOf(folder, "made-50000", 12_000, 400),
    incompressibleFiles(folder, "made-large", 40, 512 * 1024),
  ];
  if ("memory".includes(word)) await memoryOfPush();
  const chosen = samples.filter(({ name }) => name.includes(word));
  if (chosen.length > 0) await times(chosen, backend);
  if ("merge-requests".includes(word)) await timeMergeRequests(folder);
} finally {
  await backend.dispose();
  await rm(folder, { recursive: true });
}

function unique(name: string): string {
  last += 1;
  return `${name}${last}`;
}

async function createProject({ url }: StartedServer): Promise<string> {
  const response = await fetch(new URL("/api/v3/projects", url), {
    method: "POST",
    headers: { "private-token": ROOT_TOKEN, "content-type": "application/json" },
    body: JSON.stringify({ name: unique("bench") }),
  });
  const project = (await response.json()) as { path_with_namespace: string };
  return `http://root:${ROOT_TOKEN}@${url.host}/${project.path_with_namespace}.git`;
}

/** Runs git once and returns its milliseconds. */
async function timed(path: string, args: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn("git", ["-C", path, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0", HOME: folder },
  });
  let problems = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    problems += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${problems}`);
  return performance.now() - started;
}

type Timings = Record<Host["name"], number[]>;

async function times(samples: readonly Sample[], reference: GitServer): Promise<void> {
  const server = await startServer(join(folder, "state"), ROOT_TOKEN);
  const hosts: Host[] = [
    { name: "tributary", create: () => createProject(server) },
    { name: "git", create: async () => reference.create(unique("bare")) },
  ];
  try {
    await timesOf(samples, hosts);
  } finally {
    await server.stop();
  }
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) floor.push(await fetchFromTiny(reference));
  console.log(`\nThe client's own floor (one commit out of three, from git): ${median(floor).toFixed(0)} ms.`);
}

async function timesOf(samples: readonly Sample[], hosts: readonly Host[]): Promise<void> {
  const [first] = samples;
  if (first !== undefined) await warmUp(first, hosts);
  console.log(`\nMedians of ${ROUNDS} rounds, of ${ROUNDS_OF_SMALL} below ${SMALL} objects.\n`);
  console.log(
    "| what | objects | MB | tributary ms | git ms | ratio | workerd's CPU ms |\n|---|---|---|---|---|---|---|",
  );
  for (const sample of samples) {
    const pushes: Timings = { tributary: [], git: [] };
    const clones: Timings = { tributary: [], git: [] };
    const fetches: Timings = { tributary: [], git: [] };
    const cpu: number[] = [];
    const rounds = sample.objects < SMALL ? ROUNDS_OF_SMALL : ROUNDS;
    for (let round = 0; round < rounds; round += 1) {
      for (const host of round % 2 === 0 ? hosts : hosts.toReversed()) {
        const url = await host.create();
        const before = cpuSeconds();
        pushes[host.name].push(await timed(sample.path, ["push", "--quiet", url, "main"]));
        if (host.name === "tributary") cpu.push((cpuSeconds() - before) * 1000);
        const clone = unique(join(folder, "clone"));
        clones[host.name].push(await timed(folder, ["clone", "--quiet", "--bare", url, clone]));
        fetches[host.name].push(await oneCommitFetch(sample, url, clone));
        await rm(clone, { recursive: true });
      }
    }
    report("push", sample, pushes, median(cpu).toFixed(0));
    report("clone", sample, clones);
    report("fetch of one commit", sample, fetches);
  }
}

/** Prints how long the first push to each server takes. */
async function warmUp({ name, path }: Sample, hosts: readonly Host[]): Promise<void> {
  for (const host of hosts) {
    const took: number[] = [];
    for (let push = 0; push < WARM_UP; push += 1) {
      took.push(await timed(path, ["push", "--quiet", await host.create(), "main"]));
    }
    console.log(`First pushes to ${host.name}, ${name}: ${took.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  }
}

function report(
  what: string,
  { name, objects, megabytes }: Sample,
  { tributary, git: reference }: Timings,
  cpu = "",
): void {
  const [ours, theirs] = [median(tributary), median(reference)];
  const cells = [`${what}, ${name}`, objects, megabytes.toFixed(1), ours.toFixed(0), theirs.toFixed(0)];
  console.log(`| ${[...cells, (ours / theirs).toFixed(2), cpu].join(" | ")} |`);
}

/** Milliseconds in which a clone fetches one commit that was pushed after it. */
async function oneCommitFetch(sample: Sample, url: string, clone: string): Promise<number> {
  const tip = git(sample.path, ["rev-parse", "main"]).trim();
  const tree = git(sample.path, ["rev-parse", "main^{tree}"]).trim();
  const commit = git(sample.path, [
    "-c",
    "user.name=B",
    "-c",
    "user.email=b@e",
    "commit-tree",
    tree,
    "-p",
    tip,
    "-m",
    "One more",
  ]).trim();
  await timed(sample.path, ["push", "--quiet", url, `${commit}:refs/heads/more`]);
  return timed(clone, ["fetch", "--quiet", "origin", "refs/heads/more:refs/heads/more"]);
}

async function fetchFromTiny(host: GitServer): Promise<number> {
  tiny ??= historyOf(folder, "tiny", 2, 1);
  const url = host.create(unique("tiny"));
  const clone = unique(join(folder, "tiny-clone"));
  await timed(tiny.path, ["push", "--quiet", url, "main"]);
  await timed(folder, ["clone", "--quiet", "--bare", url, clone]);
  return oneCommitFetch(tiny, url, clone);
}

/** Pushes the largest permitted pack to a server without caches. */
async function memoryOfPush(): Promise<void> {
  const sample = incompressibleFiles(folder, "made-90-megabytes", 5, 17 * MEBIBYTE);
  const server = await startInspectedServer(join(folder, "state-of-memory"), ROOT_TOKEN);
  try {
    await sampleMemory(server, sample);
  } finally {
    await server.stop();
  }
}

/** Samples workerd's memory during a push. */
async function sampleMemory(server: InspectedServer, sample: Sample): Promise<void> {
  const inspector = await Inspector.connect(server.inspectorUrl, server.url);
  const url = await createProject(server);
  await inspector.collectGarbage();
  const idle = { resident: residentBytes(), retained: await inspector.retainedBytes() };
  const most = { ...idle };
  let isPushing = true;
  const watching = (async () => {
    while (isPushing) {
      await inspector.collectGarbage();
      most.resident = Math.max(most.resident, residentBytes());
      most.retained = Math.max(most.retained, await inspector.retainedBytes());
    }
  })();
  await timed(sample.path, ["push", "--quiet", url, "main"]);
  isPushing = false;
  await watching;
  inspector.close();
  const above = (key: keyof typeof most) => ((most[key] - idle[key]) / MEBIBYTE).toFixed(0);
  console.log(`\nA push of ${sample.megabytes.toFixed(0)} MB, with garbage collected all the while: workerd had`);
  console.log(
    `${above("resident")} MB more resident than idle, its heap and buffers were ${above("retained")} MB larger.`,
  );
}
