// One server for the whole run: the built Worker, on D1 or (DATABASE=libsql) on sqld. Files run side by side against
// it as real clients do; each test makes its own users, groups and projects.
import { defineConfig } from "vitest/config";
import { memoryFolder } from "./test/support/memory-folder.ts";

// For the server and for the processes that run the tests alike.
const inMemory = memoryFolder();
if (inMemory !== null) process.env.TMPDIR = inMemory;

/**
 * Both databases are SQLite: what differs is how batches, races, refusals and searches reach them. So on libSQL these are
 * run, among them the usual call of each route (round-trips).
 */
const onLibsql = [
  "test/clients/*.test.ts",
  "test/costs/round-trips.test.ts",
  "test/http/{authentication,pagination,sudo}.test.ts",
  "test/routes/**/*races.test.ts",
  "test/routes/git/{lost-push,push-effects}.test.ts",
  "test/routes/{groups,projects}/{create,delete,fork,list,search,transfer,update}-*.test.ts",
  "test/routes/hooks/{deliveries,delivery,lost-news}.test.ts",
  "test/routes/issues/{closing,create,delete,list,mentions,move,system,update}*.test.ts",
  "test/routes/{access-requests,discussions,events,merge-requests,notes,notifications,statuses,todos,users}/*.test.ts",
];

const isLibsql = process.env.DATABASE === "libsql";

/** Of both projects; each has a server of its own. */
const shared = {
  globalSetup: "test/support/global-setup.ts",
  isolate: false,
  // To end what hangs: walks of all routes take their time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "suite",
          include: isLibsql ? onLibsql : ["test/**/*.test.ts"],
          exclude: ["test/limits/**"],
          // Tests mostly wait for the server: more of them than cores keep it busy.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // How long one request may keep others waiting: measured one test at a time, when nothing else runs.
        test: {
          ...shared,
          name: "limits",
          include: isLibsql ? [] : ["test/limits/**/*.test.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    reporters: ["default", ["json", { outputFile: `dist/test-report-${process.env.DATABASE ?? "d1"}.json` }]],
  },
});
