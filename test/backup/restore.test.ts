// `npm run export` of an instance and `npm run import` into an empty one.
import { expect, test } from "vitest";
import { backupTables, derivedTables } from "../../src/db/queries/backup/tables.ts";
import { createUser, ok, root } from "../support/actors.ts";
import type { Values } from "../support/api.ts";
import { Browser } from "../support/browser.ts";
import { createIssue, createProject } from "../support/factories.ts";
import { seedRepository } from "../support/git.ts";
import { once } from "../support/once.ts";
import { recount } from "../support/recount.ts";
import { isSample } from "../support/sample.ts";
import { onServer, type ServerInProcess, server } from "../support/server.ts";
import { runExport, runImport, runVerification, temporaryFolder } from "./archives.ts";
import { contentsOf } from "./contents.ts";
import { emptyInstance, exported, restore } from "./restored.ts";
import { differences, readEverything } from "./world.ts";

/** For tests that only read it. */
const restored = once(restore);

test("a restored instance gives the same response on every GET route", async () => {
  const { source, instance } = await exported();
  const before = await onServer(source, () => readEverything(instance));
  const target = await restored();
  const after = await onServer(target, () => readEverything(instance));
  const served = [...before.values()].filter((answer) => answer.startsWith("200"));
  expect(served.length).toBeGreaterThan(isSample ? 125 : 1_500);
  expect(differences(before, after)).toEqual([]);
});

test("an archive of a restored instance has the same rows, refs and objects", async () => {
  const { archive } = await exported();
  using folder = temporaryFolder();
  await runExport(await restored(), folder.file("again.tar"));
  const [first, second] = [await contentsOf(archive), await contentsOf(folder.file("again.tar"))];
  expect(Object.keys(first.repositories).length).toBeGreaterThan(8);
  expect(second.repositories).toEqual(first.repositories);
  const hooksOf = ({ rows }: typeof first) => rows.hooks?.map(({ after_event_id: _, ...hook }) => hook);
  expect(hooksOf(second)).toEqual(hooksOf(first));
  expect({ ...second.rows, hooks: [] }).toEqual({ ...first.rows, hooks: [] });
});

test("triggers derive the counters and totals that the source has, and what is kept for lists", async () => {
  const { source } = await exported();
  const tables = Object.keys(derivedTables).filter((table) => /counts$|totals$|statistics$|days$|labelled/.test(table));
  expect(tables).toHaveLength(11);
  for (const table of tables) expect(await derived(await restored(), table)).toEqual(await derived(source, table));
  expect((await recount((await restored()).d1)).wrong).toEqual([]);
});

/** Rows without those of an empty total, which only say that there was something once. */
async function derived({ d1 }: ServerInProcess, table: string): Promise<string[]> {
  const { results } = await d1.prepare(`select * from ${table}`).all();
  const isEmpty = (row: Record<string, unknown>) =>
    row.count === 0 ||
    row.repository_size === 0 ||
    (table === "issue_days" &&
      Object.values(row)
        .slice(2)
        .every((n) => n === 0));
  return results.flatMap((row) => (isEmpty(row) ? [] : [JSON.stringify(row)])).sort();
}

test("--verify finds a restored instance to be the same, and names what has changed since", async () => {
  const { archive, instance } = await exported();
  expect((await runVerification(await restored(), archive)).at(-1)).toBe("The instance is the same as the archive.");
  const changed = await restore();
  const [{ project, issue }] = instance.world.places;
  await onServer(changed, async () => {
    await ok(root.put(`/projects/${project.id}/issues/${issue.id}`, { title: "Changed" }));
    await ok(root.post(`/projects/${project.id}/repository/branches`, { branch_name: "more", ref: "main" }));
  });
  await expect(runVerification(changed, archive)).rejects.toThrow(/differences: projects .*issues/);
});

test("a restored repository's audit trail goes on behind the events of the archive", async () => {
  using folder = temporaryFolder();
  const source = await emptyInstance();
  const { id } = await onServer(source, async () => {
    const project = await createProject(root);
    await seedRepository(root, project, { "README.md": "Read me\n" });
    const branch = `/projects/${project.id}/repository/branches/main`;
    for (const change of ["unprotect", "protect", "unprotect"]) await ok(root.put(`${branch}/${change}`));
    return project;
  });
  await runExport(source, folder.file("backup.tar"));
  const target = await emptyInstance();
  await runImport(target, folder.file("backup.tar"));
  const before = await onServer(target, () => ok(root.get(`/projects/${id}/audit_events`)));
  await onServer(target, () => ok(root.put(`/projects/${id}/repository/branches/main/protect`)));
  const after = await onServer(target, () => ok(root.get(`/projects/${id}/audit_events`)));
  expect(after.slice(1)).toEqual(before);
  expect(after[0]).toMatchObject({ event_type: "protected_branch_created", author_id: root.id });
});

test("repositories that are larger than a request are restored in parts", async () => {
  const { archive } = await exported();
  using folder = temporaryFolder();
  const target = await emptyInstance();
  await runImport(target, archive, { mostBytes: isSample ? 1_000 : 500 });
  await runExport(target, folder.file("again.tar"));
  const [first, second] = [await contentsOf(archive), await contentsOf(folder.file("again.tar"))];
  expect(second.repositories).toEqual(first.repositories);
});

test("tables of many pages, and with gaps between the ids, are restored", async () => {
  using folder = temporaryFolder();
  const [source, target] = [await emptyInstance(), await emptyInstance()];
  const project = await onServer(source, () => createProject(root));
  const ids = [...Array.from({ length: 1_201 }, (_, at) => at + 1), 20_000, 20_001, 75_000, 100_001];
  const labels = ids.map((id) => ({
    id,
    project_id: project.id,
    title: `l${id}`,
    color: "#000000",
    created_at: "",
    updated_at: "",
  }));
  const response = await source.fetch(`${source.origin}/-/backup/imports/filling/rows/labels?page=1`, {
    method: "POST",
    headers: root.headers,
    body: labels.map((label) => JSON.stringify(label)).join("\n"),
  });
  expect(response.status).toBe(200);
  await runExport(source, folder.file("many.tar"));
  await runImport(target, folder.file("many.tar"));
  const { rows } = await contentsOf(folder.file("many.tar"));
  expect(rows.labels?.map(({ id }) => id)).toEqual(ids);
  expect((await runVerification(target, folder.file("many.tar"))).at(-1)).toContain("is the same");
});

test("texts of any length and with any character are restored", async () => {
  using folder = temporaryFolder();
  const [source, target] = [await emptyInstance(), await emptyInstance()];
  // As JSON, the first is longer than a parameter of D1 may be, and all but the third are longer than a page.
  const lengths = isSample ? [350_000, 160_000, 620_000] : [600_000, 200_000, 1_000_000];
  const [escaped = 0, lines = 0, plain = 0] = lengths;
  const texts = ["\u0001".repeat(escaped), "\u{1f600}\n".repeat(lines), "\"\\'\u2028", "x".repeat(plain)];
  await onServer(source, async () => {
    const project = await createProject(root);
    for (const description of texts) await createIssue(root, project, { description });
  });
  await runExport(source, folder.file("long.tar"));
  await runImport(target, folder.file("long.tar"));
  expect((await runVerification(target, folder.file("long.tar"))).at(-1)).toContain("is the same");
  const issues = await onServer(target, () => ok(root.get("/projects/1/issues", { sort: "asc" })));
  expect(issues.map(({ description }: { description: string }) => description.length)).toEqual(
    texts.map((text) => text.length),
  );
});

test("every kind of record is in the archive", async () => {
  const { rows } = await contentsOf((await exported()).archive);
  const missing = Object.keys(backupTables).filter((table) => rows[table] === undefined);
  expect(missing).toEqual([]);
});

test("an archive has access tokens, without the sessions that they began", async () => {
  using folder = temporaryFolder();
  const source = await emptyInstance();
  await onServer(source, async () => {
    const { token } = await createUser();
    await Browser.signedIn(token ?? "");
    await Browser.signedIn(root.token ?? "");
  });
  const { results } = await source.d1.prepare("select session from access_tokens order by id").all();
  await runExport(source, folder.file("backup.tar"));
  const { rows } = await contentsOf(folder.file("backup.tar"));
  const target = await emptyInstance();
  await runImport(target, folder.file("backup.tar"));
  const verified = (await runVerification(target, folder.file("backup.tar"))).at(-1);
  expect({
    stored: results.map(({ session }) => session),
    exported: rows.access_tokens?.map(({ session }) => session),
    verified,
  }).toEqual({ stored: [0, 1, 1], exported: [0], verified: "The instance is the same as the archive." });
});

test("restored events are neither delivered nor notified of, and later ones are", async () => {
  const { instance } = await exported();
  const { world, walks } = instance;
  const [{ project }] = world.places;
  const target = await restore();
  await onServer(target, async () => {
    const { reporter, owner } = world.cast;
    const before = await ok(reporter.get("/notifications", { per_page: 100 }));
    const file = { file_path: "new.txt", content: "1", branch_name: "main", commit_message: "After the restore" };
    await ok(owner.post(`/projects/${project.id}/repository/files`, file));
    const issue = await createIssue(owner, project, { title: "After the restore", assignee_id: reporter.id });
    for (let times = 0; times < 10; times += 1) await server.settle();
    const after = await ok(reporter.get("/notifications", { per_page: 100 }));
    const hook = `/projects/${project.id}/hooks/${walks[0]?.projects_hook_id}`;
    const deliveries = await ok(owner.get(`${hook}/deliveries`));
    const [latest] = await ok(owner.get(`/projects/${project.id}/events`, { action: "pushed" }));
    const ids = (all: { id: number }[]) => all.map(({ id }) => id);
    expect(ids(after.slice(after.length - before.length))).toEqual(ids(before));
    expect(after.slice(0, after.length - before.length)).toMatchObject([{ target: { id: issue.id } }]);
    expect(deliveries).toHaveLength(1);
    expect(latest).toMatchObject({ action_name: expect.stringContaining("pushed") });
  });
});

test("ids of records that were deleted before the export are not given again", async () => {
  const { source, instance } = await exported();
  const target = await restore();
  const { cast, places } = instance.world;
  const ids = await Promise.all(
    [source, target].map(async ({ d1 }) => (await d1.prepare("select name, seq from sqlite_sequence").all()).results),
  );
  const [before = [], after = []] = ids.map((rows) => new Map(rows.map(({ name, seq }) => [name, seq])));
  const lower = [...before].filter(([name, seq]) => Number(new Map(after).get(name) ?? 0) < Number(seq));
  expect(lower.filter(([name]) => name !== "d1_migrations")).toEqual([]);
  const issue = await onServer(target, () => createIssue(cast.owner, places[0].project));
  expect(issue.id).toBe(Number(new Map(before).get("issues")) + 1);
});

test.each<[string, string, Values]>([
  ["a user", "users", { username: "a", name: "A", email: "a@example.com", password: "secret-enough" }],
  ["a group", "groups", { name: "a", path: "a" }],
  ["a project", "projects", { name: "a" }],
])("an instance that has %s is not restored into", async (_, kind, attributes) => {
  const { archive } = await exported();
  const target = await emptyInstance();
  await onServer(target, () => ok(root.post(`/${kind}`, attributes)));
  const contents = () =>
    onServer(target, () => Promise.all(["/users", "/groups", "/projects"].map((path) => ok(root.get(path)))));
  const before = await contents();
  await expect(runImport(target, archive)).rejects.toThrow("This instance is not empty");
  expect(await contents()).toEqual(before);
});

test("an instance is not restored into while another archive is", async () => {
  const { archive } = await exported();
  const target = await emptyInstance();
  const other = await target.fetch(`${target.origin}/-/backup/imports/other`, {
    method: "POST",
    headers: root.headers,
    body: JSON.stringify({ restore: true }),
  });
  expect(await other.json()).toEqual({ steps: [{ step: "restore", value: 0 }] });
  await expect(runImport(target, archive)).rejects.toThrow("This instance is not empty");
});

test("only administrators may use the backup routes", async () => {
  const { source, instance, archive } = await exported();
  using folder = temporaryFolder();
  const token = instance.world.cast.owner.token ?? "";
  await expect(runExport(source, folder.file("a.tar"), { token })).rejects.toThrow(
    "the token is not an administrator's",
  );
  await expect(runImport(source, archive, { token })).rejects.toThrow("the token is not an administrator's");
  await expect(runExport(source, folder.file("b.tar"), { token: "wrong" })).rejects.toThrow("the token is wrong");
});
