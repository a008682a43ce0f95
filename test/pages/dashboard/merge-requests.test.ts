// GET /-/merge_requests
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import { Browser } from "../../support/browser.ts";
import { createMergeRequest, createProposing } from "../../support/merge-requests.ts";
import { browserOf, roundTripsOf } from "../../support/pages.ts";

test("merge requests are listed by scope and state, in one round trip", async () => {
  const { owner, project } = await createProposing();
  const { id } = await createMergeRequest(owner, project, { title: "Paint it" });
  const browser = await browserOf(owner);
  const shown = async (query: string) => (await browser.open(`/-/merge_requests${query}`)).text.includes("Paint it");
  const open = [await shown(""), await shown("?scope=created"), await shown("?scope=created&state=closed")];
  await ok(owner.put(`/projects/${project.id}/merge_requests/${id}`, { state_event: "close", assignee_id: owner.id }));
  const closed = [await shown(""), await shown("?scope=created"), await shown("?scope=assigned&state=closed")];
  expect({ open, closed }).toEqual({ open: [false, true, false], closed: [false, false, true] });
  expect(roundTripsOf(await browser.open("/-/merge_requests"))).toBe(1);
});

test("the newest merge requests come first, of all projects", async () => {
  const { owner, project } = await createProposing();
  const other = await createProposing({}, owner);
  await createMergeRequest(owner, project, { title: "First of three" });
  await createMergeRequest(owner, other.project, { title: "Second of three" });
  await createMergeRequest(owner, project, { title: "Third of three", source_branch: "other" });
  const { text } = await (await browserOf(owner)).open("/-/merge_requests?scope=created");
  expect(text.match(/\w+ of three/g)).toEqual(["Third of three", "Second of three", "First of three"]);
});

test("a merge request is listed only while its author sees the project", async () => {
  const { owner, project } = await createProposing();
  const author = await createUser();
  await joinProject(owner, project, author, "developer");
  await createMergeRequest(author, project, { title: "Behind the curtain" });
  const browser = await browserOf(author);
  const shown = async () => (await browser.open("/-/merge_requests?scope=created")).text.includes("Behind the curtain");
  const before = await shown();
  await ok(owner.delete(`/projects/${project.id}/members/${author.id}`));
  expect([before, await shown()]).toEqual([true, false]);
});

test("an unknown state is refused", async () => {
  const browser = await browserOf(await createUser());
  const { status, text } = await browser.open("/-/merge_requests?state=sideways");
  expect({ status, text: text.includes("does not have a valid value") }).toEqual({ status: 400, text: true });
});

test("a visitor without a session signs in first", async () => {
  const { path } = await new Browser().open("/-/merge_requests");
  expect(path).toBe("/-/sign_in?return_to=%2F-%2Fmerge_requests");
});
