// POST below /:namespace/:project/issues/:iid: what the forms of an issue's page do
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../support/actors.ts";
import { Browser, type ShownPage } from "../../support/browser.ts";
import { createCast, createIssue, createProject } from "../../support/factories.ts";

/** An issue by another user, in a project whose owner uses the browser. */
async function setting() {
  const [owner, author] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  const issue = await createIssue(author, project, { title: "A bug" });
  const browser = await Browser.signedIn(owner.token ?? "");
  const at = `/${project.path_with_namespace}/issues/${issue.iid}`;
  const api = `/projects/${project.id}/issues/${issue.id}`;
  return { owner, author, project, issue, browser, at, api, read: () => ok(owner.get(api)) };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** Opens the issue's page and submits one of its forms. */
async function submit({ browser, at }: Setting, path: string, fields = {}): Promise<ShownPage> {
  return browser.submit(await browser.open(at), at + path, fields);
}

/** Sends a form that the page does not have. */
function forge(browser: Browser, page: ShownPage, action: string, fields: Record<string, string>): Promise<ShownPage> {
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
  return browser.post(action, new URLSearchParams({ ...fields, authenticity_token }));
}

const addNote = async (actor: Actor, { api }: Setting, body: string): Promise<{ id: number }> =>
  ok(actor.post(`${api}/notes`, { body }));

const notesOf = async ({ owner, api }: Setting): Promise<string[]> =>
  (await ok(owner.get(`${api}/notes`))).map(({ body }: { body: string }) => body);

test("a comment is added, and its page is shown at it", async () => {
  const given = await setting();
  const { path, html } = await submit(given, "/notes", { body: "First line\r\nsecond" });
  const id = /id="(note_\d+)"/.exec(html)?.[1];
  expect({ path, notes: await notesOf(given) }).toEqual({ path: `${given.at}#${id}`, notes: ["First line\nsecond"] });
});

test("a comment after a long discussion is shown on the last page", async () => {
  const given = await setting();
  for (let count = 0; count < 50; count += 1) await addNote(given.author, given, `Note ${count}`);
  const { path, text } = await submit(given, "/notes", { body: "The last word" });
  expect({ page: path.startsWith(`${given.at}?page=2#note_`), shown: text.includes("The last word") }).toEqual({
    page: true,
    shown: true,
  });
});

test("a comment can close the issue, and another one reopen it", async () => {
  const given = await setting();
  await submit(given, "/notes", { body: "Fixed.", state_event: "close" });
  const { state: closed } = await given.read();
  await submit(given, "/notes", { body: "Not quite.", state_event: "reopen" });
  const { state: reopened, user_notes_count } = await given.read();
  expect({ closed, reopened, user_notes_count }).toEqual({
    closed: "closed",
    reopened: "opened",
    user_notes_count: 2,
  });
});

test("the button that closes needs no comment", async () => {
  const given = await setting();
  await submit(given, "/notes", { body: "", state_event: "close" });
  const { state, user_notes_count } = await given.read();
  expect({ state, user_notes_count }).toEqual({ state: "closed", user_notes_count: 0 });
});

test("a comment that may not close the issue is saved once, and the page says why the issue is still open", async () => {
  const { owner, at, api, issue } = await setting();
  const browser = await Browser.signedIn((await createUser()).token ?? "");
  const fields = { id: String(issue.id), body: "Done?", state_event: "close" };
  const { status, path, text } = await forge(browser, await browser.open(at), `${at}/notes`, fields);
  const { state, user_notes_count } = await ok(owner.get(api));
  expect({ status, path, text, state, user_notes_count }).toEqual({
    status: 200,
    path: expect.stringMatching(new RegExp(`^${at}#note_\\d+$`)),
    text: expect.stringContaining("The comment was saved, the state not: Forbidden."),
    state: "opened",
    user_notes_count: 1,
  });
});

test("a blank comment is refused with the form", async () => {
  const given = await setting();
  const { status, text } = await submit(given, "/notes", { body: "  " });
  expect({ status, said: /note can't be blank/i.test(text), notes: await notesOf(given) }).toEqual({
    status: 400,
    said: true,
    notes: [],
  });
});

test("the issue is closed and reopened by its button", async () => {
  const given = await setting();
  const closed = await submit(given, "/state");
  const reopened = await submit(given, "/state");
  expect([closed, reopened].map(({ text }) => /(Reopen|Close) issue/.exec(text)?.[0])).toEqual([
    "Reopen issue",
    "Close issue",
  ]);
});

test("one's own comment is edited and deleted", async () => {
  const given = await setting();
  const { id } = await addNote(given.owner, given, "Frist");
  const open = () => given.browser.open(`${given.at}?edit_note=${id}`);
  const before = await open();
  const { path, text } = await given.browser.submit(before, `${given.at}/notes/${id}`, { note: "First" });
  const edited = await notesOf(given);
  await given.browser.submit(await open(), `${given.at}/notes/${id}/delete`);
  expect({
    isMarked: [before, { text }].map((shown) => shown.text.includes("just now edited")),
    path,
    edited,
    left: await notesOf(given),
  }).toEqual({ isMarked: [false, true], path: `${given.at}#note_${id}`, edited: ["First"], left: [] });
});

test("a comment of another is not offered to edit below master, and the API refuses it", async () => {
  const { cast, project } = await createCast();
  const issue = await createIssue(cast.owner, project);
  const { id } = await ok(cast.owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: "Mine" }));
  const browser = await Browser.signedIn(cast.reporter.token ?? "");
  const at = `/${project.path_with_namespace}/issues/${issue.iid}`;
  const page = await browser.open(`${at}?edit_note=${id}`);
  const { status } = await forge(browser, page, `${at}/notes/${id}`, { id: String(issue.id), note: "Yours" });
  expect({ offered: page.html.includes(`${at}/notes/${id}"`), status }).toEqual({ offered: false, status: 403 });
});

test("an award is given and taken back by the same button", async () => {
  const given = await setting();
  const awards = async (): Promise<string[]> =>
    (await ok(given.owner.get(`${given.api}/award_emoji`))).map(({ name }: { name: string }) => name);
  const page = await submit(given, "/award_emoji", { award: "thumbsup" });
  const [first, value = ""] = [await awards(), /value="(thumbsup \d+)" aria-pressed="true"/.exec(page.html)?.[1]];
  await submit(given, "/award_emoji", { award: value });
  expect({ first, last: await awards() }).toEqual({ first: ["thumbsup"], last: [] });
});

test("a note is awarded", async () => {
  const given = await setting();
  const { id } = await addNote(given.author, given, "I have a fix.");
  await submit(given, "/award_emoji", { award: "tada", note_id: String(id) });
  const awards = await ok(given.owner.get(`${given.api}/notes/${id}/award_emoji`));
  expect(awards.map(({ name }: { name: string }) => name)).toEqual(["tada"]);
});

test("an award on a further page of the discussion leads back to it", async () => {
  const given = await setting();
  let last = 0;
  for (let count = 0; count < 51; count += 1) last = (await addNote(given.author, given, `Note ${count}`)).id;
  const page = await given.browser.open(`${given.at}?page=2`);
  const fields = { award: "tada", note_id: String(last) };
  const { path } = await given.browser.submit(page, `${given.at}/award_emoji`, fields);
  expect(path).toBe(`${given.at}?page=2#note_${last}`);
});

test("the attributes are set and cleared", async () => {
  const given = await setting();
  const { owner, project } = given;
  const milestone = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "1.0" }));
  await ok(owner.post(`/projects/${project.id}/labels`, { name: "bug", color: "#d9534f" }));
  const all = {
    assignee_id: String(owner.id),
    milestone_id: String(milestone.id),
    "labels[]": ["", "bug"],
    other_labels: "new one, another",
    due_date: "2030-02-01",
    confidential: "true",
  };
  const none = {
    "labels[]": "",
    other_labels: "",
    assignee_id: "0",
    milestone_id: "0",
    due_date: "",
    confidential: "false",
  };
  const attributes = async () => {
    const { assignee, milestone: has, labels, due_date, confidential } = await given.read();
    return { assignee: assignee?.username ?? null, milestone: has?.title ?? null, labels, due_date, confidential };
  };
  await submit(given, "/attributes", all);
  const set = await attributes();
  await submit(given, "/attributes", none);
  expect({ set, cleared: await attributes() }).toEqual({
    set: {
      assignee: owner.username,
      milestone: "1.0",
      labels: ["another", "bug", "new one"],
      due_date: "2030-02-01",
      confidential: true,
    },
    cleared: { assignee: null, milestone: null, labels: [], due_date: null, confidential: false },
  });
});

test("saving the attributes unchanged changes nothing", async () => {
  const given = await setting();
  await ok(given.owner.put(given.api, { labels: "bug,feature", due_date: "2030-02-01" }));
  const before = await given.read();
  await submit(given, "/attributes");
  expect(await given.read()).toEqual(before);
});

test("an author below reporter sets only whether the issue is confidential", async () => {
  const given = await setting();
  const browser = await Browser.signedIn(given.author.token ?? "");
  const fields = { confidential: "true", due_date: "2030-02-01", "labels[]": "bug" };
  await browser.submit(await browser.open(given.at), `${given.at}/attributes`, fields);
  const { confidential, due_date, labels } = await given.read();
  expect({ confidential, due_date, labels }).toEqual({ confidential: true, due_date: null, labels: [] });
});

test("the viewer subscribes and unsubscribes", async () => {
  const given = await setting();
  const subscribed = async () => Boolean((await given.read()).subscribed);
  const before = await subscribed();
  await submit(given, "/subscription");
  const after = await subscribed();
  await submit(given, "/subscription");
  expect([before, after, await subscribed()]).toEqual([before, !before, before]);
});

test("the viewer adds a todo, and marks it as done", async () => {
  const given = await setting();
  const targets = async (): Promise<string[]> =>
    (await ok(given.owner.get("/todos"))).map(({ target }: { target: { title: string } }) => target.title);
  await submit(given, "/todo");
  const added = await targets();
  await submit(given, "/todo");
  expect({ added, left: await targets() }).toEqual({ added: ["A bug"], left: [] });
});

test("an assignee who is not among the first members is named by username", async () => {
  const given = await setting();
  const page = await given.browser.open(given.at);
  const action = `${given.at}/attributes`;
  const id = String(given.issue.id);
  const { status } = await forge(given.browser, page, action, { id, assignee_username: "no-such-user" });
  await forge(given.browser, page, action, { id, assignee_username: `@${given.author.username}` });
  const { assignee } = await given.read();
  expect({ status, assignee: assignee?.id }).toEqual({ status: 400, assignee: given.author.id });
});

test("time is estimated and spent, and the estimate removed", async () => {
  const given = await setting();
  const stats = async () => {
    const { human_time_estimate, human_total_time_spent } = await ok(given.owner.get(`${given.api}/time_stats`));
    return [human_time_estimate, human_total_time_spent];
  };
  await submit(given, "/time", { estimate: "1d", spend: "2h 30m" });
  const first = await stats();
  await submit(given, "/time", { estimate: "0", spend: "-30m" });
  expect([first, await stats()]).toEqual([
    ["1d", "2h 30m"],
    [null, "2h"],
  ]);
});

test("a duration that is none is refused with what was entered", async () => {
  const given = await setting();
  const { status, html } = await submit(given, "/time", { spend: "a while" });
  expect({ status, kept: html.includes('value="a while"') }).toEqual({ status: 400, kept: true });
});

test("no form changes an issue that the viewer may not see", async () => {
  const { cast, project } = await createCast();
  const secret = await createIssue(cast.reporter, project, { confidential: true });
  const open = await createIssue(cast.guest, project);
  const browser = await Browser.signedIn(cast.guest.token ?? "");
  const at = `/${project.path_with_namespace}/issues/${open.iid}`;
  const id = String(secret.id);
  const page = await browser.open(at);
  const statuses = [];
  for (const [path, fields] of [
    ["/notes", { body: "Hello" }],
    ["/award_emoji", { award: "tada" }],
    ["/attributes", { confidential: "false" }],
    ["/subscription", {}],
    ["/todo", {}],
    ["/state", { state_event: "close" }],
  ] as const) {
    statuses.push((await forge(browser, page, at + path, { ...fields, id })).status);
  }
  const { state, user_notes_count } = await ok(cast.reporter.get(`/projects/${project.id}/issues/${secret.id}`));
  expect({ statuses, state, user_notes_count }).toEqual({
    statuses: Array(6).fill(404),
    state: "opened",
    user_notes_count: 0,
  });
});
