// The static assets: the description of the API, the reference made from it, and those of the web pages. Each of the three
// is written again when its own sources have changed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../failure.ts";
import { assetsFolder, projectRoot } from "../project.ts";
import { hashSources } from "../source-hash.ts";
import { keyOfSources } from "./sources.ts";

const dist = join(projectRoot, "dist");

export const documentPath = join(assetsFolder, "api/v3/openapi.json");
export const documentPathOfV4 = join(assetsFolder, "api/v4/openapi.json");

interface Part {
  /** Has the hashes of the sources of what is there, and of what was made of them. */
  readonly keyPath: string;
  /** Files that must be as they were made: another process may have made them of other sources. */
  readonly made: readonly string[];
  /** The hash of the sources as they are now. */
  readonly key: () => Promise<string>;
  /** Imports on demand what it needs. */
  readonly write: () => Promise<void>;
}

const description: Part = {
  keyPath: join(dist, "openapi.key"),
  made: [documentPath, documentPathOfV4],
  key: async () => keyOfSources(),
  write: async () => {
    const { describeApi } = await import("./document.ts");
    const { 3: v3, 4: v4 } = await describeApi();
    await writeAtomically(documentPath, JSON.stringify(v3));
    await writeAtomically(documentPathOfV4, JSON.stringify(v4));
  },
};

const reference: Part = {
  keyPath: join(dist, "reference.key"),
  made: [join(assetsFolder, "llms.txt")],
  key: async () =>
    hashSources((await readDocuments()).join("\n"), ["scripts/reference", "docs"], ["package-lock.json"]),
  write: async () => {
    const { writeReference } = await import("../reference/write.ts");
    const [v3 = "", v4 = ""] = await readDocuments();
    await writeReference(JSON.parse(v3), JSON.parse(v4));
  },
};

const pageAssets: Part = {
  keyPath: join(dist, "page-assets.key"),
  made: [join(assetsFolder, "-/assets/style.css")],
  key: async () => hashSources("", ["src/pages/assets"], ["scripts/page-assets.ts", "package-lock.json"]),
  write: async () => (await import("../page-assets.ts")).writePageAssets(),
};

/** The reference is made from the documents, which must be there by then. */
const parts = [description, reference, pageAssets];

/** Both versions. */
const readDocuments = () => Promise.all([documentPath, documentPathOfV4].map((path) => readFile(path, "utf8")));

/** What the part's key file has if the part is current. @param key of its sources */
async function markOf({ made }: Part, key: string): Promise<string> {
  const hash = createHash("sha256");
  for (const path of made) hash.update(await readFile(path));
  return `${key} ${hash.digest("hex")}`;
}

async function isCurrent(part: Part, key: string): Promise<boolean> {
  const kept = await readFile(part.keyPath, "utf8").catch(() => "");
  return kept.startsWith(key) && kept === (await markOf(part, key).catch(() => null));
}

/** Writes the assets unless they are current. @throws Failure that names what cannot be described */
export async function writeDocument(): Promise<void> {
  for (const part of parts) {
    const key = await part.key();
    if (await isCurrent(part, key)) continue;
    // Nothing is taken for current that was written in part.
    await rm(part.keyPath, { force: true });
    await part.write();
    // If the sources have changed meanwhile, nobody knows of which of them it was made.
    if ((await part.key()) === key) await writeAtomically(part.keyPath, await markOf(part, key));
    else await rm(part.keyPath, { force: true });
  }
}

/** As {@link writeDocument}, in a process of its own if there is something to write: Node runs the sources as they are. */
export async function ensureDocument(): Promise<void> {
  if (await areAllCurrent()) return;
  const options = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...options, join(import.meta.dirname, "generate.ts")], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(dist, "compile-cache") },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Failure(`The API could not be described:\n${output.trim()}`);
}

async function areAllCurrent(): Promise<boolean> {
  for (const part of parts) if (!(await isCurrent(part, await part.key()))) return false;
  return true;
}

/** Other processes may write and read the same file. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(dist, `openapi.${process.pid}`);
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
