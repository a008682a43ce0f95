// One server for the whole run: the built Worker, on D1 or (DATABASE=libsql) on sqld. Files run side by side against
// it as real clients do; each test makes its own users, groups and projects.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Only D1 tells how many rows it read; git's own parts know no database, and these routes ask it but who may.
    exclude:
      process.env.DATABASE === "libsql"
        ? [
            "test/costs/rows-read.test.ts",
            "test/git/**",
            "test/routes/{branches,files,repositories}/**",
            "test/routes/git/!(access|lost-push|push-effects).test.ts",
          ]
        : [],
    globalSetup: "test/support/global-setup.ts",
    // Tests mostly wait for the server: more of them than cores keep it busy.
    maxWorkers: 4,
    isolate: false,
    // To end what hangs: with both databases under test on two cores, walks of all routes take their time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", ["json", { outputFile: `dist/test-report-${process.env.DATABASE ?? "d1"}.json` }]],
  },
});
