// /:namespace/:project/labels
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { Browser, roundTripsOf } from "../../support/browser.ts";
import { createCast, createIssue, createProject } from "../../support/factories.ts";

async function setting() {
  const owner = await createUser();
  const project = await createProject(owner);
  const browser = await Browser.signedIn(owner.token ?? "");
  const at = `/${project.path_with_namespace}/labels`;
  const api = `/projects/${project.id}/labels`;
  return { owner, project, browser, at, api, create: (name: string) => createLabel(owner, api, name) };
}

const createLabel = (
  owner: Awaited<ReturnType<typeof createUser>>,
  api: string,
  name: string,
): Promise<{ id: number }> => ok(owner.post(api, { name, color: "#D9534F" }));

test("a label is created, shown in its colour, and linked to its issues", async () => {
  const { owner, project, browser, at } = await setting();
  const fields = { name: "bug & more", color: "#d9534f", description: "Does not work", priority: "1" };
  const { path } = await browser.submit(await browser.open(`${at}/new`), at, fields);
  await createIssue(owner, project, { title: "Labelled", labels: "bug & more" });
  const { text, html } = await browser.open(at);
  expect({ path, colour: html.includes('fill="#d9534f"') }).toEqual({ path: at, colour: true });
  expect(text).toContain("bug & more Does not work 1 open issue 0 closed 0 open merge requests Priority 1");
  const href = /<a class="label" href="([^"]*)"/.exec(html)?.[1] ?? "";
  expect((await browser.open(href)).text).toContain("Labelled");
});

test("a label that exists is refused with what was entered", async () => {
  const { browser, at, create } = await setting();
  await create("bug");
  const fields = { name: "bug", description: "Another" };
  const { status, text, html } = await browser.submit(await browser.open(`${at}/new`), at, fields);
  expect({ status, said: text.includes("Label already exists."), kept: html.includes('value="Another"') }).toEqual({
    status: 409,
    said: true,
    kept: true,
  });
});

test("a label is renamed, and the removal of its priority and description saved", async () => {
  const { owner, browser, at, api } = await setting();
  const { id } = await ok(owner.post(api, { name: "bug", color: "#abc", description: "Broken", priority: 3 }));
  const form = await browser.open(`${at}/${id}/edit`);
  await browser.submit(form, `${at}/${id}`, { name: "defect", description: "", priority: "" });
  const [{ name, color, description, priority }] = await ok(owner.get(api));
  expect({ name, color, description, priority }).toEqual({
    name: "defect",
    color: "#aabbcc",
    description: "",
    priority: null,
  });
});

test("a label is deleted", async () => {
  const { owner, browser, at, api, create } = await setting();
  const { id } = await create("bug");
  const { path, text } = await browser.submit(await browser.open(`${at}/${id}/edit`), `${at}/${id}/delete`);
  expect({ path, said: text.includes("Label bug was deleted."), left: await ok(owner.get(api)) }).toEqual({
    path: at,
    said: true,
    left: [],
  });
});

test("the viewer subscribes to a label and unsubscribes", async () => {
  const { owner, browser, at, api, create } = await setting();
  const { id } = await create("bug");
  const subscribed: boolean[] = [];
  for (let count = 0; count < 2; count += 1) {
    await browser.submit(await browser.open(at), `${at}/${id}/subscription`);
    subscribed.push((await ok(owner.get(api)))[0].subscribed);
  }
  expect(subscribed).toEqual([true, false]);
});

test("guests see labels, counted without confidential issues, and may not change them", async () => {
  const { cast, project } = await createCast();
  const label = await createLabel(cast.owner, `/projects/${project.id}/labels`, "bug");
  await createIssue(cast.reporter, project, { labels: "bug", confidential: true });
  const at = `/${project.path_with_namespace}/labels`;
  const browser = await Browser.signedIn(cast.guest.token ?? "");
  const { text, html } = await browser.open(at);
  const statuses = [];
  for (const path of ["/new", `/${label.id}/edit`]) statuses.push((await browser.open(at + path)).status);
  expect({ counted: text.includes("0 open issues"), offered: /\/(new|edit)"/.test(html), statuses }).toEqual({
    counted: true,
    offered: false,
    statuses: [403, 403],
  });
});

test("a hostile name is shown as text", async () => {
  const { owner, browser, at, api } = await setting();
  const hostile = 'x" onclick="alert(1)';
  const description = "<script>alert(1)</script>";
  await ok(owner.post(api, { name: hostile, color: "#000000", description }));
  const { status, html } = await browser.open(at);
  expect({ status, active: /<script>|x" onclick/.test(html) }).toEqual({ status: 200, active: false });
});

test("many labels have pages, in one round trip", async () => {
  const { owner, project, browser, at, create } = await setting();
  await create("a first one");
  const labels = Array.from({ length: 60 }, (_, at) => `label ${at}`).join(",");
  await createIssue(owner, project, { labels });
  const page = await browser.open(`${at}?page=2`);
  expect({ rows: page.html.match(/<li /g)?.length, cost: roundTripsOf(page) }).toEqual({ rows: 11, cost: 1 });
});

test("a stranger finds nothing", async () => {
  const { at } = await setting();
  const stranger = await Browser.signedIn((await createUser()).token ?? "");
  expect((await stranger.open(at)).status).toBe(404);
});
