// Statements are prepared once: nothing in their text makes SQLite prepare them again when bound values change.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { execute, select } from "../../src/db/statement.ts";
import { MemoryDatabase } from "../support/runtime/sqlite.ts";

/** A table with a partial index, the other case in which SQLite inspects bound values. */
function database(): MemoryDatabase {
  const memory = new MemoryDatabase();
  memory.execute("create table things (id integer primary key, name text, state text)");
  memory.execute("create index pending_things on things (name) where state = 'pending'");
  return memory;
}

const suspects = [
  ["a limit", sql`from things limit ${2}`],
  ["an offset", sql`from things limit 1 offset ${2}`],
  ["a pattern", sql`from things where name like ${"a%"}`],
  ["the condition of a partial index", sql`from things where name = ${"a"} and state = ${"pending"}`],
] as const;

test.each(suspects)("a write with %s is prepared once", (_, body) => {
  const { sql: text, params } = execute(sql`delete from things where id in (select id ${body})`);
  expect(database().rows(text, params)).toEqual([]);
});

test.each(["limit", "offset"])("a select with the placeholder of a %s is prepared once", (name) => {
  const limited = name === "limit" ? sql`limit ${sql.placeholder("n")}` : sql`limit 1 offset ${sql.placeholder("n")}`;
  const { sql: text } = select({ id: sql<number>`id` }, sql`from things ${limited}`).with({ n: 2 });
  expect(database().rows(text, [2])).toEqual([]);
});

test.each([
  "select id from things limit ?",
  "select id from things where name like ?",
  "select id from things where name = 'a' and state = ?",
])("the check detects a statement that is prepared on every run: %s", (text) => {
  expect(() => database().rows(text, [1])).toThrow("prepares this statement at every run");
});
