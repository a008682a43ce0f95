// What a deploy uploads.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { build } from "../../scripts/build.ts";

/** The server of a run on D1 is built as `npm run deploy` builds it; a run on libSQL builds it here. */
async function builtForD1(): Promise<Buffer> {
  if (inject("database") === "d1") return readFile(join(inject("outdir"), "index.js"));
  const outdir = await mkdtemp(join("dist", "bundle-"));
  try {
    await build(outdir, "d1");
    return await readFile(join(outdir, "index.js"));
  } finally {
    await rm(outdir, { recursive: true });
  }
}

test("the Worker is at most 180 KiB gzipped on D1, for which the libSQL driver is left out", async () => {
  const bundle = await builtForD1();
  expect(gzipSync(bundle).length / 1024).toBeLessThanOrEqual(180);
  expect(bundle.includes("without the libSQL driver")).toBe(true);
});
