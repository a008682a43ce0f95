// Concurrent edits of one issue: each is atomic, records its own change, and none fails.
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Caller, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { cases } from "../../../support/sample.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

const noteBodies = async (caller: Caller, issue: Issue): Promise<string[]> =>
  (await ok(caller.get(`${pathOf(issue)}/notes`, { per_page: 100 }))).map(({ body }: { body: string }) => body);

const twenty = <T>(make: (n: number) => T): T[] => Array.from({ length: 20 }, (_, n) => make(n));

async function setting(issueAttributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project, { title: "start", ...issueAttributes });
  const edit = (values: Values) => owner.put(pathOf(issue), values);
  return { owner, project, issue, edit };
}

const statuses = (answers: readonly { readonly status: number }[]) => [...new Set(answers.map(({ status }) => status))];

test("after twenty edits of title and labels the last one wins, and the title notes form a chain", async () => {
  const { owner, issue, edit } = await setting();
  const answers = await Promise.all(twenty((n) => edit({ title: `title ${n}`, labels: `label ${n},all` })));
  expect(statuses(answers)).toEqual([200]);
  for (const [n, { body }] of answers.entries()) {
    expect(body).toMatchObject({ title: `title ${n}`, labels: ["all", `label ${n}`] });
  }
  const { title, labels } = await ok(owner.get(pathOf(issue)));
  expect(labels).toEqual(["all", title.replace("title", "label")]);
  const steps = (await noteBodies(owner, issue))
    .map((body) => /^changed title from \*\*(.*)\*\* to \*\*(.*)\*\*$/.exec(body)?.slice(1))
    .filter((step) => step !== undefined);
  expect(steps.length).toBe(20);
  expect(steps.map(([from]) => from)).toEqual(["start", ...steps.slice(0, -1).map(([, to]) => to)]);
  expect(steps.at(-1)?.[1]).toBe(title);
});

test("twenty edits to two titles add one note for each actual change", async () => {
  const { owner, issue, edit } = await setting();
  expect(statuses(await Promise.all(twenty((n) => edit({ title: n % 2 === 0 ? "even" : "odd" }))))).toEqual([200]);
  const steps = (await noteBodies(owner, issue)).map(
    (body) => /\*\*(.*)\*\* to \*\*(.*)\*\*$/.exec(body)?.slice(1) ?? [],
  );
  expect(steps.every(([from, to]) => from !== to)).toBe(true);
  expect(steps.map(([from]) => from)).toEqual(["start", ...steps.slice(0, -1).map(([, to]) => to)]);
});

test("twenty closings add one note and lower the count once", async () => {
  const { owner, project, issue, edit } = await setting({ labels: "l" });
  expect(statuses(await Promise.all(twenty(() => edit({ state_event: "close" }))))).toEqual([200]);
  expect(await noteBodies(owner, issue)).toEqual(["closed"]);
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ body: { open_issues_count: 0 } });
});

test("after twenty closings and reopenings notes alternate, and counts agree with the final state", async () => {
  const { owner, project, issue, edit } = await setting({ labels: "l" });
  await Promise.all(twenty((n) => edit({ state_event: n % 2 === 0 ? "close" : "reopen" })));
  const notes = await noteBodies(owner, issue);
  expect(notes).toEqual(notes.map((_, n) => (n % 2 === 0 ? "closed" : "reopened")));
  const { state } = await ok(owner.get(pathOf(issue)));
  const open = state === "opened" ? 1 : 0;
  expect(state).toBe(notes.length % 2 === 0 ? "opened" : "closed");
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ body: { open_issues_count: open } });
  expect(await owner.get(`/projects/${project.id}/labels`)).toMatchObject({
    body: [{ open_issues_count: open, closed_issues_count: 1 - open }],
  });
});

test("twenty label changes each record their own difference, and label counts are exact", async () => {
  const { owner, project, issue, edit } = await setting();
  const sets = ["a", "a,b", "b,c", "", "a,b,c"];
  expect(statuses(await Promise.all(twenty((n) => edit({ labels: sets[n % 5] ?? "" }))))).toEqual([200]);
  const labels: { id: number; name: string; open_issues_count: number }[] = await ok(
    owner.get(`/projects/${project.id}/labels`),
  );
  const carried = new Set<string>();
  for (const body of await noteBodies(owner, issue)) {
    const [added = "", removed = ""] = body.startsWith("removed") ? ["", body] : body.split(" removed ");
    for (const id of added.match(/~\d+/g) ?? []) {
      expect(carried.has(id), `${body} though it was there`).toBe(false);
      carried.add(id);
    }
    for (const id of removed.match(/~\d+/g) ?? []) {
      expect(carried.delete(id), `${body} though it was not there`).toBe(true);
    }
  }
  const final: string[] = (await ok(owner.get(pathOf(issue)))).labels;
  expect(labels.filter(({ id }) => carried.has(`~${id}`)).map(({ name }) => name)).toEqual(final);
  for (const { name, open_issues_count } of labels) {
    expect({ name, open_issues_count }).toEqual({ name, open_issues_count: final.includes(name) ? 1 : 0 });
  }
});

test("twenty checks of one task add one note", async () => {
  const { owner, issue, edit } = await setting({ description: "- [ ] wash" });
  expect(statuses(await Promise.all(twenty(() => edit({ description: "- [x] wash" }))))).toEqual([200]);
  expect(await noteBodies(owner, issue)).toEqual(["marked the task **wash** as completed"]);
});

describe("twenty edits have a single effect", () => {
  test("on the assignee", async () => {
    const { owner, project, issue, edit } = await setting();
    const member = await createUser();
    await joinProject(owner, project, member, "guest");
    expect(statuses(await Promise.all(twenty(() => edit({ assignee_id: member.id }))))).toEqual([200]);
    expect((await ok(member.get("/todos"))).length).toBe(1);
    expect(await noteBodies(owner, issue)).toEqual([`assigned to @${member.username}`]);
  });

  test("on mentioned users and referenced issues", async () => {
    const { owner, project, issue, edit } = await setting();
    const member = await createUser();
    await joinProject(owner, project, member, "guest");
    const other = await createIssue(owner, project);
    const description = (n: number) => `${n}: hey @${member.username}, see #${other.iid}`;
    expect(statuses(await Promise.all(twenty((n) => edit({ description: description(n) }))))).toEqual([200]);
    expect((await ok(member.get("/todos"))).length).toBe(1);
    expect(await noteBodies(owner, other)).toEqual([`mentioned in issue #${issue.iid}`]);
  });
});

test("edits during a deletion answer 200 or 404, and no label counts the deleted issue", async () => {
  const { owner, project, issue, edit } = await setting();
  const [deleted, ...edits] = await Promise.all([
    owner.delete(pathOf(issue)),
    ...twenty((n) => edit({ title: `t${n}`, labels: `l${n % 3}`, description: `@${owner.username}` })),
  ]);
  expect(deleted.status).toBe(200);
  for (const { status } of edits) expect([200, 404]).toContain(status);
  const labels: { open_issues_count: number }[] = await ok(owner.get(`/projects/${project.id}/labels`));
  expect(labels.map(({ open_issues_count }) => open_issues_count)).toEqual(labels.map(() => 0));
  expect(await owner.get("/todos")).toMatchObject({ status: 200, body: [] });
});

test("a title edit during a description edit loses nothing: mentioned users are subscribed", async () => {
  const { project, edit, owner, issue } = await setting();
  const bob = await createUser();
  await joinProject(owner, project, bob, "guest");
  for (let round = 0; round < cases(15); round += 1) {
    await ok(edit({ description: "nobody" }));
    await Promise.all([
      edit({ title: `before ${round}` }),
      edit({ description: `ask @${bob.username}` }),
      edit({ title: `after ${round}` }),
    ]);
    const { description, subscribed } = await ok(bob.get(pathOf(issue)));
    expect({ description, subscribed }).toEqual({ description: `ask @${bob.username}`, subscribed: true });
  }
});

test("an edit during a move is complete: title and description move together", async () => {
  for (let round = 0; round < cases(5); round += 1) {
    const { owner, issue, edit } = await setting({ title: "text 0", description: "text 0, see #1" });
    const target = await createProject(owner);
    const edits = [1, 2, 3].map((n) => edit({ title: `text ${n}`, description: `text ${n}, see #1` }));
    const [moved] = await Promise.all([owner.post(`${pathOf(issue)}/move`, { to_project_id: target.id }), ...edits]);
    expect(moved).toMatchObject({ status: 201 });
    expect(moved.body.description.startsWith(`${moved.body.title}, `)).toBe(true);
  }
});
