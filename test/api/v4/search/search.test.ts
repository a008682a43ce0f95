// Searches in API v4
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok, unique } from "../../../support/actors.ts";
import type { Caller, Values } from "../../../support/api.ts";
import { joinProject, shareWith } from "../../../support/belonging.ts";
import { tomorrow, yesterday } from "../../../support/days.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

const find = async (caller: Caller, path: string, query: Values) => {
  const { status, body, headers } = await caller.get(v4(path), query);
  return { status, ids: status === 200 ? idsOf(body) : body, total: headers.get("x-total") };
};

/** A group with an open and a private project, each with an issue and a milestone whose titles have the word. */
async function createPlaces() {
  const [owner, stranger, word] = [await createUser(), await createUser(), unique("word")];
  const group = await createGroup(owner, { visibility_level: 20 });
  const attributes = { namespace_id: group.id };
  const open = await createProject(owner, { ...attributes, name: `${word}-open`, visibility_level: 20 });
  const closed = await createProject(owner, { ...attributes, name: `${word}-closed` });
  const seen = await createIssue(owner, open, { title: `Has ${word}` });
  const secret = await createIssue(owner, open, { description: word, confidential: true });
  const hidden = await createIssue(owner, closed, { title: word.toUpperCase() });
  const milestones = [];
  for (const { id } of [open, closed]) {
    milestones.push(await ok(owner.post(v4(`/projects/${id}/milestones`), { title: `${word} done` })));
  }
  return { owner, stranger, word, group, open, closed, issues: [seen, secret, hidden], milestones };
}

test("everywhere, projects, issues and milestones are found that the caller may see", async () => {
  const { owner, stranger, word, open, closed, issues, milestones } = await createPlaces();
  const query = (scope: string) => ({ scope, search: word, sort: "asc" });
  expect(await find(owner, "/search", query("projects"))).toMatchObject({ ids: [open.id, closed.id], total: "2" });
  expect(await find(stranger, "/search", query("projects"))).toMatchObject({ ids: [open.id], total: "1" });
  expect(await find(owner, "/search", query("issues"))).toMatchObject({ ids: idsOf(issues), total: "3" });
  expect(await find(stranger, "/search", query("issues"))).toMatchObject({ ids: [issues[0]?.id], total: "1" });
  const [first, second] = milestones;
  expect(await find(owner, "/search", query("milestones"))).toMatchObject({ ids: [second.id, first.id], total: "2" });
  expect(await find(stranger, "/search", query("milestones"))).toMatchObject({ ids: [first.id], total: "1" });
});

test("a group and a project bound what is found", async () => {
  const { owner, stranger, word, group, open, closed, issues, milestones } = await createPlaces();
  const elsewhere = await createProject(owner, { name: `${word}-elsewhere` });
  await createIssue(owner, elsewhere, { title: word });
  const [inGroup, inProject] = [`/groups/${group.id}/search`, `/projects/${open.id}/search`];
  const query = (scope: string) => ({ scope, search: word, sort: "asc" });
  expect((await find(owner, inGroup, query("projects"))).ids).toEqual([open.id, closed.id]);
  expect((await find(owner, inGroup, query("issues"))).ids).toEqual(idsOf(issues));
  expect((await find(stranger, inGroup, query("issues"))).ids).toEqual([issues[0]?.id]);
  expect((await find(owner, inGroup, query("milestones"))).total).toBe("2");
  expect((await find(owner, inProject, query("issues"))).ids).toEqual([issues[0]?.id, issues[1]?.id]);
  expect((await find(owner, inProject, { ...query("issues"), state: "closed" })).ids).toEqual([]);
  expect((await find(stranger, inProject, query("milestones"))).ids).toEqual([milestones[0].id]);
});

test("a group's search finds milestones of projects shared with it, not with others or in former times", async () => {
  const { owner, stranger, word, group } = await createPlaces();
  const sharing = async (to: { id: number }, expires_at: string): Promise<number> => {
    const project = await createProject(owner, { visibility_level: 20 });
    await shareWith(owner, project, to, "guest", { expires_at });
    return (await ok(owner.post(v4(`/projects/${project.id}/milestones`), { title: `${word} shared` }))).id;
  };
  const shared = await sharing(group, tomorrow());
  await sharing(group, yesterday());
  await sharing(await createGroup(owner), tomorrow());
  const query = { scope: "milestones", search: `${word} shared` };
  expect(await find(stranger, `/groups/${group.id}/search`, query)).toEqual({ status: 200, ids: [shared], total: "1" });
});

test("merge requests are found by title", async () => {
  const owner = await createUser();
  const project = await ok(owner.post(v4("/projects"), { name: unique("p"), initialize_with_readme: true }));
  const word = unique("word");
  await ok(owner.post(v4(`/projects/${project.id}/repository/branches`), { branch: "feature", ref: "main" }));
  const file = v4(`/projects/${project.id}/repository/files/a.txt`);
  await ok(owner.post(file, { branch: "feature", content: "a", commit_message: "Add a" }));
  const made = await ok(
    owner.post(`/projects/${project.id}/merge_requests`, {
      source_branch: "feature",
      target_branch: "main",
      title: `Draft: ${word}`,
    }),
  );
  for (const path of ["/search", `/projects/${project.id}/search`]) {
    const { body } = await owner.get(v4(path), { scope: "merge_requests", search: word });
    expect(body).toMatchObject([{ id: made.id, iid: 1, draft: true, references: { short: "!1" } }]);
  }
});

test("users are found everywhere, in a group and in a project", async () => {
  const { owner, stranger, group, open } = await createPlaces();
  const search = (user: { username: string }) => ({ scope: "users", search: user.username });
  expect((await find(owner, "/search", search(stranger))).ids).toEqual([stranger.id]);
  expect((await find(owner, `/groups/${group.id}/search`, search(owner))).ids).toEqual([owner.id]);
  expect((await find(owner, `/groups/${group.id}/search`, search(stranger))).ids).toEqual([]);
  await joinProject(owner, open, stranger, "guest");
  expect((await find(owner, `/projects/${open.id}/search`, search(stranger))).ids).toEqual([stranger.id]);
});

describe("code", () => {
  async function createCode(attributes: Values = {}) {
    const owner = await createUser();
    const project = await ok(
      owner.post(v4("/projects"), { name: unique("p"), initialize_with_readme: true, ...attributes }),
    );
    const files = v4(`/projects/${project.id}/repository/files`);
    const text = { content: "one\ntwo\nthree\nconst HERON = 4;\nfive\n", commit_message: "Teach the Heron to fish" };
    await ok(owner.post(`${files}/src%2Fheron.ts`, { branch: "main", ...text }));
    const bytes = { content: "aGVyb24A", encoding: "base64", commit_message: "Add bytes" };
    await ok(owner.post(`${files}/data.bin`, { branch: "main", ...bytes }));
    return { owner, path: v4(`/projects/${project.id}/search`), id: project.id };
  }

  test("commits are found by their messages", async () => {
    const { owner, path } = await createCode();
    const { status, body, headers } = await owner.get(path, { scope: "commits", search: "heron" });
    expect([status, headers.get("x-total"), body]).toMatchObject([200, "1", [{ title: "Teach the Heron to fish" }]]);
    expect((await owner.get(path, { scope: "commits", search: "heron", ref: "none" })).body).toEqual([]);
  });

  test("files are found by a line, which is shown with those around it", async () => {
    const { owner, path, id } = await createCode();
    const { status, body, headers } = await owner.get(path, { scope: "blobs", search: "heron" });
    expect([status, headers.get("x-total"), body]).toEqual([
      200,
      "1",
      [
        {
          basename: "src/heron",
          data: "two\nthree\nconst HERON = 4;\nfive\n",
          path: "src/heron.ts",
          filename: "src/heron.ts",
          id: null,
          ref: "main",
          startline: 2,
          project_id: id,
        },
      ],
    ]);
  });

  test("is not searched for those who may not read it", async () => {
    const { owner, path, id } = await createCode({ visibility: "private" });
    const guest = await createUser();
    await joinProject(owner, { id }, guest, "guest");
    for (const scope of ["commits", "blobs"]) {
      expect((await guest.get(path, { scope, search: "heron" })).status).toBe(403);
    }
  });
});

describe("a search is refused", () => {
  test("for a scope that its place does not have", async () => {
    const { owner, group, open } = await createPlaces();
    for (const [path, scope] of [
      ["/search", "blobs"],
      ["/search", "notes"],
      [`/groups/${group.id}/search`, "commits"],
      [`/projects/${open.id}/search`, "projects"],
    ] as const) {
      const { status, body } = await owner.get(v4(path), { scope, search: "x" });
      expect([status, body]).toEqual([400, { error: "scope does not have a valid value" }]);
    }
  });

  test("without a text", async () => {
    const user = await createUser();
    const missing = await user.get(v4("/search"), { scope: "issues" });
    expect([missing.status, missing.body]).toEqual([400, { error: "search is missing" }]);
    const blank = await user.get(v4("/search"), { scope: "issues", search: " " });
    expect([blank.status, blank.body]).toEqual([400, { error: "search is empty" }]);
  });

  test("to the anonymous, and in places that the caller may not see", async () => {
    const { stranger, closed } = await createPlaces();
    expect((await anonymous.get(v4("/search"), { scope: "issues", search: "x" })).status).toBe(401);
    for (const scope of ["issues", "merge_requests", "milestones", "users", "commits", "blobs"]) {
      const { status, body } = await stranger.get(v4(`/projects/${closed.id}/search`), { scope, search: "x" });
      expect([scope, status, body]).toEqual([scope, 404, { message: "404 Project Not Found" }]);
    }
    for (const scope of ["projects", "issues", "merge_requests", "milestones", "users"]) {
      const { status, body } = await stranger.get(v4("/groups/0/search"), { scope, search: "x" });
      expect([scope, status, body]).toEqual([scope, 404, { message: "404 Group Not Found" }]);
    }
  });
});
