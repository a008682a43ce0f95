// The static assets: the description of the API, the reference made from it, and those of the web pages. They are written
// again when their sources have changed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../failure.ts";
import { assetsFolder, projectRoot } from "../project.ts";
import { hashSources } from "../source-hash.ts";

const dist = join(projectRoot, "dist");

export const documentPath = join(assetsFolder, "api/v3/openapi.json");
export const documentPathOfV4 = join(assetsFolder, "api/v4/openapi.json");

/** The hash of the sources of the document that is there. */
const keyPath = join(dist, "openapi.key");

const keyOfSources = () =>
  hashSources(
    "",
    ["src", "scripts/openapi", "scripts/reference", "docs"],
    ["scripts/page-assets.ts", "package-lock.json", "tsconfig.json"],
  );

const isCurrent = async (key: string): Promise<boolean> =>
  (await readFile(keyPath, "utf8").catch(() => "")) === key &&
  (await readFile(documentPath).catch(() => null)) !== null;

/** Writes the assets unless they are current. @throws Failure that names what cannot be described */
export async function writeDocument(): Promise<void> {
  const key = keyOfSources();
  if (await isCurrent(key)) return;
  // Imported on demand: it imports the whole API.
  const [{ describeApi }, { writeReference }, { writePageAssets }] = await Promise.all([
    import("./document.ts"),
    import("../reference/write.ts"),
    import("../page-assets.ts"),
  ]);
  const { 3: v3, 4: v4 } = await describeApi();
  await writeAtomically(documentPath, JSON.stringify(v3));
  await writeAtomically(documentPathOfV4, JSON.stringify(v4));
  await writeReference(v3, v4);
  await writePageAssets();
  await writeAtomically(keyPath, key);
}

/** As {@link writeDocument}, in a process of its own if there is something to write: Node runs the sources as they are. */
export async function ensureDocument(): Promise<void> {
  if (await isCurrent(keyOfSources())) return;
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

/** Other processes may write and read the same file. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(dist, `openapi.${process.pid}`);
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
