// Exports and imports that are killed at any request, and continued.
import { copyFileSync, existsSync, truncateSync } from "node:fs";
import { stat } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Row } from "../../scripts/backup/format.ts";
import { Random } from "../git/random.ts";
import { createUser, ok } from "../support/actors.ts";
import { cases } from "../support/sample.ts";
import { onServer, type TestServer } from "../support/server.ts";
import { fetchOf, runExport, runImport, temporaryFolder } from "./archives.ts";
import { contentsOf } from "./contents.ts";
import { emptyInstance, exported } from "./restored.ts";

const seeds = (all: number): number[] => Array.from({ length: cases(all, 1) }, (_, at) => at + 1);

/** Lets requests through until one is chosen: that one fails before or after the server has served it, and all later ones. */
function dying(server: TestServer, random: Random, most = 40): typeof fetch {
  const through = fetchOf(server);
  let left = random.below(most);
  return async (url, init) => {
    left -= 1;
    if (left < -1) throw new Error("killed");
    if (left === -1 && random.chance(50)) throw new Error("killed");
    const response = await through(url, init);
    if (left >= 0) return response;
    await response.arrayBuffer();
    throw new Error("killed");
  };
}

/** Runs until it ends by itself. Returns how often it was killed. */
async function runUntilDone(work: () => Promise<unknown>): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    try {
      await work();
      return killed;
    } catch (error) {
      if (!String(error).includes("killed") || killed > 100) throw error;
    }
  }
}

describe.each(seeds(6))("with seed %i", (seed) => {
  test("an export that is killed again and again ends with the same archive", async () => {
    const { source, archive } = await exported();
    using folder = temporaryFolder();
    const [file, random] = [folder.file("backup.tar"), new Random(seed)];
    const partial = `${file}.partial`;
    const killed = await runUntilDone(async () => {
      // A crash of the machine loses the end of the file.
      if (existsSync(partial) && random.chance(50)) {
        const { size } = await stat(partial);
        truncateSync(partial, Math.max(0, size - random.below(3_000)));
      }
      await runExport(source, file, { fetch: dying(source, random) });
    });
    expect(killed).toBeGreaterThan(0);
    expect(existsSync(partial)).toBe(false);
    expect(await contentsOf(file)).toEqual(await contentsOf(archive));
  });

  test("an import that is killed again and again ends with the same instance", async () => {
    const { archive } = await exported();
    using folder = temporaryFolder();
    const [target, random] = [await emptyInstance(), new Random(seed)];
    const copy = folder.file("copy.tar");
    copyFileSync(archive, copy);
    const killed = await runUntilDone(() => runImport(target, copy, { fetch: dying(target, random) }));
    expect(killed).toBeGreaterThan(0);
    await runExport(target, folder.file("again.tar"));
    const [first, second] = [await contentsOf(archive), await contentsOf(folder.file("again.tar"))];
    expect({ ...second.rows, hooks: [] }).toEqual({ ...first.rows, hooks: [] });
    expect(second.repositories).toEqual(first.repositories);
  });
});

/** Rows without ids and what an import sets. */
const texts = (rows: Readonly<Record<string, Row[]>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([table, all]) =>
      all.length === 0
        ? []
        : [
            [
              table,
              all.map(({ title, body, name, iid, sha, ref, kind, created_at }) =>
                JSON.stringify([title, body, name, iid, sha, ref, kind, created_at]),
              ),
            ],
          ],
    ),
  );

test.each(seeds(3))("a project whose import is killed again and again is added once, with seed %i", async (seed) => {
  const { source, instance } = await exported();
  using folder = temporaryFolder();
  const [target, random] = [await emptyInstance(), new Random(seed)];
  await onServer(target, async () => {
    const group = { name: "place", path: "place", visibility_level: 20 };
    await ok((await createUser()).post("/groups", group));
  });
  const { path_with_namespace, path } = instance.reviewed;
  await runExport(source, folder.file("one.tar"), { only: path_with_namespace });
  const add = () => runImport(target, folder.file("one.tar"), { into: "place", fetch: dying(target, random) });
  expect(await runUntilDone(add)).toBeGreaterThan(0);
  await runExport(target, folder.file("two.tar"), { only: `place/${path}` });
  const [one, two] = [await contentsOf(folder.file("one.tar")), await contentsOf(folder.file("two.tar"))];
  // Created users come last, and events of other kinds than feeds show are not added.
  const { users: _, events: __, ...rows } = one.rows;
  expect(texts(two.rows)).toMatchObject(texts(rows));
  const bundleIn = ({ repositories }: typeof one) =>
    Object.entries(repositories).find(([name]) => name.endsWith("bundle"))?.[1];
  expect(bundleIn(two)).toEqual(bundleIn(one));
});

test("an archive that is being written has another name, and does not replace a file", async () => {
  const { source, archive } = await exported();
  await expect(runExport(source, archive)).rejects.toThrow("exists. Choose another name");
});

test("an interrupted export is not continued from another server or of another group", async () => {
  const { source, instance } = await exported();
  using folder = temporaryFolder();
  const file = folder.file("backup.tar");
  await expect(runExport(source, file, { fetch: dying(source, new Random(1), 20) })).rejects.toThrow("killed");
  const other = runExport(source, file, { only: instance.world.group.path });
  await expect(other).rejects.toThrow("is of another export");
});
