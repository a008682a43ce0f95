// Searches for comments in API v4
import { expect, test } from "vitest";
import { anonymous, createUser, ok, unique } from "../../../support/actors.ts";
import type { Caller, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const find = async (caller: Caller, project: { id: number }, search: string, query: Values = {}) => {
  const answer = await caller.get(v4(`/projects/${project.id}/search`), { scope: "notes", search, ...query });
  const texts = answer.status === 200 ? answer.body.map(({ body }: { body: string }) => body) : answer.body;
  return { status: answer.status, texts, total: answer.headers.get("x-total"), trips: answer.cost.roundTrips };
};

/** A private project with comments of one word on an issue, a confidential one, a merge request and a commit. */
async function createCommented(attributes: Values = {}) {
  const { owner, project } = await createProposing(attributes);
  const { iid } = await createMergeRequest(owner, project);
  const word = unique("word");
  const at = v4(`/projects/${project.id}`);
  const issue = await createIssue(owner, project);
  const secret = await createIssue(owner, project, { confidential: true });
  await ok(owner.post(`${at}/issues/${issue.iid}/notes`, { body: `${word} of an issue` }));
  await ok(owner.post(`${at}/issues/${secret.iid}/notes`, { body: `${word} of a secret` }));
  await ok(owner.post(`${at}/merge_requests/${iid}/notes`, { body: `${word.toUpperCase()} of a merge request` }));
  const [{ id: sha }] = await ok(owner.get(`${at}/repository/commits`));
  await ok(owner.post(`${at}/repository/commits/${sha}/comments`, { note: `${word} of a commit` }));
  return { owner, project, word, issue, sha };
}

test("a comment is shown in the shape of notes", async () => {
  const { owner, project, word, issue, sha } = await createCommented();
  const [note] = await ok(owner.get(v4(`/projects/${project.id}/issues/${issue.iid}/notes`)));
  const query = { scope: "notes", search: word, sort: "asc" };
  const { status, body, headers } = await owner.get(v4(`/projects/${project.id}/search`), query);
  expect([status, headers.get("x-total"), body[0]]).toEqual([200, "4", note]);
  expect(body[3]).toMatchObject({
    noteable_type: "Commit",
    noteable_id: null,
    noteable_iid: null,
    commit_id: sha,
    author: { id: owner.id },
  });
});

test("comments are found in any case, newest first, page by page, in one round trip", async () => {
  const { owner, project, word } = await createCommented();
  const names = ["of a commit", "of a merge request", "of a secret", "of an issue"];
  const found = await find(owner, project, word.toUpperCase());
  expect(found).toMatchObject({ status: 200, total: "4", trips: 1 });
  expect(found.texts.map((text: string) => text.slice(word.length + 1))).toEqual(names);
  const second = await find(owner, project, word, { sort: "asc", per_page: 1, page: 2 });
  expect(second).toMatchObject({ texts: [`${word} of a secret`], total: "4" });
  expect(await find(owner, project, word, { page: 9 })).toMatchObject({ texts: [], total: "4" });
  expect(await find(owner, project, "of a sec")).toMatchObject({ texts: [`${word} of a secret`] });
  expect(await find(owner, project, "50%_")).toMatchObject({ texts: [], total: "0" });
});

test("comments that the caller may not read are neither found nor counted", async () => {
  const { owner, project, word } = await createCommented();
  const [guest, stranger] = [await createUser(), await createUser()];
  await joinProject(owner, project, guest, "guest");
  expect(await find(guest, project, word)).toMatchObject({ texts: [`${word} of an issue`], total: "1" });
  expect(await find(stranger, project, word)).toMatchObject({ status: 404 });
  expect(await find(anonymous, project, word)).toMatchObject({ status: 401 });
  const own = await createIssue(guest, project, { confidential: true });
  await ok(owner.post(v4(`/projects/${project.id}/issues/${own.iid}/notes`), { body: `${word} for the author` }));
  const texts = [`${word} for the author`, `${word} of an issue`];
  expect(await find(guest, project, word)).toMatchObject({ texts, total: "2" });
});

test("comments of features that are disabled are not found", async () => {
  const { owner, project, word } = await createCommented();
  await ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }));
  expect(await find(owner, project, word)).toMatchObject({ total: "2" });
  await ok(owner.put(`/projects/${project.id}`, { merge_requests_enabled: false }));
  expect(await find(owner, project, word)).toMatchObject({ texts: [`${word} of a commit`], total: "1" });
});

test("notes of the server, deleted comments and those of other projects are not found", async () => {
  const { owner, project, word, issue } = await createCommented();
  const other = await createProject(owner);
  const elsewhere = await createIssue(owner, other);
  await ok(owner.post(v4(`/projects/${other.id}/issues/${elsewhere.iid}/notes`), { body: word }));
  const at = v4(`/projects/${project.id}/issues/${issue.iid}`);
  await ok(owner.put(at, { title: word }));
  const [note] = await ok(owner.get(`${at}/notes`, { activity_filter: "only_comments" }));
  await ok(owner.delete(`${at}/notes/${note.id}`));
  expect(await find(owner, project, word)).toMatchObject({ total: "3" });
});

test("only projects are searched for comments", async () => {
  const owner = await createUser();
  const { status, body } = await owner.get(v4("/search"), { scope: "notes", search: "a" });
  expect([status, body]).toEqual([400, { error: "scope does not have a valid value" }]);
});
