// The texts of statements are those that Drizzle's own compiler writes.
import { type SQL, sql } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { expect, test } from "vitest";
import { compileSql } from "../../src/db/compile-sql.ts";
import { issues, projects } from "../../src/db/schema/index.ts";

const dialect = {
  casing: new CasingCache(),
  escapeName: (name: string) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: () => "+?",
  escapeString: (text: string) => text,
};

function expectEqual(source: SQL): void {
  const { sql: text, params } = source.toQuery(dialect);
  expect(compileSql(source)).toEqual({ text, params });
}

test("tables, columns and names are quoted", () => {
  expectEqual(sql`select ${projects.namespace_id}, ${sql.identifier('a "name"')} from ${projects}`);
});

test("values become parameters in order", () => {
  expectEqual(sql`select ${1}, ${"it's"}, ${null}, ${true}, ${new Uint8Array([1, 2])}, ${0}, ${""}`);
});

test("a value of a column is converted as the column says, or is itself SQL", () => {
  const due = sql.param("2026-01-01", issues.due_date);
  const converting = { mapToDriverValue: (value: string) => value.toUpperCase() };
  const computing = { mapToDriverValue: (value: number) => sql`abs(${value})` };
  const values = [due, sql.param(null, converting), sql.param("text", converting), sql.param(-1, computing)];
  expectEqual(sql`insert into ${issues} values ${values}`);
  expect(compileSql(sql`${values}`)).toEqual({
    text: "(+?, +?, +?, abs(+?))",
    params: ["2026-01-01", null, "TEXT", -1],
  });
});

test("lists, joins, raw texts and nothing", () => {
  const conditions = [sql`a = ${1}`, sql.raw("b = 2"), sql`c in ${[3, 4]}`, sql`d in ${[]}`];
  expectEqual(sql`where ${sql.join(conditions, sql` and `)}${undefined}${sql.empty()} ${[["x", sql.identifier("y")]]}`);
});

test("placeholders stay what they are", () => {
  expectEqual(sql`where id = ${sql.placeholder("id")} and name = ${sql.placeholder("name")}`);
});

test("what it does not know is refused, not bound", () => {
  expect(() => compileSql(sql`select ${sql`1`.as("one")}`)).toThrow("Only Drizzle's `sql` can be compiled.");
});
