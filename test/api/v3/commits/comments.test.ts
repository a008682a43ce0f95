// GET, POST /projects/:id/repository/commits/:sha/comments
import { describe, expect, test } from "vitest";
import { type Actor, castNames, createUser, ok, root } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { History } from "../../../support/history.ts";
import { pageThrough } from "../../../support/lists.ts";

interface Commented {
  readonly owner: Actor;
  readonly project: Project;
  readonly sha: string;
}

const pathOf = ({ project, sha }: Pick<Commented, "project" | "sha">) =>
  `/projects/${project.id}/repository/commits/${encodeURIComponent(sha)}/comments`;

const comment = (caller: Caller, on: Pick<Commented, "project" | "sha">, values: Values) =>
  caller.post(pathOf(on), values);

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

/** A commit that changes, renames, adds and removes files. */
async function createCommented(): Promise<Commented> {
  const owner = await createUser();
  const project = await createProject(owner);
  const history = new History();
  const kept = { "same.txt": "same\n" };
  const first = history.commit(
    {
      ...kept,
      "changed.txt": numbered(1, 30),
      "old name.txt": numbered(1, 20),
      "removed.txt": "one\ntwo\n",
      "binary.bin": new Uint8Array([0, 1, 2]),
    },
    "First",
  );
  const second = history.commit(
    {
      ...kept,
      "changed.txt": `line 1\nnew 2\n${numbered(4, 28)}-- line 29\nline 30`,
      "новое.txt": `${numbered(1, 20)}line 21\n`,
      "added.txt": "@@ -1 +1 @@\n+two\n",
      "binary.bin": new Uint8Array([0, 1, 3]),
    },
    "Second",
    { oid: first.oid, files: {} },
  );
  history.setBranch("main", second);
  await history.push(owner, project);
  return { owner, project, sha: second.oid };
}

test("a comment is answered with author, text and time, and listed in the same shape", async () => {
  const on = await createCommented();
  const { owner } = on;
  const answer = await comment(owner, on, { note: "Well done" });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual({
    note: "Well done",
    path: null,
    line: null,
    line_type: null,
    author: {
      name: `Name of ${owner.username}`,
      username: owner.username,
      id: owner.id,
      state: "active",
      avatar_url: null,
      web_url: expect.stringContaining(owner.username),
    },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  const second = await ok(comment(owner, on, { note: "Is it?", path: "added.txt", line: 1 }));
  expect(await owner.get(pathOf(on))).toMatchObject({ status: 200, body: [answer.body, second] });
});

test("comments are placed only on lines that the commit added or removed", async () => {
  const on = await createCommented();
  const nowhere = [null, null, null];
  // changed.txt: lines 2 and 3 became the new line 2, so the rest moved up by one; lines 29 and 30 were replaced.
  const places: [path: string, line: number, type: "new" | "old" | undefined, kept: boolean][] = [
    ["changed.txt", 2, "new", true],
    ["changed.txt", 2, undefined, true],
    ["changed.txt", 2, "old", true],
    ["changed.txt", 28, "new", true],
    ["changed.txt", 28, "old", true],
    ["changed.txt", 1, "new", false],
    ["changed.txt", 3, "new", false],
    ["changed.txt", 3, "old", false],
    ["changed.txt", 15, "new", false],
    ["changed.txt", 0, "new", false],
    ["changed.txt", -2, "new", false],
    ["changed.txt", 99, "old", false],
    ["новое.txt", 21, "new", true],
    ["новое.txt", 20, "new", false],
    ["old name.txt", 21, "new", false],
    ["removed.txt", 0, "old", true],
    ["removed.txt", 1, "old", false],
    ["removed.txt", 1, "new", false],
    ["added.txt", 1, "new", true],
    ["added.txt", 2, "new", true],
    ["added.txt", 3, "new", false],
    ["added.txt", 1, "old", false],
    ["binary.bin", 1, "new", false],
    ["same.txt", 1, "new", false],
    ["nothing.txt", 1, "new", false],
  ];
  const observed = await Promise.all(
    places.map(async ([path, line, line_type]) => {
      const answer = await comment(on.owner, on, { note: "Here", path, line, line_type });
      expect([path, line, answer.status]).toEqual([path, line, 201]);
      return [answer.body.path, answer.body.line, answer.body.line_type];
    }),
  );
  expect(observed).toEqual(places.map(([path, line, type, kept]) => (kept ? [path, line, type ?? "new"] : nowhere)));
});

test("all lines of a root commit are new", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const sha = await seedRepository(owner, project, { "a.txt": "a\nb\n" });
  const place = { path: "a.txt", line: 2, line_type: "new" };
  expect(await comment(owner, { project, sha }, { note: "b", ...place })).toMatchObject({ status: 201, body: place });
});

test("an invalid comment is refused, and nothing is stored", async () => {
  const on = await createCommented();
  const refusals: [Values, object][] = [
    [{}, { error: "note is missing" }],
    [{ note: "" }, { message: 'Failed to save note {:note=>["can\'t be blank"]}' }],
    [{ note: " \n" }, { message: 'Failed to save note {:note=>["can\'t be blank"]}' }],
    [{ note: "x", path: "added.txt" }, { error: "line is missing" }],
    [{ note: "x", path: "added.txt", line: "one" }, { error: "line is invalid" }],
    [{ note: "x", path: "added.txt", line: 1, line_type: "match" }, { error: "line_type does not have a valid value" }],
  ];
  for (const [values, body] of refusals) {
    const answer = await comment(on.owner, on, values);
    expect([values, answer.status, answer.body]).toEqual([values, 400, body]);
  }
  expect(await on.owner.get(pathOf(on))).toMatchObject({ status: 200, body: [] });
});

test("an empty path counts as absent, and then no line is needed", async () => {
  const on = await createCommented();
  const answer = await comment(on.owner, on, { note: "x", path: "", line: "" });
  expect(answer).toMatchObject({ status: 201, body: { path: null, line: null, line_type: null } });
});

test("the commit can be given by its branch or an abbreviated id", async () => {
  const on = await createCommented();
  for (const sha of ["main", on.sha.slice(0, 7), on.sha]) {
    expect(await comment(on.owner, { ...on, sha }, { note: sha })).toMatchObject({ status: 201 });
    expect((await on.owner.get(pathOf({ ...on, sha }))).body.at(-1)).toMatchObject({ note: sha });
  }
  const none = { status: 404, body: { message: "404 Commit Not Found" } };
  for (const sha of ["nothing", "f".repeat(40)]) {
    expect(await comment(on.owner, { ...on, sha }, { note: "x" })).toMatchObject(none);
    expect(await on.owner.get(pathOf({ ...on, sha }))).toMatchObject(none);
  }
});

test("comments are listed oldest first, in pages", async () => {
  const on = await createCommented();
  const notes = ["one", "two", "three", "four", "five"];
  for (const note of notes) await ok(comment(on.owner, on, { note }));
  const { rows, totals } = await pageThrough(on.owner, pathOf(on), {}, 2);
  expect(rows.map(({ note }) => note)).toEqual(notes);
  expect([...totals]).toEqual([5]);
});

test("the same commit has other comments in another project", async () => {
  const [one, other] = await Promise.all([createCommented(), createCommented()]);
  expect(other.sha).toBe(one.sha);
  await ok(comment(one.owner, one, { note: "Only here" }));
  expect(await other.owner.get(pathOf(other))).toMatchObject({ status: 200, body: [] });
});

test("comments of a deleted user are kept and belong to ghost", async () => {
  const on = await createCommented();
  const user = await createUser();
  await joinProject(on.owner, on.project, user, "reporter");
  await ok(comment(user, on, { note: "Bye" }));
  await ok(root.delete(`/users/${user.id}`));
  expect(await on.owner.get(pathOf(on))).toMatchObject({
    status: 200,
    body: [{ note: "Bye", author: { username: "ghost" } }],
  });
});

test("an archived project can be commented on", async () => {
  const on = await createCommented();
  await ok(on.owner.post(`/projects/${on.project.id}/archive`));
  expect(await comment(on.owner, on, { note: "Still" })).toMatchObject({ status: 201 });
});

describe("everybody who may read the code may comment:", () => {
  //                       anonymous external outsider guest reporter developer master owner admin
  const matrix: [name: string, level: number, statuses: string][] = [
    ["private", 0, "401 404 404 403 201 201 201 201 201"],
    ["internal", 10, "401 404 201 201 201 201 201 201 201"],
    ["public", 20, "401 201 201 201 201 201 201 201 201"],
  ];

  test.each(matrix)("a project that is %s", async (_name, visibility_level, expected) => {
    const { cast, project } = await createCast({ visibility_level: 20 }, { visibility_level });
    const sha = await seedRepository(cast.owner, project, { "a.txt": "a\n" });
    const observe = async (request: (caller: Caller) => Promise<Answer>) => {
      const answers = await Promise.all(castNames.map((name) => request(cast[name])));
      return answers.map(({ status }) => status).join(" ");
    };
    const reading = expected.replaceAll("201", "200");
    expect(await observe((caller) => comment(caller, { project, sha }, { note: "x" }))).toBe(expected);
    expect(await observe((caller) => caller.get(pathOf({ project, sha })))).toBe(reading);
    // The project and the right are checked before the parameters.
    expect(await observe((caller) => comment(caller, { project, sha }, {}))).toBe(expected.replaceAll("201", "400"));
  });
});
