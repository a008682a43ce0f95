// No preview touches production, whatever was edited by hand.
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { comparableUrl } from "../../../scripts/preview/production.ts";
import { Workplace } from "./workplace.ts";

const refused = "must not touch production. Nothing was changed.";

/** A generated configuration with a part replaced. */
const edited = (change: object): string => JSON.stringify({ name: "tributary-previews", previews: {}, ...change });

test.each([
  ["the Worker's name", () => ({ name: "tributary" }), "names production's Worker"],
  [
    "the database's id",
    (id: string) => ({ d1_databases: [{ binding: "DB", database_name: "x", database_id: id }] }),
    "binds production's D1 database",
  ],
  [
    "the database's name",
    () => ({ d1_databases: [{ binding: "DB", database_name: "tributary" }] }),
    "D1 database (tributary)",
  ],
  [
    "the database's id in [previews]",
    (id: string) => ({ previews: { d1_databases: [{ binding: "DB", database_id: id }] } }),
    "binds production's D1 database",
  ],
  [
    "the Durable Objects",
    () => ({
      previews: { durable_objects: { bindings: [{ name: "R", class_name: "Repository", script_name: "tributary" }] } },
    }),
    "binds the Durable Objects of the Worker tributary",
  ],
  [
    "the Worker as a service",
    () => ({ previews: { services: [{ binding: "OTHER", service: "tributary" }] } }),
    "binds production's Worker as OTHER",
  ],
])("a generated configuration with %s of production is refused", async (_what, change, reason) => {
  await using place = await Workplace.create();
  await writeFile(place.configPath("fix-typo"), edited(change(place.production.uuid)));
  const { failure } = await place.preview();
  expect(failure).toContain(reason);
  expect(failure).toContain(refused);
  expect(place.account.previews.size).toBe(0);
  expect(place.account.databases.map(({ name }) => name)).toEqual(["tributary", "tributary-previews"]);
});

test("a generated configuration with production's libSQL URL is refused, in whichever form", async () => {
  const bindings = [{ type: "plain_text", name: "LIBSQL_URL", text: "libsql://db.example.com" }];
  await using place = await Workplace.create("fix-typo", { bindings });
  await writeFile(
    place.configPath("fix-typo"),
    edited({ previews: { vars: { LIBSQL_URL: "https://DB.example.com/" } } }),
  );
  expect((await place.preview()).failure).toContain("uses production's libSQL database");
});

test("a generated configuration that is no JSON is replaced", async () => {
  await using place = await Workplace.create();
  await writeFile(place.configPath("fix-typo"), "{");
  expect((await place.preview()).failure).toBeNull();
});

test("an edit between writing the configuration and migrating is refused", async () => {
  await using place = await Workplace.create();
  const { uuid } = place.production;
  place.account.outputs = { "d1 execute DB": '[{"results":[]}]' };
  Object.defineProperty(place.account.outputs, "d1 execute DB", {
    enumerable: true,
    get() {
      writeFileSync(place.configPath("fix-typo"), edited({ d1_databases: [{ binding: "DB", database_id: uuid }] }));
      return '[{"results":[]}]';
    },
  });
  expect((await place.preview()).failure).toContain(refused);
  expect(place.account.databases[0]?.migrations).toBeNull();
  expect(place.account.previews.size).toBe(0);
});

test.each([
  ['[previews.vars]\nLIBSQL_URL = "https://production.example.com"', "uses production's libSQL database"],
  ['[[previews.services]]\nbinding = "OTHER"\nservice = "tributary"', "binds production's Worker"],
  ['[[previews.d1_databases]]\nbinding = "DB"\ndatabase_name = "tributary"', "binds production's D1 database"],
  ['[[previews.d1_databases]]\nbinding = "DB"\ndatabase_name = "shared"', "all previews would share"],
])("wrangler.toml with %j is refused", async (text, reason) => {
  const bindings = [{ type: "plain_text", name: "LIBSQL_URL", text: "https://production.example.com" }];
  await using place = await Workplace.create("fix-typo", { bindings });
  await place.editCommitted((committed) => `${committed}\n${text}\n`);
  expect((await place.preview()).failure).toContain(reason);
  expect(place.account.previews.size).toBe(0);
});

test("[previews.vars] of wrangler.toml reach the preview; mail, routes and EXTERNAL_URL of production do not", async () => {
  await using place = await Workplace.create();
  await place.editCommitted(
    (committed) => `routes = ["tributary.example.com/*"]
${committed.replace("[vars]\n", `[vars]\nEXTERNAL_URL = "https://tributary.example.com"\nMAIL_FROM = "a@example.com"\nSHARED = "yes"\n`)}
[[send_email]]
name = "MAIL"
[previews.vars]
DATABASE_COST = "true"
`,
  );
  await place.preview();
  const vars = place.account.previews.get("fix-typo")?.vars ?? {};
  expect(vars).toMatchObject({ SHARED: "yes", DATABASE_COST: "true" });
  expect(Object.keys(vars)).not.toContain("EXTERNAL_URL");
  expect(Object.keys(vars)).not.toContain("MAIL_FROM");
});

test.each(["main", "master"])("the branch %s is refused", async (branch) => {
  await using place = await Workplace.create(branch);
  expect((await place.preview()).failure).toContain("which npm run deploy deploys");
  expect((await place.preview({ name: "demo" })).failure).toContain("which npm run deploy deploys");
  expect((await place.delete()).failure).toContain("which npm run deploy deploys");
  expect(place.account.calls.filter((call) => call.startsWith("preview"))).toEqual([]);
});

test("origin's default branch is refused, and that of GitLab CI", async () => {
  await using place = await Workplace.create("stable");
  await place.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/stable");
  expect((await place.preview()).failure).toContain("stable is the production branch");
  await place.switchTo("release");
  place.variables = { CI_DEFAULT_BRANCH: "release" };
  expect((await place.preview()).failure).toContain("release is the production branch");
});

test("the production branch is refused where a tag has its name", async () => {
  await using place = await Workplace.create("main");
  await place.git("tag", "main");
  expect((await place.preview()).failure).toContain("main is the production branch");
});

test("the production branch names no preview, and none of that name is deleted", async () => {
  await using place = await Workplace.create();
  expect((await place.preview({ name: "main" })).failure).toContain("Choose another --name");
  expect((await place.delete({ name: "main" })).failure).toContain("npm run preview:list");
});

test("production's database is not deleted, even if a preview has its name", async () => {
  await using place = await Workplace.create();
  await place.editCommitted((text) => text.replace('database_name = "tributary"', 'database_name = "store"'));
  await place.preview();
  const uuid = place.account.databases.find(({ name }) => name === "store-preview-fix-typo")?.uuid;
  place.account.bindings = [{ type: "d1", name: "DB", id: uuid }];
  expect((await place.delete()).failure).toContain("Nothing was deleted");
  expect(place.account.databases.some(({ name }) => name === "store-preview-fix-typo")).toBe(true);
  expect(place.account.previews.has("fix-typo")).toBe(true);
});

test("what npm run deploy has generated here counts as production's", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const uuid = place.account.databases.find(({ name }) => name === "tributary-preview-fix-typo")?.uuid;
  await writeFile(
    place.deployedPath,
    `name = "tributary"\n[[d1_databases]]\nbinding = "DB"\ndatabase_id = "${uuid}"\n`,
  );
  expect((await place.preview()).failure).toContain(refused);
});

test("a variable that makes wrangler use production's Worker is refused", async () => {
  await using place = await Workplace.create();
  place.variables = { WRANGLER_CI_OVERRIDE_NAME: "tributary" };
  expect((await place.preview()).failure).toContain("Unset it");
  expect(place.account.calls).toEqual([]);
});

test.each([
  ["name", (text: string) => text.replace('name = "tributary"', ""), "restore them"],
  ["database", (text: string) => text.replace('database_name = "tributary"', ""), "restore them"],
  ["syntax", () => "name = ", "cannot be read"],
  ["long names", (text: string) => text.replace('name = "tributary"', `name = "${"a".repeat(60)}"`), "shorten"],
])("wrangler.toml without a usable %s is a failure", async (_what, edit, reason) => {
  await using place = await Workplace.create();
  await place.editCommitted(edit);
  expect((await place.preview()).failure).toContain(reason);
});

test.each([
  ["https://db.example.com", "libsql://db.example.com/"],
  ["http://db.example.com", "ws://db.example.com:80"],
  ["https://db.example.com:443", "libsql://db.example.com."],
  ["https://DB.example.com?tls=1", "wss://db.example.com"],
  ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
])("%s and %s are the same database", (one, other) => {
  expect(comparableUrl(one)).toBe(comparableUrl(other));
});

test.each([
  ["https://db.example.com", "https://other.example.com"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8081"],
  ["https://db.example.com/a", "https://db.example.com/b"],
])("%s and %s are different databases", (one, other) => {
  expect(comparableUrl(one)).not.toBe(comparableUrl(other));
});
