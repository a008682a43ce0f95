// The discussion of a merge request: comments, and threads that are answered and resolved
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { send as apiRequest } from "../../support/api.ts";
import { actionsOf } from "../../support/browser.ts";
import { v4 } from "../../support/v4.ts";
import { createShown, openAs, send, signIn } from "./visiting.ts";

/** The `<details>` of a discussion. */
const threadIn = (html: string, id: number | string): string =>
  new RegExp(`<details class="box thread" id="discussion_${id}"[^>]*>.*?<summary>.*?</summary>`, "s").exec(html)?.[0] ??
  "";

test("a comment is added, and the page shows it as Markdown", async () => {
  const { owner, page } = await createShown();
  const browser = await signIn(owner);
  const { path, html } = await browser.submit(await browser.open(page), `${page}/notes`, { body: "Is *this* it?" });
  expect({ path, html }).toEqual({
    path: expect.stringMatching(new RegExp(`^${page}#note_\\d+$`)),
    html: expect.stringContaining("<p>Is <em>this</em> it?</p>"),
  });
});

test("a comment can close and reopen the merge request", async () => {
  const { owner, page, api } = await createShown();
  const browser = await signIn(owner);
  const closed = await browser.submit(await browser.open(page), `${page}/notes`, { body: "No.", state_event: "close" });
  const { state } = await ok(owner.get(api));
  await browser.submit(closed, `${page}/notes`, { body: "Yes.", state_event: "reopen" });
  expect({
    text: closed.text,
    states: [state, (await ok(owner.get(api))).state],
  }).toEqual({
    text: expect.stringContaining("It was closed without being merged."),
    states: ["closed", "reopened"],
  });
});

test("the comment form offers to close an open one, and neither to close nor to reopen a merged one", async () => {
  const { owner, page, api } = await createShown();
  const browser = await signIn(owner);
  const offered = async () =>
    /<button[^>]*value="(\w+)">(Comment and \w+)</.exec((await browser.open(page)).html)?.slice(1);
  const open = await offered();
  await ok(owner.put(`${api}/merge`));
  expect({ open, merged: await offered() }).toEqual({ open: ["close", "Comment and close"], merged: undefined });
});

test("a discussion is started, answered, resolved and opened again", async () => {
  const { owner, page, api } = await createShown();
  const browser = await signIn(owner);
  const started = await send(browser, `${page}/discussions`, { body: "Why?" });
  const [{ id }] = await ok(owner.get(`${api}/discussions`));
  const answered = await browser.submit(started, `${page}/discussions/${id}/notes`, { [`reply_${id}`]: "Because." });
  const resolved = await browser.submit(answered, `${page}/discussions/${id}/resolve`);
  const reopened = await browser.submit(resolved, `${page}/discussions/${id}/resolve`);
  expect({
    started: started.text,
    answered: answered.text,
    resolved: [resolved.text, threadIn(resolved.html, id)],
    reopened: [reopened.text, threadIn(reopened.html, id)],
  }).toEqual({
    started: expect.stringContaining("0 of 1 discussion resolved"),
    answered: expect.stringMatching(/started a discussion .* Why\? .* Because\. .* Reply/),
    resolved: [
      expect.stringMatching(/The discussion is resolved\. .* 1 of 1 discussion resolved/),
      expect.stringMatching(/^<details [^>]*id="discussion_\d+">.*Resolved by Name of/s),
    ],
    reopened: [
      expect.stringMatching(/The discussion is open again\. .* 0 of 1 discussion resolved/),
      expect.stringMatching(/^<details [^>]*id="discussion_\d+" open=""/),
    ],
  });
});

test.each([
  ["a line that was added", { new_path: "feature.txt", new_line: "1" }, "feature.txt:1"],
  ["a line that was removed", { old_path: "README.md", old_line: "1" }, "README.md:1"],
  ["a whole file", { position_type: "file", new_path: "feature.txt" }, "feature.txt"],
])("a discussion of %s shows its place, which leads to the file in the changes", async (_, position, shown) => {
  const { owner, project, at, page, api } = await createShown();
  const change = { branch_name: "feature", file_path: "README.md", content: "Start\n", commit_message: "Rewrite" };
  await ok(owner.put(`${at}/repository/files`, change));
  const [version] = await ok(owner.get(`${api}/versions`));
  const place = {
    base_sha: version.base_commit_sha,
    start_sha: version.start_commit_sha,
    head_sha: version.head_commit_sha,
    position_type: "text",
    ...position,
  };
  const body = new URLSearchParams({ body: "Why?" });
  for (const [name, value] of Object.entries(place)) body.append(`position[${name}]`, value);
  const iid = page.split("/").at(-1);
  const path = v4(`/projects/${project.id}/merge_requests/${iid}/discussions`);
  await ok(apiRequest(path, { method: "POST", headers: owner.headers, body }));
  const browser = await signIn(owner);
  const { html } = await browser.open(page);
  const [, link = "", id, text] =
    /started a discussion <a href="([^"#]*)#([^"]*)"><code>([^<]*)<\/code>/.exec(html) ?? [];
  const changes = await browser.open(link);
  expect({ link, text, file: changes.html.includes(`id="${id}" class="file"`) }).toEqual({
    link: `${page}/diffs`,
    text: shown,
    file: true,
  });
});

test("an empty answer is refused in the discussion, whose form stays open", async () => {
  const { owner, page, api } = await createShown();
  const { id } = await ok(owner.post(`${api}/discussions`, { body: "Why?" }));
  const browser = await signIn(owner);
  const { status, text, html } = await browser.submit(await browser.open(page), `${page}/discussions/${id}/notes`);
  expect({ status, text, open: /<details open=""><summary>Reply/.test(html) }).toEqual({
    status: 400,
    text: expect.stringContaining("Note can't be blank"),
    open: true,
  });
});

test("an answer to a discussion of the first page is shown where it leads, on the last page", async () => {
  const { owner, page, api } = await createShown();
  const { id } = await ok(owner.post(`${api}/discussions`, { body: "The question." }));
  for (let index = 1; index < 50; index += 1) await ok(owner.post(`${api}/notes`, { body: `Note ${index}` }));
  const browser = await signIn(owner);
  const action = `${page}/discussions/${id}/notes`;
  const { path, text } = await browser.submit(await browser.open(page), action, { [`reply_${id}`]: "The answer." });
  expect({ path, text, question: text.includes("The question.") }).toEqual({
    path: expect.stringMatching(/\?page=2#note_\d+$/),
    text: expect.stringMatching(/continued a discussion of an earlier page .* The answer\./),
    question: false,
  });
});

test("authors edit and delete their comments, others do not", async () => {
  const { owner, page, api } = await createShown({}, { visibility_level: 20 });
  const commenter = await createUser();
  const other = await createUser();
  const { id } = await ok(commenter.post(`${api}/notes`, { body: "Frist" }));
  const browser = await signIn(commenter);
  const form = await browser.open(`${page}?edit_note=${id}`);
  const edited = await browser.submit(form, `${page}/notes/${id}`, { note: "First" });
  const others = await signIn(other);
  const offered = actionsOf(await others.open(`${page}?edit_note=${id}`));
  const { id: global } = await ok(owner.get(api));
  const sent = await send(others, `${page}/notes/${id}/delete`, { id: String(global) });
  const deleted = await browser.submit(await browser.open(`${page}?edit_note=${id}`), `${page}/notes/${id}/delete`);
  expect({
    edited: edited.text.includes("First"),
    offered: offered.some((action) => action.startsWith(`${page}/notes/`)),
    sent: sent.status,
    deleted: [deleted.text.includes("The comment was deleted."), (await ok(owner.get(`${api}/notes`))).length],
  }).toEqual({ edited: true, offered: false, sent: 403, deleted: [true, 0] });
});

test("who may only read comments, and does not resolve", async () => {
  const { owner, page, api } = await createShown({}, { visibility_level: 20 });
  const { id } = await ok(owner.post(`${api}/discussions`, { body: "Why?" }));
  const browser = await signIn(await createUser());
  const shown = await browser.open(page);
  const replied = await browser.submit(shown, `${page}/discussions/${id}/notes`, { [`reply_${id}`]: "Indeed." });
  const sent = await send(browser, `${page}/discussions/${id}/resolve`, { resolved: "true" });
  expect({
    actions: actionsOf(shown).filter((action) => action.startsWith(page)),
    replied: replied.text.includes("Indeed."),
    sent: sent.status,
  }).toEqual({
    actions: [
      `${page}/award_emoji`,
      `${page}/award_emoji`,
      `${page}/discussions/${id}/notes`,
      `${page}/notes`,
      `${page}/todo`,
    ],
    replied: true,
    sent: 403,
  });
});

test("awards, subscription, todo and time are changed by their buttons", async () => {
  const { owner, page, api } = await createShown({}, { visibility_level: 20 });
  const visitor = await createUser();
  const reader = await signIn(visitor);
  await reader.submit(await reader.open(page), `${page}/award_emoji`, { award: "thumbsup" });
  const todo = await reader.submit(await reader.open(page), `${page}/todo`);
  const author = await signIn(owner);
  const subscribed = await author.submit(await author.open(page), `${page}/subscription`);
  const timed = await author.submit(subscribed, `${page}/time`, { spend: "1h 30m", estimate: "1d" });
  expect({
    upvotes: (await ok(owner.get(api))).upvotes,
    todo: todo.text.includes("Mark todo as done"),
    subscribed: subscribed.text,
    timed: timed.text,
  }).toEqual({
    upvotes: 1,
    todo: true,
    subscribed: expect.stringMatching(/You are no longer subscribed\. .* Subscribe Add todo/),
    timed: expect.stringContaining("1h 30m spent, estimated 1d"),
  });
});

test("references in texts are links for those who may see what they name", async () => {
  const { owner, at, page, api } = await createShown({}, { visibility_level: 20 });
  const { iid } = await ok(owner.post(`${at}/issues`, { title: "Seen" }));
  const secret = await ok(owner.post(`${at}/issues`, { title: "Secret plan", confidential: true }));
  await ok(owner.post(`${api}/notes`, { body: `See #${iid} and #${secret.iid}` }));
  const base = page.split("/merge_requests")[0];
  const { html } = await openAs(await createUser(), page);
  expect({
    seen: html.includes(`href="${base}/issues/${iid}" title="Seen"`),
    secret: html.includes(`${base}/issues/${secret.iid}"`) || html.includes("Secret plan"),
  }).toEqual({ seen: true, secret: false });
});
