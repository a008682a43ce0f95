// `npm run deploy` against a stand-in for wrangler, which records what would be asked of Cloudflare.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { risksOf } from "../../../scripts/deploy/risky-migrations.ts";
import { compileCache } from "../../support/compile-cache.ts";
import { Deployment, migrationNames } from "./deployment.ts";
import type { Account } from "./stand-in.ts";

const ID = "11111111-2222-3333-4444-555555555555";

test("the first deployment creates the database, migrates it, and keeps a generated token in a file", async () => {
  await using deployment = await Deployment.create();
  deployment.unready = 2;
  const { failure, output } = await deployment.run();
  const { calls, databases, migrations, secrets, versions, url } = deployment.account;
  expect({ failure, output }).toEqual({ failure: null, output: expect.stringContaining(`Tributary runs at ${url}`) });
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

test("the id of the database goes to a file of its own, in place of the one committed", async () => {
  await using deployment = await Deployment.create();
  await deployment.run();
  const config = await deployment.config();
  expect(config).toContain(`database_id = "${ID}"`);
  expect(config).not.toContain("00000000-0000-0000-0000-000000000000");
});

test("a second run changes nothing", async () => {
  await using deployment = await Deployment.create();
  await deployment.run();
  const { calls: _, ...before } = structuredClone(deployment.account);
  deployment.account.calls = [];
  const { failure, output } = await deployment.run();
  expect({ failure, output }).toEqual({ failure: null, output: expect.stringContaining("nothing to do") });
  const { calls, ...after } = deployment.account;
  expect(after).toEqual(before);
  expect(calls.filter((call) => /create|apply|^deploy (?!.*--dry-run)/.test(call))).toEqual([]);
});

test("a changed build is deployed with the secrets that are there", async () => {
  await using deployment = await Deployment.create();
  await deployment.run({ rootToken: "a token of my own" });
  deployment.account.bundle = "export default { changed: true }";
  const { failure, output } = await deployment.run();
  const { versions, secrets, url } = deployment.account;
  expect({ failure, tags: new Set(versions.map(({ tag }) => tag)).size }).toEqual({ failure: null, tags: 2 });
  expect(secrets).toEqual({ ROOT_TOKEN: "a token of my own" });
  expect(output).toContain(`curl -H "PRIVATE-TOKEN: YOUR_TOKEN" ${url}/api/v3/groups`);
});

test("a changed asset is deployed, and an unchanged one is not", async () => {
  await using deployment = await Deployment.create();
  for (const text of ["a {}", "a {}", "b {}"]) {
    await deployment.writeAsset("-/assets/style.css", text);
    expect((await deployment.run()).failure).toBeNull();
  }
  const tags = deployment.account.versions.map(({ tag }) => tag);
  expect([tags.length, new Set(tags).size]).toEqual([2, 2]);
});

test("a database of that name is used as it is", async () => {
  await using deployment = await Deployment.create({ databases: [{ name: "tributary", uuid: "an-id" }] });
  expect((await deployment.run()).failure).toBeNull();
  expect(await deployment.config()).toContain(`database_id = "an-id"`);
  expect(deployment.account.calls).not.toContain("d1 create tributary");
});

test.each<[what: string, changes: Partial<Account>, next: string]>([
  ["not logged in", { isLoggedIn: false }, "Run npx wrangler login"],
  ["D1 cannot be listed", { failures: { "d1 list": "code 10000" } }, "Check that your account has D1"],
  ["no more databases", { failures: { "d1 create": "limit reached" } }, "Delete a database you no longer need"],
  ["the database cannot be read", { failures: { "d1 execute": "code 7500" } }, "Try again in a minute"],
  ["the Worker's version is unknown", { failures: { "deployments status": "code 10000" } }, "Nothing was deployed"],
  ["the secrets are unknown", { failures: { "secret list": "code 10000" } }, "Nothing was deployed"],
  ["a migration fails", { failures: { "d1 migrations": "syntax error" } }, "Run npm run deploy again to continue"],
  ["the build fails", { failures: { "deploy --dry-run": "syntax error" } }, "Fix the build"],
  ["the upload fails", { failures: { "deploy --tag": "code 10021" } }, "the former version still runs"],
])("%s: the failure says what to do next", async (_what, changes, next) => {
  await using deployment = await Deployment.create(changes);
  const { failure } = await deployment.run();
  expect(failure).toContain(next);
  for (const text of Object.values(changes.failures ?? {})) expect(failure).toContain(text);
  expect(deployment.account.versions).toEqual([]);
});

test("a build that fails leaves the database as it was", async () => {
  await using deployment = await Deployment.create({ failures: { "deploy --dry-run": "syntax error" } });
  expect((await deployment.run()).failure).toContain("Fix the build");
  expect(deployment.account.migrations).toBeNull();
});

test("an upload that fails leaves a generated token in its file", async () => {
  await using deployment = await Deployment.create({ failures: { "deploy --tag": "code 10021" } });
  expect((await deployment.run()).failure).toContain("Fix the cause");
  expect((await deployment.generatedToken()).token).toMatch(/^[\w-]{32}$/);
});

test("a server that does not become ready is a failure that names the last response", async () => {
  await using deployment = await Deployment.create();
  deployment.unready = 1_000;
  const { failure } = await deployment.run();
  expect(failure).toContain('503 {"status":"failed"}');
  expect(failure).toContain("npx wrangler rollback");
});

test("a token of fewer than eight characters is refused before anything is deployed", async () => {
  await using deployment = await Deployment.create();
  const { failure } = await deployment.run({ rootToken: "short" });
  expect(failure).toContain("at least 8 characters");
  expect(deployment.account.versions).toEqual([]);
});

test("migrations the running Worker may not survive need consent", async () => {
  await using deployment = await Deployment.create();
  await deployment.run();
  // As if all migrations were new, some of which rename or drop tables.
  deployment.account.migrations = [];
  const refused = await deployment.run();
  expect(refused.failure).toContain("Nothing was changed");
  expect(refused.output).toContain("drops a table");
  expect(deployment.account.migrations).toEqual([]);
  expect((await deployment.run({ acceptRisks: true })).failure).toBeNull();
  expect(deployment.account.migrations).toEqual(await migrationNames());
});

test("the command runs the executable WRANGLER names, and fails with its next step", async () => {
  const script = join(import.meta.dirname, "../../../scripts/deploy.ts");
  const args = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning", script];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? "", WRANGLER: "false", NODE_COMPILE_CACHE: compileCache },
  });
  let output = "";
  child.stderr.on("data", (data) => (output += data));
  const [code] = await once(child, "close");
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("npx wrangler login") });
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
