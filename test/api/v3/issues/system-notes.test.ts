// System notes of issues: which change, by whom.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Caller, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

interface Note {
  readonly id: number;
  readonly body: string;
  readonly system: boolean;
  readonly author: { readonly id: number };
  readonly created_at: string;
}

const notesOf = (caller: Caller, issue: Issue): Promise<Note[]> =>
  ok(caller.get(`${pathOf(issue)}/notes`, { per_page: 100 }));

const noteBodies = async (caller: Caller, issue: Issue) => (await notesOf(caller, issue)).map(({ body }) => body);

async function setting(issueAttributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project, { title: "Before", ...issueAttributes });
  const edit = (values: Values) => ok(owner.put(pathOf(issue), values));
  return { owner, project, issue, edit };
}

/** `~<id>` of a project's labels by their names. */
async function labelReferences(owner: Actor, project: Project): Promise<Record<string, string>> {
  const labels: { id: number; name: string }[] = await ok(owner.get(`/projects/${project.id}/labels`));
  return Object.fromEntries(labels.map(({ id, name }) => [name, `~${id}`]));
}

test("a system note has the actor and the time of the change, and is no comment", async () => {
  const { owner, project, issue } = await setting();
  const reporter = await createUser();
  await joinProject(owner, project, reporter, "reporter");
  const { updated_at } = await ok(reporter.put(pathOf(issue), { state_event: "close" }));
  const { status, body, headers } = await owner.get(`${pathOf(issue)}/notes`);
  expect({ status, total: headers.get("x-total") }).toEqual({ status: 200, total: "1" });
  expect(body).toMatchObject([
    {
      body: "closed",
      system: true,
      attachment: null,
      author: { id: reporter.id, username: reporter.username },
      created_at: updated_at,
      updated_at,
      noteable_id: issue.id,
      noteable_type: "Issue",
    },
  ]);
  expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: { user_notes_count: 0 } });
});

test("creating an issue with attributes adds no system notes", async () => {
  const { owner, project } = await setting();
  const { id: milestone_id } = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "m" }));
  const issue = await createIssue(owner, project, {
    labels: "a,b",
    milestone_id,
    assignee_id: owner.id,
    due_date: "2027-01-01",
    confidential: true,
    description: "- [x] done",
  });
  expect(await noteBodies(owner, issue)).toEqual([]);
});

test("closing and reopening add notes", async () => {
  const { owner, issue, edit } = await setting();
  for (const state_event of ["close", "close", "reopen", "reopen", "close"]) await edit({ state_event });
  expect(await noteBodies(owner, issue)).toEqual(["closed", "reopened", "closed"]);
});

test("a new title adds a note", async () => {
  const { owner, issue, edit } = await setting();
  await edit({ title: " After **all** " });
  await edit({ title: "After **all**" });
  expect(await noteBodies(owner, issue)).toEqual(["changed title from **Before** to **After **all****"]);
});

describe("label notes", () => {
  test("name one label or several, added and removed", async () => {
    const { owner, project, issue, edit } = await setting();
    await edit({ labels: "a" });
    await edit({ labels: "a,b,c" });
    await edit({ labels: "d,c" });
    await edit({ labels: "c" });
    await edit({ labels: "" });
    await edit({ labels: "a" });
    await edit({ labels: "b" });
    const { a, b, c, d } = await labelReferences(owner, project);
    expect(await noteBodies(owner, issue)).toEqual([
      `added ${a} label`,
      `added ${b} ${c} labels`,
      `added ${d} and removed ${a} ${b} labels`,
      `removed ${d} label`,
      `removed ${c} label`,
      `added ${a} label`,
      `added ${b} and removed ${a} labels`,
    ]);
  });

  test("are not added if only the order changes", async () => {
    const { owner, issue, edit } = await setting({ labels: "a,b" });
    await edit({ labels: "b, a,a" });
    expect(await noteBodies(owner, issue)).toEqual([]);
  });

  test("name 250 labels in one note", async () => {
    const { owner, project, issue, edit } = await setting();
    await edit({ labels: Array.from({ length: 250 }, (_, i) => `l${i}`).join(",") });
    const [note, ...more] = await noteBodies(owner, issue);
    const references: string[] = [...(note?.match(/~\d+/g) ?? [])];
    expect({ more, distinct: new Set(references).size }).toEqual({ more: [], distinct: 250 });
    expect(note).toMatch(/^added (~\d+ ){250}labels$/);
    expect(Object.values(await labelReferences(owner, project)).every((it) => references.includes(it))).toBe(true);
  });
});

test("a milestone note names it by its iid", async () => {
  const { owner, project, issue, edit } = await setting();
  const [one, two] = [
    await ok(owner.post(`/projects/${project.id}/milestones`, { title: "one" })),
    await ok(owner.post(`/projects/${project.id}/milestones`, { title: "two" })),
  ];
  await edit({ milestone_id: 0 });
  await edit({ milestone_id: two.id });
  await edit({ milestone_id: two.id });
  await edit({ milestone_id: one.id });
  await edit({ milestone_id: 999_999_999 });
  expect({ iids: [one.iid, two.iid], notes: await noteBodies(owner, issue) }).toEqual({
    iids: [1, 2],
    notes: ["changed milestone to %2", "changed milestone to %1", "removed milestone"],
  });
});

test("assigning and unassigning add notes", async () => {
  const { owner, project, issue, edit } = await setting();
  const guest = await createUser();
  await joinProject(owner, project, guest, "guest");
  const outsider = await createUser();
  for (const { id } of [{ id: 0 }, guest, guest, outsider, owner, { id: 0 }]) await edit({ assignee_id: id });
  expect(await noteBodies(owner, issue)).toEqual([
    `assigned to @${guest.username}`,
    `assigned to @${owner.username}`,
    "removed assignee",
  ]);
});

test("changing confidentiality adds a note", async () => {
  const { owner, issue, edit } = await setting();
  for (const confidential of [false, true, true, false]) await edit({ confidential });
  expect(await noteBodies(owner, issue)).toEqual(["made the issue confidential", "made the issue visible to everyone"]);
});

test("a new description or due date adds no note", async () => {
  const { owner, issue, edit } = await setting();
  await edit({ description: "new", due_date: "2027-01-01" });
  await edit({ description: "", due_date: "" });
  expect(await noteBodies(owner, issue)).toEqual([]);
});

test("one edit adds a note for each change", async () => {
  const { owner, project, issue, edit } = await setting();
  const { id: milestone_id } = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "m" }));
  await edit({
    title: "After",
    description: "d",
    labels: "a",
    milestone_id,
    assignee_id: owner.id,
    confidential: true,
    state_event: "close",
    due_date: "2027-01-01",
  });
  const { a } = await labelReferences(owner, project);
  expect((await noteBodies(owner, issue)).sort()).toEqual(
    [
      `added ${a} label`,
      `assigned to @${owner.username}`,
      "changed milestone to %1",
      "changed title from **Before** to **After**",
      "closed",
      "made the issue confidential",
    ].sort(),
  );
});

describe("task notes", () => {
  test("name each ticked and cleared task, in order", async () => {
    const { owner, issue, edit } = await setting({ description: "Do:\n\n- [ ] wash\n* [ ] dry\n1. [x] fold" });
    await edit({ description: "Do:\n\n- [x] wash\n* [X] dry\n1. [ ] fold" });
    expect(await noteBodies(owner, issue)).toEqual([
      "marked the task **wash** as completed",
      "marked the task **dry** as completed",
      "marked the task **fold** as incomplete",
    ]);
  });

  test("are not added if the text is edited as well, had none, or nothing is ticked", async () => {
    const { owner, issue, edit } = await setting();
    await edit({ description: "- [ ] wash" });
    await edit({ description: "- [ ] wash" });
    await edit({ description: "- [x] wash\n- [ ] dry" });
    await edit({ description: null });
    expect(await noteBodies(owner, issue)).toEqual([]);
  });

  test("are written by one statement, and a long one is shortened", async () => {
    const list = Array.from({ length: 90 }, (_, i) => `- [ ] task ${i}`).join("\n");
    const { owner, issue } = await setting({ description: `${list}\n- [ ] ${"long".repeat(1000)}` });
    const few = await owner.put(pathOf(issue), {
      description: `${list.replace("[ ]", "[x]")}\n- [ ] ${"long".repeat(1000)}`,
    });
    const many = await owner.put(pathOf(issue), {
      description: `${list.replaceAll("[ ]", "[X]")}\n- [x] ${"long".repeat(1000)}`,
    });
    expect({ statuses: [few.status, many.status], statements: many.cost.statements }).toEqual({
      statuses: [200, 200],
      statements: few.cost.statements,
    });
    const notes = await noteBodies(owner, issue);
    expect(notes.slice(0, 90)).toEqual(
      Array.from({ length: 90 }, (_, i) => `marked the task **task ${i}** as completed`),
    );
    expect(notes.slice(90)).toEqual([expect.stringMatching(/^marked the task \*\*(long)+l?o?n?\*\* as completed$/)]);
  });
});

test("a refused edit adds no note", async () => {
  const { owner, issue } = await setting();
  const outsider = await createUser();
  expect((await owner.put(pathOf(issue), { title: "", labels: "a", state_event: "close" })).status).toBe(400);
  expect((await outsider.put(pathOf(issue), { title: "t" })).status).toBe(404);
  expect(await noteBodies(owner, issue)).toEqual([]);
});

test("the actor of a system note is a participant from then on", async () => {
  const { owner, project, issue } = await setting();
  const reporter = await createUser();
  await joinProject(owner, project, reporter, "reporter");
  expect(await reporter.get(pathOf(issue))).toMatchObject({ status: 200, body: { subscribed: false } });
  expect(await reporter.put(pathOf(issue), { description: "no note" })).toMatchObject({ body: { subscribed: false } });
  expect(await reporter.put(pathOf(issue), { labels: "a" })).toMatchObject({
    status: 200,
    body: { subscribed: true },
  });
});
