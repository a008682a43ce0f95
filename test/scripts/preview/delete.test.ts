// `npm run preview:list` and `preview:delete`: everything of a preview goes, and an interrupted deletion is finished.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { Workplace } from "./workplace.ts";

const databaseNames = (place: Workplace) => place.account.databases.map(({ name }) => name);
const left = ["tributary", "tributary-previews"];

test("the preview of the branch is deleted with its database, configuration and token", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const { failure, output } = await place.delete();
  expect({ failure, output }).toEqual({
    failure: null,
    output: "Deleted the preview fix-typo: its Worker, Durable Objects and database.",
  });
  expect(place.account.previews.size).toBe(0);
  expect(databaseNames(place)).toEqual(left);
  expect([place.configPath("fix-typo"), `${place.configPath("fix-typo")}.root-token`].filter(existsSync)).toEqual([]);
  expect((await place.list()).output).toContain("There are no previews");
});

test("deleting it again changes nothing, with and without its name", async () => {
  await using place = await Workplace.create();
  await place.preview();
  await place.delete();
  expect(await place.delete()).toEqual({ failure: null, output: "There is no preview to delete." });
  expect((await place.delete({ name: "fix-typo" })).failure).toBeNull();
  expect(databaseNames(place)).toEqual(left);
});

test("before the first preview there is nothing to list or to delete", async () => {
  await using place = await Workplace.create();
  expect((await place.list()).output).toContain("There are no previews");
  expect((await place.delete()).output).toBe("There is no preview to delete.");
  expect((await place.delete({ gone: true })).output).toBe("There is no preview to delete.");
  expect(databaseNames(place)).toEqual(["tributary"]);
});

test("only the preview of that name is deleted", async () => {
  await using place = await Workplace.create("one");
  await place.preview();
  await place.switchTo("two");
  await place.preview();
  await place.delete({ name: "one" });
  expect([...place.account.previews.keys()]).toEqual(["two"]);
  expect(databaseNames(place)).toEqual([...left, "tributary-preview-two"]);
});

test.each([
  "preview delete",
  "d1 delete",
  "d1 execute tributary-previews --remote --json --yes --command create table if not exists previews (name text primary key, branch text, at_origin integer not null, state text not null, url text, tag text, libsql_url text, seeded integer not null default 0, created_at integer not null default (unixepoch())); delete",
])("a deletion that %s interrupts is finished by the next one", async (command) => {
  await using place = await Workplace.create();
  await place.preview();
  place.account.failures = { [command]: "Something went wrong" };
  expect((await place.delete()).failure).toMatch(/npm run preview:delete -- fix-typo again|Try again in a minute/);
  expect((await place.list()).output).toContain("half deleted: npm run preview:delete -- fix-typo");
  place.account.failures = {};
  expect((await place.delete()).failure).toBeNull();
  expect(place.account.previews.size).toBe(0);
  expect(databaseNames(place)).toEqual(left);
});

test.each(["fix-10007", "fix-10025", "10090"])("a code in the name %s does not pass for Cloudflare's", async (name) => {
  await using place = await Workplace.create(name);
  await place.preview();
  const path = `/accounts/1/workers/workers/tributary-previews/previews/${name}`;
  const failure = `A request to the Cloudflare API (${path}) failed.\n\nInternal error [code: 10000]`;
  place.account.failures = { "preview delete": failure, "preview secret list": failure };
  expect((await place.delete()).failure).toContain(`npm run preview:delete -- ${name} again`);
  expect(databaseNames(place)).toContain(`tributary-preview-${name}`);
});

test("a preview is not removed because a request about it failed", async () => {
  await using place = await Workplace.create("fix-10222");
  await place.preview();
  place.account.failures = { "preview secret list": "Fetching previews/fix-10222 failed [code: 10000]" };
  expect((await place.preview()).failure).toContain("Nothing was changed. Try again in a minute.");
  expect(databaseNames(place)).toContain("tributary-preview-fix-10222");
});

test("nothing is deleted if the list of databases cannot be read", async () => {
  await using place = await Workplace.create();
  await place.preview();
  place.account.outputs = { "d1 list": "An update is available." };
  expect((await place.delete()).failure).toContain("no JSON for the list of databases");
  expect(place.account.previews.size).toBe(1);
});

test("after an interrupted deletion a preview is created anew", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const former = place.account.previews.get("fix-typo");
  place.account.failures = { "d1 delete": "Something went wrong" };
  await place.delete();
  place.account.failures = {};
  const { failure, output } = await place.preview();
  expect(failure).toBeNull();
  expect(output).toContain("Its deletion was interrupted");
  expect(place.account.previews.get("fix-typo")?.secrets).not.toEqual(former?.secrets);
  expect((await place.list()).output).toContain(place.account.url);
});

test("--gone deletes the previews whose branches origin had and no longer has, and finishes interrupted deletions", async () => {
  await using place = await Workplace.create("merged");
  await place.preview();
  await place.switchTo("interrupted");
  await place.preview();
  place.account.failures = { "d1 delete": "Something went wrong" };
  await place.delete();
  place.account.failures = {};
  await place.git("switch", "--quiet", "--create", "never-pushed");
  await place.preview();
  await place.switchTo("open");
  await place.preview();
  await place.git("push", "--quiet", "--delete", "origin", "merged");
  expect((await place.delete({ gone: true })).failure).toBeNull();
  expect([...place.account.previews.keys()].sort()).toEqual(["never-pushed", "open"]);
});

test("--gone is refused when origin cannot be read", async () => {
  await using place = await Workplace.create();
  await place.preview();
  await place.git("remote", "set-url", "origin", "/nowhere");
  expect((await place.delete({ gone: true })).failure).toContain("Check git ls-remote origin");
  expect(place.account.previews.size).toBe(1);
});

test("--gone and a name together are refused", async () => {
  await using place = await Workplace.create();
  expect((await place.delete({ gone: true, name: "x" })).failure).toContain("not both");
});

test("on a detached HEAD the preview to delete must be named", async () => {
  await using place = await Workplace.create();
  await place.preview();
  await place.git("switch", "--quiet", "--detach");
  expect((await place.delete()).failure).toContain("npm run preview:delete -- NAME");
  place.variables = { GITHUB_HEAD_REF: "fix-typo" };
  expect((await place.delete()).failure).toBeNull();
  expect(place.account.previews.size).toBe(0);
});

test("a name that is none is refused", async () => {
  await using place = await Workplace.create();
  expect((await place.delete({ name: "A/B" })).failure).toContain("cannot name a preview");
});

test("the list has URL, branch, age, and whether the branch still exists", async () => {
  await using place = await Workplace.create("merged");
  await place.preview();
  await place.git("switch", "--quiet", "--create", "never-pushed");
  await place.preview();
  await place.switchTo("open");
  await place.preview();
  await place.git("switch", "--quiet", "--detach");
  await place.preview({ name: "demo" });
  await place.git("push", "--quiet", "--delete", "origin", "merged");
  await place.git("branch", "--quiet", "--delete", "--force", "never-pushed");
  place.account.failures = { "d1 migrations": "Something went wrong" };
  await place.preview({ name: "unfinished" });
  const registry = place.account.databases.find(({ name }) => name === "tributary-previews");
  const age = (name: string, seconds: number) =>
    registry?.sql.prepare("update previews set created_at = created_at - ? where name = ?").run(seconds, name);
  age("merged", 3 * 86_400);
  age("never-pushed", 5 * 3_600);
  age("open", 90 * 60);
  const { url } = place.account;
  expect((await place.list()).output.split("\n")).toEqual([
    "PREVIEW       BRANCH        BRANCH IS   AGE      URL",
    `merged        merged        gone        3 days   ${url}`,
    `never-pushed  never-pushed  not pushed  5 hours  ${url}`,
    `open          open          at origin   90 min   ${url}`,
    `demo          -             -           0 min    ${url}`,
    "unfinished    -             -           0 min    unfinished: npm run preview on its branch, or npm run preview:delete -- unfinished",
  ]);
});

test("the list says which branches are local, and which are unknown while origin cannot be read", async () => {
  await using place = await Workplace.create("elsewhere");
  await place.preview();
  await place.switchTo("here");
  await place.preview();
  await place.git("branch", "--quiet", "--delete", "--force", "elsewhere");
  await place.git("remote", "remove", "origin");
  const lines = (await place.list()).output.split("\n").map((line) => line.split(/ {2,}/).slice(1, 3));
  expect(lines.slice(1)).toEqual([
    ["elsewhere", "unknown"],
    ["here", "local"],
  ]);
});

test("a preview without a URL is listed as such", async () => {
  await using place = await Workplace.create("fix-typo", { serve: async () => null });
  await place.preview();
  expect((await place.list()).output).toContain("no URL");
});
