// Notes, discussions, awards, time tracking and participants by @gitbeaker/rest, against API v4.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { createIssue, createProject } from "../support/factories.ts";
import { createMergeRequest, createProposing } from "../support/merge-requests.ts";

async function withIssue() {
  const user = await createUser();
  const project = await createProject(user);
  const { iid } = await createIssue(user, project);
  return { user, id: project.id, iid, api: new Gitlab({ host: baseUrl, token: user.token ?? "" }) };
}

async function withMergeRequest() {
  const { owner, project } = await createProposing();
  const { iid } = await createMergeRequest(owner, project);
  return { user: owner, id: project.id, iid, api: new Gitlab({ host: baseUrl, token: owner.token ?? "" }) };
}

test("notes of an issue and their awards", async () => {
  const { user, id, iid, api } = await withIssue();
  const note = await api.IssueNotes.create(id, iid, "First");
  expect(note).toMatchObject({ body: "First", noteable_iid: iid, author: { id: user.id } });
  await api.IssueNotes.edit(id, iid, note.id, { body: "Second" });
  expect(await api.IssueNotes.all(id, iid, { sort: "asc", orderBy: "updated_at" })).toMatchObject([{ body: "Second" }]);
  const award = await api.IssueNoteAwardEmojis.award(id, iid, note.id, "heart");
  expect(await api.IssueNoteAwardEmojis.all(id, iid, note.id)).toMatchObject([{ name: "heart" }]);
  await api.IssueNoteAwardEmojis.remove(id, iid, note.id, award.id);
  await api.IssueNotes.remove(id, iid, note.id);
  expect(await api.IssueNotes.all(id, iid)).toEqual([]);
});

test("discussions of an issue", async () => {
  const { id, iid, api } = await withIssue();
  const discussion = await api.IssueDiscussions.create(id, iid, "Why?");
  const reply = await api.IssueDiscussions.addNote(id, iid, discussion.id, "So.");
  await api.IssueDiscussions.editNote(id, iid, discussion.id, reply.id, { body: "Because." });
  const [shown] = await api.IssueDiscussions.all(id, iid);
  expect(shown?.notes?.map(({ body }) => body)).toEqual(["Why?", "Because."]);
  await api.IssueDiscussions.removeNote(id, iid, discussion.id, reply.id);
  expect((await api.IssueDiscussions.show(id, iid, discussion.id)).notes).toHaveLength(1);
});

test("a discussion of a line of a merge request", async () => {
  const { id, iid, api } = await withMergeRequest();
  const { diff_refs } = await api.MergeRequests.show(id, iid);
  const discussion = await api.MergeRequestDiscussions.create(id, iid, "Why?", {
    position: {
      baseSha: diff_refs.base_sha,
      startSha: diff_refs.start_sha,
      headSha: diff_refs.head_sha,
      positionType: "text",
      newPath: "feature.txt",
      oldPath: "feature.txt",
      newLine: "1",
    },
  });
  expect(discussion.notes).toMatchObject([{ type: "DiffNote", position: { new_path: "feature.txt", new_line: 1 } }]);
  const resolved = await api.MergeRequestDiscussions.resolve(id, iid, discussion.id, true);
  expect(resolved.notes).toMatchObject([{ resolved: true }]);
});

test("time, participants, subscriptions and todos of an issue", async () => {
  const { user, id, iid, api } = await withIssue();
  await api.Issues.addTimeEstimate(id, iid, "2h");
  await api.Issues.addSpentTime(id, iid, "1h", { summary: "Tests" });
  expect(await api.Issues.showTimeStats(id, iid)).toMatchObject({ time_estimate: 7_200, total_time_spent: 3_600 });
  expect(await api.Issues.allParticipants(id, iid)).toMatchObject([{ id: user.id }]);
  expect(await api.Issues.unsubscribe(id, iid)).toMatchObject({ subscribed: false });
  expect(await api.Issues.createTodo(id, iid)).toMatchObject({ target_type: "Issue", target: { iid } });
  expect(await api.IssueStateEvents.all(id, iid)).toEqual([]);
});
