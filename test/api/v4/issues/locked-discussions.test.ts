// A locked discussion is for members only, in both versions of the API.
import { beforeAll, describe, expect, test } from "vitest";
import { type Cast, ok } from "../../../support/actors.ts";
import { createCast } from "../../../support/factories.ts";
import { createMergeRequest, pushBranches } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

let cast: Cast;
let at: string;
/** Written before the lock by a user who is not a member. */
let note: { id: number };
let discussion: { id: number };
let issueId: number;
let one: string;

beforeAll(async () => {
  const made = await createCast({ visibility_level: 20 }, { visibility_level: 20 });
  cast = made.cast;
  at = `/projects/${made.project.id}`;
  await pushBranches(cast.owner, made.project, { feature: { "feature.txt": "1\n" } });
  const issue = await ok(cast.owner.post(`${at}/issues`, { title: "Title" }));
  note = await ok(cast.outsider.post(`${at}/issues/${issue.id}/notes`, { body: "First" }));
  issueId = issue.id;
  await ok(cast.reporter.put(v4(`${at}/issues/1`), { discussion_locked: true }));
  const { id } = await createMergeRequest(cast.owner, made.project);
  one = `${at}/merge_requests/${id}`;
  discussion = await ok(cast.outsider.post(`${one}/discussions`, { body: "Why?" }));
  await ok(cast.developer.put(v4(`${at}/merge_requests/1`), { discussion_locked: true }));
});

test("locking is stored, with a system note", async () => {
  expect((await cast.outsider.get(v4(`${at}/issues/1`))).body.discussion_locked).toBe(true);
  const notes = await ok(cast.owner.get(`${at}/issues/${issueId}/notes`));
  expect(notes.map(({ body }: { body: string }) => body)).toContain("locked the discussion in this issue");
});

describe("who is not a member", () => {
  test.each<[string, () => Promise<{ status: number }>]>([
    ["comment", () => cast.outsider.post(`${at}/issues/${issueId}/notes`, { body: "Again" })],
    ["edit a comment", () => cast.outsider.put(`${at}/issues/${issueId}/notes/${note.id}`, { body: "New" })],
    ["delete a comment", () => cast.outsider.delete(`${at}/issues/${issueId}/notes/${note.id}`)],
    ["award", () => cast.outsider.post(`${at}/issues/${issueId}/award_emoji`, { name: "tada" })],
    [
      "award a comment",
      () => cast.outsider.post(`${at}/issues/${issueId}/notes/${note.id}/award_emoji`, { name: "tada" }),
    ],
    ["comment on a merge request", () => cast.outsider.post(`${one}/notes`, { body: "Again" })],
    ["comment on it in the older way", () => cast.outsider.post(`${one}/comments`, { note: "Again" })],
    ["begin a discussion", () => cast.outsider.post(`${one}/discussions`, { body: "Again" })],
    ["reply", () => cast.outsider.post(`${one}/discussions/${discussion.id}/notes`, { body: "Again" })],
    ["resolve a discussion", () => cast.outsider.put(`${one}/discussions/${discussion.id}`, { resolved: true })],
  ])("may not %s", async (_, request) => {
    expect((await request()).status).toBe(403);
  });

  test("reads the discussion", async () => {
    expect((await cast.outsider.get(`${at}/issues/${issueId}/notes/${note.id}`)).status).toBe(200);
  });
});

test.each(["guest", "reporter", "owner", "admin"] as const)("a %s comments", async (role) => {
  const { status } = await cast[role].post(`${at}/issues/${issueId}/notes`, { body: "Noted" });
  expect(status).toBe(201);
});

test("unlocking lets everybody comment again", async () => {
  const { iid, id } = await ok(cast.owner.post(v4(`${at}/issues`), { title: "Other" }));
  await ok(cast.owner.put(v4(`${at}/issues/${iid}`), { discussion_locked: true }));
  await ok(cast.owner.put(v4(`${at}/issues/${iid}`), { discussion_locked: false }));
  expect((await cast.outsider.post(`${at}/issues/${id}/notes`, { body: "Again" })).status).toBe(201);
});

test("a developer resolves a discussion of a locked merge request", async () => {
  const { status } = await cast.developer.put(`${one}/discussions/${discussion.id}`, { resolved: true });
  expect(status).toBe(200);
});
