// The deployed configuration: wrangler.toml, changed only where the account or the database requires it.
import { expect, test } from "vitest";
import { configForD1, configForLibsql, readCommittedConfig } from "../../../scripts/deploy/config.ts";

const withoutComments = (text: string): string[] =>
  text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

test("the configuration for D1 differs from the committed one only in the id", async () => {
  const committed = await readCommittedConfig();
  const changed = withoutComments(configForD1(committed, "an-id")).filter((line) => !committed.text.includes(line));
  expect(changed).toEqual(['database_id = "an-id"']);
});

test("the committed configuration contains nobody's database id", async () => {
  expect((await readCommittedConfig()).databaseId).toBeNull();
});

test("the configuration for libSQL has the driver and the address, and no D1", async () => {
  const committed = await readCommittedConfig();
  const config = configForLibsql(committed, "https://db.example.com");
  expect(withoutComments(config).filter((line) => !committed.text.includes(line))).toEqual([
    'command = "npm run --silent build -- --libsql"',
    'LIBSQL_URL = "https://db.example.com"',
  ]);
  expect(config).not.toContain("d1_databases");
});

test("the address joins variables that are configured already", async () => {
  const config = configForLibsql(await readCommittedConfig(), "https://db.example.com");
  expect(config.match(/^\[vars\]$/gm)).toHaveLength(1);
  expect(config).toContain('[vars]\nLIBSQL_URL = "https://db.example.com"\nLOG_REQUESTS = "true"');
});

test("a configuration without variables gets the address as its only one", async () => {
  const committed = await readCommittedConfig();
  const text = committed.text.replace('[vars]\nLOG_REQUESTS = "true"\n', "");
  const config = configForLibsql({ ...committed, text }, "https://db.example.com");
  expect(config).toMatch(/\n\[vars\]\nLIBSQL_URL = "https:\/\/db.example.com"\n$/);
});
