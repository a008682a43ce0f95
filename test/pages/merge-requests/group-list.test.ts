// GET /groups/:group/merge_requests
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { Browser, roundTripsOf } from "../../support/browser.ts";
import { createGroup } from "../../support/factories.ts";
import { createProposing } from "../../support/merge-requests.ts";
import { v4 } from "../../support/v4.ts";

async function setUp() {
  const { owner, project } = await createProposing();
  const group = await createGroup(owner, { visibility_level: 20 });
  await ok(owner.put(v4(`/projects/${project.id}/transfer`), { namespace: group.id }));
  const proposal = { source_branch: "feature", target_branch: "main", title: "Mend it", labels: "weir" };
  const { iid } = await ok(owner.post(v4(`/projects/${project.id}/merge_requests`), proposal));
  const browser = await Browser.signedIn(owner.token ?? "");
  return { owner, project, group, iid, browser, at: `/groups/${group.path}/merge_requests` };
}

test("the merge requests of the group's projects are listed in one round trip, with their places", async () => {
  const { project, group, iid, browser, at } = await setUp();
  const page = await browser.open(at);
  const path = `${group.path}/${project.path}`;
  expect([page.status, roundTripsOf(page)]).toEqual([200, 1]);
  expect(page.html).toContain(`<a class="main" href="/${path}/merge_requests/${iid}">Mend it</a>`);
  expect(page.text).toContain(`Mend it weir ${path}!${iid}`);
  expect((await browser.open(`/groups/${group.path}`)).html).toContain(`href="${at}"`);
});

test.each([
  ["state=merged", false],
  ["state=all&search=mend", true],
  ["search=other", false],
  ["labels=weir", true],
  ["milestone=%23started", false],
  ["milestone=No+Milestone", true],
  ["assignee_id=0", true],
])("the filter %s is the API's", async (query, isFound) => {
  const { browser, at } = await setUp();
  const { status, text } = await browser.open(`${at}?${query}`);
  expect([status, text.includes("Mend it")]).toEqual([200, isFound]);
});

test("merge requests of private projects are for those who may see them", async () => {
  const { at } = await setUp();
  const outsider = await Browser.signedIn((await createUser()).token ?? "");
  const { status, text } = await outsider.open(at);
  expect([status, text.includes("Mend it")]).toEqual([200, false]);
});
