// Measures merge requests in a large repository against git doing the same work on the same machine.
import { join } from "node:path";
import { boot, type Server } from "../../scripts/boot.ts";
import { median } from "../load.ts";
import { branchOff, git, historyOf, type Sample, twoSides } from "./repositories.ts";

const ROUNDS = 5;
const [COMMITS, FILES] = [3, 100];
const ROOT_TOKEN = "root-of-the-bench";

/** A server with one project, whose default branch is the sample's `main`. */
class Bench {
  readonly folder: string;
  readonly sample: Sample;
  #server: Server | null = null;
  #port = 0;
  #projectId = 0;

  constructor(folder: string, sample: Sample) {
    this.folder = folder;
    this.sample = sample;
  }

  async open(): Promise<void> {
    await this.restart();
    this.#projectId = idOf(await this.call("POST", "", { name: "bench" }));
    git(this.sample.path, ["push", "--quiet", this.url, "main"]);
  }

  /** Restarts the server, which empties all caches. */
  async restart(): Promise<void> {
    await this.dispose();
    this.#server = await boot({
      port: this.#port,
      stateDir: join(this.folder, `state-of-${this.sample.name}`),
      database: "d1",
      vars: { ROOT_TOKEN },
    });
    this.#port = Number(this.#server.url.port);
  }

  async dispose(): Promise<void> {
    await this.#server?.dispose();
  }

  get url(): string {
    return `http://root:${ROOT_TOKEN}@127.0.0.1:${this.#port}/root/bench.git`;
  }

  /** Calls the API with a path below the project's, or `/projects` before it exists. @throws unless successful */
  async call(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<unknown> {
    const project = this.#projectId === 0 ? "" : `/${this.#projectId}`;
    const response = await fetch(`http://127.0.0.1:${this.#port}/api/v3/projects${project}${path}`, {
      method,
      headers: { "private-token": ROOT_TOKEN, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}

/** @param folder for repositories and state; the caller removes it */
export async function timeMergeRequests(folder: string): Promise<void> {
  await withBench(folder, historyOf(folder, "made-of-2000-files", 5_000, 2_000), async (bench) => {
    console.log(
      `\nMerge requests in ${bench.sample.name} (5,000 commits), medians of ${ROUNDS}; git works in a clone.\n`,
    );
    console.log("| what | Tributary ms | git ms | ratio |\n|---|---|---|---|");
    await timeChanges(bench);
    await timeAccept(bench);
  });
  await withBench(folder, twoSides(folder, "two-sides-of-2100-files"), timeWideMerge);
}

async function withBench(folder: string, sample: Sample, time: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = new Bench(folder, sample);
  try {
    await bench.open();
    await time(bench);
  } finally {
    await bench.dispose();
  }
}

/** Each round merges the same two commits into a new branch. */
async function timeWideMerge(bench: Bench): Promise<void> {
  const { sample, folder } = bench;
  const clone = cloneOf(folder, sample, "merging-wide");
  git(sample.path, ["push", "--quiet", bench.url, "left"]);
  const [accepted, merged]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = `right${round}`;
    git(sample.path, ["branch", target, "right"]);
    git(sample.path, ["push", "--quiet", bench.url, target]);
    const made = await bench.call("POST", "/merge_requests", {
      title: target,
      source_branch: "left",
      target_branch: target,
    });
    accepted.push(await timed(() => bench.call("PUT", `/merge_requests/${idOf(made)}/merge`)));
    git(clone, ["checkout", "--quiet", "-B", target, "origin/right"]);
    merged.push(await timed(() => git(clone, ["merge", "--quiet", "--no-ff", "-m", "Merge", "origin/left"])));
  }
  report("accepting a branch of 2,100 changed files into another", median(accepted), median(merged));
}

async function timeChanges(bench: Bench): Promise<void> {
  const { sample } = bench;
  branchOff(sample, "wide", COMMITS, FILES);
  const path = `${await createMergeRequest(bench, "wide")}/changes`;
  const [cold, warm, reference]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await bench.restart();
    // Starts the Worker without loading the repository.
    await bench.call("GET", "");
    cold.push(await timed(() => bench.call("GET", path)));
    for (let again = 0; again < ROUNDS; again += 1) warm.push(await timed(() => bench.call("GET", path)));
    reference.push(await timed(() => git(sample.path, ["diff", "-M", "main...wide"])));
  }
  report(`changes of ${FILES} files, cold`, median(cold), median(reference));
  report(`changes of ${FILES} files, warm`, median(warm), median(reference));
}

async function timeAccept(bench: Bench): Promise<void> {
  const { sample, folder } = bench;
  const clone = cloneOf(folder, sample, "merging");
  const [accepted, merged, roundTrips]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const branch = `three${"x".repeat(round)}`;
    branchOff(sample, branch, COMMITS, COMMITS);
    const path = await createMergeRequest(bench, branch);
    accepted.push(await timed(() => bench.call("PUT", `${path}/merge`)));
    git(clone, ["fetch", "--quiet", "origin"]);
    merged.push(await timed(() => git(clone, ["merge", "--quiet", "--no-ff", "-m", "Merge", `origin/${branch}`])));
    roundTrips.push(await timed(() => bench.call("GET", "")));
  }
  report(`accepting ${COMMITS} commits`, median(accepted), median(merged));
  console.log(`\nA call that makes one round trip to the database takes ${median(roundTrips).toFixed(1)} ms.`);
}

function cloneOf(folder: string, { path }: Sample, name: string): string {
  const clone = join(folder, name);
  git(folder, ["clone", "--quiet", path, clone]);
  git(clone, ["config", "user.name", "B"]);
  git(clone, ["config", "user.email", "b@e"]);
  return clone;
}

/** Pushes a branch and creates a merge request for it. Returns the path of the merge request. */
async function createMergeRequest(bench: Bench, branch: string): Promise<string> {
  git(bench.sample.path, ["push", "--quiet", bench.url, branch]);
  const made = await bench.call("POST", "/merge_requests", {
    title: branch,
    source_branch: branch,
    target_branch: "main",
  });
  return `/merge_requests/${idOf(made)}`;
}

const idOf = (record: unknown): number => (record as { id: number }).id;

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function report(what: string, ours: number, theirs: number): void {
  console.log(`| ${what} | ${ours.toFixed(1)} | ${theirs.toFixed(1)} | ${(ours / theirs).toFixed(2)} |`);
}
