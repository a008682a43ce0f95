// Discussions of commits in API v4
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";
import { type Answer, type Caller, send } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { History } from "../../../support/history.ts";
import { once } from "../../../support/once.ts";
import { v4 } from "../../../support/v4.ts";

/** With a body that has objects in it. */
const post = ({ headers }: Caller, path: string, body: object): Promise<Answer> =>
  send(path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

/** The commit replaces line 10 of `text.txt` by two, renames `old.txt` to `moved.txt` and deletes `gone.txt`. */
async function createCommitted() {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const history = new History();
  const moved = lines(1, 20);
  const first = history.commit({ "text.txt": lines(1, 30), "old.txt": moved, "gone.txt": "Gone\n" }, "Begin");
  const changed = `${lines(1, 9)}ten\nten and a half\n${lines(11, 30)}`;
  const files = { "text.txt": changed, "moved.txt": `${moved}more\n` };
  const second = history.commit(files, "Change", { ...first, files: {} });
  history.setBranch("main", second);
  await history.push(owner, project);
  const [sha, parent] = (await ok(owner.get(v4(`/projects/${project.id}/repository/commits`)))).map(
    ({ id }: { id: string }) => id,
  );
  const commit = `/projects/${project.id}/repository/commits/${sha}`;
  const shas = { base_sha: parent, start_sha: parent, head_sha: sha };
  return { owner, project, sha, parent, commit, path: v4(`${commit}/discussions`), shas };
}

const committed = once(createCommitted);

test("a discussion is created, shown, listed and replied to", async () => {
  const { owner, project, sha, path } = await createCommitted();
  const begun = await owner.post(path, { body: "Why?" });
  const { id } = begun.body.notes[0];
  const note = {
    id,
    type: "DiscussionNote",
    body: "Why?",
    attachment: null,
    author: {
      id: owner.id,
      username: owner.username,
      name: `Name of ${owner.username}`,
      state: "active",
      public_email: "",
      locked: false,
      avatar_url: null,
      web_url: expect.stringContaining(`/${owner.username}`),
    },
    created_at: expect.stringMatching(/Z$/),
    updated_at: begun.body.notes[0].created_at,
    system: false,
    noteable_id: null,
    noteable_type: "Commit",
    project_id: project.id,
    commit_id: sha,
    resolvable: false,
    confidential: false,
    internal: false,
    imported: false,
    imported_from: "none",
    noteable_iid: null,
    commands_changes: {},
  };
  expect([begun.status, begun.body]).toEqual([201, { id: String(id), individual_note: false, notes: [note] }]);
  const reply = await owner.post(`${path}/${id}/notes`, { body: "So." });
  expect([reply.status, reply.body]).toEqual([201, { ...note, id: reply.body.id, body: "So.", ...timesOf(reply) }]);
  const whole = { ...begun.body, notes: [note, reply.body] };
  expect((await owner.get(`${path}/${id}`)).body).toEqual(whole);
  const listed = await owner.get(path);
  expect([listed.headers.get("x-total"), listed.body]).toEqual(["1", [whole]]);
  expect((await owner.get(`${path}/${id}/notes/${reply.body.id}`)).body).toEqual(reply.body);
});

const timesOf = ({ body: { created_at, updated_at } }: Answer) => ({ created_at, updated_at });

test("comments and discussions are the same records", async () => {
  const { owner, commit, path } = await createCommitted();
  await ok(owner.post(`${commit}/comments`, { note: "By v3" }));
  await ok(owner.post(v4(`${commit}/comments`), { note: "Of a line", path: "text.txt", line: 10, line_type: "old" }));
  const begun = await ok(owner.post(path, { body: "Begun" }));
  const shown = (await owner.get(path)).body;
  expect(shown).toMatchObject([
    { individual_note: true, notes: [{ type: null, body: "By v3" }] },
    {
      individual_note: true,
      notes: [{ type: "DiffNote", position: { old_path: "text.txt", old_line: 10, new_line: null } }],
    },
    { id: begun.id, individual_note: false },
  ]);
  const reply = await ok(owner.post(`${path}/${shown[1].id}/notes`, { body: "Reply" }));
  expect(reply).toMatchObject({ type: "DiffNote", position: shown[1].notes[0].position });
  for (const list of [`${commit}/comments`, v4(`${commit}/comments`)]) {
    expect((await owner.get(list)).body).toMatchObject([
      { note: "By v3", path: null },
      { note: "Of a line", path: "text.txt", line: 10, line_type: "old" },
      { note: "Begun", path: null },
      { note: "Reply", path: "text.txt", line: 10, line_type: "old" },
    ]);
  }
  expect((await owner.get(path)).body).toMatchObject([
    {},
    { individual_note: false, notes: [{}, { body: "Reply" }] },
    {},
  ]);
});

test.each<[string, object, object]>([
  ["an added line", { new_path: "text.txt", new_line: 11 }, { line: 11, line_type: "new" }],
  ["a removed line", { new_path: "text.txt", old_line: 10 }, { line: 10, line_type: "old" }],
  ["a line around the change", { new_path: "text.txt", old_line: 11, new_line: 12 }, { line: 12, line_type: "new" }],
  ["a line of a deleted file", { old_path: "gone.txt", old_line: 1 }, { line: 0, line_type: "old" }],
  [
    "a line of a renamed file",
    { old_path: "old.txt", new_path: "moved.txt", new_line: 21 },
    { path: "moved.txt", line: 21, line_type: "new" },
  ],
])("%s is discussed, and is that of the comment", async (_, place, shown) => {
  const { owner, commit, path, shas } = await createCommitted();
  const position = { ...shas, position_type: "text", ...place };
  const { status, body } = await post(owner, path, { body: "Why?", position });
  const stored = { old_line: null, new_line: null, line_range: null, ...position };
  expect([status, body]).toMatchObject([201, { notes: [{ type: "DiffNote", position: stored }] }]);
  expect((await owner.get(`${commit}/comments`)).body).toMatchObject([{ note: "Why?", ...shown }]);
});

test("a line of a commit without a parent is discussed from the empty tree", async () => {
  const { owner, project, parent } = await committed();
  const path = v4(`/projects/${project.id}/repository/commits/${parent}/discussions`);
  const empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  const position = { base_sha: empty, start_sha: empty, head_sha: parent, position_type: "text" };
  const { status, body } = await post(owner, path, {
    body: "First",
    position: { ...position, new_path: "text.txt", new_line: 1 },
  });
  expect([status, body.notes[0].position]).toMatchObject([201, { ...position, new_line: 1 }]);
});

const noLine = `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}`;

test.each<[string, object, object]>([
  ["a line beside the change", { new_path: "text.txt", old_line: 20, new_line: 21 }, { message: noLine }],
  ["a line of another file", { new_path: "other.txt", new_line: 1 }, { message: noLine }],
  [
    "a line of a file renamed from another",
    { old_path: "text.txt", new_path: "moved.txt", new_line: 21 },
    { message: noLine },
  ],
  [
    "a line of a file renamed to another",
    { old_path: "old.txt", new_path: "text.txt", new_line: 21 },
    { message: noLine },
  ],
  ["other commits", { new_path: "text.txt", new_line: 10, base_sha: "0".repeat(40) }, { message: noLine }],
  ["a whole file", { new_path: "text.txt", position_type: "file" }, { error: "position is invalid" }],
  [
    "a range of lines",
    { new_path: "text.txt", new_line: 11, line_range: { start: { new_line: 10 }, end: { new_line: 11 } } },
    { error: "position is invalid" },
  ],
])("%s is refused", async (_, place, error) => {
  const { owner, path, shas } = await committed();
  const { status, body } = await post(owner, path, {
    body: "Why?",
    position: { ...shas, position_type: "text", ...place },
  });
  expect([status, body]).toEqual([400, error]);
});

test("a comment is edited and deleted by its author and by masters", async () => {
  const { owner, project, path } = await createCommitted();
  const [author, developer] = [await createUser(), await createUser()];
  await joinProject(owner, project, developer, "developer");
  const { id } = await ok(author.post(path, { body: "Mine" }));
  const note = `${path}/${id}/notes/${id}`;
  expect((await developer.put(note, { body: "No" })).status).toBe(403);
  expect((await developer.delete(note)).status).toBe(403);
  expect((await anonymous.put(note, { body: "No" })).status).toBe(401);
  expect((await author.put(note, { body: " " })).body).toEqual({
    message: `400 Bad request - Note {:note=>["can't be blank"]}`,
  });
  const edited = await author.put(note, { body: "Edited" });
  expect([edited.status, edited.body]).toMatchObject([200, { id: Number(id), body: "Edited" }]);
  expect((await owner.put(note, { body: "By the owner" })).body).toMatchObject({ body: "By the owner" });
  const reply = await ok(owner.post(`${path}/${id}/notes`, { body: "Reply" }));
  expect(await author.delete(note)).toMatchObject({ status: 204, body: null });
  expect((await owner.get(`${path}/${id}`)).body).toMatchObject({ id, notes: [{ id: reply.id }] });
  await ok(owner.delete(`${path}/${id}/notes/${reply.id}`));
  expect(await owner.get(`${path}/${id}`)).toMatchObject({
    status: 404,
    body: { message: "404 Discussion Not Found" },
  });
});

describe("not found", () => {
  test("an unknown commit", async () => {
    const { owner, project } = await committed();
    const path = v4(`/projects/${project.id}/repository/commits/${"0".repeat(40)}/discussions`);
    const unknown = { status: 404, body: { message: "404 Commit Not Found" } };
    expect(await owner.get(path)).toMatchObject(unknown);
    expect(await owner.post(path, { body: "a" })).toMatchObject(unknown);
  });

  test("an unknown discussion, and a note of another one", async () => {
    const { owner, path } = await createCommitted();
    const [one, other] = [await ok(owner.post(path, { body: "a" })), await ok(owner.post(path, { body: "b" }))];
    expect(await owner.post(`${path}/${Number(other.id) + 99}/notes`, { body: "a" })).toMatchObject({
      status: 404,
      body: { message: "404 Discussion Not Found" },
    });
    expect((await owner.get(`${path}/no-number`)).status).toBe(404);
    expect((await owner.get(`${path}/${one.id}/notes/${other.id}`)).status).toBe(404);
    expect((await owner.delete(`${path}/${one.id}/notes/${other.id}`)).status).toBe(404);
    expect((await owner.get(path)).body).toHaveLength(2);
  });
});
