// Conventions that neither the compiler nor the linter checks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { NEWEST_MIGRATION } from "../../src/db/queries/server/migrations.ts";

const root = join(import.meta.dirname, "../..");

const read = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(root, folder, file), "utf8") }));

const sources = [...read("src", ".ts"), ...read("src", ".tsx")];
const filesWith = (pattern: RegExp, among = sources) =>
  among.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test("every file's first line says what the file is for", () => {
  expect(sources.filter(({ text }) => !text.startsWith("// ")).map(({ file }) => file)).toEqual([]);
});

test("database writes use batches, never interactive transactions", () => {
  // Durable Objects have databases of their own.
  expect(
    filesWith(/\.transaction\(/).filter(
      (file) => !/^src\/(?:git|events|hooks|notifications|durable-objects)\//.test(file),
    ),
  ).toEqual([]);
});

test("no LIKE pattern is built from client input", () => {
  expect(filesWith(/\blike\s*\$\{|\blike\(|\bilike\(/i)).toEqual([]);
});

test("no service or verb casts what it knows through unknown", () => {
  const verbs = sources.filter(({ file }) => /^src\/(?:services|git|durable-objects|hooks|notifications)\//.test(file));
  expect(filesWith(/\bas unknown as\b/, verbs)).toEqual([]);
});

test("routes catch no errors: refusals are thrown and handled in on-error.ts", () => {
  const routes = sources.filter(({ file }) => file.startsWith("src/api/v3/"));
  expect(filesWith(/\bcatch\b/, routes)).toEqual([]);
});

test("errors quote the names they contain, because the log leaves out what is quoted", () => {
  const errors = sources.flatMap(({ file, text }) =>
    file.startsWith("src/git/") ? [...text.matchAll(/new Error\(`([^`]*)`/g)].map(([, message = ""]) => message) : [],
  );
  const unquoted = /(?<!")\$\{[\w.?]*\b(?:branch|file|name|path|ref|text|url)\}/;
  expect(errors.length).toBeGreaterThan(10);
  expect(errors.filter((message) => unquoted.test(message))).toEqual([]);
});

describe("migrations", () => {
  const statements = read("drizzle", ".sql").flatMap(({ file, text }) =>
    text.split("--> statement-breakpoint").map((statement) => ({ file, statement: statement.trim() })),
  );

  test("the newest migration is the one the Worker expects", () => {
    const names = readdirSync(join(root, "drizzle")).filter((name) => name.endsWith(".sql"));
    expect(NEWEST_MIGRATION).toBe(names.sort().at(-1));
  });

  test("every statement ends with a semicolon, so that wrangler can split them", () => {
    expect(statements.filter(({ statement }) => !statement.endsWith(";"))).toEqual([]);
  });

  test("each trigger is on one line with BEGIN and END in capitals, so that D1 can split them", () => {
    const triggers = statements.filter(({ statement }) => /create trigger/i.test(statement));
    const odd = triggers.filter(({ statement }) => {
      const sql = statement.replace(/^--.*$/gm, "").trim();
      return sql.includes("\n") || !/^CREATE TRIGGER .* BEGIN .*; END;$/.test(sql);
    });
    expect({ triggers: triggers.length > 20, odd }).toEqual({ triggers: true, odd: [] });
  });
});
