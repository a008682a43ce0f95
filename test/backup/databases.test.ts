// A restore on the built Worker, on D1 and libSQL and from one to the other.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { WorkingFolder } from "../support/git.ts";
import { OwnServer } from "../support/own-server.ts";
import { startPlain } from "../support/plain-server.ts";
import { atUrl, onServer, type TestServer } from "../support/server.ts";
import { runExport, runImport, temporaryFolder } from "./archives.ts";
import { createFullInstance, differences, QUERIES, readEverything } from "./world.ts";

type Kind = "d1" | "libsql";

const pairs: [Kind, Kind][] =
  inject("database") === "libsql"
    ? [
        ["d1", "libsql"],
        ["libsql", "d1"],
      ]
    : [["d1", "d1"]];

/** A server of its own, empty. Declare it with `await using`. */
async function start(database: Kind): Promise<TestServer & AsyncDisposable> {
  const vars = { ROOT_TOKEN: inject("rootToken"), HOOKS_ALLOW_LOCAL: "true" };
  if (database === "d1" && inject("database") === "d1") {
    const plain = await startPlain(vars);
    return { ...atUrl(plain.origin), [Symbol.asyncDispose]: plain.dispose };
  }
  // As `npm start`: two on Miniflare take a second of CPU more.
  if (database === inject("database")) {
    const own = await OwnServer.start(vars);
    return { ...atUrl(own.origin), [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
  }
  // node_modules must resolve from the bundle's folder.
  await mkdir("dist", { recursive: true });
  const outdir = await mkdtemp(join("dist", "test-"));
  const { boot } = await import("../../scripts/boot.ts");
  const server = await boot({ port: 0, stateDir: null, database, vars, outdir });
  return {
    ...atUrl(server.url.origin),
    async [Symbol.asyncDispose]() {
      await server.dispose();
      await rm(outdir, { recursive: true });
    },
  };
}

test.each(pairs)(
  "an instance on %s, restored on %s, gives the same responses",
  { timeout: 300_000 },
  async (from, to) => {
    using folder = temporaryFolder();
    await using source = await start(from);
    await using target = await start(to);
    const instance = await onServer(source, createFullInstance);
    const before = await onServer(source, () => readEverything(instance, QUERIES.slice(1, 2)));
    await runExport(source, folder.file("backup.tar"));
    await runImport(target, folder.file("backup.tar"));
    expect(differences(before, await onServer(target, () => readEverything(instance, QUERIES.slice(1, 2))))).toEqual(
      [],
    );
    const { callers, reviewed } = instance;
    for (const caller of Object.values(callers)) {
      using one = await WorkingFolder.clone(caller, { ...reviewed, origin: source.origin }, "--mirror");
      using other = await WorkingFolder.clone(caller, { ...reviewed, origin: target.origin }, "--mirror");
      for (const args of [["show-ref"], ["rev-list", "--objects", "--all"], ["fsck", "--full"]]) {
        expect(await other.git(...args)).toBe(await one.git(...args));
      }
    }
  },
);
