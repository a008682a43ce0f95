// Discussions on issues and merge requests in API v4
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const kinds = ["issues", "merge_requests"] as const;
type Kind = (typeof kinds)[number];

async function setUp(kind: Kind) {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const create = kind === "issues" ? createIssue : createMergeRequest;
  const noteable = await create(owner, project);
  const one = v4(`/projects/${project.id}/${kind}/${noteable.iid}`);
  const old = `/projects/${project.id}/${kind}/${noteable.id}`;
  return { owner, project, one, path: `${one}/discussions`, notes: `${one}/notes`, old };
}

const write = (who: Actor, path: string, body: string): Promise<Answer["body"]> => ok(who.post(path, { body }));

interface Shown {
  readonly individual_note: boolean;
  readonly notes: readonly { readonly body: string; readonly type: string | null }[];
}

/** By discussion: the bodies of its notes; one text for an individual note. */
const outline = ({ body }: Answer) =>
  body.map(({ individual_note, notes }: Shown) => (individual_note ? notes[0]?.body : notes.map((note) => note.body)));

test.each(kinds)("a discussion on one of the %s is begun, answered and read", async (kind) => {
  const { owner, path } = await setUp(kind);
  const begun = await owner.post(path, { body: "Why?" });
  const note = { type: "DiscussionNote", resolvable: kind === "merge_requests" };
  expect([begun.status, begun.body]).toMatchObject([
    201,
    { id: expect.any(String), individual_note: false, notes: [{ ...note, body: "Why?" }] },
  ]);
  const reply = await owner.post(`${path}/${begun.body.id}/notes`, { body: "So." });
  expect([reply.status, reply.body]).toMatchObject([201, { ...note, body: "So." }]);
  const read = await owner.get(`${path}/${begun.body.id}`);
  expect([read.status, read.body]).toEqual([200, { ...begun.body, notes: [begun.body.notes[0], reply.body] }]);
});

test.each(kinds)("every note on one of the %s is in a discussion, a plain one in one of its own", async (kind) => {
  const { owner, path, notes, old } = await setUp(kind);
  const plain = await write(owner, notes, "Plain");
  const { id } = await write(owner, path, "Why?");
  await write(owner, notes, "Between");
  await write(owner, `${path}/${id}/notes`, "So.");
  await ok(owner.put(old, { state_event: "close" }));
  const listed = await owner.get(path);
  expect([listed.status, outline(listed), listed.cost.roundTrips]).toEqual([
    200,
    ["Plain", ["Why?", "So."], "Between", "closed"],
    1,
  ]);
  const [first] = listed.body;
  expect((await owner.get(`${path}/${first.id}`)).body).toEqual(first);
  expect(first).toMatchObject({ individual_note: true, notes: [{ id: plain.id, type: null }] });
});

test.each(kinds)("discussions on one of the %s have pages", async (kind) => {
  const { owner, path, notes } = await setUp(kind);
  const { id } = await write(owner, path, "a");
  for (const body of ["a1", "a2"]) await write(owner, `${path}/${id}/notes`, body);
  for (const body of ["b", "c"]) await write(owner, notes, body);
  const page = await owner.get(path, { per_page: 2, page: 2 });
  expect([outline(page), page.headers.get("x-total"), page.headers.get("x-prev-page")]).toEqual([["c"], "3", "1"]);
  expect(outline(await owner.get(path, { per_page: 2 }))).toEqual([["a", "a1", "a2"], "b"]);
  const beyond = await owner.get(path, { page: 9 });
  expect([beyond.body, beyond.headers.get("x-total")]).toEqual([[], "3"]);
});

test.each(kinds)("a reply to a plain note on one of the %s makes both a discussion of the same id", async (kind) => {
  const { owner, path, notes } = await setUp(kind);
  await write(owner, notes, "Plain");
  const [{ id }] = (await owner.get(path)).body;
  const reply = await owner.post(`${path}/${id}/notes`, { body: "Reply" });
  expect([reply.status, reply.body.type]).toEqual([201, "DiscussionNote"]);
  const resolvable = kind === "merge_requests";
  expect((await owner.get(path)).body).toMatchObject([
    {
      id,
      individual_note: false,
      notes: [
        { body: "Plain", type: "DiscussionNote", resolvable },
        { body: "Reply", resolvable },
      ],
    },
  ]);
});

test.each(kinds)("twenty replies at once to a plain note on one of the %s are in one discussion", async (kind) => {
  const { owner, path, notes } = await setUp(kind);
  await write(owner, notes, "Plain");
  const [{ id }] = (await owner.get(path)).body;
  const replies = Array.from({ length: 20 }, (_, number) => owner.post(`${path}/${id}/notes`, { body: `${number}` }));
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(replies.map(() => 201));
  const listed = await owner.get(path);
  expect([listed.body.length, listed.body[0].notes.length, listed.headers.get("x-total")]).toEqual([1, 21, "1"]);
});

test.each(kinds)("a discussion on one of the %s keeps its id when its first note is deleted", async (kind) => {
  const { owner, path } = await setUp(kind);
  const { id, notes } = await write(owner, path, "Why?");
  const reply = await write(owner, `${path}/${id}/notes`, "So.");
  const deleted = await owner.delete(`${path}/${id}/notes/${notes[0].id}`);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await owner.get(path)).body).toMatchObject([{ id, individual_note: false, notes: [{ id: reply.id }] }]);
  await write(owner, `${path}/${id}/notes`, "More.");
  expect(outline(await owner.get(path))).toEqual([["So.", "More."]]);
  for (const note of (await owner.get(`${path}/${id}`)).body.notes) {
    await ok(owner.delete(`${path}/${id}/notes/${note.id}`));
  }
  const gone = await owner.get(`${path}/${id}`);
  expect([gone.status, gone.body]).toEqual([404, { message: "404 Discussion Not Found" }]);
});

test("a system note cannot be answered", async () => {
  const { owner, path, old } = await setUp("issues");
  await ok(owner.put(old, { state_event: "close" }));
  const [{ id }] = (await owner.get(path)).body;
  const { status, body } = await owner.post(`${path}/${id}/notes`, { body: "Why?" });
  expect([status, body]).toEqual([400, { message: "400 Bad request - Discussion can not be replied to." }]);
});

test.each(kinds)("a note in a discussion on one of the %s is changed", async (kind) => {
  const { owner, path } = await setUp(kind);
  const { id, notes } = await write(owner, path, "Why?");
  const changed = await owner.put(`${path}/${id}/notes/${notes[0].id}`, { body: "Why not?" });
  expect([changed.status, changed.body]).toMatchObject([200, { body: "Why not?", type: "DiscussionNote" }]);
  expect((await owner.get(`${path}/${id}/notes/${notes[0].id}`)).body).toEqual(changed.body);
});

test.each(kinds)("a note on one of the %s is found in its own discussion alone", async (kind) => {
  const { owner, path } = await setUp(kind);
  const [one, other] = [await write(owner, path, "a"), await write(owner, path, "b")];
  const note = `${path}/${other.id}/notes/${one.notes[0].id}`;
  for (const answer of [await owner.get(note), await owner.put(note, { body: "c" }), await owner.delete(note)]) {
    expect([answer.status, answer.body]).toEqual([404, { message: "404 Not found" }]);
  }
});

test.each(["discussion", "note"])("a discussion is resolved and reopened by its %s", async (by) => {
  const { owner, path } = await setUp("merge_requests");
  const { id, notes } = await write(owner, path, "Why?");
  const address = by === "discussion" ? `${path}/${id}` : `${path}/${id}/notes/${notes[0].id}`;
  const noteIn = ({ body }: Answer) => (by === "discussion" ? body.notes[0] : body);
  const resolved = await owner.put(address, { resolved: true });
  expect([resolved.status, noteIn(resolved)]).toMatchObject([
    200,
    { resolved: true, resolved_by: { id: owner.id }, resolved_at: expect.any(String) },
  ]);
  const reopened = await owner.put(address, { resolved: false });
  expect([reopened.status, noteIn(reopened)]).toMatchObject([
    200,
    { resolved: false, resolved_by: null, resolved_at: null },
  ]);
});

test("a plain note cannot be resolved", async () => {
  const { owner, path, notes } = await setUp("merge_requests");
  const { id: note } = await write(owner, notes, "Plain");
  const [{ id }] = (await owner.get(path)).body;
  const whole = await owner.put(`${path}/${id}`, { resolved: true });
  expect([whole.status, whole.body]).toEqual([403, { message: "403 Forbidden" }]);
  const single = await owner.put(`${path}/${id}/notes/${note}`, { resolved: true });
  expect([single.status, single.body]).toEqual([400, { message: "400 Bad request - Note is not resolvable" }]);
});

test("readers discuss and do not resolve", async () => {
  const { path } = await setUp("merge_requests");
  const reader = await createUser();
  const { id, notes } = await write(reader, path, "Why?");
  for (const address of [`${path}/${id}`, `${path}/${id}/notes/${notes[0].id}`]) {
    const { status, body } = await reader.put(address, { resolved: true });
    expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
  }
});

test.each([
  [{}, "body, resolved are missing, exactly one parameter must be provided"],
  [{ body: "a", resolved: true }, "body, resolved are mutually exclusive"],
])("a change of a note by %o is refused", async (values, error) => {
  const { owner, path } = await setUp("merge_requests");
  const { id, notes } = await write(owner, path, "Why?");
  const { status, body } = await owner.put(`${path}/${id}/notes/${notes[0].id}`, values);
  expect([status, body]).toEqual([400, { error }]);
});

test.each(kinds)("others do not take part in a locked discussion on one of the %s", async (kind) => {
  const { owner, one, path, notes } = await setUp(kind);
  const reader = await createUser();
  const { id, notes: begun } = await write(reader, path, "Why?");
  await ok(owner.put(one, { discussion_locked: true }));
  const note = `${path}/${id}/notes/${begun[0].id}`;
  for (const answer of [
    await reader.post(notes, { body: "a" }),
    await reader.post(path, { body: "a" }),
    await reader.post(`${path}/${id}/notes`, { body: "a" }),
    await reader.put(note, { body: "a" }),
    await reader.delete(note),
    await reader.post(`${notes}/${begun[0].id}/award_emoji`, { name: "heart" }),
  ]) {
    expect([answer.status, answer.body]).toEqual([403, { message: "403 Forbidden" }]);
  }
  expect((await owner.post(`${path}/${id}/notes`, { body: "So." })).status).toBe(201);
});

test.each(["0", "x", "6a9c1750b37d513a43987b574953fceb50b03ce7"])("there is no discussion %s", async (id) => {
  const { owner, path, notes } = await setUp("issues");
  await write(owner, notes, "Plain");
  for (const answer of [await owner.get(`${path}/${id}`), await owner.post(`${path}/${id}/notes`, { body: "a" })]) {
    expect([answer.status, answer.body]).toEqual([404, { message: "404 Discussion Not Found" }]);
  }
});

test("discussions of one version are those of the other", async () => {
  const { owner, path, old } = await setUp("merge_requests");
  const first = await write(owner, path, "In v4");
  const second = await write(owner, `${old}/discussions`, "In v3");
  await write(owner, `${old}/discussions/${second.id}/notes`, "A reply in v3");
  await write(owner, `${path}/${first.id}/notes`, "A reply in v4");
  const expected = [
    ["In v4", "A reply in v4"],
    ["In v3", "A reply in v3"],
  ];
  expect(outline(await owner.get(path))).toEqual(expected);
  expect(outline(await owner.get(`${old}/discussions`))).toEqual(expected);
});

test("a moved issue keeps its discussions", async () => {
  const { owner, path, notes, old } = await setUp("issues");
  await write(owner, notes, "Plain");
  const { id, notes: begun } = await write(owner, path, "Why?");
  await write(owner, `${path}/${id}/notes`, "So.");
  await ok(owner.delete(`${path}/${id}/notes/${begun[0].id}`));
  const other = await write(owner, path, "Where?");
  await write(owner, `${path}/${other.id}/notes`, "There.");
  const target = await createProject(owner);
  const moved = await ok(owner.post(`${old}/move`, { to_project_id: target.id }));
  const there = v4(`/projects/${target.id}/issues/${moved.iid}/discussions`);
  const listed = await owner.get(there);
  expect(outline(listed).slice(0, 3)).toEqual(["Plain", ["So."], ["Where?", "There."]]);
  await write(owner, `${there}/${listed.body[2].id}/notes`, "Here.");
  expect((await owner.get(`${there}/${listed.body[2].id}`)).body.notes).toHaveLength(3);
});

test("discussions of a confidential issue, and notes that name one, are hidden from those who may not see it", async () => {
  const { owner, project, path } = await setUp("issues");
  const secret = await createIssue(owner, project, { confidential: true, description: "Continues #1" });
  const secretPath = v4(`/projects/${project.id}/issues/${secret.iid}/discussions`);
  const { id, notes } = await write(owner, secretPath, "Why?");
  const [mention] = (await owner.get(path)).body;
  const reader = await createUser();
  for (const answer of [
    await reader.get(secretPath),
    await reader.get(`${secretPath}/${id}`),
    await reader.post(`${secretPath}/${id}/notes`, { body: "a" }),
    await reader.get(`${path}/${mention.id}`),
  ]) {
    expect([answer.status, answer.body]).toEqual([404, { message: "404 Discussion Not Found" }]);
  }
  expect((await reader.get(`${secretPath}/${id}/notes/${notes[0].id}`)).status).toBe(404);
  const listed = await reader.get(path);
  expect([listed.body, listed.headers.get("x-total")]).toEqual([[], "0"]);
});
