// /:namespace/:project/milestones
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { Browser, roundTripsOf } from "../../support/browser.ts";
import { createCast, createIssue, createProject } from "../../support/factories.ts";
import { createMergeRequest, pushBranches } from "../../support/merge-requests.ts";

async function setting() {
  const owner = await createUser();
  const project = await createProject(owner);
  const browser = await Browser.signedIn(owner.token ?? "");
  const at = `/${project.path_with_namespace}/milestones`;
  const api = `/projects/${project.id}/milestones`;
  const create = (attributes: object): Promise<{ id: number; iid: number }> => ok(owner.post(api, { ...attributes }));
  return { owner, project, browser, at, api, create };
}

test("a milestone is created with its dates, and shown", async () => {
  const { browser, at } = await setting();
  const fields = { title: "1.0", description: "**First** release", start_date: "2030-01-01", due_date: "2030-02-01" };
  const { path, text, html } = await browser.submit(await browser.open(`${at}/new`), at, fields);
  expect({ path, rendered: html.includes("<strong>First</strong> release") }).toEqual({
    path: `${at}/1`,
    rendered: true,
  });
  expect(text).toContain("1.0 Edit Close milestone Active Starts 2030-01-01 Due 2030-02-01");
});

test("a title that is taken is refused with what was entered", async () => {
  const { browser, at, create } = await setting();
  await create({ title: "1.0" });
  const fields = { title: "1.0", due_date: "2030-02-01" };
  const { status, text, html } = await browser.submit(await browser.open(`${at}/new`), at, fields);
  expect({ status, said: text.includes("has already been taken"), kept: html.includes('value="2030-02-01"') }).toEqual({
    status: 400,
    said: true,
    kept: true,
  });
});

test("a milestone is edited, closed and reopened", async () => {
  const { owner, browser, at, api, create } = await setting();
  const { id } = await create({ title: "1.0", due_date: "2030-02-01" });
  const edit = `${at}/1/edit`;
  await browser.submit(await browser.open(edit), edit, { title: "1.1", due_date: "" });
  const read = async () => {
    const { title, due_date, state } = await ok(owner.get(`${api}/${id}`));
    return { title, due_date, state };
  };
  const edited = await read();
  await browser.submit(await browser.open(`${at}/1`), `${at}/1/state`);
  const closed = await read();
  await browser.submit(await browser.open(`${at}/1`), `${at}/1/state`);
  expect([edited, closed, await read()].map((one) => `${one.title} ${one.due_date} ${one.state}`)).toEqual([
    "1.1 null active",
    "1.1 null closed",
    "1.1 null active",
  ]);
});

test("the list has active milestones first, and closed ones by their tab", async () => {
  const { owner, browser, at, api, create } = await setting();
  const { id } = await create({ title: "Over" });
  await ok(owner.put(`${api}/${id}`, { state_event: "close" }));
  await create({ title: "Now" });
  const titles = async (query: string) =>
    [...(await browser.open(at + query)).html.matchAll(/class="main"[^>]*>([^<]*)</g)].map(([, title]) => title);
  expect([await titles(""), await titles("?state=closed"), await titles("?state=all")]).toEqual([
    ["Now"],
    ["Over"],
    ["Now", "Over"],
  ]);
});

test("the page has the progress and what the milestone contains, in one round trip", async () => {
  const { owner, project, browser, at, create } = await setting();
  const { id } = await create({ title: "1.0" });
  const attributes = { milestone_id: id };
  const done = await createIssue(owner, project, { ...attributes, title: "Done already" });
  await ok(owner.put(`/projects/${project.id}/issues/${done.id}`, { state_event: "close" }));
  await createIssue(owner, project, { ...attributes, title: "Still open", assignee_id: owner.id });
  await createIssue(owner, project, { title: "Of no milestone" });
  const page = await browser.open(`${at}/1`);
  expect(page.text).toContain("1 of 2 done (1 opened, 1 closed) Still open #2 Opened Assigned to");
  expect({ other: page.text.includes("Of no milestone"), cost: roundTripsOf(page) }).toEqual({ other: false, cost: 1 });
});

test("an empty milestone shows that it has no issues, and the milestone after the last is not found", async () => {
  const { browser, at, create } = await setting();
  await create({ title: "1.0" });
  const [empty, missing] = [await browser.open(`${at}/1`), await browser.open(`${at}/2`)];
  expect({ headings: empty.html.match(/<h2[^>]*>[^<]*/g), text: empty.text, missing: missing.status }).toEqual({
    headings: ['<h2 id="issues">Issues'],
    text: expect.stringContaining("Issues There are none in this milestone yet."),
    missing: 404,
  });
});

test("a merged merge request comes after an open one", async () => {
  const { owner, project, browser, at, create } = await setting();
  const { id: milestone_id } = await create({ title: "1.0" });
  await pushBranches(owner, project, { feature: { "feature.txt": "1\n" }, other: { "other.txt": "2\n" } });
  await createMergeRequest(owner, project, { milestone_id, title: "Still open" });
  const merged = await createMergeRequest(owner, project, {
    milestone_id,
    title: "In already",
    source_branch: "other",
  });
  await ok(owner.put(`/projects/${project.id}/merge_requests/${merged.id}/merge`));
  expect((await browser.open(`${at}/1`)).text).toMatch(/Still open.*In already/s);
});

test("a guest sees neither a confidential issue nor its count, and no merge requests of a private project", async () => {
  const { cast, project } = await createCast();
  const { id } = await ok(cast.owner.post(`/projects/${project.id}/milestones`, { title: "1.0" }));
  await createIssue(cast.owner, project, { title: "A secret", milestone_id: id, confidential: true });
  await createIssue(cast.owner, project, { title: "Open", milestone_id: id });
  const at = `/${project.path_with_namespace}/milestones/1`;
  const texts = await Promise.all(
    [cast.guest, cast.reporter].map(async ({ token }) => (await (await Browser.signedIn(token ?? "")).open(at)).text),
  );
  expect(texts.map((text) => [/\d of \d done/.exec(text)?.[0], text.includes("A secret")])).toEqual([
    ["0 of 1 done", false],
    ["0 of 2 done", true],
  ]);
});

test("those who may not manage milestones are offered no form", async () => {
  const { cast, project } = await createCast();
  await ok(cast.owner.post(`/projects/${project.id}/milestones`, { title: "1.0" }));
  const browser = await Browser.signedIn(cast.developer.token ?? "");
  const at = `/${project.path_with_namespace}/milestones`;
  const { html } = await browser.open(`${at}/1`);
  const statuses = [];
  for (const path of ["/new", "/1/edit"]) statuses.push((await browser.open(at + path)).status);
  expect({ offered: html.includes(`${at}/1/`), statuses }).toEqual({ offered: false, statuses: [403, 403] });
});

test.each(["", "/1", "/new", "/1/edit"])("a stranger finds nothing at %s", async (path) => {
  const { at, create } = await setting();
  await create({ title: "1.0" });
  const stranger = await Browser.signedIn((await createUser()).token ?? "");
  expect((await stranger.open(at + path)).status).toBe(404);
});

test("a hostile title and description execute nothing", async () => {
  const { browser, at, create } = await setting();
  const hostile = "<script>alert(1)</script>";
  await create({ title: hostile, description: hostile });
  const pages = await Promise.all([at, `${at}/1`, `${at}/1/edit`].map((path) => browser.open(path)));
  expect(pages.map(({ status, html }) => ({ status, active: html.includes("<script>") }))).toEqual(
    Array(3).fill({ status: 200, active: false }),
  );
});
