// Discussions of places in the diff of a merge request in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { type Answer, type Caller, send } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { History } from "../../../support/history.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";
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

/**
 * `text.txt` had lines 1 to 30. Line 10 is replaced by two, so that line 11 is line 12 now; `new.txt` is new, `old.txt`
 * was renamed to `moved.txt`, and `gone.txt` deleted.
 */
async function propose() {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const history = new History();
  const moved = lines(1, 20);
  const main = history.commit({ "text.txt": lines(1, 30), "old.txt": moved, "gone.txt": "Gone\n" }, "Begin");
  history.setBranch("main", main);
  const changed = `${lines(1, 9)}ten\nten and a half\n${lines(11, 30)}`;
  const files = {
    "text.txt": changed,
    "new.txt": "New\n",
    "moved.txt": `${moved}more\n`,
  };
  history.setBranch("feature", history.commit(files, "Change", { ...main, files: {} }));
  await history.push(owner, project);
  const { id, iid } = await createMergeRequest(owner, project);
  const old = `/projects/${project.id}/merge_requests/${id}`;
  const one = v4(`/projects/${project.id}/merge_requests/${iid}`);
  const [version] = await ok(owner.get(`${old}/versions`));
  const { base_commit_sha, start_commit_sha, head_commit_sha } = version;
  const shas = { base_sha: base_commit_sha, start_sha: start_commit_sha, head_sha: head_commit_sha };
  return { owner, project, one, old, path: `${one}/discussions`, shas };
}

const proposed = once(propose);

const noLine = { message: `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}` };

test("a discussion of a line is shown with its position, and so are its replies", async () => {
  const { owner, one, old, path, shas } = await propose();
  const position = { ...shas, position_type: "text", old_path: "text.txt", new_path: "text.txt", new_line: 11 };
  const begun = await post(owner, path, { body: "Why?", position });
  const stored = { ...position, old_line: null, line_range: null };
  expect([begun.status, begun.body]).toMatchObject([
    201,
    { individual_note: false, notes: [{ type: "DiffNote", position: stored, resolvable: true, resolved: false }] },
  ]);
  expect(begun.body.notes[0].position).toEqual(stored);
  const reply = await owner.post(`${path}/${begun.body.id}/notes`, { body: "So." });
  expect([reply.status, reply.body]).toMatchObject([201, { type: "DiffNote", position: stored }]);
  expect((await owner.get(`${one}/notes`, { sort: "asc" })).body).toEqual([begun.body.notes[0], reply.body]);
  const [shown] = (await owner.get(`${old}/discussions`)).body;
  expect(shown).toMatchObject({ individual_note: false, notes: [{ body: "Why?" }, { body: "So." }] });
  expect((await owner.get(`${old}/notes`)).body).toMatchObject([{ body: "Why?" }, { body: "So." }]);
});

test.each<[string, object]>([
  ["an added line", { new_path: "text.txt", new_line: 10 }],
  ["a removed line", { old_path: "text.txt", new_path: "text.txt", old_line: 10 }],
  ["a line around the change", { new_path: "text.txt", old_line: 11, new_line: 12 }],
  ["a line of a new file", { new_path: "new.txt", new_line: 1 }],
  ["a line of a deleted file", { old_path: "gone.txt", old_line: 1 }],
  ["a line of a renamed file", { old_path: "old.txt", new_path: "moved.txt", new_line: 21 }],
  ["a file", { position_type: "file", new_path: "text.txt" }],
  [
    "a range of lines",
    {
      new_path: "text.txt",
      new_line: 11,
      line_range: {
        start: { type: "new", line_code: "a_10_10", new_line: 10 },
        end: { type: "new", line_code: "a_10_11", new_line: 11 },
      },
    },
  ],
])("%s is discussed", async (_, place) => {
  const { owner, path, shas } = await proposed();
  const { status, body } = await post(owner, path, {
    body: "Why?",
    position: { ...shas, position_type: "text", ...place },
  });
  const shown = { old_line: null, new_line: null, line_range: null, ...place };
  expect([status, body]).toMatchObject([201, { notes: [{ type: "DiffNote", position: shown }] }]);
});

test.each<[string, object]>([
  ["a line beside the change", { new_path: "text.txt", old_line: 20, new_line: 21 }],
  ["an unchanged line without its old number", { new_path: "text.txt", new_line: 12 }],
  ["an added line with an old number", { new_path: "text.txt", old_line: 10, new_line: 10 }],
  ["a line beyond the file", { new_path: "text.txt", new_line: 99 }],
  ["no line", { new_path: "text.txt" }],
  ["a file that did not change", { new_path: "other.txt", new_line: 1 }],
  ["a renamed file under its old path alone", { old_path: "old.txt", new_line: 21 }],
  ["no file", { new_line: 10 }],
  ["other commits", { new_path: "text.txt", new_line: 10, head_sha: "0".repeat(40) }],
  [
    "a range that ends outside of the diff",
    { new_path: "text.txt", new_line: 11, line_range: { start: { new_line: 11 }, end: { new_line: 99 } } },
  ],
])("%s is refused", async (_, place) => {
  const { owner, path, shas } = await proposed();
  const position = { ...shas, position_type: "text", ...place };
  const { status, body } = await post(owner, path, { body: "Why?", position });
  expect([status, body]).toEqual([400, noLine]);
});

test.each<[string, unknown, string]>([
  [
    "without commits",
    { position_type: "text", new_path: "text.txt" },
    "position[base_sha] is missing, position[start_sha] is missing, position[head_sha] is missing",
  ],
  ["in an image", { position_type: "image" }, "position is invalid"],
  ["that is a text", "text.txt", "position is invalid"],
  [
    "with a long text",
    {
      base_sha: "1",
      start_sha: "2",
      head_sha: "3",
      position_type: "text",
      line_range: { end: { type: "x".repeat(256) } },
    },
    "position is invalid",
  ],
])("a position %s is refused", async (_, position, error) => {
  const { owner, path } = await proposed();
  const { status, body } = await post(owner, path, { body: "Why?", position });
  expect([status, body]).toEqual([400, { error }]);
});

test("a discussion of a commit is refused", async () => {
  const { owner, path, shas } = await proposed();
  const { status, body } = await post(owner, path, { body: "Why?", commit_id: shas.head_sha });
  expect([status, body]).toEqual([400, { error: "commit_id is not supported" }]);
});

test("a discussion of an earlier version is of that version", async () => {
  const { owner, project, path, shas } = await propose();
  const file = { branch_name: "feature", commit_message: "Shorten", file_path: "text.txt", content: "One\n" };
  await ok(owner.put(`/projects/${project.id}/repository/files`, file));
  const position = { ...shas, position_type: "text", new_path: "text.txt", new_line: 11 };
  const { status, body } = await post(owner, path, { body: "Why?", position });
  expect([status, body]).toMatchObject([201, { notes: [{ position: { head_sha: shas.head_sha, new_line: 11 } }] }]);
});

test("a form gives a position as well", async () => {
  const { owner, path, shas } = await proposed();
  const form = new URLSearchParams({ body: "Why?" });
  const position = { ...shas, position_type: "text", new_path: "text.txt", new_line: "10" };
  for (const [name, value] of Object.entries(position)) form.append(`position[${name}]`, value);
  for (const end of ["start", "end"]) form.append(`position[line_range][${end}][new_line]`, "10");
  const { status, body } = await send(path, { method: "POST", headers: owner.headers, body: form });
  expect([status, body]).toMatchObject([
    201,
    { notes: [{ position: { new_line: 10, line_range: { start: { new_line: 10 }, end: { new_line: 10 } } } }] },
  ]);
});
