// The system note under an issue that another one mentions, and who sees it.
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl, type Caller, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createGroup, createIssue, createProject, type Issue } from "../../../support/factories.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

const noteBodies = async (caller: Caller, issue: Issue): Promise<string[]> =>
  (await ok(caller.get(`${pathOf(issue)}/notes`, { per_page: 100 }))).map(({ body }: { body: string }) => body);

const longAgo = "2016-03-11T03:45:40.000Z";

/** A personal project with an issue #1 that nothing mentions. */
async function setting(projectAttributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner, projectAttributes);
  const issue = await createIssue(owner, project, { created_at: longAgo });
  return { owner, project, issue };
}

test("an issue gets a note for the one that mentions it, by its author", async () => {
  const { owner, project, issue } = await setting();
  const referrer = await createIssue(owner, project, { description: "As in #1." });
  expect(await owner.get(`${pathOf(issue)}/notes`)).toMatchObject({
    status: 200,
    body: [{ body: `mentioned in issue #${referrer.iid}`, system: true, author: { id: owner.id } }],
  });
  expect(await noteBodies(owner, referrer)).toEqual([]);
});

test("references in the title and in edits count as well", async () => {
  const { owner, project, issue } = await setting();
  await createIssue(owner, project, { title: "Like #1" });
  const other = await createIssue(owner, project);
  await ok(owner.put(pathOf(other), { title: "Also #1" }));
  expect(await noteBodies(owner, issue)).toEqual(["mentioned in issue #2", "mentioned in issue #3"]);
});

test("the note is added once, however often the issue is mentioned", async () => {
  const { owner, project, issue } = await setting();
  const referrer = await createIssue(owner, project, {
    title: "#1",
    description: `#1 ${project.path}#1 ${project.path_with_namespace}#1 ${baseUrl}/${project.path_with_namespace}/issues/1`,
  });
  for (const description of ["#1 again", "none", "and #1"]) await ok(owner.put(pathOf(referrer), { description }));
  expect(await noteBodies(owner, issue)).toEqual(["mentioned in issue #2"]);
});

test("the mention keeps updated_at, which would reveal it to everybody", async () => {
  const { owner, project, issue } = await setting();
  await createIssue(owner, project, { description: "#1" });
  expect(await owner.get(pathOf(issue))).toMatchObject({
    status: 200,
    body: { updated_at: longAgo, user_notes_count: 0 },
  });
});

test("an issue does not reference itself", async () => {
  const { owner, issue } = await setting();
  await ok(owner.put(pathOf(issue), { description: "See #1" }));
  expect(await noteBodies(owner, issue)).toEqual([]);
});

describe("a reference is", () => {
  test.each([
    ["a number", "x #1, y"],
    ["a number in brackets", "(#1)"],
    ["a number at the end of a sentence", "See #1."],
    ["a number outside the code", "`#2` and #1"],
    ["a number behind an unclosed backtick", "it's 5` long, see #1"],
    ["a number behind closed code", "```\n#2\n```\n#1"],
  ])("%s", async (_, description) => {
    const { owner, project, issue } = await setting();
    const other = await createIssue(owner, project);
    await createIssue(owner, project, { description });
    expect([await noteBodies(owner, issue), await noteBodies(owner, other)]).toEqual([["mentioned in issue #3"], []]);
  });

  test.each([
    ["in code", "`#1`"],
    ["in a fenced block", "```\n#1\n```"],
    ["part of a word", "abc&#1; x#y #1a"],
    ["of an unknown project", "no-such-project#1 nobody/nothing#1"],
    ["of an unknown issue", "#99 #0 #999999999999999"],
    ["a URL of another server", "https://gitlab.example.com/a/b/issues/1"],
  ])("not one that is %s", async (_, description) => {
    const { owner, project, issue } = await setting();
    await createIssue(owner, project, { description });
    expect(await noteBodies(owner, issue)).toEqual([]);
  });
});

describe("from another project", () => {
  test("in the same namespace the project's path is used, both ways", async () => {
    const { owner, project, issue } = await setting();
    const other = await createProject(owner);
    await createIssue(owner, other, { description: `See ${project.path.toUpperCase()}#1` });
    expect(await noteBodies(owner, issue)).toEqual([`mentioned in issue ${other.path}#1`]);
  });

  test.each([
    ["by its full path", (path: string) => `${path}#1`],
    ["by its URL", (path: string) => `see ${baseUrl}/${path}/issues/1, please`],
    ["by its URL with a fragment", (path: string) => `${baseUrl}/${path}/issues/1#note_5`],
  ])("in another namespace a reference %s works, and the note has the full path", async (_, text) => {
    const { owner, project, issue } = await setting();
    const group = await createGroup(owner);
    const other = await createProject(owner, { namespace_id: group.id });
    await createIssue(owner, other, { description: text(project.path_with_namespace) });
    expect(await noteBodies(owner, issue)).toEqual([`mentioned in issue ${group.path}/${other.path}#1`]);
  });

  test("in another namespace the project's path alone is not enough", async () => {
    const { owner, project, issue } = await setting();
    const group = await createGroup(owner);
    const other = await createProject(owner, { namespace_id: group.id });
    await createIssue(owner, other, { description: `${project.path}#1` });
    expect(await noteBodies(owner, issue)).toEqual([]);
  });
});

describe("no note is added if the author cannot see the target, in", () => {
  test("a private project", async () => {
    const { owner, project, issue } = await setting();
    const stranger = await createUser();
    await createIssue(stranger, await createProject(stranger, { visibility_level: 20 }), {
      description: `${project.path_with_namespace}#1 ${baseUrl}/${project.path_with_namespace}/issues/1`,
    });
    expect(await noteBodies(owner, issue)).toEqual([]);
  });

  test("a confidential issue", async () => {
    const { owner, project } = await setting({ visibility_level: 20 });
    const hidden = await createIssue(owner, project, { confidential: true });
    const outsider = await createUser();
    await createIssue(outsider, project, { description: `#${hidden.iid}` });
    expect(await noteBodies(owner, hidden)).toEqual([]);
  });

  test("issues that are switched off", async () => {
    const { owner, project, issue } = await setting();
    await ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }));
    await createIssue(owner, await createProject(owner), { description: `${project.path}#1` });
    await ok(owner.put(`/projects/${project.id}`, { issues_enabled: true }));
    expect(await noteBodies(owner, issue)).toEqual([]);
  });
});

describe("users who cannot see the referrer do not see the note", () => {
  /** Notes of an issue for one caller: the list, its total and each single note. */
  async function seen(caller: Caller, issue: Issue, noteIds: readonly number[]) {
    const list = await caller.get(`${pathOf(issue)}/notes`);
    const singles = await Promise.all(noteIds.map((id) => caller.get(`${pathOf(issue)}/notes/${id}`)));
    return {
      status: list.status,
      notes: list.body.map(({ body }: { body: string }) => body),
      total: list.headers.get("x-total"),
      singles: singles.map(({ status, body }) => (status === 200 ? body.body : `${status} ${body.message}`)),
    };
  }

  const nothing = { status: 200, notes: [], total: "0", singles: ["404 404 Not found"] };

  test("of a private project", async () => {
    const { owner, project, issue } = await setting({ visibility_level: 20 });
    const secret = await createProject(owner);
    await createIssue(owner, secret, { description: `${project.path}#1` });
    const [{ id }] = await ok(owner.get(`${pathOf(issue)}/notes`));
    const body = `mentioned in issue ${secret.path}#1`;
    expect(await seen(owner, issue, [id])).toEqual({ status: 200, notes: [body], total: "1", singles: [body] });
    expect(await seen(await createUser(), issue, [id])).toEqual(nothing);
  });

  test("of a confidential issue, until it is public", async () => {
    const { owner, project, issue } = await setting({ visibility_level: 20 });
    const guest = await createUser();
    await joinProject(owner, project, guest, "guest");
    const referrer = await createIssue(owner, project, { description: "#1", confidential: true });
    const [{ id }] = await ok(owner.get(`${pathOf(issue)}/notes`));
    expect(await seen(guest, issue, [id])).toEqual(nothing);
    await ok(owner.put(pathOf(referrer), { assignee_id: owner.id, confidential: false }));
    const body = "mentioned in issue #2";
    expect(await seen(guest, issue, [id])).toEqual({ status: 200, notes: [body], total: "1", singles: [body] });
    await ok(owner.put(pathOf(referrer), { confidential: true }));
    expect(await seen(guest, issue, [id])).toEqual(nothing);
  });

  test("while other notes are listed without gaps, page by page", async () => {
    const { owner, project, issue } = await setting({ visibility_level: 20 });
    const outsider = await createUser();
    for (const n of [1, 2, 3]) {
      await createIssue(owner, project, { description: "#1", confidential: true });
      await ok(owner.post(`${pathOf(issue)}/notes`, { body: `comment ${n}` }));
      await createIssue(owner, project, { description: "#1" });
    }
    const pages = await Promise.all(
      [1, 2, 3].map((page) => outsider.get(`${pathOf(issue)}/notes`, { page, per_page: 2 })),
    );
    expect(pages.map(({ headers }) => headers.get("x-total"))).toEqual(["6", "6", "6"]);
    expect(pages.flatMap(({ body }) => body).map(({ body }: { body: string }) => body)).toEqual([
      "comment 1",
      "mentioned in issue #3",
      "comment 2",
      "mentioned in issue #5",
      "comment 3",
      "mentioned in issue #7",
    ]);
  });
});

test("the author of the note is a participant of the referenced issue", async () => {
  const { owner, project, issue } = await setting({ visibility_level: 20 });
  const outsider = await createUser();
  await createIssue(outsider, project, { description: "#1" });
  expect(await outsider.get(pathOf(issue))).toMatchObject({ status: 200, body: { subscribed: true } });
  expect(await noteBodies(owner, issue)).toEqual(["mentioned in issue #2"]);
});
