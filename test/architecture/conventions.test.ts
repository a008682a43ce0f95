// Rules of the house that neither the compiler nor the linter knows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { NEWEST_MIGRATION } from "../../src/db/queries/server/migrations.ts";

const root = join(import.meta.dirname, "../..");

const read = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(root, folder, file), "utf8") }));

const sources = read("src", ".ts");
const filesWith = (pattern: RegExp, among = sources) =>
  among.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test("every file says in its first line what it serves", () => {
  expect(sources.filter(({ text }) => !text.startsWith("// ")).map(({ file }) => file)).toEqual([]);
});

test("a write to the database is one batch: interactive transactions are never used", () => {
  // Durable Objects have databases of their own.
  expect(
    filesWith(/\.transaction\(/).filter(
      (file) => !/^src\/(?:git|events|hooks|notifications|durable-objects)\//.test(file),
    ),
  ).toEqual([]);
});

test("a pattern of LIKE is never made of what a client sent", () => {
  expect(filesWith(/\blike\s*\$\{|\blike\(|\bilike\(/i)).toEqual([]);
});

test("routes catch nothing: refusals are thrown and end in on-error.ts", () => {
  const routes = sources.filter(({ file }) => file.startsWith("src/api/v3/"));
  expect(filesWith(/\bcatch\b/, routes)).toEqual([]);
});

describe("migrations", () => {
  const statements = read("drizzle", ".sql").flatMap(({ file, text }) =>
    text.split("--> statement-breakpoint").map((statement) => ({ file, statement: statement.trim() })),
  );

  test("the newest one is the one the Worker expects", () => {
    const names = readdirSync(join(root, "drizzle")).filter((name) => name.endsWith(".sql"));
    expect(NEWEST_MIGRATION).toBe(names.sort().at(-1));
  });

  test("end every statement with a semicolon, or wrangler cannot split them", () => {
    expect(statements.filter(({ statement }) => !statement.endsWith(";"))).toEqual([]);
  });

  test("have each trigger on one line with BEGIN and END in capitals, or D1 cannot split them", () => {
    const triggers = statements.filter(({ statement }) => /create trigger/i.test(statement));
    const odd = triggers.filter(({ statement }) => {
      const sql = statement.replace(/^--.*$/gm, "").trim();
      return sql.includes("\n") || !/^CREATE TRIGGER .* BEGIN .*; END;$/.test(sql);
    });
    expect({ triggers: triggers.length > 20, odd }).toEqual({ triggers: true, odd: [] });
  });
});
