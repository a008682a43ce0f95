// Editing, closing and deleting merge requests by form
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { createShown, listPath, openAs, send, signIn } from "./visiting.ts";

test("title, description, target branch, assignee, labels, milestone and branch removal are edited", async () => {
  const { owner, at, page, api } = await createShown({ labels: "old" });
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "1.0" }));
  const browser = await signIn(owner);
  const { status, path } = await browser.submit(await browser.open(`${page}/edit`), `${page}/edit`, {
    title: "New",
    description: "Why",
    target_branch: "other",
    assignee_id: String(owner.id),
    milestone_id: String(milestone.id),
    "labels[]": [""],
    other_labels: "new, newer",
    remove_source_branch: "true",
  });
  expect({ status, path, edited: await ok(owner.get(api)) }).toEqual({
    status: 200,
    path: page,
    edited: expect.objectContaining({
      title: "New",
      description: "Why",
      target_branch: "other",
      assignee: expect.objectContaining({ id: owner.id }),
      milestone: expect.objectContaining({ title: "1.0" }),
      labels: ["new", "newer"],
      force_remove_source_branch: true,
    }),
  });
});

test("a form that changes nothing changes nothing", async () => {
  const { owner, page, api } = await createShown({
    labels: "one,two",
    description: "\nText",
    remove_source_branch: true,
  });
  const { updated_at: _, ...before } = await ok(owner.get(api));
  const browser = await signIn(owner);
  await browser.submit(await browser.open(`${page}/edit`), `${page}/edit`);
  const { updated_at: __, ...after } = await ok(owner.get(api));
  expect(after).toEqual(before);
});

test("a text that somebody else has changed meanwhile is not replaced without a warning", async () => {
  const { owner, page, api } = await createShown({ title: "First" });
  const browser = await signIn(owner);
  const form = await browser.open(`${page}/edit`);
  await ok(owner.put(api, { title: "Second" }));
  const refused = await browser.submit(form, `${page}/edit`, { title: "Third" });
  const between = (await ok(owner.get(api))).title;
  await browser.submit(refused, `${page}/edit`);
  expect({
    status: refused.status,
    text: refused.text,
    between,
    after: (await ok(owner.get(api))).title,
  }).toEqual({
    status: 409,
    text: expect.stringContaining("Somebody else has changed the title or the description."),
    between: "Second",
    after: "Third",
  });
});

test("an empty title is refused in the form", async () => {
  const { owner, page, api } = await createShown({ title: "Kept" });
  const browser = await signIn(owner);
  const form = await browser.open(`${page}/edit`);
  const { status, text } = await browser.submit(form, `${page}/edit`, { title: "", description: "entered" });
  expect({ status, text, title: (await ok(owner.get(api))).title }).toEqual({
    status: 400,
    text: expect.stringMatching(/title.* (entered|Description)/i),
    title: "Kept",
  });
});

test("it is closed, reopened, and marked as work in progress and back", async () => {
  const { owner, page, api } = await createShown({ title: "Try" });
  const browser = await signIn(owner);
  const seen: unknown[] = [];
  const press = async (action: string) => {
    const shown = await browser.open(page);
    const [, button] = new RegExp(`action="${page}${action}".*?<button[^>]*>([^<]*)`, "s").exec(shown.html) ?? [];
    await browser.submit(shown, page + action);
    const { title, state } = await ok(owner.get(api));
    seen.push([button, title, state]);
  };
  await press("/work_in_progress");
  await press("/work_in_progress");
  await press("/state");
  await press("/state");
  expect(seen).toEqual([
    ["Mark as work in progress", "WIP: Try", "opened"],
    ["Mark as ready", "Try", "opened"],
    ["Close", "Try", "closed"],
    ["Reopen", "Try", "reopened"],
  ]);
});

test.each([
  ["closed", ["close"], { target: false, squash: false, remove: false }],
  ["reopened", ["close", "reopen"], { target: true, squash: true, remove: true }],
])("the form of a %s one offers what matters for merging only if it is open", async (_, events, offered) => {
  const { owner, page, api } = await createShown();
  for (const state_event of events) await ok(owner.put(api, { state_event }));
  const { html } = await openAs(owner, `${page}/edit`);
  expect({
    target: html.includes('name="target_branch"'),
    squash: html.includes('name="squash"'),
    remove: html.includes('name="remove_source_branch"'),
  }).toEqual(offered);
});

test("the owner deletes it, from a list without it", async () => {
  const { owner, project, page, api } = await createShown();
  const browser = await signIn(owner);
  const { path, text } = await browser.submit(await browser.open(`${page}/edit`), `${page}/delete`);
  expect({ path, text, status: (await owner.get(api)).status }).toEqual({
    path: listPath(project),
    text: expect.stringContaining("The merge request was deleted."),
    status: 404,
  });
});

const forms = ["/edit", "/delete", "/state", "/attributes", "/work_in_progress", "/subscription", "/time"];

test.each(forms)("who may only read changes nothing by %s", async (action) => {
  const { owner, page, api } = await createShown({ title: "Kept" }, { visibility_level: 20 });
  const { id, ...before } = await ok(owner.get(api));
  const browser = await signIn(await createUser());
  const sent = await send(browser, page + action, { id: String(id), title: "x", state_event: "close", spend: "1h" });
  const { id: _, ...after } = await ok(owner.get(api));
  expect({ status: sent.status, after }).toEqual({ status: 403, after: before });
});

test("the form is for those who may edit", async () => {
  const { page } = await createShown({}, { visibility_level: 20 });
  expect((await openAs(await createUser(), `${page}/edit`)).status).toBe(403);
});
