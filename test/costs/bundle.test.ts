// What a deploy uploads.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";

/** The server of a run on D1, the only one this is part of, is built as `npm run deploy` builds it. */
const builtForD1 = (): Promise<Buffer> => readFile(join(inject("outdir"), "index.js"));

test("the Worker is at most 400 KiB gzipped on D1, for which the libSQL driver is left out", async () => {
  const bundle = await builtForD1();
  expect(gzipSync(bundle).length / 1024).toBeLessThanOrEqual(400);
  expect(bundle.includes("without the libSQL driver")).toBe(true);
});
