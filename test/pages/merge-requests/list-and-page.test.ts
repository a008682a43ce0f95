// GET /:namespace/:project/merge_requests and .../merge_requests/:iid: what is shown, and to whom
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Actor, anonymous, createUser, levels, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createIssue } from "../../support/factories.ts";
import { createMergeRequest } from "../../support/merge-requests.ts";
import { createConflicting, createShown, listPath, openAs, roundTrips, signIn } from "./visiting.ts";

const hostile = `<script>alert("1")</script> & '2' <img src=x onerror=alert(3)>`;

test("the list shows open ones first, and each state by its tab", async () => {
  const { owner, project, path, id } = await createShown({ title: "Still open" });
  const { id: merged } = await createMergeRequest(owner, project, { source_branch: "other", title: "Taken" });
  await ok(owner.put(`${path}/${merged}/merge`));
  await ok(owner.get(`${path}/${id}`));
  const browser = await signIn(owner);
  const listed = async (query: string) => (await browser.open(listPath(project) + query)).text;
  const open = await listed("");
  const done = await listed("?state=merged");
  const all = await listed("?state=all&order=created_at+asc");
  expect({ open, hasTaken: open.includes("Taken"), done, hasOpen: done.includes("Still open"), all }).toEqual({
    open: expect.stringMatching(/Still open !1 Created just now by Name of .* feature into main/),
    hasTaken: false,
    done: expect.stringMatching(/Taken !2 Merged .* other into main/),
    hasOpen: false,
    all: expect.stringMatching(/Still open .* Taken/),
  });
});

test("the list shows author, labels, milestone, comments, and that one cannot be merged", async () => {
  const { owner, at, project, page, api } = await createConflicting(["a.txt"]);
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "1.0 <i>" }));
  await ok(owner.put(api, { title: hostile, labels: `"bug" & more`, milestone_id: milestone.id }));
  await ok(owner.post(`${api}/notes`, { body: "x" }));
  const browser = await signIn(owner);
  await browser.open(page);
  const { text, html } = await browser.open(listPath(project));
  expect({ text, unsafe: /<script>alert|<img|1\.0 <i>/.test(html) }).toEqual({
    text: expect.stringContaining(
      `${hostile} "bug" & more !2 Created just now by Name of ${owner.username} ` +
        "Milestone 1.0 <i> feature into main Cannot be merged 1 comment",
    ),
    unsafe: false,
  });
});

test("the list says that one with conflicts cannot be merged while it is open, and again when it is reopened", async () => {
  const { owner, project, page, api } = await createConflicting(["a.txt"]);
  const browser = await signIn(owner);
  await browser.open(page);
  const said: boolean[] = [];
  for (const state_event of ["close", "reopen"]) {
    await ok(owner.put(api, { state_event }));
    await browser.open(page);
    said.push((await browser.open(`${listPath(project)}?state=all`)).text.includes("Cannot be merged"));
  }
  expect(said).toEqual([false, true]);
});

test("hostile titles, descriptions and notes are text on the page, in its title and in its forms", async () => {
  const { owner, page, api } = await createShown({ title: hostile, description: hostile });
  await ok(owner.post(`${api}/notes`, { body: hostile }));
  await ok(owner.post(`${api}/discussions`, { body: hostile }));
  const browser = await signIn(owner);
  const pages = [await browser.open(page), await browser.open(`${page}/edit`)];
  const [shown, form] = pages;
  expect({
    unsafe: pages.some(({ html }) => /<script>alert|<img[^>]* onerror=/.test(html)),
    title: shown?.text.startsWith(`${hostile} (!1) · Tributary`),
    field: form?.html.includes(
      'value="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;2&#39; &lt;img src=x onerror=alert(3)&gt;"',
    ),
  }).toEqual({ unsafe: false, title: true, field: true });
});

test.each(["", "/edit"])("a stranger sees at %j what they see at the address of nothing", async (rest) => {
  const { page } = await createShown();
  const browser = await signIn(await createUser());
  const hidden = await browser.open(page + rest);
  const missing = await browser.open(`${page}999${rest}`);
  expect({ statuses: [hidden.status, missing.status], same: hidden.text === missing.text }).toEqual({
    statuses: [404, 404],
    same: true,
  });
});

test.each(["0", "01", "-1", "1.5", "x", "9999999999999999", "%00"])("there is no merge request %s", async (iid) => {
  const { owner, project } = await createShown();
  expect((await openAs(owner, `${listPath(project)}/${iid}`)).status).toBe(404);
});

test("the anonymous have to sign in, as for the API, and come back", async () => {
  const { owner, project, page, path } = await createShown({}, { visibility_level: 20 });
  const browser = new Browser();
  const list = await browser.open(listPath(project));
  const signingIn = await browser.open(page);
  const back = await browser.submit(signingIn, "/-/sign_in", { token: owner.token ?? "" });
  expect({ list: list.path, back: [back.status, back.path], api: (await anonymous.get(path)).status }).toEqual({
    list: expect.stringMatching(/^\/-\/sign_in/),
    back: [200, page],
    api: 401,
  });
});

async function join(owner: Actor, projectId: number, level: keyof typeof levels): Promise<Actor> {
  const user = await createUser();
  await ok(owner.post(`/projects/${projectId}/members`, { user_id: user.id, access_level: levels[level] }));
  return user;
}

test.each([
  ["guest", 403, null],
  ["reporter", 200, { edit: false, merge: false, attributes: false }],
  ["developer", 200, { edit: true, merge: false, attributes: true }],
  ["master", 200, { edit: true, merge: true, attributes: true }],
] as const)("a %s of a private project gets %i, and the buttons of their role", async (role, status, buttons) => {
  const { owner, project, page } = await createShown();
  const browser = await signIn(await join(owner, project.id, role));
  const shown = await browser.open(page);
  const has = (path: string) => shown.html.includes(`${page}${path}"`);
  const offered = { edit: has("/edit"), merge: has("/merge"), attributes: has("/attributes") };
  expect({ status: shown.status, buttons: shown.status === 200 ? offered : null }).toEqual({ status, buttons });
});

test("the pages need the round trips of the API, and one more for what texts refer to", async () => {
  const { owner, at, project, page, api, id } = await createShown();
  const issue = await createIssue(owner, project);
  const browser = await signIn(owner);
  const unchecked = roundTrips(await browser.open(page));
  const checked = roundTrips(await browser.open(page));
  const edit = roundTrips(await browser.open(`${page}/edit`));
  const list = roundTrips(await browser.open(listPath(project)));
  await ok(owner.put(`${at}/merge_requests/${id}`, { description: `Closes #${issue.iid}, see @${owner.username}` }));
  await ok(owner.post(`${api}/notes`, { body: `And #${issue.iid}` }));
  const referring = roundTrips(await browser.open(page));
  expect({ unchecked, checked, edit, list, referring }).toEqual({
    unchecked: 2,
    checked: 1,
    edit: 1,
    list: 1,
    referring: 2,
  });
});

test("a page of fifty comments weighs less than 30 KiB", async () => {
  const { owner, page, api } = await createShown();
  for (let index = 0; index < 50; index += 1) await ok(owner.post(`${api}/notes`, { body: `Comment ${index}` }));
  const { html } = await openAs(owner, page);
  expect(gzipSync(html).length).toBeLessThan(30 * 1024);
});
