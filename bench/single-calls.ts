// `npm run bench -- --calls [WORD]`: CPU of requests that cannot be repeated at a rate, because each needs a subject of its
// own or a repository. `--profile` adds where the time goes inside workerd.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boot, type Server } from "../scripts/boot.ts";
import { branchesOff, git, historyOf } from "./git/repositories.ts";
import { profiled } from "./profile.ts";
import { type Seeded, seed } from "./seed.ts";
import { cpuSeconds } from "./workerd.ts";

const ROOT_TOKEN = "root-of-the-bench";
const [COMMITS, FILES] = [5_000, 2_000];
/** Calls of a kind: the clock of CPU time ticks every 10 ms. */
const CALLS = 40;
/** Milliseconds: an alarm after two seconds, and its work on a busy machine. */
const FILTERS_TAKE = 6_000;

interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

interface Kind {
  readonly name: string;
  /** The calls to measure, once everything they need exists. */
  calls(bench: Bench): Promise<readonly Call[]>;
}

const kinds: readonly Kind[] = [
  {
    name: "floor: raw batch of three, 20 rows",
    calls: async () => times(CALLS, () => ({ method: "GET", path: "/floor/batch" })),
  },
  {
    name: "create an issue",
    calls: async ({ seeded: { projectId, reporter: token } }) =>
      times(CALLS, (n) => post(`/projects/${projectId}/issues`, { title: `Issue ${n}` }, token)),
  },
  {
    name: "add a note",
    calls: async ({ seeded: { projectId, issueId, reporter: token } }) =>
      times(CALLS, (n) => post(`/projects/${projectId}/issues/${issueId}/notes`, { body: `Note ${n}` }, token)),
  },
  {
    name: "first hook of a project",
    calls: async (bench) => (await bench.projects("hooked")).map((id) => post(`/projects/${id}/hooks`, hook)),
  },
  {
    name: "another hook",
    calls: async ({ seeded: { projectId } }) => times(CALLS, () => post(`/projects/${projectId}/hooks`, hook)),
  },
  {
    name: "delete an empty group",
    calls: async (bench) => (await bench.groups("empty")).map((id) => remove(`/groups/${id}`)),
  },
  {
    name: "delete a group with a project",
    calls: async (bench) => {
      const groups = await bench.groups("full");
      for (const id of groups) await bench.send(post("/projects", { name: "inside", namespace_id: id }));
      return groups.map((id) => remove(`/groups/${id}`));
    },
  },
  {
    name: "content of a file",
    calls: async (bench) => {
      const files = await bench.files();
      await bench.filters(files);
      return files.map((file) => ({ method: "GET", path: fileAt(bench, file) }));
    },
  },
  {
    name: "content of the same file",
    calls: async (bench) => {
      const [file = ""] = await bench.files();
      return times(CALLS, () => ({ method: "GET", path: fileAt(bench, file) }));
    },
  },
  {
    name: "accept a merge request",
    calls: async (bench) => {
      const iids = await bench.mergeRequests("accepted");
      return iids.map((id) => ({
        method: "PUT",
        path: `/api/v3/projects/${bench.repositoryId}/merge_requests/${id}/merge`,
      }));
    },
  },
];

const hook = { url: "https://receiver.example/hooks", push_events: true };
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const post = (path: string, body: object, token?: string): Call => ({
  method: "POST",
  path: `/api/v3${path}`,
  body,
  ...(token !== undefined && { token }),
});
const remove = (path: string): Call => ({ method: "DELETE", path: `/api/v3${path}` });
const fileAt = ({ repositoryId }: Bench, file: string): string =>
  `/api/v3/projects/${repositoryId}/repository/files?ref=main&file_path=${encodeURIComponent(file)}`;

/** A server with the data of the benchmark, and a project with a repository of 5,000 commits. */
class Bench {
  readonly server: Server;
  readonly seeded: Seeded;
  readonly #folder: string;
  #repository: { readonly id: number; readonly path: string; readonly files: readonly string[] } | null = null;

  constructor(server: Server, seeded: Seeded, folder: string) {
    this.server = server;
    this.seeded = seeded;
    this.#folder = folder;
  }

  get repositoryId(): number {
    return this.#repository?.id ?? 0;
  }

  /** @throws unless successful */
  async send({ method, path, token = ROOT_TOKEN, body }: Call): Promise<unknown> {
    const response = await fetch(new URL(path, this.server.url), {
      method,
      headers: { "private-token": token, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  async #create(path: string, body: object): Promise<number> {
    return ((await this.send(post(path, body))) as { id: number }).id;
  }

  async projects(name: string): Promise<number[]> {
    const ids: number[] = [];
    for (let n = 0; n < CALLS; n += 1) ids.push(await this.#create("/projects", { name: `${name}-${n}` }));
    return ids;
  }

  async groups(name: string): Promise<number[]> {
    const ids: number[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      ids.push(await this.#create("/groups", { name: `${name}-${n}`, path: `${name}-${n}` }));
    }
    return ids;
  }

  async repository() {
    if (this.#repository !== null) return this.#repository;
    const { path } = historyOf(this.#folder, "repository", COMMITS, FILES);
    const id = await this.#create("/projects", { name: "large" });
    git(path, ["push", "--quiet", this.#remote, "main"]);
    const files = git(path, ["ls-tree", "-r", "--name-only", "main"]).trim().split("\n");
    this.#repository = { id, path, files };
    return this.#repository;
  }

  get #remote(): string {
    return `http://root:${ROOT_TOKEN}@${this.server.url.host}/root/large.git`;
  }

  /** Has the filters of the repository's commits made, which the first search wants. */
  async filters([file = ""]: readonly string[]): Promise<void> {
    await this.send({ method: "GET", path: fileAt(this, file) });
    await settled();
    const before = cpuSeconds();
    await new Promise((resolve) => setTimeout(resolve, FILTERS_TAKE));
    console.log(`| filters of ${COMMITS} commits, once | ${((cpuSeconds() - before) * 1000).toFixed(0)} |`);
  }

  /** Files all over the tree, last changed at different times. */
  async files(): Promise<string[]> {
    const { files } = await this.repository();
    return times(CALLS, (n) => files[(n * 47) % files.length] ?? "");
  }

  /** Ids of merge requests of three commits each. */
  async mergeRequests(name: string): Promise<number[]> {
    const { id, path } = await this.repository();
    const names = times(CALLS, (n) => `${name}-${n}`);
    branchesOff(path, names, 3);
    git(path, ["push", "--quiet", this.#remote, ...names]);
    const made: number[] = [];
    for (const branch of names) {
      const params = { title: branch, source_branch: branch, target_branch: "main" };
      made.push(await this.#create(`/projects/${id}/merge_requests`, params));
    }
    return made;
  }
}

/** @param word selects the kinds whose name contains it */
export async function measureCalls(word: string, isProfiled: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-bench-"));
  const server = await boot({
    port: 0,
    stateDir: null,
    database: "d1",
    vars: { ROOT_TOKEN },
    entry: "bench/worker.ts",
    inspected: isProfiled,
  });
  try {
    const size = { users: 200, groups: 40, projects: 50, issues: 100_000, mergeRequests: 5_000 };
    const bench = new Bench(server, await seed(await server.d1(), size), folder);
    console.log("| call | CPU ms |\n|---|---|");
    for (const kind of kinds.filter(({ name }) => name.includes(word))) await measure(bench, kind, isProfiled);
  } finally {
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(bench: Bench, kind: Kind, isProfiled: boolean): Promise<void> {
  const calls = await kind.calls(bench);
  const [first, ...others] = calls;
  if (first !== undefined) await bench.send(first);
  const run = async () => {
    for (const call of others) await bench.send(call);
  };
  await settled();
  const before = cpuSeconds();
  if (isProfiled && bench.server.inspectorUrl !== null) console.log(await profiled(bench.server.inspectorUrl, run));
  else await run();
  await settled();
  console.log(`| ${kind.name} | ${(((cpuSeconds() - before) * 1000) / others.length).toFixed(1)} |`);
}

/** Lets work after responses end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 500));
