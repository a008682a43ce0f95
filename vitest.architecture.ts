// The tests that need no server; `npm run verify` runs them.
import { defineConfig } from "vitest/config";
import { loadedByNode } from "./test/support/loaded-by-node.ts";

export default defineConfig({
  test: { ...loadedByNode, include: ["test/architecture/**/*.test.ts"], isolate: false, maxWorkers: 1 },
});
