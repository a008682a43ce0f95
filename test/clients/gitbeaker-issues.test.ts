// Issues through @gitbeaker/rest, against API v4.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createUser, unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";

async function connect() {
  const user = await createUser();
  const api = new Gitlab({ host: baseUrl, token: user.token ?? "" });
  const { id } = await api.Projects.create({ name: unique("p") });
  return { user, api, id };
}

test("an issue from its creation to its end", async () => {
  const { user, api, id } = await connect();
  const issue = await api.Issues.create(id, "It hums", {
    labels: "bug,loud",
    assigneeIds: [user.id],
    dueDate: "2030-01-01",
  });
  expect(issue).toMatchObject({ iid: 1, labels: ["bug", "loud"], due_date: "2030-01-01" });
  expect((await api.Issues.show(1, { projectId: id })).id).toBe(issue.id);
  const edited = await api.Issues.edit(id, 1, { addLabels: "new", removeLabels: "loud", stateEvent: "close" });
  expect(edited).toMatchObject({ labels: ["bug", "new"], state: "closed", closed_by: { id: user.id } });
  expect(await api.Issues.allRelatedMergeRequests(id, 1)).toEqual([]);
  expect(await api.Issues.allClosedByMergeRequestst(id, 1)).toEqual([]);
  expect(await api.IssueLinks.all(id, 1)).toEqual([]);
  await api.Issues.remove(id, 1);
  await expect(api.Issues.show(1, { projectId: id })).rejects.toThrow("404");
});

test("an issue moves to another project", async () => {
  const { api, id } = await connect();
  const other = await api.Projects.create({ name: unique("p") });
  await api.Issues.create(id, "It hums");
  expect(await api.Issues.move(id, 1, other.id)).toMatchObject({ project_id: other.id, iid: 1 });
});

test("two issues are linked", async () => {
  const { api, id } = await connect();
  const other = await api.Projects.create({ name: unique("p") });
  await api.Issues.create(id, "It hums");
  await api.Issues.create(other.id, "It hums there");
  const link = await api.IssueLinks.create(id, 1, other.id, 1);
  expect(link).toMatchObject({ source_issue: { project_id: id }, target_issue: { project_id: other.id } });
  const [linked] = await api.IssueLinks.all(id, 1);
  expect(linked).toMatchObject({ title: "It hums there", link_type: "relates_to" });
  const linkId = linked?.issue_link_id ?? 0;
  expect(await api.IssueLinks.remove(other.id, 1, linkId)).toMatchObject({ link_type: "relates_to" });
  expect(await api.IssueLinks.all(id, 1)).toEqual([]);
});
