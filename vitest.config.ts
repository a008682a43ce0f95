// The suite, in two projects. Most files run in process: the Worker's source on Node's SQLite, one server for each process
// that runs tests. What depends on the platform runs against the built Worker on workerd, one server for all files.
// RUNTIME=workerd runs everything there, DATABASE=libsql what differs between the databases, on sqld. docs/testing.md
// has the reasons and the figures.
import { join } from "node:path";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BusyBesideWaiting } from "./test/support/busy-beside-waiting.ts";
import { positionInSource } from "./test/support/compiled-pages.ts";
import { loadedByNode } from "./test/support/loaded-by-node.ts";
import { memoryFolder } from "./test/support/memory-folder.ts";
import { replacedModules } from "./test/support/replaced-modules.ts";
import { isSample } from "./test/support/sample.ts";
import { SlowestFiles } from "./test/support/slowest-files.ts";

// For the server and for the processes that run the tests alike.
const inMemory = memoryFolder();
if (inMemory !== null) process.env.TMPDIR = inMemory;

/** What one is held to is shown by the other. */
const onBoth = "test/runtime/platform.test.ts";

/**
 * Always in process: reads the console of the Worker, gives it bindings of its own, or starts servers of its own, on an
 * empty database or to stop requests at any step.
 */
const alwaysInProcess = [
  "test/{docs,observability}/*.test.ts",
  "test/api/{,idempotency/}*.test.ts",
  // They compare whole responses over time, so that nobody else may change what is listed.
  "test/pages/walks/*.test.ts",
  "test/permissions/confidential-reading.test.ts",
  // It compares what the whole server has before and after, so that nobody else may delete any of it.
  "test/pages/admin/admin.test.ts",
  // They read issues of all projects, which is refused on a server with more than 1,000 of them.
  "test/api/v4/{issuable-lists/lists,search/*}.test.ts",
  // It compares lists of a seeded database of its own, whatever runs the statements.
  "test/api/v4/issuable-lists/project-pages.test.ts",
  "test/permissions/issue-totals.test.ts",
  // Edits beside it would make its own cost more.
  "test/api/v3/issues/cost-of-new-labels.test.ts",
  // It deletes all system hooks.
  "test/pages/hooks/hooks.test.ts",
  // It takes a name that another file takes on its server.
  "test/pages/addresses.test.ts",
];

/**
 * Only D1 itself counts rows: in process there are none, which every bound allows. `bundle` reads the built Worker. Round
 * trips and statements are the same in process, where a sample counts them.
 */
const countsRows = [
  "test/costs/{bundle,growing-lists,merge-requests-of-commit,own-projects,pages,rows-read,walked-lists}.test.ts",
];

/** Costs, races, crashes, hostile bytes, how requests arrive, transport, published clients, and what boots a server of its own. */
const onWorkerd = [
  "test/clients/*.test.ts",
  ...(isSample ? countsRows : ["test/costs/*.test.ts"]),
  "test/http/{aborted-uploads,body-of-get,hostile-bytes,rate-limits,request-limits,request-line}.test.ts",
  "test/api/v3/**/*races.test.ts",
  "test/api/v3/events/exactly-once.test.ts",
  "test/api/git/*.test.ts",
  "test/api/v3/hooks/{deliveries,delivery,forbidden-targets,lost-news,slow-receiver}.test.ts",
  "test/api/v3/merge-requests/accept-{deaths,faults}.test.ts",
  "test/api/v3/audit-events/protection-deaths.test.ts",
  "test/api/v3/notifications/mail.test.ts",
  onBoth,
  "test/runtime/routes.test.ts",
  "test/runtime/routes-v4.test.ts",
  "test/browser/*.test.ts",
  "test/scripts/*.test.ts",
  "test/backup/databases.test.ts",
  "test/openapi/served.test.ts",
  "test/reference/served.test.ts",
  "test/pages/assets.test.ts",
];

/**
 * Both databases are SQLite: what differs is how batches, races, refusals and searches reach them. So on libSQL these are
 * run, among them the usual call of each route (round-trips).
 */
const onLibsql = [
  "test/clients/*.test.ts",
  "test/costs/{idempotency,round-trips}.test.ts",
  "test/http/{authentication,pagination,sudo}.test.ts",
  "test/api/v3/**/*races.test.ts",
  "test/api/v3/idempotency/*.test.ts",
  "test/api/git/{import,lost-push,push-effects}.test.ts",
  "test/api/v3/{groups,projects}/{create,delete,fork,import,list,search,transfer,update}-*.test.ts",
  "test/api/v3/audit-events/{audit-events,protection-deaths}.test.ts",
  "test/api/v3/hooks/{deliveries,delivery,lost-news}.test.ts",
  "test/backup/databases.test.ts",
  "test/api/v3/issues/{closing,create,delete,list,mentions,move,system,update}*.test.ts",
  "test/scripts/start-preview.test.ts",
  "test/api/v4/{discussions,issuable-lists,merge-requests,notes,projects,releases}/*.test.ts",
  "test/api/v4/issues/{locked-discussions,related-merge-requests}.test.ts",
  "test/api/v3/{access-requests,discussions,events,merge-requests,notes,notifications,statuses,todos,users}/*.test.ts",
  // Statements of the pages. Files that create labels are left out: ids of labels are allocated over all projects, so that
  // edits in files beside them would be repeated, and the costs of edits differ.
  "test/pages/{activity,dashboard,groups,milestones,new-project,profile,todos,users}/*.test.ts",
  "test/pages/{admin/admin,content/resolve-references,sessions}.test.ts",
  "test/pages/merge-requests/discussion.test.ts",
];

const database = process.env.DATABASE === "libsql" ? "libsql" : "d1";
const isAllOnWorkerd = process.env.RUNTIME === "workerd";

/**
 * What waits more than it works: for servers of its own to start and end, or for time to pass. On workerd the longest files as
 * well, which would otherwise run alone at the end.
 */
const waiting = [
  ...(isAllOnWorkerd ? ["test/http/hostile-{input,values}.test.ts"] : []),
  "test/api/v3/hooks/{delivery,forbidden-targets,lost-news,slow-receiver}.test.ts",
  "test/api/v3/merge-requests/accept-*.test.ts",
  "test/api/v3/audit-events/protection-deaths.test.ts",
  "test/api/v3/notifications/mail.test.ts",
  "test/docs/guide.test.ts",
  "test/http/aborted-uploads.test.ts",
  "test/browser/*.test.ts",
  "test/scripts/*.test.ts",
  "test/scripts/preview/{commands,libsql,wrangler}.test.ts",
  "test/scripts/gitlab-import/from-tributary.test.ts",
  "test/backup/databases.test.ts",
];

/**
 * Left out of a sample: tools and published clients, which are tested when they change, and what starts, kills and awaits
 * servers, which takes as long for one case as for all.
 */
const notInSample = [
  "test/api/git/{import,lost-push}.test.ts",
  "test/api/v3/audit-events/protection-deaths.test.ts",
  // hooks/local-addresses guards the same in process.
  "test/api/v3/hooks/{forbidden-targets,lost-news,slow-receiver}.test.ts",
  "test/api/v3/merge-requests/accept-{deaths,faults}.test.ts",
  "test/backup/databases.test.ts",
  "test/browser/*.test.ts",
  "test/clients/**/*.test.ts",
  // openapi/examples counts the same in process.
  "test/costs/v4-round-trips.test.ts",
  "test/docs/guide.test.ts",
  // It tests what the generator refuses; `document` and `conformance` what it writes.
  "test/openapi/generator.test.ts",
  "test/runtime/routes-v4.test.ts",
  "test/scripts/{gitlab-import,preview}/*.test.ts",
  "test/scripts/{repository-state,start-again,start-end,start-preview}.test.ts",
];

/**
 * How long one request may keep others waiting, by the clock: on workerd, one test at a time, and not together with the
 * others (`npm run test:limits`), for what else the machine does keeps requests waiting as well.
 */
const limits = "test/limits/**/*.test.ts";

/** Published clients that are too large to be dependencies (`npm run test:clients`): the tests install them. */
const largeClients = "test/large-clients/*.test.ts";

/** The built Worker, each time with a server of the project's own. */
const builtWorker = {
  globalSetup: "test/support/global-setup.ts",
  provide: { runtime: "workerd" as const },
};

const leftOut = [...configDefaults.exclude, limits, largeClients, ...(isSample ? notInSample : [])];

const workerd: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...builtWorker,
    name: "workerd",
    include: database === "libsql" ? onLibsql : isAllOnWorkerd ? ["test/**/*.test.ts"] : onWorkerd,
    exclude: [...leftOut, ...alwaysInProcess],
  },
};

const inProcess: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "in process",
    globalSetup: "test/support/describe-api.ts",
    // what runs in process is held to workerd in any case
    include: isAllOnWorkerd ? ["test/runtime/*.test.ts", ...alwaysInProcess] : ["test/**/*.test.ts"],
    exclude: [...leftOut, ...onWorkerd.filter((pattern) => pattern !== onBoth)],
    provide: { runtime: "node", database: "d1", rootToken: "the-root-token-of-tests-in-process" },
  },
};

const alone = (name: string, include: string, testTimeout = 120_000): TestProjectInlineConfiguration => ({
  extends: true,
  test: { ...builtWorker, name, include: [include], maxWorkers: 1, testTimeout },
});

function projects(): TestProjectInlineConfiguration[] {
  if (process.env.LIMITS === "true") return [alone("limits", limits)];
  if (process.env.CLIENTS === "true") return [alone("clients", largeClients, 900_000)];
  return database === "libsql" ? [workerd] : [workerd, inProcess];
}

export default defineConfig({
  // For the Worker's source in the process of the tests.
  resolve: {
    alias: {
      ...replacedModules,
      // as `npm run build:client` builds it
      "tributary-client": join(import.meta.dirname, "dist/client/index.js"),
    },
  },
  test: {
    projects: projects(),
    // For two cores; docs/testing.md has what other numbers cost.
    maxWorkers: isAllOnWorkerd || database === "libsql" ? 4 : 3,
    isolate: false,
    execArgv: [
      // What stays in the heap takes 80 MB: with its own limits V8 marks it two to four times as often.
      "--initial-old-space-size=512",
      ...loadedByNode.execArgv,
    ],
    server: loadedByNode.server,
    // Vite does not know which tests import what it has not loaded.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, "**/src/**"],
    // Vitest maps positions only in what Vite has compiled.
    onStackTrace: (_error, frame) => {
      if (frame.file.endsWith(".tsx")) Object.assign(frame, positionInSource(frame.file, frame));
    },
    sequence: { sequencer: BusyBesideWaiting.of(["workerd", "in process"], waiting) },
    setupFiles: process.env.PROFILE === "true" ? ["test/support/profile.ts"] : [],
    // To end what hangs: walks of all routes take their time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", new SlowestFiles(), ["json", { outputFile: `dist/test-report-${database}.json` }]],
  },
});
