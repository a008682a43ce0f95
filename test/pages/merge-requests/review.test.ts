// What API v4 knows of a review, on the pages: the reviewer, approvals, squashing, and locked discussions
import { expect, test } from "vitest";
import { createUser, levels, ok } from "../../support/actors.ts";
import { actionsOf } from "../../support/browser.ts";
import { createIssue } from "../../support/factories.ts";
import { v4 } from "../../support/v4.ts";
import { createShown, openAs, send, signIn } from "./visiting.ts";

async function createReviewed(attributes = {}) {
  const shown = await createShown(attributes, { visibility_level: 20 });
  const { owner, project, page } = shown;
  const reviewer = await createUser();
  await ok(owner.post(`${shown.at}/members`, { user_id: reviewer.id, access_level: levels.developer }));
  const api4 = v4(`/projects/${project.id}/merge_requests/${page.split("/").at(-1)}`);
  return { ...shown, reviewer, api4 };
}

test("the page shows the reviewer and the approvals that the API has", async () => {
  const { owner, page, reviewer, api4 } = await createReviewed();
  await ok(owner.put(api4, { reviewer_ids: [reviewer.id] }));
  await ok(reviewer.post(`${api4}/approve`));
  const { status, text } = await openAs(owner, page);
  const name = `Name of ${reviewer.username}`;
  expect({ status, text }).toEqual({
    status: 200,
    text: expect.stringMatching(new RegExp(`Approved by ${name} Approve .* Reviewer ${name} Milestone`)),
  });
});

test("a developer approves by form and takes it back, as the API shows", async () => {
  const { page, reviewer, api4 } = await createReviewed();
  const browser = await signIn(reviewer);
  const approved = await browser.submit(await browser.open(page), `${page}/approval`);
  const approvals = [(await ok(reviewer.get(`${api4}/approvals`))).user_has_approved];
  const revoked = await browser.submit(approved, `${page}/approval`);
  approvals.push((await ok(reviewer.get(`${api4}/approvals`))).user_has_approved);
  expect({ approvals, approved: approved.text, revoked: revoked.text }).toEqual({
    approvals: [true, false],
    approved: expect.stringMatching(/You have approved it\. .* Approved by .* Revoke approval/),
    revoked: expect.stringContaining("Your approval was taken back."),
  });
});

test("commits that the approver has not seen are not approved", async () => {
  const { page, reviewer } = await createReviewed();
  const browser = await signIn(reviewer);
  const { status, text } = await send(browser, `${page}/approval`, { approved: "true", sha: "0".repeat(40) });
  expect({ status, text }).toEqual({
    status: 409,
    text: expect.stringContaining("The source branch was pushed to after you opened the page."),
  });
});

test("those who may not approve have no button, and are refused", async () => {
  const { page } = await createReviewed();
  const browser = await signIn(await createUser());
  const shown = await browser.open(page);
  const { status } = await send(browser, `${page}/approval`, { approved: "true" });
  expect({ offered: actionsOf(shown).includes(`${page}/approval`), status }).toEqual({ offered: false, status: 403 });
});

test("forms set the reviewer, squashing and the lock", async () => {
  const { owner, page, reviewer, api4 } = await createReviewed();
  const browser = await signIn(owner);
  await browser.submit(await browser.open(`${page}/edit`), `${page}/edit`, { squash: "true" });
  await browser.submit(await browser.open(page), `${page}/attributes`, {
    reviewer_id: String(reviewer.id),
    discussion_locked: "true",
  });
  const { reviewers, squash, discussion_locked } = await ok(owner.get(api4));
  expect({ reviewers: reviewers.map(({ id }: { id: number }) => id), squash, discussion_locked }).toEqual({
    reviewers: [reviewer.id],
    squash: true,
    discussion_locked: true,
  });
});

test("the form of a new merge request proposes a reviewer and squashing", async () => {
  const { owner, project, at, reviewer } = await createReviewed();
  const browser = await signIn(owner);
  const base = `/${project.path_with_namespace}/merge_requests`;
  const query = "merge_request%5Bsource_branch%5D=other&merge_request%5Btarget_branch%5D=main";
  const form = await browser.open(`${base}/new?${query}`);
  await browser.submit(form, base, { reviewer_id: String(reviewer.id), squash: "true" });
  const [{ iid }] = await ok(owner.get(`${at}/merge_requests`));
  const { reviewers, squash } = await ok(owner.get(v4(`/projects/${project.id}/merge_requests/${iid}`)));
  expect({ iid, reviewer: reviewers[0]?.id, squash }).toEqual({ iid: 2, reviewer: reviewer.id, squash: true });
});

test("merging by form squashes the commits if its box is checked", async () => {
  const { owner, page, api4 } = await createReviewed();
  const browser = await signIn(owner);
  await browser.submit(await browser.open(page), `${page}/merge`, { squash: "true" });
  expect(await ok(owner.get(api4))).toMatchObject({
    state: "merged",
    squash: true,
    squash_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
});

test.each(["merge request", "issue"] as const)("the page of a locked %s has forms for members alone", async (kind) => {
  const { owner, project, page, api4 } = await createReviewed();
  const { iid } = await createIssue(owner, project);
  const isIssue = kind === "issue";
  const address = isIssue ? `/${project.path_with_namespace}/issues/${iid}` : page;
  await ok(owner.put(isIssue ? v4(`/projects/${project.id}/issues/${iid}`) : api4, { discussion_locked: true }));
  const seen = [await openAs(await createUser(), address), await openAs(owner, address)];
  expect(
    seen.map((shown) => ({
      notice: shown.text.includes("The discussion is locked: only members of the project comment."),
      form: actionsOf(shown).includes(`${address}/notes`),
    })),
  ).toEqual([
    { notice: true, form: false },
    { notice: true, form: true },
  ]);
});

test("an issue is locked and unlocked by form", async () => {
  const { owner, project } = await createReviewed();
  const { iid } = await createIssue(owner, project);
  const address = `/${project.path_with_namespace}/issues/${iid}`;
  const browser = await signIn(owner);
  const states = [];
  for (const discussion_locked of ["true", "false"]) {
    await browser.submit(await browser.open(address), `${address}/attributes`, { discussion_locked });
    states.push((await ok(owner.get(v4(`/projects/${project.id}/issues/${iid}`)))).discussion_locked);
  }
  expect(states).toEqual([true, false]);
});
