// What a deploy uploads.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";

test("the Worker is at most 80 KiB gzipped, both database drivers included", () => {
  const bundle = readFileSync(join(inject("outdir"), "index.js"));
  expect(gzipSync(bundle).length / 1024).toBeLessThanOrEqual(80);
});
