// The migration that numbers the pipelines of each project, on a database that has some
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../drizzle");
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();

const insert = `insert into pipelines (id, project_id, sha, ref, status, created_at, updated_at)
  values (?, ?, ?, 'main', 'success', '', '')`;

test("pipelines are numbered by project in the order of their ids", () => {
  using database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  const at = migrations.findIndex((name) => name.startsWith("0028_"));
  const apply = (name: string) => database.exec(readFileSync(join(folder, name), "utf8"));
  migrations.slice(0, at).forEach(apply);
  const given: [id: number, project: number][] = [
    [3, 1],
    [4, 2],
    [7, 1],
    [9, 2],
    [12, 1],
  ];
  for (const [id, project] of given) database.prepare(insert).run(id, project, String(id));
  migrations.slice(at).forEach(apply);
  const rows = database.prepare("select id, project_id, iid from pipelines order by id").all();
  expect(rows.map(({ id, project_id, iid }) => [id, project_id, iid])).toEqual([
    [3, 1, 1],
    [4, 2, 1],
    [7, 1, 2],
    [9, 2, 2],
    [12, 1, 3],
  ]);
});
