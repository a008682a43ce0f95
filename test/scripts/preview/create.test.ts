// `npm run preview`: each branch gets its own Worker, Durable Objects, database and token, and keeps them.
import { expect, inject, test } from "vitest";
import { server } from "../../support/server.ts";
import { migrationNames } from "../deploy/deployment.ts";
import { Workplace } from "./workplace.ts";

/** Commands that change something. */
const changing = /^(?:d1 (?:create|delete|migrations)|preview (?!secret list)|deploy --tag)/;

test("a branch gets a migrated database, Durable Objects and a token of its own, and its URL is printed", async () => {
  await using place = await Workplace.create("fix-typo");
  const { failure, output } = await place.preview();
  expect(failure).toBeNull();
  expect(output).toContain(`The preview fix-typo runs at ${place.account.url}`);
  const database = place.account.databases.find(({ name }) => name === "tributary-preview-fix-typo");
  expect(database?.migrations).toEqual(await migrationNames());
  const token = await place.token("fix-typo");
  expect(token).toEqual({ token: expect.stringMatching(/^[\w-]{32}$/), mode: "600" });
  expect(place.account.previews.get("fix-typo")).toEqual({
    worker: "tributary-previews",
    tag: expect.stringMatching(/^trb-/),
    secrets: { ROOT_TOKEN: token?.token },
    databases: [database?.uuid],
    objects: [undefined, undefined, undefined],
    vars: expect.objectContaining({ LOG_REQUESTS: "true" }),
    deployments: 1,
  });
  expect(output).not.toContain(token?.token);
});

test("production is left as it was", async () => {
  await using place = await Workplace.create();
  await place.preview();
  expect(place.account.secrets).toEqual({ ROOT_TOKEN: "of production" });
  expect(place.account.versions).toEqual([{ id: "version-1", tag: "trb-1" }]);
  expect(place.account.databases[0]).toMatchObject({ name: "tributary", migrations: null });
});

test("run again, it changes nothing", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const before = [...place.account.previews.values()];
  place.account.calls = [];
  const { output } = await place.preview();
  expect(output).toContain("is up to date");
  expect(output).toContain(`runs at ${place.account.url}`);
  expect(place.account.calls.filter((call) => changing.test(call) || / update | insert /.test(call))).toEqual([]);
  expect([...place.account.previews.values()]).toEqual(before);
});

test("a changed build updates the preview and keeps its database and token", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const before = { databases: place.account.databases.length, token: await place.token("fix-typo") };
  place.account.bundle = "export default { changed: true }";
  expect((await place.preview()).failure).toBeNull();
  expect(place.account.previews.get("fix-typo")).toMatchObject({
    deployments: 2,
    secrets: { ROOT_TOKEN: before.token?.token },
  });
  expect(place.account.databases).toHaveLength(before.databases);
});

test("a new migration is applied even if the build is the same", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const database = place.account.databases.find(({ name }) => name === "tributary-preview-fix-typo");
  if (database !== undefined) database.migrations = (database.migrations ?? []).slice(1);
  await place.preview();
  expect(database?.migrations).toEqual(await migrationNames());
});

test("ROOT_TOKEN of the environment, which may be production's, is not used", async () => {
  await using place = await Workplace.create();
  place.variables = { ROOT_TOKEN: "the-token-of-production" };
  await place.preview();
  expect(place.account.previews.get("fix-typo")?.secrets.ROOT_TOKEN).toBe((await place.token("fix-typo"))?.token);
});

test("--new-token replaces the token", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const former = await place.token("fix-typo");
  await place.preview({ newToken: true });
  const token = await place.token("fix-typo");
  expect(token?.token).not.toBe(former?.token);
  expect(place.account.previews.get("fix-typo")?.secrets).toEqual({ ROOT_TOKEN: token?.token });
});

test("a token that could not be uploaded does not replace the file of the former one by a wrong one", async () => {
  await using place = await Workplace.create();
  await place.preview();
  place.account.failures = { "preview --name": "code 10021" };
  expect((await place.preview({ newToken: true })).failure).toContain("Fix the cause");
  expect(await place.token("fix-typo")).toBeNull();
  place.account.failures = {};
  expect((await place.preview()).output).toContain("npm run preview -- --new-token replaces it");
});

test("branches with the same slug get names of their own, and keep them", async () => {
  await using place = await Workplace.create("feature/login");
  await place.preview();
  await place.switchTo("feature-login");
  await place.preview();
  await place.preview();
  await place.switchTo("feature/login");
  await place.preview();
  expect([...place.account.previews.keys()]).toEqual([
    "feature-login",
    expect.stringMatching(/^feature-login-[0-9a-f]{6}$/),
  ]);
  const databases = [...place.account.previews.values()].flatMap((preview) => preview.databases);
  expect(new Set(databases).size).toBe(2);
});

test("a branch whose slug is the production branch is named with a hash", async () => {
  await using place = await Workplace.create("Main");
  await place.preview();
  expect([...place.account.previews.keys()]).toEqual([expect.stringMatching(/^main-[0-9a-f]{6}$/)]);
});

test.each([
  [{ GITHUB_HEAD_REF: "from-github" }, "from-github"],
  [{ CI_COMMIT_REF_NAME: "from-gitlab" }, "from-gitlab"],
  [
    { CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "of-the-merge-request", CI_COMMIT_REF_NAME: "other" },
    "of-the-merge-request",
  ],
])("with %j, the commit that CI checked out is the preview of %s", async (variables, name) => {
  await using place = await Workplace.create();
  await place.git("switch", "--quiet", "--detach");
  place.variables = variables;
  expect((await place.preview()).failure).toBeNull();
  expect([...place.account.previews.keys()]).toEqual([name]);
});

test.each([{}, { CI_COMMIT_REF_NAME: "v1.0", CI_COMMIT_TAG: "v1.0" }])(
  "a detached HEAD with %j is refused, unless --name names the preview",
  async (variables) => {
    await using place = await Workplace.create();
    await place.git("switch", "--quiet", "--detach");
    place.variables = variables;
    const { failure } = await place.preview();
    expect(failure).toContain("npm run preview -- --name NAME");
    expect(place.account.previews.size).toBe(0);
    expect((await place.preview({ name: "demo" })).failure).toBeNull();
    expect([...place.account.previews.keys()]).toEqual(["demo"]);
  },
);

test.each(["Demo", "a/b", "-a", "a--b", "", "a".repeat(45)])("--name %s is refused", async (name) => {
  await using place = await Workplace.create();
  expect((await place.preview({ name })).failure).toContain(
    "use up to 44 lower-case letters, digits and single dashes",
  );
  expect(place.account.previews.size).toBe(0);
});

test("the longest branch has a name that fits into the host name and the database's name", async () => {
  await using place = await Workplace.create(`feature/${"long-".repeat(40)}`.slice(0, 120));
  expect((await place.preview()).failure).toBeNull();
  const [name = ""] = place.account.previews.keys();
  expect(`${name}-tributary-previews`.length).toBeLessThanOrEqual(63);
  expect(place.account.databases.every((database) => database.name.length <= 63)).toBe(true);
});

test("what Cloudflare has deleted to make room is created anew, with a database that fits", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const former = place.account.previews.get("fix-typo");
  place.account.previews.clear();
  const { failure, output } = await place.preview();
  expect(failure).toBeNull();
  expect(output).toContain("Cloudflare has deleted its Worker");
  expect(place.account.previews.get("fix-typo")?.databases).toHaveLength(1);
  expect(place.account.databases.filter(({ name }) => name === "tributary-preview-fix-typo")).toHaveLength(1);
  expect(place.account.previews.get("fix-typo")?.secrets).not.toEqual(former?.secrets);
});

test("without its database, the preview's Durable Objects are deleted and all is created anew", async () => {
  await using place = await Workplace.create();
  await place.preview();
  place.account.databases = place.account.databases.filter(({ name }) => name !== "tributary-preview-fix-typo");
  expect((await place.preview()).output).toContain("Its database is gone");
  expect(place.account.previews.get("fix-typo")?.deployments).toBe(1);
});

test("a server that does not become ready is a failure, and the next run deploys again with the same token", async () => {
  await using place = await Workplace.create();
  place.unready = 1_000;
  const { failure } = await place.preview();
  expect(failure).toContain("503");
  expect(failure).toContain("Run npm run preview again");
  const token = await place.token("fix-typo");
  place.unready = 0;
  expect((await place.preview()).failure).toBeNull();
  expect(place.account.previews.get("fix-typo")?.secrets).toEqual({ ROOT_TOKEN: token?.token });
});

test("a preview without a URL is reported with what to do", async () => {
  await using place = await Workplace.create("fix-typo", { serve: async () => null });
  const { failure, output } = await place.preview();
  expect(failure).toBeNull();
  expect(output).toContain("enable Preview URLs");
  expect((await place.preview({ seed: true })).failure).toContain("Enable its URL");
});

test.each([
  ["whoami", "npx wrangler login"],
  ["d1 list", "Check that your account has D1"],
  ["deployments status", "Try again in a minute"],
  ["d1 create", "raise your plan"],
  ["d1 execute tributary-previews", "Try again in a minute"],
  ["deploy --dry-run", "Fix the build"],
  ["preview secret list", "Try again in a minute"],
  ["d1 migrations apply", "Run npm run preview again to continue"],
  ["preview --name", "npm run preview:delete -- fix-typo gives up"],
])("when %s fails, the failure says what to do next, and the next run succeeds", async (command, next) => {
  await using place = await Workplace.create("fix-typo", { failures: { [command]: "Something went wrong" } });
  expect((await place.preview()).failure).toContain(next);
  expect(place.account.previews.size).toBe(0);
  place.account.failures = {};
  expect((await place.preview()).failure).toBeNull();
  expect(place.account.previews.size).toBe(1);
});

test("a list of previews that is no JSON is a failure", async () => {
  await using place = await Workplace.create("fix-typo", { outputs: { "d1 execute tributary-previews": "Sorry" } });
  expect((await place.preview()).failure).toMatch(/no JSON for the list of previews.*Sorry.*Try again in a minute/s);
});

test("an entry that the list does not keep is a failure", async () => {
  await using place = await Workplace.create("fix-typo", {
    outputs: { "d1 execute tributary-previews": '[{"results":[]}]' },
  });
  expect((await place.preview()).failure).toContain("did not keep the new entry. Try again");
});

test("--seed creates the example data through the preview's own API, once", async () => {
  const { serve } = await import("../../support/runtime/serve.ts");
  const { startLocalWorker } = await import("../../support/runtime/worker.ts");
  let url: string | undefined;
  await using place = await Workplace.create("fix-typo", {
    serve: async ({ ROOT_TOKEN = "" }) => (url ??= await serve(await startLocalWorker({ ROOT_TOKEN }))),
  });
  expect((await place.preview({ seed: true })).output).toContain("It has example data");
  const read = async (path: string) => {
    const { token = "" } = (await place.token("fix-typo")) ?? {};
    return (await fetch(`${url}/api/v3${path}`, { headers: { "PRIVATE-TOKEN": token } })).json();
  };
  const project = "/projects/rivers%2Fdelta";
  expect(await read(`${project}/issues`)).toHaveLength(2);
  expect(await read(`${project}/merge_requests`)).toMatchObject([{ source_branch: "dredge", state: "opened" }]);
  const again = await place.preview({ seed: true });
  expect(again.output).toContain("is up to date");
  expect(await read(`${project}/issues`)).toHaveLength(2);
});

test("creating the example data is continued where it was interrupted", async () => {
  const { seedExamples } = await import("../../../scripts/preview/seed.ts");
  await seedExamples(server.origin, inject("rootToken"));
  await seedExamples(server.origin, inject("rootToken"));
  const headers = { "PRIVATE-TOKEN": inject("rootToken") };
  const response = await server.fetch(`${server.origin}/api/v3/projects/rivers%2Fdelta/issues`, { headers });
  expect(await response.json()).toHaveLength(2);
});

test("a server that refuses the example data is a failure with its response", async () => {
  const { seedExamples } = await import("../../../scripts/preview/seed.ts");
  await expect(seedExamples(server.origin, "not-the-token")).rejects.toThrow(
    /responded with 401.*npm run preview -- --seed/s,
  );
});
