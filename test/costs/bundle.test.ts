// What a deployment uploads, and how much of it a request of the API loads.
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { type Metafile, metafileName, parseMetafile } from "../../scripts/worker.ts";

/** The server of a run on D1, the only one this is part of, is built as `npm run deploy` builds it. */
const readBuilt = (name: string): Promise<string> => readFile(join(inject("bundle"), name), "utf8");

const readOutputs = async (): Promise<Metafile["outputs"]> => {
  const { outputs } = parseMetafile(await readBuilt(metafileName));
  return Object.fromEntries(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
};

/** The module and all it imports statically. */
function loadedWith(outputs: Metafile["outputs"], name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const imports = outputs[name]?.imports ?? [];
  const loaded = imports.filter(({ kind, path }) => kind === "import-statement" && path.endsWith(".js"));
  for (const { path } of loaded) loadedWith(outputs, basename(path), found);
  return found;
}

/** KiB. */
async function gzipped(names: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...names].map(async (name) => gzipSync(await readBuilt(name)).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

test("a request of the API loads at most 300 KiB gzipped", async () => {
  expect(await gzipped(loadedWith(await readOutputs(), "index.js"))).toBeLessThanOrEqual(300);
});

test("the Worker is at most 440 KiB gzipped on D1, for which the libSQL driver is left out", async () => {
  const names = Object.keys(await readOutputs()).filter((name) => name.endsWith(".js"));
  expect(await gzipped(names)).toBeLessThanOrEqual(440);
  expect(names.some((name) => name.startsWith("without-libsql"))).toBe(true);
});
