// GET /:namespace/:project/issues/:iid
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createUser, ok, unique } from "../../support/actors.ts";
import { actionsOf, Browser, roundTripsOf } from "../../support/browser.ts";
import { createCast, createFullIssue, createIssue, createProject } from "../../support/factories.ts";
import { once } from "../../support/once.ts";

const setting = once(async () => {
  const { cast, project } = await createCast({}, { visibility_level: 10 });
  const browsers = {
    owner: await Browser.signedIn(cast.owner.token ?? ""),
    reporter: await Browser.signedIn(cast.reporter.token ?? ""),
    guest: await Browser.signedIn(cast.guest.token ?? ""),
    outsider: await Browser.signedIn(cast.outsider.token ?? ""),
  };
  return { cast, project, browsers, at: `/${project.path_with_namespace}/issues` };
});

test("the page shows the issue with its attributes, its discussion and its awards", async () => {
  const { cast, project, browsers, at } = await setting();
  const due_date = "2030-02-01";
  const issue = await createFullIssue(cast.owner, project, { due_date, assignee_id: cast.developer.id });
  const { status, text, html } = await browsers.reporter.open(`${at}/${issue.iid}`);
  expect({ status, anchor: html.includes(`id="note_${issue.note_id}"`) }).toEqual({ status: 200, anchor: true });
  expect(text).toContain(`Assignee Name of ${cast.developer.username} Milestone ${issue.milestone}`);
  expect(text).toContain(`Labels ${issue.label} Due date ${due_date}`);
  expect(text).toContain("Time tracking 1h spent");
  expect(text).toContain(`Name of ${cast.owner.username} just now Well said. 🎉 tada 1`);
  expect(text).toContain("added 1h of time spent");
});

test("an issue and its discussion are one round trip, and a second one if a text has references", async () => {
  const { cast, project, browsers, at } = await setting();
  const plain = await createFullIssue(cast.owner, project);
  const referring = await createIssue(cast.owner, project, { description: "See #1" });
  const costs = [plain, referring].map(async ({ iid }) => roundTripsOf(await browsers.owner.open(`${at}/${iid}`)));
  expect(await Promise.all(costs)).toEqual([1, 2]);
});

test("references in title, description and notes are links", async () => {
  const { cast, project, browsers, at } = await setting();
  const target = await createIssue(cast.owner, project, { title: "The target" });
  const text = `Like #${target.iid}`;
  const issue = await createIssue(cast.owner, project, { title: text, description: text });
  await ok(cast.owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: text }));
  const { html } = await browsers.guest.open(`${at}/${issue.iid}`);
  expect(html.split(`href="${at}/${target.iid}" title="The target"`)).toHaveLength(4);
});

test("a reference to a confidential issue stays text for those who do not see it", async () => {
  const { cast, project, browsers, at } = await setting();
  const secret = await createIssue(cast.owner, project, { title: unique("secret"), confidential: true });
  const issue = await createIssue(cast.owner, project, { description: `See #${secret.iid}` });
  const { html } = await browsers.guest.open(`${at}/${issue.iid}`);
  expect(html).not.toContain(`${at}/${secret.iid}"`);
});

test("the lines of changes name labels and milestones", async () => {
  const { cast, project, browsers, at } = await setting();
  const { title, id: milestone_id } = await ok(
    cast.owner.post(`/projects/${project.id}/milestones`, { title: unique("milestone") }),
  );
  const [label, removed] = [unique("label"), unique("label")];
  const issue = await createIssue(cast.owner, project, { labels: removed });
  await ok(cast.owner.put(`/projects/${project.id}/issues/${issue.id}`, { milestone_id, labels: label }));
  const { text } = await browsers.guest.open(`${at}/${issue.iid}`);
  expect(text).toContain(`added ${label} and removed ${removed} labels`);
  expect(text).toContain(`changed milestone to ${title}`);
});

test("Markdown is rendered, with ticked tasks", async () => {
  const { cast, project, browsers, at } = await setting();
  const issue = await createIssue(cast.owner, project, { description: "**Steps**\n\n- [x] first\n- [ ] second" });
  const { html } = await browsers.guest.open(`${at}/${issue.iid}`);
  expect(html).toContain("<strong>Steps</strong>");
  expect(html.match(/<input[^>]*type="checkbox"[^>]*checked/g)).toHaveLength(1);
});

test("a title, a label and a note execute nothing", async () => {
  const { cast, project, browsers, at } = await setting();
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const attributes = { title: hostile, description: hostile, labels: '"><svg onload=alert(1)>' };
  const issue = await createIssue(cast.owner, project, attributes);
  await ok(cast.owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: hostile }));
  const { status, html } = await browsers.owner.open(`${at}/${issue.iid}`);
  expect({ status, active: /<script(?! type="module")|<[a-z]+\s[^>]*\son[a-z]+=|<svg onload/.test(html) }).toEqual({
    status: 200,
    active: false,
  });
});

test("a confidential issue is the same 404 to a guest and a stranger as one that does not exist", async () => {
  const { cast, project, browsers, at } = await setting();
  const issue = await createIssue(cast.reporter, project, { confidential: true });
  const missing = await browsers.guest.open(`${at}/999999`);
  const shown = await Promise.all(
    [browsers.guest, browsers.outsider].map((browser) => browser.open(`${at}/${issue.iid}`)),
  );
  expect(shown.map(({ status, text }) => ({ status, text }))).toEqual(
    ["guest", "outsider"].map((name) => ({
      status: 404,
      text: missing.text.replaceAll(cast.guest.username, cast[name as "guest" | "outsider"].username),
    })),
  );
});

test("a confidential issue says who sees it", async () => {
  const { cast, project, browsers, at } = await setting();
  const issue = await createIssue(cast.reporter, project, { confidential: true });
  const { text } = await browsers.reporter.open(`${at}/${issue.iid}`);
  expect(text).toContain("This issue is confidential: only its author, its assignee and reporters see it.");
});

test.each(["0", "01", "-1", "1e3", "9999999999999999999", "x"])("%s names no issue", async (iid) => {
  const { browsers, at } = await setting();
  expect((await browsers.owner.open(`${at}/${iid}`)).status).toBe(404);
});

test("those who may not edit see the attributes and no form for them", async () => {
  const { cast, project, browsers, at } = await setting();
  const issue = await createIssue(cast.owner, project);
  const below = async (browser: Browser) => {
    const page = await browser.open(`${at}/${issue.iid}`);
    const start = `${at}/${issue.iid}/`;
    return actionsOf(page).flatMap((action) => (action.startsWith(start) ? [action.slice(start.length)] : []));
  };
  expect({ guest: await below(browsers.guest), reporter: await below(browsers.reporter) }).toEqual({
    guest: ["award_emoji", "links", "notes", "subscription", "todo"],
    reporter: ["state", "award_emoji", "links", "notes", "attributes", "time", "subscription", "todo"],
  });
});

test("a long discussion has pages, and a page of it stays small", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project);
  const body = "This has been so since the last release. ".repeat(5);
  for (let count = 1; count <= 51; count += 1) {
    await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: `${count}: ${body}` }));
  }
  const browser = await Browser.signedIn(owner.token ?? "");
  const at = `/${project.path_with_namespace}/issues/${issue.iid}`;
  const [first, second] = await Promise.all([browser.open(at), browser.open(`${at}?page=2`)]);
  const numbersIn = (html: string) => [...html.matchAll(/<p>(\d+): /g)].map(([, number]) => Number(number));
  expect({ first: numbersIn(first.html).at(-1), second: numbersIn(second.html) }).toEqual({ first: 50, second: [51] });
  expect(gzipSync(first.html).length).toBeLessThan(30 * 1024);
});

test("of a long text the page shows the beginning, and all of it on demand", async () => {
  const { cast, project, browsers, at } = await setting();
  const issue = await createIssue(cast.owner, project, { description: `${"long ".repeat(200_000)}end` });
  const { html } = await browsers.guest.open(`${at}/${issue.iid}`);
  const href = /<a href="([^"]*)">Show all 1000003 characters/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const whole = await browsers.guest.open(href);
  expect({ small: html.length < 50_000, whole: whole.text.includes("long end") }).toEqual({ small: true, whole: true });
});

test("a moved issue links to where it is, for those who see that", async () => {
  const { cast, project, browsers, at } = await setting();
  const to = await createProject(cast.owner);
  const issue = await createIssue(cast.owner, project);
  await ok(cast.owner.post(`/projects/${project.id}/issues/${issue.id}/move`, { to_project_id: to.id }));
  const moved = `${to.path_with_namespace}#1`;
  const pages = [browsers.owner, browsers.guest].map((browser) => browser.open(`${at}/${issue.iid}`));
  const [owner, guest] = (await Promise.all(pages)).map(({ text }) =>
    text.includes(`This issue was moved to ${moved}`),
  );
  expect({ owner, guest }).toEqual({ owner: true, guest: false });
});
