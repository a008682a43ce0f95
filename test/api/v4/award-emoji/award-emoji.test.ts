// Award emoji in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const kinds = [
  ["issues", "Issue"],
  ["issues", "Note"],
  ["merge_requests", "MergeRequest"],
  ["merge_requests", "Note"],
] as const;

async function setUp(kind: "issues" | "merge_requests", type: string) {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  // So that no iid is the same number as the id.
  await createIssue(owner, await createProject(owner));
  const create = kind === "issues" ? createIssue : createMergeRequest;
  const { id, iid } = await create(owner, project);
  const one = v4(`/projects/${project.id}/${kind}/${iid}`);
  if (type !== "Note") return { owner, id, path: `${one}/award_emoji`, old: `/projects/${project.id}/${kind}/${id}` };
  const note = await ok(owner.post(`${one}/notes`, { body: "A note" }));
  const old = `/projects/${project.id}/${kind}/${id}/notes/${note.id}`;
  return { owner, id: note.id, path: `${one}/notes/${note.id}/award_emoji`, old };
}

test.each(kinds)("below %s, an award of one %s is given, read and revoked", async (kind, type) => {
  const { owner, id, path, old } = await setUp(kind, type);
  const given = await owner.post(path, { name: "heart" });
  expect([given.status, given.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: "heart",
      user: expect.objectContaining({ id: owner.id, locked: false }),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      awardable_id: id,
      awardable_type: type,
      url: null,
    },
  ]);
  const listed = await owner.get(path);
  expect([listed.status, listed.body, listed.headers.get("x-total-pages"), listed.cost.roundTrips]).toEqual([
    200,
    [given.body],
    "1",
    1,
  ]);
  expect((await owner.get(`${old}/award_emoji`)).body).toMatchObject([{ id: given.body.id, name: "heart" }]);
  const one = `${path}/${given.body.id}`;
  expect((await owner.get(one)).body).toEqual(given.body);
  const stranger = await createUser();
  const refused = await stranger.delete(one);
  expect([refused.status, refused.body]).toEqual([401, { message: "401 Unauthorized" }]);
  const revoked = await owner.delete(one);
  expect([revoked.status, revoked.text]).toEqual([204, ""]);
  expect((await owner.get(one)).status).toBe(404);
});

test.each([
  ["nothing", `404 Award Emoji {:name=>["can't be blank", "is not included in the list"]} Not Found`, ""],
  ["an unknown one", `404 Award Emoji {:name=>["is not included in the list"]} Not Found`, "no_emoji"],
])("an award of %s is refused", async (_, message, name) => {
  const { owner, path } = await setUp("issues", "Issue");
  const { status, body } = await owner.post(path, { name });
  expect([status, body]).toEqual([404, { message }]);
});
