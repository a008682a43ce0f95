// Links between issues in API v4
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Project } from "../../../support/factories.ts";
import { once } from "../../../support/once.ts";
import { v4 } from "../../../support/v4.ts";

type Issue = Awaited<ReturnType<typeof createIssue>>;

const linksOf = (project: Project, issue: Issue) => v4(`/projects/${project.id}/issues/${issue.iid}/links`);

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const one = await createIssue(owner, project, { title: "One" });
  const two = await createIssue(owner, project, { title: "Two" });
  const link = (by: Actor, from: Issue, to: Issue, at = project) =>
    by.post(linksOf(project, from), { target_project_id: at.id, target_issue_iid: to.iid });
  return { owner, project, one, two, link };
}

const iidsOf = async (by: Actor, project: Project, issue: Issue): Promise<number[]> =>
  (await ok(by.get(linksOf(project, issue)))).map(({ iid }: { iid: number }) => iid);

const notesOn = async (by: Actor, project: Project, issue: Issue): Promise<string[]> =>
  (await ok(by.get(v4(`/projects/${project.id}/issues/${issue.iid}/notes?sort=asc`)))).map(
    ({ body }: { body: string }) => body,
  );

test("a link is shown from both issues, with the other one", async () => {
  const { owner, project, one, two, link } = await setUp();
  const created = await link(owner, one, two);
  const { id } = created.body;
  const whole = await ok(owner.get(v4(`/projects/${project.id}/issues/${two.iid}`)));
  const { subscribed, ...distant } = whole;
  const shown = { ...distant, references: { ...distant.references, relative: `${project.path_with_namespace}#2` } };
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      source_issue: expect.objectContaining({ id: one.id, iid: 1, title: "One" }),
      target_issue: shown,
      link_type: "relates_to",
    },
  ]);
  expect(await ok(owner.get(linksOf(project, one)))).toEqual([
    {
      ...shown,
      issue_link_id: id,
      link_type: "relates_to",
      link_created_at: expect.stringMatching(/Z$/),
      link_updated_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(await ok(owner.get(linksOf(project, two)))).toMatchObject([{ id: one.id, issue_link_id: id }]);
  for (const issue of [one, two]) {
    expect(await ok(owner.get(`${linksOf(project, issue)}/${id}`))).toMatchObject({
      id,
      source_issue: { id: one.id },
      target_issue: { id: two.id },
    });
  }
});

test("a link is deleted from either issue", async () => {
  const { owner, project, one, two, link } = await setUp();
  const { id } = await ok(link(owner, one, two));
  const path = `${linksOf(project, two)}/${id}`;
  expect(await owner.delete(path)).toMatchObject({ status: 200, body: { id, source_issue: { id: one.id } } });
  expect(await iidsOf(owner, project, one)).toEqual([]);
  for (const again of [await owner.delete(path), await owner.get(path)]) {
    expect([again.status, again.body]).toEqual([404, { message: "404 Not found" }]);
  }
});

test("both issues have notes of it", async () => {
  const { owner, project, one, two, link } = await setUp();
  const { id } = await ok(link(owner, one, two));
  await ok(owner.delete(`${linksOf(project, one)}/${id}`));
  expect([await notesOn(owner, project, one), await notesOn(owner, project, two)]).toEqual([
    ["marked this issue as related to #2", "removed the relation with #2"],
    ["marked this issue as related to #1", "removed the relation with #1"],
  ]);
});

test("issues of two projects are linked, by a path as well", async () => {
  const { owner, project, one } = await setUp();
  const other = await createProject(owner);
  const target = await createIssue(owner, other);
  const given = { target_project_id: other.path_with_namespace, target_issue_iid: target.iid, link_type: "relates_to" };
  expect((await owner.post(linksOf(project, one), given)).status).toBe(201);
  expect(await ok(owner.get(linksOf(project, one)))).toMatchObject([
    { id: target.id, web_url: `${baseUrl}/${other.path_with_namespace}/-/issues/1` },
  ]);
  expect(await notesOn(owner, project, one)).toEqual([`marked this issue as related to ${other.path}#1`]);
});

test("a pair has one link, in whichever direction", async () => {
  const { owner, project, one, two, link } = await setUp();
  const both = await Promise.all([link(owner, one, two), link(owner, two, one), link(owner, one, two)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toEqual({ message: "Issue(s) already assigned" });
  expect([await iidsOf(owner, project, one), await notesOn(owner, project, one)]).toEqual([
    [2],
    ["marked this issue as related to #2"],
  ]);
});

describe("refused", () => {
  test.each([
    ["without a project", { target_project_id: undefined }, 400, { error: "target_project_id is missing" }],
    ["without an issue", { target_issue_iid: undefined }, 400, { error: "target_issue_iid is missing" }],
    [
      "of a type that needs a licence",
      { link_type: "blocks" },
      400,
      { error: "link_type does not have a valid value" },
    ],
    ["to itself", { target_issue_iid: 1 }, 400, { message: "An issue cannot be related to itself" }],
    ["to an unknown issue", { target_issue_iid: 99 }, 404, { message: "404 Not found" }],
    ["to an unknown project", { target_project_id: 999_999_999 }, 404, { message: "404 Project Not Found" }],
  ])("%s", async (_, given, status, body) => {
    const { owner, project, one } = await setUp();
    const all = { target_project_id: project.id, target_issue_iid: 2, ...given };
    const answer = await owner.post(linksOf(project, one), JSON.parse(JSON.stringify(all)));
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  test("to those who are no members of both projects", async () => {
    const { owner, project, one, two, link } = await setUp();
    const { id } = await ok(link(owner, one, two));
    const stranger = await createUser();
    const theirs = await createProject(stranger, { visibility_level: 20 });
    const target = await createIssue(stranger, theirs);
    const answers = [
      await link(stranger, one, two),
      await link(stranger, one, target, theirs),
      await link(owner, one, target, theirs),
      await stranger.delete(`${linksOf(project, one)}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const guest = await createUser();
    await joinProject(owner, project, guest, "guest");
    expect((await guest.delete(`${linksOf(project, one)}/${id}`)).status).toBe(200);
    expect((await link(guest, one, two)).status).toBe(201);
    expect((await link(await createAdmin(), one, target, theirs)).status).toBe(201);
  });

  /** The issue `one` has a hundred links, the first of them to `linked`; `two` has none. */
  const createFull = once(async () => {
    const setting = await setUp();
    const { owner, project, one, link } = setting;
    const linked = await createIssue(owner, project);
    await ok(link(owner, one, linked));
    for (let at = 1; at < 100; at++) await ok(link(owner, one, await createIssue(owner, project)));
    return { ...setting, linked };
  });

  test("beyond a hundred links", async () => {
    const { owner, project, one, two, link } = await createFull();
    for (const refused of [await link(owner, one, two), await link(owner, two, one)]) {
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("at most 100 links")]);
    }
    expect([await iidsOf(owner, project, two), await notesOn(owner, project, two)]).toEqual([[], []]);
  });

  test("again, of an issue with a hundred links", async () => {
    const { owner, project, one, linked, link } = await createFull();
    const statuses = [(await link(owner, one, linked)).status, (await link(owner, linked, one)).status];
    expect([statuses, await notesOn(owner, project, linked)]).toEqual([
      [409, 409],
      ["marked this issue as related to #1"],
    ]);
  });
});

describe("a link to what a reader may not see", () => {
  async function setUpSecret() {
    const { owner, project, one, link } = await setUp();
    const secret = await createIssue(owner, project, { title: "Secret", confidential: true });
    const { id } = await ok(link(owner, one, secret));
    return { owner, project, one, secret, id };
  }

  test("is not listed, found or deleted, and has no note", async () => {
    const { owner, project, one, secret, id } = await setUpSecret();
    const guest = await createUser();
    await joinProject(owner, project, guest, "guest");
    const path = `${linksOf(project, one)}/${id}`;
    expect([await iidsOf(guest, project, one), await notesOn(guest, project, one)]).toEqual([[], []]);
    const missing = { status: 404, body: { message: "404 Not found" } };
    for (const answer of [
      await guest.get(path),
      await guest.delete(path),
      await guest.get(linksOf(project, secret)),
      await guest.post(linksOf(project, one), { target_project_id: project.id, target_issue_iid: secret.iid }),
    ]) {
      expect(answer).toMatchObject(missing);
    }
    expect(await iidsOf(owner, project, one)).toEqual([secret.iid]);
  });

  test("appears once the issue is no longer confidential", async () => {
    const { owner, project, one, secret } = await setUpSecret();
    const guest = await createUser();
    await ok(owner.put(v4(`/projects/${project.id}/issues/${secret.iid}`), { confidential: false }));
    expect(await iidsOf(guest, project, one)).toEqual([secret.iid]);
  });

  test("is left out where issues are disabled", async () => {
    const { owner, project, one } = await setUp();
    const other = await createProject(owner);
    const target = await createIssue(owner, other);
    await ok(owner.post(linksOf(project, one), { target_project_id: other.id, target_issue_iid: target.iid }));
    await ok(owner.put(v4(`/projects/${other.id}`), { issues_access_level: "disabled" }));
    expect(await ok(owner.get(linksOf(project, one)))).toEqual([]);
  });
});

test("a link ends with either issue, and with its project", async () => {
  const { owner, project, one, two, link } = await setUp();
  const other = await createProject(owner);
  const target = await createIssue(owner, other);
  await ok(link(owner, one, two));
  await ok(link(owner, one, target, other));
  expect(await iidsOf(owner, project, one)).toHaveLength(2);
  expect((await owner.delete(v4(`/projects/${project.id}/issues/${two.iid}`))).status).toBe(204);
  expect(await ok(owner.get(linksOf(project, one)))).toMatchObject([{ id: target.id }]);
  await ok(owner.delete(v4(`/projects/${other.id}`)));
  expect(await iidsOf(owner, project, one)).toEqual([]);
});

test("a moved issue takes its links along", async () => {
  const { owner, project, one, two, link } = await setUp();
  const three = await createIssue(owner, project, { title: "Three" });
  await ok(link(owner, one, two));
  await ok(link(owner, three, one));
  const other = await createProject(owner);
  const moved = await ok(owner.post(v4(`/projects/${project.id}/issues/${one.iid}/move`), { to_project_id: other.id }));
  expect((await iidsOf(owner, other, moved)).toSorted()).toEqual([2, 3]);
  expect(await iidsOf(owner, project, one)).toEqual([]);
  expect(await ok(owner.get(linksOf(project, two)))).toMatchObject([{ id: moved.id }]);
});
