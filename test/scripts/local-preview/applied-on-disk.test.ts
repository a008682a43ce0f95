// A local state is served without migrating it first only if its D1 database has every migration.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { isMigrated } from "../../../scripts/applied-on-disk.ts";
import { migrationsFolder } from "../../../scripts/project.ts";

const all = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
const one = `${"1".repeat(64)}.sqlite`;
const two = `${"2".repeat(64)}.sqlite`;

function writeDatabase(path: string, names: readonly string[]): void {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; create table d1_migrations (id integer primary key, name text)");
  for (const name of names) database.prepare("insert into d1_migrations (name) values (?)").run(name);
  database.close();
}

async function isMigratedWith(write: (folder: string) => void): Promise<boolean> {
  const state = mkdtempSync(join(tmpdir(), "tributary-migrated-"));
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  mkdirSync(folder, { recursive: true });
  try {
    writeDatabase(join(folder, "metadata.sqlite"), []);
    write(folder);
    return await isMigrated(state);
  } finally {
    rmSync(state, { recursive: true });
  }
}

test.each<[string, boolean, (folder: string) => void]>([
  ["with all migrations", true, (folder) => writeDatabase(join(folder, one), all)],
  ["without the newest one", false, (folder) => writeDatabase(join(folder, one), all.toSorted().slice(0, -1))],
  ["without bookkeeping", false, (folder) => new DatabaseSync(join(folder, one)).close()],
  ["that is no database", false, (folder) => writeFileSync(join(folder, one), "not a database")],
  ["not there yet", false, () => {}],
  [
    "beside another one",
    false,
    (folder) => {
      for (const name of [one, two]) writeDatabase(join(folder, name), all);
    },
  ],
])("a database %s: %s", async (_, expected, write) => {
  expect(await isMigratedWith(write)).toBe(expected);
});

test("a state folder that does not exist is not migrated", async () => {
  expect(await isMigrated(join(tmpdir(), "tributary-no-such-state"))).toBe(false);
});
