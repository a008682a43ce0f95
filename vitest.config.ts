// One server for the whole run: the built Worker, on D1 or (DATABASE=libsql) on sqld. Files run side by side against
// it as real clients do; each test makes its own users, groups and projects.
import { defineConfig } from "vitest/config";

/**
 * Both databases are SQLite, so that what differs is how batches, races, refusals and searches reach them: every verb and
 * every list is run on both. These are not run again on libSQL: what knows no database, what only D1 tells (rows read),
 * and the walks of all routes by all levels.
 */
const sameOnAnyDatabase = [
  "test/{architecture,costs,git,jobs,permissions,scripts,services}/**",
  "test/http/{coercion,errors,hostile-input,parameters,routing}.test.ts",
  "test/routes/{branches,commits,files,repositories,tags}/**",
  "test/routes/*/*access.test.ts",
  "test/routes/git/!(lost-push|push-effects).test.ts",
];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: process.env.DATABASE === "libsql" ? sameOnAnyDatabase : [],
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
