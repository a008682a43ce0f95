// The tests that need no server; `npm run verify` runs them.
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["test/architecture/**/*.test.ts"], isolate: false, maxWorkers: 1 } });
