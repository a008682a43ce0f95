// GET /:namespace/:project/issues, GET /groups/:group/issues, GET /-/issues
import { expect, test } from "vitest";
import { createAdmin, createUser, ok, unique } from "../../support/actors.ts";
import { Browser, roundTripsOf } from "../../support/browser.ts";
import { tomorrow, yesterday } from "../../support/days.ts";
import { createCast, createGroup, createIssue, createProject } from "../../support/factories.ts";
import { once } from "../../support/once.ts";

const setting = once(async () => {
  const { cast, group, project } = await createCast({}, { visibility_level: 10 });
  const browsers = {
    owner: await Browser.signedIn(cast.owner.token ?? ""),
    reporter: await Browser.signedIn(cast.reporter.token ?? ""),
    guest: await Browser.signedIn(cast.guest.token ?? ""),
    outsider: await Browser.signedIn(cast.outsider.token ?? ""),
    external: await Browser.signedIn(cast.external.token ?? ""),
  };
  return { cast, group, project, browsers, at: `/${project.path_with_namespace}/issues` };
});

/** The titles of the list's rows. */
const titlesIn = (html: string): string[] =>
  [...html.matchAll(/<a class="main" href="[^"]*">(.*?)<\/a>/g)].map(([, title = ""]) => title);

async function inNewProject() {
  const owner = await createUser();
  const project = await createProject(owner);
  const browser = await Browser.signedIn(owner.token ?? "");
  return { owner, project, browser, at: `/${project.path_with_namespace}/issues` };
}

test("a row has the title, author, labels with their colours, milestone, due date and number of comments", async () => {
  const { owner, project, browser, at } = await inNewProject();
  const path = `/projects/${project.id}`;
  await ok(owner.post(`${path}/labels`, { name: "bug", color: "#d9534f" }));
  const milestone = await ok(owner.post(`${path}/milestones`, { title: "1.0" }));
  const attributes = { title: "It fails", labels: "bug", milestone_id: milestone.id, due_date: "2030-02-01" };
  const issue = await createIssue(owner, project, { ...attributes, assignee_id: owner.id });
  await ok(owner.post(`${path}/issues/${issue.id}/notes`, { body: "Since when?" }));
  const { status, text, html } = await browser.open(at);
  const name = `Name of ${owner.username}`;
  expect({ status, colour: html.includes('fill="#d9534f"'), text }).toMatchObject({ status: 200, colour: true });
  expect(text).toContain(
    `It fails bug #1 Created just now by ${name} Assigned to ${name} Milestone 1.0 Due 2030-02-01 1 comment`,
  );
});

test("the list shows open issues first, and others by the tabs", async () => {
  const { owner, project, browser, at } = await inNewProject();
  const closed = await createIssue(owner, project, { title: "Done" });
  await ok(owner.put(`/projects/${project.id}/issues/${closed.id}`, { state_event: "close" }));
  await createIssue(owner, project, { title: "Open" });
  const [first, second, all] = await Promise.all(
    ["", "?state=closed", "?state=all"].map(async (query) => titlesIn((await browser.open(at + query)).html)),
  );
  expect({ first, second, all }).toEqual({ first: ["Open"], second: ["Done"], all: ["Open", "Done"] });
});

test.each([
  ["a search", () => "search=needle", ["A needle"]],
  ["labels", () => "labels=bug", ["Labelled"]],
  ["a milestone", () => "milestone=1.0", ["Scheduled"]],
  ["an author's username", ({ other }: Filtered) => `author=${other.username}`, ["By another"]],
  ["an unknown username", () => "author=nobody-of-this-name", []],
  ["an assignee", ({ other }: Filtered) => `assignee_id=${other.id}`, ["Assigned"]],
  ["an assignee's username", ({ other }: Filtered) => `assignee=@${other.username}`, ["Assigned"]],
  ["an order", () => "order=created_at+asc", ["A needle", "Labelled", "Scheduled", "Assigned", "By another"]],
])("%s narrows the list", async (_, query, titles) => {
  const filtered = await filteredProject();
  const { html } = await filtered.browser.open(`${filtered.at}?${query(filtered)}`);
  expect(titlesIn(html)).toEqual(titles);
});

type Filtered = Awaited<ReturnType<typeof createFiltered>>;

async function createFiltered() {
  const { owner, project, browser, at } = await inNewProject();
  const other = await createUser();
  const path = `/projects/${project.id}`;
  await ok(owner.post(`${path}/members`, { user_id: other.id, access_level: 30 }));
  const milestone = await ok(owner.post(`${path}/milestones`, { title: "1.0" }));
  await createIssue(owner, project, { title: "A needle" });
  await createIssue(owner, project, { title: "Labelled", labels: "bug" });
  await createIssue(owner, project, { title: "Scheduled", milestone_id: milestone.id });
  await createIssue(owner, project, { title: "Assigned", assignee_id: other.id });
  await createIssue(other, project, { title: "By another" });
  return { other, browser, at };
}

const filteredProject = once(createFiltered);

test("an assignee is chosen among the members of a project, and named in lists of several projects", async () => {
  const { other, browser, at } = await filteredProject();
  const fields = async (path: string) => {
    const { html } = await browser.open(path);
    return [html.includes(`<option value="${other.id}">`), html.includes('name="assignee"')];
  };
  expect([await fields(at), await fields("/-/issues")]).toEqual([
    [true, false],
    [false, true],
  ]);
});

/** The fields that name a list, each with the values of that list; undefined for a list that is not there. */
const offeredIn = (html: string): Record<string, string[] | undefined> =>
  Object.fromEntries(
    [...html.matchAll(/<input id="(\w+)"[^>]* list="([^"]*)"/g)].map(([, name = "", list = ""]) => {
      const options = html.split(`<datalist id="${list}">`)[1]?.split("</datalist>")[0];
      return [
        name,
        options === undefined
          ? undefined
          : [...options.matchAll(/<option value="([^"]*)"/g)].map(([, value = ""]) => value),
      ];
    }),
  );

test("a project's filters offer its active members, its open milestones and its labels", async () => {
  const { owner, project, browser, at } = await inNewProject();
  const [former, blocked, admin] = [await createUser(), await createUser(), await createAdmin()];
  const path = `/projects/${project.id}`;
  for (const [user, expires_at] of [
    [former, yesterday()],
    [blocked, tomorrow()],
  ] as const) {
    await ok(owner.post(`${path}/members`, { user_id: user.id, access_level: 30, expires_at }));
  }
  await ok(admin.put(`/users/${blocked.id}/block`));
  const done = await ok(owner.post(`${path}/milestones`, { title: "1.0" }));
  await ok(owner.put(`${path}/milestones/${done.id}`, { state_event: "close" }));
  await ok(owner.post(`${path}/milestones`, { title: "2.0" }));
  await ok(owner.post(`${path}/labels`, { name: "bug", color: "#d9534f" }));
  const { html } = await browser.open(at);
  expect(offeredIn(html)).toEqual({
    author: [owner.username],
    milestone: ["No Milestone", "#upcoming", "#started", "2.0"],
    labels: ["bug"],
  });
});

test("the filters of several projects offer what does not depend on the project", async () => {
  const { browser } = await filteredProject();
  const { html } = await browser.open("/-/issues");
  expect([offeredIn(html), html.match(/<datalist/g)?.length]).toEqual([
    { milestone: ["No Milestone", "#upcoming", "#started"] },
    1,
  ]);
});

test("of many labels the filters offer the first hundred", async () => {
  const { owner, project, browser, at } = await inNewProject();
  const titles = Array.from({ length: 101 }, (_, index) => `label ${String(index).padStart(3, "0")}`);
  await createIssue(owner, project, { labels: titles.join(",") });
  expect(offeredIn((await browser.open(at)).html).labels).toEqual(titles.slice(0, 100));
});

test("further filters are shown at once only if one of them is used", async () => {
  const { browser, at } = await filteredProject();
  const queries = [
    "",
    "?search=needle",
    "?author=nobody",
    "?assignee=nobody",
    "?assignee_id=0",
    "?milestone=1.0",
    "?labels=bug",
  ];
  const isOpen = async (query: string) =>
    /<details open[^>]*><summary>More filters/.test((await browser.open(at + query)).html);
  expect(await Promise.all(queries.map(isOpen))).toEqual([false, false, true, true, true, true, true]);
});

test("the form shows what the list is narrowed to", async () => {
  const { other, browser, at } = await filteredProject();
  const filters = `search=needle&author=nobody&milestone=1.0&labels=bug&assignee_id=${other.id}&order=updated_at+asc`;
  const { html } = await browser.open(`${at}?state=closed&${filters}`);
  const form = /<form method="get"[^>]* aria-label="Filters">.*?<\/form>/s.exec(html)?.[0] ?? "";
  const typed = [...form.matchAll(/<input [^>]*name="(\w+)"[^>]* value="([^"]*)"/g)].map(([, ...pair]) => pair);
  const chosen = [...form.matchAll(/<option value="([^"]*)" selected/g)].map(([, value]) => value);
  expect({ typed: Object.fromEntries(typed), chosen }).toEqual({
    typed: { state: "closed", search: "needle", author: "nobody", milestone: "1.0", labels: "bug" },
    chosen: [String(other.id), "updated_at asc"],
  });
});

test("the filters survive paging", async () => {
  const { owner, project, browser, at } = await inNewProject();
  for (let count = 0; count < 21; count += 1) await createIssue(owner, project, { labels: "many" });
  const { html } = await browser.open(`${at}?state=all&labels=many&order=created_at+asc`);
  const next = /<a rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(next).toBe(`${at}?state=all&labels=many&order=created_at+asc&page=2`);
  expect(titlesIn((await browser.open(next)).html)).toHaveLength(1);
});

test("a guest and a stranger see no confidential issue of others, whatever they filter by", async () => {
  const { cast, project, browsers, at } = await setting();
  const title = unique("secret");
  const label = unique("secret-label");
  await createIssue(cast.reporter, project, { title, confidential: true, labels: label });
  const shown = Object.fromEntries(
    await Promise.all(
      (["reporter", "guest", "outsider"] as const).map(async (name) => {
        const pages = [`?search=${title}`, `?labels=${label}`, "?state=all"].map((query) =>
          browsers[name].open(at + query),
        );
        return [name, (await Promise.all(pages)).map(({ html }) => titlesIn(html).includes(title))];
      }),
    ),
  );
  expect(shown).toEqual({
    reporter: [true, true, true],
    guest: [false, false, false],
    outsider: [false, false, false],
  });
});

test("a project that the viewer may not see is the same 404 as one that does not exist", async () => {
  const { browsers, at } = await setting();
  const hidden = await browsers.external.open(at);
  const missing = await browsers.external.open(`/${unique("nobody")}/nothing/issues`);
  expect({ status: hidden.status, text: hidden.text }).toEqual({ status: 404, text: missing.text });
});

test("an anonymous visitor is sent to sign in, whether the project exists or not", async () => {
  const { at } = await setting();
  const paths = await Promise.all(
    [at, `/${unique("nobody")}/nothing/issues`].map(async (path) => (await new Browser().open(path)).path),
  );
  expect(paths.map((path) => path.startsWith("/-/sign_in?return_to="))).toEqual([true, true]);
});

test("a project without issues says so, and offers none to create", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { issues_enabled: false });
  const browser = await Browser.signedIn(owner.token ?? "");
  const { status, text, html } = await browser.open(`/${project.path_with_namespace}/issues`);
  const offers = html.includes("/issues/new");
  expect({ status, said: text.includes("This project does not use issues."), offers }).toEqual({
    status: 200,
    said: true,
    offers: false,
  });
});

test("titles and labels are shown as text", async () => {
  const { owner, project, browser, at } = await inNewProject();
  await createIssue(owner, project, { title: '<script>alert("1")</script>', labels: 'a" onclick="x' });
  const { html } = await browser.open(at);
  const shown = html.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  expect({ shown, active: /<script>|a" onclick/.test(html) }).toEqual({ shown: true, active: false });
});

test("a row of many labels shows some, and how many more there are", async () => {
  const { owner, project, browser, at } = await inNewProject();
  await createIssue(owner, project, { labels: Array.from({ length: 30 }, (_, at) => `label ${at}`).join(",") });
  const { html, text } = await browser.open(at);
  expect({ shown: html.match(/<span class="label">/g)?.length, said: text.includes("and 10 more") }).toEqual({
    shown: 20,
    said: true,
  });
});

test("a list is one round trip, like the API's", async () => {
  const { browsers, group, at } = await setting();
  const pages = [at, `${at}?labels=bug&state=all`, `/groups/${group.path}/issues`, "/-/issues"];
  const costs = await Promise.all(pages.map(async (path) => roundTripsOf(await browsers.owner.open(path))));
  expect(costs).toEqual([1, 1, 1, 1]);
});

test("a group's list has the issues of its projects that the viewer sees, with the project", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  await createIssue(owner, project, { title: "Of the group" });
  const browser = await Browser.signedIn(owner.token ?? "");
  const { text } = await browser.open(`/groups/${group.path}/issues`);
  const stranger = await Browser.signedIn((await createUser()).token ?? "");
  const hidden = await stranger.open(`/groups/${group.path}/issues?state=all`);
  expect(text).toContain(`Of the group ${project.path_with_namespace}#1`);
  expect(hidden.text).not.toContain("Of the group");
});

test("a group's list is that of the group with this path, not of the group with this id", async () => {
  const owner = await createUser();
  const other = await createGroup(owner);
  const numbered = await createGroup(owner, { path: String(other.id) });
  const project = await createProject(owner, { namespace_id: numbered.id });
  await createIssue(owner, project, { title: "Of the numbered group" });
  const browser = await Browser.signedIn(owner.token ?? "");
  expect((await browser.open(`/groups/${numbered.path}/issues`)).text).toContain("Of the numbered group");
});

test("/-/issues has the issues that the viewer created, in every project", async () => {
  const { owner, project, browser } = await inNewProject();
  const other = await createUser();
  await ok(owner.post(`/projects/${project.id}/members`, { user_id: other.id, access_level: 30 }));
  await createIssue(other, project, { title: "By another" });
  await createIssue(owner, project, { title: "By the viewer" });
  const { html } = await browser.open("/-/issues");
  expect(titlesIn(html)).toEqual(["By the viewer"]);
});
