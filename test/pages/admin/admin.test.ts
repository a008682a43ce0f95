// /-/admin: overview, projects, groups, and who sees them
import { describe, expect, test } from "vitest";
import { sizeText } from "../../../src/pages/components/size-text.ts";
import { type Actor, createAdmin, createUser, createUserByRequest } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createGroup, createIssue, createProject } from "../../support/factories.ts";
import { roundTripsOf } from "../../support/page-cost.ts";

const signIn = ({ token }: Actor): Promise<Browser> => Browser.signedIn(token ?? "");

const asAdmin = async (): Promise<Browser> => signIn(await createAdmin());

const paths = [
  "",
  "/users",
  "/users/new",
  "/users/1",
  "/users/1/impersonation_tokens",
  "/projects",
  "/groups",
  "/audit_events",
];

const withoutTokens = (html: string): string => html.replaceAll(/value="[^"]*"/g, "");

describe("for other users", () => {
  test.each(paths)("/-/admin%s is the page for what does not exist", async (below) => {
    const browser = await signIn(await createUser());
    const [page, missing] = [await browser.open(`/-/admin${below}`), await browser.open("/-/nothing/here")];
    expect([page.status, withoutTokens(page.html)]).toEqual([404, withoutTokens(missing.html)]);
  });

  test.each([
    ["users", { username: "intruder", name: "Intruder", email: "intruder@example.com" }],
    ["users/1/block", {}],
    ["users/1/delete", { confirmation: "root" }],
    ["users/1/impersonation_tokens", { name: "stolen", scope_api: "true" }],
  ])("POST /-/admin/%s is the page for what does not exist", async (below, fields) => {
    const browser = await signIn(await createUser());
    const { html } = await browser.open("/-/explore");
    const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const body = new URLSearchParams({ authenticity_token, ...fields });
    expect((await browser.post(`/-/admin/${below}`, body)).status).toBe(404);
  });

  test("visitors without a session are led to the sign-in page", async () => {
    expect((await new Browser().open("/-/admin")).path).toBe("/-/sign_in?return_to=%2F-%2Fadmin");
  });
});

test.each(paths)("/-/admin%s takes one round trip", async (below) => {
  const page = await (await asAdmin()).open(`/-/admin${below}`);
  expect([page.status, roundTripsOf(page)]).toEqual([200, 1]);
});

/** A number of the overview. */
async function shownNumber(browser: Browser, form: RegExp): Promise<number> {
  return Number(form.exec((await browser.open("/-/admin")).text)?.[1]);
}

test.each([
  ["users", /Users (\d+) active/],
  ["projects", /Projects (\d+),/],
  ["groups", /Groups (\d+) Projects/],
  ["issues", /Issues (\d+) open/],
])("the overview counts new %s", async (_, form) => {
  const browser = await asAdmin();
  const before = await shownNumber(browser, form);
  const user = await createUserByRequest();
  const project = await createProject(user);
  await Promise.all([createGroup(user), createIssue(user, project)]);
  expect(await shownNumber(browser, form)).toBeGreaterThan(before);
});

test("the overview shows the state of the server", async () => {
  const { text } = await (await asAdmin()).open("/-/admin");
  expect(text).toMatch(
    /API v3, as of GitLab 8\.16\.0 Database ok Migrations ok: \S+\.sql is the newest Durable Objects ok/,
  );
});

test("projects of others are listed, and found by name and visibility", async () => {
  const project = await createProject(await createUser(), { description: "x" });
  const browser = await asAdmin();
  const [found, other] = await Promise.all([
    browser.open(`/-/admin/projects?search=${project.path}&visibility=private`),
    browser.open(`/-/admin/projects?search=${project.path}&visibility=public`),
  ]);
  expect([
    found.html.includes(`href="/${project.path_with_namespace}/edit"`),
    other.text.includes("No projects match."),
  ]).toEqual([true, true]);
});

test("groups of others are found by name", async () => {
  const group = await createGroup(await createUser(), { visibility_level: 0 });
  const page = await (await asAdmin()).open(`/-/admin/groups?search=${group.path}`);
  expect(page.html).toContain(`href="/groups/${group.path}"`);
});

test.each([
  [0, "0 bytes"],
  [1_023, "1023 bytes"],
  [1_536, "1.5 KB"],
  [5 * 2 ** 30, "5.0 GB"],
  [2 ** 60, "1048576.0 TB"],
])("%i bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
