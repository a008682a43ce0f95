// GET /:namespace/:project/issues/new, POST /:namespace/:project/issues, and /edit, /move and /delete of an issue
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createCast, createIssue, createProject } from "../../support/factories.ts";

async function setting() {
  const owner = await createUser();
  const project = await createProject(owner);
  const browser = await Browser.signedIn(owner.token ?? "");
  const at = `/${project.path_with_namespace}/issues`;
  return { owner, project, browser, at, api: `/projects/${project.id}` };
}

test("an issue is created with its attributes, and shown", async () => {
  const { owner, browser, at, api } = await setting();
  const milestone = await ok(owner.post(`${api}/milestones`, { title: "1.0" }));
  await ok(owner.post(`${api}/labels`, { name: "bug", color: "#d9534f" }));
  const { status, path } = await browser.submit(await browser.open(`${at}/new`), at, {
    title: "A bug",
    description: "Steps:\r\n1. Start.",
    assignee_id: String(owner.id),
    milestone_id: String(milestone.id),
    "labels[]": ["", "bug"],
    due_date: "2030-02-01",
    confidential: "true",
  });
  const [issue] = await ok(owner.get(`${api}/issues`));
  expect({ status, path }).toEqual({ status: 200, path: `${at}/1` });
  expect(issue).toMatchObject({
    title: "A bug",
    description: "Steps:\n1. Start.",
    assignee: { id: owner.id },
    milestone: { title: "1.0" },
    labels: ["bug"],
    due_date: "2030-02-01",
    confidential: true,
  });
});

test("a link may fill in the form", async () => {
  const { browser, at } = await setting();
  const query = new URLSearchParams({ "issue[title]": 'It "fails"', "issue[description]": "Since 1.0" });
  const { html } = await browser.open(`${at}/new?${query}`);
  expect({
    title: html.includes('value="It &quot;fails&quot;"'),
    text: html.includes("\nSince 1.0</textarea>"),
  }).toEqual({ title: true, text: true });
});

test("a blank title is refused with what was entered", async () => {
  const { browser, at } = await setting();
  const fields = { title: " ", description: "\nA long story", due_date: "2030-02-01", confidential: "true" };
  const { status, text, html } = await browser.submit(await browser.open(`${at}/new`), at, fields);
  const kept = html.includes("\n\nA long story</textarea>") && html.includes('value="2030-02-01"');
  expect({ status, said: text.includes("Title can't be blank."), kept }).toEqual({
    status: 400,
    said: true,
    kept: true,
  });
});

test("the form asks an anonymous visitor to sign in, and has nothing for a stranger", async () => {
  const { at } = await setting();
  const stranger = await Browser.signedIn((await createUser()).token ?? "");
  const [anonymous, status] = [(await new Browser().open(`${at}/new`)).path, (await stranger.open(`${at}/new`)).status];
  expect({ anonymous, status }).toEqual({
    anonymous: `/-/sign_in?${new URLSearchParams({ return_to: `${at}/new` })}`,
    status: 404,
  });
});

test("a project without issues takes none", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { issues_enabled: false });
  const browser = await Browser.signedIn(owner.token ?? "");
  const { status, text } = await browser.open(`/${project.path_with_namespace}/issues/new`);
  expect({ status, said: text.includes("This project does not use issues.") }).toEqual({ status: 403, said: true });
});

test("an issue is edited", async () => {
  const { owner, project, browser, at, api } = await setting();
  const { id } = await createIssue(owner, project, { title: "Old", description: "Old", labels: "kept" });
  const fields = { title: "New", description: "New text" };
  const { path } = await browser.submit(await browser.open(`${at}/1/edit`), `${at}/1/edit`, fields);
  const { title, description, labels } = await ok(owner.get(`${api}/issues/${id}`));
  expect({ path, title, description, labels }).toEqual({
    path: `${at}/1`,
    title: "New",
    description: "New text",
    labels: ["kept"],
  });
});

test("an edit of a text that somebody has changed meanwhile is shown again, and replaces theirs when sent again", async () => {
  const { owner, project, browser, at, api } = await setting();
  const { id } = await createIssue(owner, project, { title: "A bug", description: "First" });
  const form = await browser.open(`${at}/1/edit`);
  await ok(owner.put(`${api}/issues/${id}`, { description: "Second" }));
  const refused = await browser.submit(form, `${at}/1/edit`, { description: "Mine" });
  const { description: kept } = await ok(owner.get(`${api}/issues/${id}`));
  expect({ status: refused.status, kept, entered: refused.html.includes("\nMine</textarea>") }).toEqual({
    status: 409,
    kept: "Second",
    entered: true,
  });
  await browser.submit(refused, `${at}/1/edit`);
  expect((await ok(owner.get(`${api}/issues/${id}`))).description).toBe("Mine");
});

test("those who may not edit an issue get no form for it", async () => {
  const { cast, project } = await createCast();
  await createIssue(cast.owner, project);
  const browser = await Browser.signedIn(cast.guest.token ?? "");
  expect((await browser.open(`/${project.path_with_namespace}/issues/1/edit`)).status).toBe(403);
});

test("an issue is moved to a project named by its path", async () => {
  const { owner, project, browser, at, api } = await setting();
  const to = await createProject(owner);
  const { id } = await createIssue(owner, project, { title: "Elsewhere" });
  const form = await browser.open(`${at}/1/edit`);
  const { path, text } = await browser.submit(form, `${at}/1/move`, { to: to.path_with_namespace });
  const { state } = await ok(owner.get(`${api}/issues/${id}`));
  expect({ path, moved: text.includes("Elsewhere #1"), state }).toEqual({
    path: `/${to.path_with_namespace}/issues/1`,
    moved: true,
    state: "closed",
  });
});

test("a move to a project that the viewer may not see is refused like one to none", async () => {
  const { owner, project, browser, at } = await setting();
  const hidden = await createProject(await createUser());
  await createIssue(owner, project);
  const form = await browser.open(`${at}/1/edit`);
  const answers = [];
  for (const to of [hidden.path_with_namespace, "no/such"]) {
    const { status, text } = await browser.submit(form, `${at}/1/move`, { to });
    answers.push({ status, said: text.includes(`There is no project ${to} that you may see.`) });
  }
  expect(answers).toEqual(Array(2).fill({ status: 400, said: true }));
});

test("an owner deletes an issue, and a reporter is not offered it", async () => {
  const { owner, project, browser, at } = await setting();
  const reporter = await createUser();
  await ok(owner.post(`/projects/${project.id}/members`, { user_id: reporter.id, access_level: 20 }));
  await createIssue(owner, project);
  const other = await Browser.signedIn(reporter.token ?? "");
  const offered = (await other.open(`${at}/1/edit`)).html.includes(`${at}/1/delete`);
  const { path, text } = await browser.submit(await browser.open(`${at}/1/edit`), `${at}/1/delete`);
  const { status } = await browser.open(`${at}/1`);
  expect({ offered, path, said: text.includes("The issue was deleted."), status }).toEqual({
    offered: false,
    path: at,
    said: true,
    status: 404,
  });
});

test("the deletion of an issue takes two presses", async () => {
  const { owner, project, browser, at } = await setting();
  const { iid } = await createIssue(owner, project);
  const { html } = await browser.open(`${at}/${iid}/edit`);
  const [, form = ""] = /<form[^>]*\/delete"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  expect(form.replace(/<details.*<\/details>/s, "")).not.toContain("<button");
  expect(form).toMatch(/<details[^>]*><summary[^>]*>Delete issue<\/summary><button type="submit"/);
});
