// GET /
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createUser, ok, unique } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import { Browser } from "../../support/browser.ts";
import { createGroup, createIssue, createProject } from "../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../support/merge-requests.ts";
import { browserOf, partOf, roundTripsOf } from "../../support/pages.ts";

test("the start page of a visitor without a session says what the server is, and offers to sign in", async () => {
  const project = await createProject(await createUser(), { visibility_level: 20 });
  const page = await new Browser().open("/");
  expect({ status: page.status, project: page.text.includes(project.path_with_namespace) }).toEqual({
    status: 200,
    project: true,
  });
  expect(page.text).toContain("This server hosts projects");
  expect(page.html).toContain('href="/-/sign_in?return_to=%2F"');
});

test("the dashboard is read in one round trip", async () => {
  const owner = await createUser();
  await createIssue(owner, await createProject(owner));
  expect(roundTripsOf(await (await browserOf(owner)).open("/"))).toBe(1);
});

test("the dashboard has the projects of the viewer, the most recently active first", async () => {
  const owner = await createUser();
  const first = await createProject(owner);
  const second = await createProject(owner);
  await createIssue(owner, first);
  const other = await createProject(await createUser(), { visibility_level: 20 });
  const projects = partOf(await (await browserOf(owner)).open("/"), "Your projects");
  const links = [first, second, other].map(({ path_with_namespace }) => projects.indexOf(`/${path_with_namespace}"`));
  expect(links.map((at) => at >= 0)).toEqual([true, true, false]);
});

test("the dashboard has the pending todos of the viewer, and marks one as done", async () => {
  const owner = await createUser();
  const issue = await createIssue(owner, await createProject(owner), { title: "Mow the lawn" });
  const todo = await ok(owner.post(`/projects/${issue.project_id}/issues/${issue.id}/todo`));
  const browser = await browserOf(owner);
  const before = await browser.open("/");
  const after = await browser.submit(before, `/-/todos/${todo.id}/done`);
  expect([before, after].map((page) => partOf(page, "Todos").includes("Mow the lawn"))).toEqual([true, false]);
  expect(after.path).toBe("/");
});

test("the dashboard has the open merge requests of the viewer by what they have to do with them", async () => {
  const { owner, project } = await createProposing();
  const created = await createMergeRequest(owner, project, { title: "Wrote it" });
  const browser = await browserOf(owner);
  const before = await browser.open("/");
  await ok(owner.put(`/projects/${project.id}/merge_requests/${created.id}`, { assignee_id: owner.id }));
  const after = await browser.open("/");
  const path = `/${project.path_with_namespace}/merge_requests/${created.iid}"`;
  const headings = ["Merge requests assigned to you", "Your open merge requests"];
  expect([before, after].map((page) => headings.map((heading) => partOf(page, heading).includes(path)))).toEqual([
    [false, true],
    [true, true],
  ]);
});

test("the dashboard has the activity of the viewer's projects by others, and of no other project", async () => {
  const [owner, guest] = [await createUser(), await createUser()];
  const project = await createProject(owner);
  await joinProject(owner, project, guest, "guest");
  const seen = await createIssue(owner, project, { title: unique("seen") });
  const secret = await createIssue(owner, project, { title: unique("secret"), confidential: true });
  const foreign = await createIssue(owner, await createProject(owner, { visibility_level: 20 }), {
    title: unique("foreign"),
  });
  const activity = partOf(await (await browserOf(guest)).open("/"), "Activity of your projects");
  const titles = [seen, secret, foreign].map((issue) => activity.includes(String(Object(issue).title)));
  expect(titles).toEqual([true, false, false]);
});

test("titles are shown as text", async () => {
  const owner = await createUser();
  await createIssue(owner, await createProject(owner), { title: "<script>alert(1)</script>" });
  const { html } = await (await browserOf(owner)).open("/");
  expect([html.includes("&lt;script&gt;alert(1)"), html.includes("<script>alert")]).toEqual([true, false]);
});

test("the dashboard has the groups of the viewer, and no others", async () => {
  const owner = await createUser();
  const own = await createGroup(owner);
  const other = await createGroup(await createUser(), { visibility_level: 20 });
  const groups = partOf(await (await browserOf(owner)).open("/"), "Your groups");
  expect([own, other].map(({ path }) => groups.includes(`/groups/${path}"`))).toEqual([true, false]);
});

test("the dashboard weighs less than 30 KiB gzipped, however long the texts are", async () => {
  const owner = await createUser();
  const noise = Array.from({ length: 5_000 }, () => crypto.randomUUID()).join(" ");
  for (let count = 0; count < 10; count += 1) {
    const project = await createProject(owner, { description: noise.slice(0, 2_000) });
    const issue = await createIssue(owner, project, { title: noise.slice(0, 255), assignee_id: owner.id });
    await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: noise }));
    await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/todo`));
  }
  const { html } = await (await browserOf(owner)).open("/");
  expect(gzipSync(html).length / 1024).toBeLessThan(30);
});
