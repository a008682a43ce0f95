// Divides a pack into packs that one request can hold each: objects after those they name, so that each pack is complete
// together with those before it.
import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Failure } from "../failure.ts";

/** Below the limits of a push, see src/git/pack/limits.ts and src/git/repository/incoming-commits.ts. */
const MOST_OBJECTS = 25_000;

interface ObjectFacts {
  readonly oid: string;
  readonly type: string;
  /** Bytes in the pack. */
  readonly size: number;
}

/** @param mostBytes of a pack; deltas between packs are lost, so half of it is planned with */
export async function* packsOf(
  pack: AsyncIterable<Uint8Array>,
  mostBytes: number,
  mostObjects = MOST_OBJECTS,
): AsyncGenerator<AsyncIterable<Uint8Array>, void, undefined> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-import-"));
  try {
    await makeRepository(folder);
    await feed(git(folder, ["index-pack", "--stdin"]), pack);
    for (const oids of divide(await orderedObjects(folder), mostBytes / 2, mostObjects)) {
      const child = git(folder, ["pack-objects", "--stdout", "--quiet", "--window=10"]);
      child.stdin?.end(oids.map((oid) => `${oid}\n`).join(""));
      yield stdoutOf(child);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The least that git takes for a repository. */
async function makeRepository(folder: string): Promise<void> {
  for (const name of ["objects", "refs"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
}

function git(cwd: string, args: readonly string[]): ChildProcess {
  const env = { ...process.env, GIT_DIR: cwd, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  return spawn("git", args, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
}

async function finished(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  const [code] = await once(child, "close");
  if (code !== 0) throw new Failure(`git ended with ${code}: ${child.spawnargs.join(" ")}`);
}

async function feed(child: ChildProcess, input: AsyncIterable<Uint8Array>): Promise<void> {
  const end = finished(child);
  if (child.stdin !== null) await Promise.all([pipeline(Readable.from(input), child.stdin), end]);
}

async function* stdoutOf(child: ChildProcess): AsyncGenerator<Buffer, void, undefined> {
  const closed = once(child, "close");
  if (child.stdout !== null) yield* child.stdout;
  const [code] = await closed;
  if (code !== 0) throw new Failure(`git ended with ${code}: ${child.spawnargs.join(" ")}`);
}

function* divide(objects: Iterable<ObjectFacts>, mostBytes: number, mostObjects: number): Generator<string[]> {
  let [oids, bytes]: [string[], number] = [[], 0];
  for (const { oid, size } of objects) {
    if (oids.length > 0 && (bytes + size > mostBytes || oids.length === mostObjects)) {
      yield oids;
      [oids, bytes] = [[], 0];
    }
    oids.push(oid);
    bytes += size;
  }
  if (oids.length > 0) yield oids;
}

/** All objects, each after those it names. */
async function orderedObjects(folder: string): Promise<ObjectFacts[]> {
  const facts = new Map((await listObjects(folder)).map((object) => [object.oid, object]));
  const naming = [...facts.values()].filter(({ type }) => type !== "blob").map(({ oid }) => oid);
  const named = await readNames(folder, naming);
  const ordered = new Set<string>();
  for (const start of facts.keys()) {
    const waiting = [start];
    for (let oid = waiting.at(-1); oid !== undefined; oid = waiting.at(-1)) {
      const first = ordered.has(oid)
        ? []
        : (named.get(oid) ?? []).filter((name) => facts.has(name) && !ordered.has(name));
      waiting.push(...first);
      if (first.length > 0) continue;
      ordered.add(oid);
      waiting.pop();
    }
  }
  return [...ordered].flatMap((oid) => facts.get(oid) ?? []);
}

/** In the order of the pack, in which related objects are neighbours. */
async function listObjects(folder: string): Promise<ObjectFacts[]> {
  const format = "--batch-check=%(objectname) %(objecttype) %(objectsize:disk)";
  const lines = await textOf(git(folder, ["cat-file", "--batch-all-objects", "--unordered", format]));
  const found = lines.matchAll(/^(\w+) (\w+) (\d+)$/gm);
  return [...found].map(([, oid = "", type = "", size]) => ({ oid, type, size: Number(size) }));
}

async function textOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdoutOf(child)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

/** The ids that each of these commits, trees and tags names. */
async function readNames(folder: string, oids: readonly string[]): Promise<Map<string, string[]>> {
  const child = git(folder, ["cat-file", "--batch", "--buffer"]);
  child.stdin?.end(oids.map((oid) => `${oid}\n`).join(""));
  const named = new Map<string, string[]>();
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stdoutOf(child)) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf(10);
      const [oid = "", type = "", size] = rest.toString("latin1", 0, Math.max(0, end)).split(" ");
      if (end === -1 || rest.length < end + Number(size) + 2) break;
      const content = rest.subarray(end + 1, end + 1 + Number(size));
      named.set(oid, type === "tree" ? treeEntries(content) : headerNames(content));
      rest = rest.subarray(end + Number(size) + 2);
    }
  }
  return named;
}

function treeEntries(tree: Buffer): string[] {
  const oids: string[] = [];
  for (let at = 0; at < tree.length; ) {
    const oidAt = tree.indexOf(0, at) + 1;
    oids.push(tree.toString("hex", oidAt, oidAt + 20));
    at = oidAt + 20;
  }
  return oids;
}

/** For a commit or a tag. */
function headerNames(content: Buffer): string[] {
  const header = content.toString("latin1").split("\n\n", 1)[0] ?? "";
  return [...header.matchAll(/^(?:tree|parent|object) ([0-9a-f]{40})$/gm)].map(([, oid = ""]) => oid);
}
