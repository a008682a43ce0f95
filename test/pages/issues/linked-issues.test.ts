// Linked issues on the page of an issue
import { expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import { actionsOf, Browser, roundTripsOf } from "../../support/browser.ts";
import { createIssue, createProject } from "../../support/factories.ts";

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const one = await createIssue(owner, project, { title: "One" });
  const two = await createIssue(owner, project, { title: "Two" });
  const browser = await Browser.signedIn(owner.token ?? "");
  const at = (iid: number) => `/${project.path_with_namespace}/issues/${iid}`;
  const link = async (issue: string, fields = {}) =>
    browser.submit(await browser.open(at(one.iid)), `${at(one.iid)}/links`, { issue, ...fields });
  return { owner, project, one, two, browser, at, link };
}

test.each(["#2", "2", " #2 "])("an issue is linked as %j, and shown in the round trip of the issue", async (given) => {
  const { browser, project, at, link } = await setUp();
  const linked = await link(given);
  expect([linked.status, linked.path]).toEqual([200, at(1)]);
  expect(linked.html).toContain(`<a class="main" href="${at(2)}">Two</a>`);
  expect(linked.text).toContain(`Two ${project.path_with_namespace}#2 Opened Remove the link`);
  expect(linked.text).toContain("marked this issue as related to #2");
  expect((await browser.open(at(2))).text).toContain(`One ${project.path_with_namespace}#1 Opened`);
});

test("an issue of another project is linked by its path, and the link removed", async () => {
  const { owner, browser, at, link } = await setUp();
  const other = await createProject(owner);
  await createIssue(owner, other, { title: "There" });
  for (const named of [`${other.path_with_namespace}#1`, `${other.path}#1`]) {
    const linked = await link(named);
    expect(linked.html).toContain(`<a class="main" href="/${other.path_with_namespace}/issues/1">There</a>`);
    const action = actionsOf(linked).find((path) => path.startsWith(`${at(1)}/links/`)) ?? "";
    const removed = await browser.submit(linked, action);
    expect(removed.text).toContain("removed the relation with");
    expect(removed.html).not.toContain(">There</a>");
  }
});

test.each([
  ["nothing", "This does not name an issue"],
  ["#99", "There is no such issue"],
  ["#1", "An issue cannot be related to itself"],
])("%j is refused with the reason, and stays in the field", async (given, reason) => {
  const { link } = await setUp();
  const { text, html } = await link(given);
  expect(text).toContain(reason);
  expect(html).toContain(`value="${given}"`);
});

test("a reader who is no member gets no form, and no links to what they may not see", async () => {
  const { owner, project, one, at, link } = await setUp();
  const secret = await createIssue(owner, project, { title: "Secret", confidential: true });
  await link(`#${secret.iid}`);
  const outsider = await Browser.signedIn((await createUser()).token ?? "");
  const page = await outsider.open(at(one.iid));
  expect([page.status, page.text.includes("Linked issues"), page.text.includes("related to")]).toEqual([
    200,
    false,
    false,
  ]);
  const guest = await createUser();
  await joinProject(owner, project, guest, "guest");
  const asGuest = await (await Browser.signedIn(guest.token ?? "")).open(at(one.iid));
  expect([actionsOf(asGuest).includes(`${at(one.iid)}/links`), asGuest.text.includes("Secret")]).toEqual([true, false]);
  expect(roundTripsOf(page)).toBe(1);
});
