// Notes on issues and merge requests in API v4
import { expect, test } from "vitest";
import { type Actor, createUser, ok, root } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const kinds = ["issues", "merge_requests"] as const;

async function setUp(kind: (typeof kinds)[number]) {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  // So that no iid is the same number as the id.
  await createIssue(owner, await createProject(owner));
  const create = kind === "issues" ? createIssue : createMergeRequest;
  const noteable = await create(owner, project);
  const path = v4(`/projects/${project.id}/${kind}/${noteable.iid}/notes`);
  return { owner, project, noteable, path, old: `/projects/${project.id}/${kind}/${noteable.id}/notes` };
}

const write = (who: Actor, path: string, body: string, values = {}): Promise<Answer["body"]> =>
  ok(who.post(path, { body, ...values }));

const bodies = ({ body }: Answer): string[] => body.map((note: { body: string }) => note.body);

test.each(kinds)("a note on one of the %s is created, read, changed and deleted", async (kind) => {
  const { owner, project, noteable, path } = await setUp(kind);
  const created = await owner.post(path, { body: "First", internal: false, confidential: false });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      type: null,
      body: "First",
      attachment: null,
      author: {
        id: owner.id,
        username: owner.username,
        public_email: "",
        name: expect.any(String),
        state: "active",
        locked: false,
        avatar_url: null,
        web_url: expect.stringContaining(`/${owner.username}`),
      },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      system: false,
      noteable_id: noteable.id,
      noteable_type: kind === "issues" ? "Issue" : "MergeRequest",
      project_id: project.id,
      resolvable: false,
      confidential: false,
      internal: false,
      imported: false,
      imported_from: "none",
      noteable_iid: noteable.iid,
      commands_changes: {},
    },
  ]);
  const one = `${path}/${created.body.id}`;
  const read = await owner.get(one);
  expect([read.status, read.body]).toEqual([200, created.body]);
  const changed = await owner.put(one, { body: "Second" });
  expect([changed.status, changed.body.body]).toEqual([200, "Second"]);
  const deleted = await owner.delete(one);
  expect([deleted.status, deleted.text, deleted.headers.get("content-type")]).toEqual([204, "", null]);
  const gone = await owner.get(one);
  expect([gone.status, gone.body]).toEqual([404, { message: "404 Not found" }]);
});

test("notes are listed from the newest, or in the order that the request wants", async () => {
  const { owner, path } = await setUp("issues");
  const first = await write(owner, path, "a", { created_at: "2020-02-02T00:00:00Z" });
  await write(owner, path, "b", { created_at: "2020-01-01T00:00:00Z" });
  await write(owner, path, "c", { created_at: "2020-03-03T00:00:00Z" });
  await ok(owner.put(`${path}/${first.id}`, { body: "A" }));
  expect(bodies(await owner.get(path))).toEqual(["c", "A", "b"]);
  expect(bodies(await owner.get(path, { sort: "asc", order_by: "created_at" }))).toEqual(["b", "A", "c"]);
  expect(bodies(await owner.get(path, { order_by: "updated_at" }))).toEqual(["A", "c", "b"]);
  expect(bodies(await owner.get(path, { sort: "asc", order_by: "updated_at" }))).toEqual(["b", "c", "A"]);
});

test("a page of notes has all page headers, and is one round trip", async () => {
  const { owner, path } = await setUp("merge_requests");
  for (const body of ["a", "b", "c"]) await write(owner, path, body);
  const page = await owner.get(path, { sort: "asc", per_page: 2, page: 2 });
  expect([page.status, bodies(page), page.cost.roundTrips]).toEqual([200, ["c"], 1]);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "x-total": "3",
    "x-total-pages": "2",
    "x-page": "2",
    "x-per-page": "2",
    "x-next-page": "",
    "x-prev-page": "1",
  });
  const beyond = await owner.get(path, { page: 3 });
  expect([beyond.body, beyond.headers.get("x-total")]).toEqual([[], "3"]);
});

test.each([
  ["all_notes", ["closed", "Comment"]],
  ["only_comments", ["Comment"]],
  ["only_activity", ["closed"]],
])("activity_filter %s", async (activity_filter, expected) => {
  const { owner, path, old } = await setUp("issues");
  await write(owner, path, "Comment");
  await ok(owner.put(old.replace("/notes", ""), { state_event: "close" }));
  const listed = await owner.get(path, { activity_filter });
  expect([listed.status, bodies(listed), listed.headers.get("x-total")]).toEqual([
    200,
    expected,
    String(expected.length),
  ]);
});

test.each([
  [{ sort: "up" }, "sort does not have a valid value"],
  [{ order_by: "id" }, "order_by does not have a valid value"],
  [{ activity_filter: "none" }, "activity_filter does not have a valid value"],
])("a list of notes with %o is refused", async (query, error) => {
  const { owner, path } = await setUp("issues");
  const { status, body } = await owner.get(path, query);
  expect([status, body]).toEqual([400, { error }]);
});

test.each([
  [{}, { error: "body is missing" }],
  [{ body: " " }, { message: `400 Bad request - Note {:note=>["can't be blank"]}` }],
  [{ body: "a", internal: true }, { error: "internal is not supported" }],
  [{ body: "a", confidential: true }, { error: "confidential is not supported" }],
])("a note of %o is refused", async (values, body) => {
  const { owner, path } = await setUp("issues");
  const answer = await owner.post(path, values);
  expect([answer.status, answer.body]).toEqual([400, body]);
});

test("only owners and administrators set created_at", async () => {
  const { owner, path } = await setUp("issues");
  const created_at = "2020-01-01T00:00:00.000Z";
  const reader = await createUser();
  expect((await write(reader, path, "a", { created_at })).created_at).not.toBe(created_at);
  expect((await write(owner, path, "b", { created_at })).created_at).toBe(created_at);
  expect((await root.post(path, { body: "c", created_at })).body.created_at).toBe(created_at);
});

test("others neither change nor delete a note", async () => {
  const { owner, path } = await setUp("issues");
  const { id } = await write(owner, path, "Mine");
  const other = await createUser();
  for (const answer of [await other.put(`${path}/${id}`, { body: "Yours" }), await other.delete(`${path}/${id}`)]) {
    expect([answer.status, answer.body]).toEqual([403, { message: "403 Forbidden" }]);
  }
});

test("what one version creates the other one shows", async () => {
  const { owner, noteable, path, old } = await setUp("merge_requests");
  const first = await write(owner, path, "In v4");
  const second = await write(owner, old, "In v3");
  expect((await owner.get(old)).body).toMatchObject([
    { id: first.id, body: "In v4" },
    { id: second.id, body: "In v3" },
  ]);
  expect((await owner.get(`${path}/${second.id}`)).body).toMatchObject({ body: "In v3", noteable_iid: noteable.iid });
});

test("notes of a confidential issue, and notes that name one, are hidden from those who may not see it", async () => {
  const { owner, project, path } = await setUp("issues");
  const secret = await createIssue(owner, project, { confidential: true });
  const secretPath = v4(`/projects/${project.id}/issues/${secret.iid}/notes`);
  const { id } = await write(owner, secretPath, "Continues #1");
  const reader = await createUser();
  for (const answer of [await reader.get(secretPath), await reader.post(secretPath, { body: "a" })]) {
    expect([answer.status, answer.body.message]).toEqual([404, expect.stringMatching(/^404 Notes? Not Found$/)]);
  }
  expect((await reader.get(`${secretPath}/${id}`)).status).toBe(404);
  const listed = await reader.get(path);
  expect([listed.body, listed.headers.get("x-total")]).toEqual([[], "0"]);
  expect((await owner.get(path)).body).toMatchObject([{ body: `mentioned in issue #${secret.iid}`, system: true }]);
});
