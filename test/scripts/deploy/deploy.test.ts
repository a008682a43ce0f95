// `npm run deploy` against a fake wrangler, which records what would be requested of Cloudflare.
import { expect, test } from "vitest";
import { risksOf } from "../../../scripts/deploy/risky-migrations.ts";
import { Deployment, migrationNames } from "./deployment.ts";
import type { Account } from "./stand-in.ts";

const ID = "11111111-2222-3333-4444-555555555555";

test("the first deployment creates the database, migrates it, and keeps a generated token in a file", async () => {
  await using deployment = await Deployment.create();
  deployment.unready = 2;
  const { code, output } = await deployment.run();
  const { calls, databases, migrations, secrets, versions, url } = await deployment.account();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`Tributary runs at ${url}`) });
  expect(calls.map((call) => call.split(" --")[0])).toEqual([
    "whoami",
    "d1 list",
    "d1 create tributary",
    "d1 list",
    "deploy",
    "deployments status",
    "secret list",
    "d1 execute DB",
    "d1 migrations apply DB",
    "deploy",
  ]);
  expect(databases).toEqual([{ name: "tributary", uuid: ID }]);
  expect(migrations).toEqual(await migrationNames());
  expect(versions).toHaveLength(1);
  expect(secrets.ROOT_TOKEN).toMatch(/^[\w-]{32}$/);
  expect(output).not.toContain(secrets.ROOT_TOKEN);
  const { path, token, mode } = await deployment.generatedToken();
  expect({ token, mode }).toEqual({ token: secrets.ROOT_TOKEN, mode: "600" });
  expect(output).toContain(`curl -H "PRIVATE-TOKEN: $(cat ${path})" ${url}/api/v3/groups`);
});

test("the database id is written to a separate file instead of the committed one", async () => {
  await using deployment = await Deployment.create();
  await deployment.run();
  const config = await deployment.config();
  expect(config).toContain(`database_id = "${ID}"`);
  expect(config).not.toContain("00000000-0000-0000-0000-000000000000");
});

test("a second run changes nothing", async () => {
  await using deployment = await Deployment.create();
  await deployment.run();
  await deployment.change({ calls: [] });
  const before = await deployment.account();
  const { code, output } = await deployment.run();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("nothing to do") });
  const { calls, ...after } = await deployment.account();
  expect(after).toEqual({ ...before, calls: undefined });
  expect(calls.filter((call) => /create|apply|^deploy (?!.*--dry-run)/.test(call))).toEqual([]);
});

test("a changed build is deployed with the existing secrets", async () => {
  await using deployment = await Deployment.create();
  await deployment.run([], { ROOT_TOKEN: "a token of my own" });
  await deployment.change({ bundle: "export default { changed: true }" });
  const { code, output } = await deployment.run();
  const { versions, secrets, url } = await deployment.account();
  expect({ code, tags: new Set(versions.map(({ tag }) => tag)).size }).toEqual({ code: 0, tags: 2 });
  expect(secrets).toEqual({ ROOT_TOKEN: "a token of my own" });
  expect(output).toContain(`curl -H "PRIVATE-TOKEN: YOUR_TOKEN" ${url}/api/v3/groups`);
});

test("an existing database of that name is used", async () => {
  await using deployment = await Deployment.create({ databases: [{ name: "tributary", uuid: "an-id" }] });
  expect((await deployment.run()).code).toBe(0);
  expect(await deployment.config()).toContain(`database_id = "an-id"`);
  expect((await deployment.account()).calls).not.toContain("d1 create tributary");
});

test.each<[what: string, changes: Partial<Account>, next: string]>([
  ["not logged in", { isLoggedIn: false }, "Run npx wrangler login"],
  ["D1 cannot be listed", { failures: { "d1 list": "code 10000" } }, "Check that your account has D1"],
  [
    "the limit of databases is reached",
    { failures: { "d1 create": "limit reached" } },
    "Delete a database you no longer need",
  ],
  ["the database cannot be read", { failures: { "d1 execute": "code 7500" } }, "Try again in a minute"],
  ["the Worker's version is unknown", { failures: { "deployments status": "code 10000" } }, "Nothing was deployed"],
  ["the secrets are unknown", { failures: { "secret list": "code 10000" } }, "Nothing was deployed"],
  ["a migration fails", { failures: { "d1 migrations": "syntax error" } }, "Run npm run deploy again to continue"],
  ["the build fails", { failures: { "deploy --dry-run": "syntax error" } }, "Fix the build"],
  ["the upload fails", { failures: { "deploy --tag": "code 10021" } }, "the former version still runs"],
])("%s: the failure says what to do next", async (_what, changes, next) => {
  await using deployment = await Deployment.create(changes);
  const { code, output } = await deployment.run();
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(next) });
  for (const failure of Object.values(changes.failures ?? {})) expect(output).toContain(failure);
  expect((await deployment.account()).versions).toEqual([]);
});

test("a build that fails leaves the database as it was", async () => {
  await using deployment = await Deployment.create({ failures: { "deploy --dry-run": "syntax error" } });
  expect((await deployment.run()).code).toBe(1);
  expect((await deployment.account()).migrations).toBeNull();
});

test("an upload that fails leaves a generated token in its file", async () => {
  await using deployment = await Deployment.create({ failures: { "deploy --tag": "code 10021" } });
  expect((await deployment.run()).code).toBe(1);
  expect((await deployment.generatedToken()).token).toMatch(/^[\w-]{32}$/);
});

test("a server that does not become ready is a failure that names the last response", async () => {
  await using deployment = await Deployment.create();
  deployment.unready = 1_000;
  const { code, output } = await deployment.run();
  expect(code).toBe(1);
  expect(output).toContain('503 {"status":"failed"}');
  expect(output).toContain("npx wrangler rollback");
});

test("a token of fewer than eight characters is refused before anything is deployed", async () => {
  await using deployment = await Deployment.create();
  const { code, output } = await deployment.run([], { ROOT_TOKEN: "short" });
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("at least 8 characters") });
  expect((await deployment.account()).versions).toEqual([]);
});

test("a migration the running Worker may not survive needs --yes", async () => {
  await using deployment = await Deployment.create();
  await deployment.run();
  const names = await migrationNames();
  // Deleting the record of a migration that drops a trigger's table, or renames, makes it pending again.
  await deployment.change({ migrations: [] });
  const refused = await deployment.run();
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("Nothing was changed");
  expect((await deployment.account()).migrations).toEqual([]);
  const accepted = await deployment.run(["--yes"]);
  expect(accepted.code).toBe(0);
  expect((await deployment.account()).migrations).toEqual(names);
});

test.each([
  ["create table a (b integer); create index c on a (b);", []],
  ["alter table a add b text default 'drop'", []],
  ["-- drop table a\ncreate table b (c integer)", []],
  ["drop table a", ["drops a table"]],
  ["alter table a drop column b", ["drops a column"]],
  ["alter table a rename to b", ["renames a table or a column"]],
  ["create unique index a on b (c)", ["makes a column unique"]],
])("%s: %j", (migration, risks) => {
  expect(risksOf(migration)).toEqual(risks);
});
