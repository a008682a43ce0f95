// /-/todos
import { expect, test } from "vitest";
import { type Actor, createUser, ok, unique } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import { createIssue, createProject, type Project } from "../../support/factories.ts";
import { browserOf, roundTripsOf } from "../../support/pages.ts";

/** A todo of the user about a new issue with this title. */
async function createTodo(user: Actor, project: Project, title: string): Promise<{ id: number }> {
  const issue = await createIssue(user, project, { title });
  return ok(user.post(`/projects/${project.id}/issues/${issue.id}/todo`));
}

test("todos are listed with project, author and target, in one round trip", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  await createTodo(owner, project, "Feed the <b>fish</b>");
  const page = await (await browserOf(owner)).open("/-/todos");
  expect(page.text).toContain(`added a todo for #1 Feed the <b>fish</b> ${project.path_with_namespace}`);
  expect(page.html).toContain(`href="/${project.path_with_namespace}/issues/1"`);
  expect(page.html).not.toContain("<b>fish");
  expect(roundTripsOf(page)).toBe(1);
});

test("the filters of the API narrow the list", async () => {
  const owner = await createUser();
  const [one, other] = [await createProject(owner), await createProject(owner)];
  await createTodo(owner, one, "First thing");
  await createTodo(owner, other, "Second thing");
  const browser = await browserOf(owner);
  const shown = async (query: string) => {
    const { text } = await browser.open(`/-/todos${query}`);
    return ["First thing", "Second thing"].filter((title) => text.includes(title));
  };
  expect({
    all: await shown(""),
    project: await shown(`?project_id=${other.id}`),
    issues: await shown("?type=Issue&action=marked"),
    mergeRequests: await shown("?type=MergeRequest"),
    assigned: await shown("?action=assigned"),
    done: await shown("?state=done"),
  }).toEqual({
    all: ["First thing", "Second thing"],
    project: ["Second thing"],
    issues: ["First thing", "Second thing"],
    mergeRequests: [],
    assigned: [],
    done: [],
  });
});

test("one todo is marked as done, and stays among those that are", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const { id } = await createTodo(owner, project, "Wash up");
  const browser = await browserOf(owner);
  const after = await browser.submit(await browser.open("/-/todos"), `/-/todos/${id}/done`);
  const done = await browser.open("/-/todos?state=done");
  expect([after, done].map(({ text }) => text.includes("Wash up"))).toEqual([false, true]);
});

test("all todos of the filter are marked as done, and no others", async () => {
  const owner = await createUser();
  const [one, other] = [await createProject(owner), await createProject(owner)];
  await createTodo(owner, one, "Keep this");
  await createTodo(owner, other, "Drop this");
  const browser = await browserOf(owner);
  const page = await browser.submit(await browser.open(`/-/todos?project_id=${other.id}`), "/-/todos/done");
  expect([page.text.includes("1 todo marked as done."), page.text.includes("Keep this")]).toEqual([true, true]);
  expect(page.text).not.toContain("Drop this");
});

test("a todo of somebody else cannot be marked as done", async () => {
  const owner = await createUser();
  const { id } = await createTodo(owner, await createProject(owner), unique("mine"));
  const browser = await browserOf(await createUser());
  const { html } = await browser.open("/-/todos");
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const { status } = await browser.post(`/-/todos/${id}/done`, new URLSearchParams({ authenticity_token }));
  expect({ status, left: (await ok(owner.get("/todos"))).length }).toEqual({ status: 404, left: 1 });
});

test("a todo disappears with the right to see its issue", async () => {
  const [owner, guest] = [await createUser(), await createUser()];
  const project = await createProject(owner);
  await joinProject(owner, project, guest, "guest");
  await createTodo(guest, project, "Soon invisible");
  await ok(owner.delete(`/projects/${project.id}/members/${guest.id}`));
  const { text } = await (await browserOf(guest)).open("/-/todos");
  expect([text.includes("Soon invisible"), text.includes(project.path_with_namespace)]).toEqual([false, false]);
});
