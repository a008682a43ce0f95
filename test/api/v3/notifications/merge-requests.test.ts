// Recipients of merge request notifications.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";
import { notificationsOf, summary } from "./notifications.ts";

test("its assignee is notified when a merge request is opened, pushed to, discussed, closed, reopened and merged", async () => {
  const { owner, project, path } = await createProposing({ visibility_level: 20 });
  const reviewer = await createUser();
  await joinProject(owner, project, reviewer, "developer");
  const { id, iid } = await createMergeRequest(owner, project, { assignee_id: reviewer.id });
  await ok(owner.post(`${path}/${id}/notes`, { body: "Please" }));
  using folder = await WorkingFolder.copy(owner, project, { branch: "feature" });
  await folder.commit({ "more.txt": "3\n" }, "More");
  await folder.deliver("feature");
  await ok(owner.put(`${path}/${id}`, { title: "Another title" }));
  await ok(owner.put(`${path}/${id}`, { state_event: "close" }));
  await ok(owner.put(`${path}/${id}`, { state_event: "reopen" }));
  await ok(owner.put(`${path}/${id}/merge`));
  const notifications = await notificationsOf(reviewer, 6);
  expect(summary(notifications)).toEqual([
    "opened: assigned",
    "commented: assigned",
    "pushed: assigned",
    "closed: assigned",
    "reopened: assigned",
    "merged: assigned",
  ]);
  expect(notifications[5]).toMatchObject({
    author: { id: owner.id },
    target_type: "MergeRequest",
    target: { id, iid, state: "merged", title: "Another title" },
    target_url: `${baseUrl}/${project.path_with_namespace}/merge_requests/${iid}`,
    body: "Another title",
  });
});

test("its author is notified when a merge request is approved", async () => {
  const { owner, project, at } = await createProposing({ visibility_level: 20 });
  const author = await createUser();
  await joinProject(owner, project, author, "developer");
  const { iid } = await createMergeRequest(author, project);
  await ok(owner.post(v4(`${at}/merge_requests/${iid}/approve`)));
  expect(summary(await notificationsOf(author, 1))).toEqual(["approved: author"]);
});

test("users who may not see the code of a private project are notified only of their own merge requests", async () => {
  const { owner, project, path } = await createProposing();
  const [guest, developer] = await Promise.all([createUser(), createUser()]);
  await joinProject(owner, project, guest, "guest");
  await joinProject(owner, project, developer, "developer");
  const { id } = await createMergeRequest(developer, project);
  await ok(owner.post(`${path}/${id}/notes`, { body: `@${guest.username}` }));
  await notificationsOf(developer, 1);
  expect(summary(await notificationsOf(guest, 0))).toEqual([]);
});
