// @gitbeaker/rest as its users install it, against v4's lists of issues and merge requests.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { createGroup } from "../support/factories.ts";
import { createMergeRequest, createProposing } from "../support/merge-requests.ts";

const titles = (list: readonly { readonly title: unknown }[]) => list.map(({ title }) => title);

test("issues and merge requests are listed by their filters", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  const { project } = await createProposing({ namespace_id: group.id }, user);
  const path = `/projects/${project.id}/issues`;
  for (const title of ["a", "b", "c"]) await ok(user.post(path, { title, labels: title === "c" ? "old" : "bug,new" }));
  await ok(user.put(`${path}/${(await ok(user.get(path, { sort: "asc" })))[0].id}`, { state_event: "close" }));
  const { iid } = await createMergeRequest(user, project, { title: "Draft: d", labels: "bug" });
  const api = new Gitlab({ host: baseUrl, token: user.token ?? "" });
  const place = { projectId: project.id };

  expect(titles(await api.Issues.all({ ...place, perPage: 1, orderBy: "title", sort: "asc" }))).toEqual([
    "a",
    "b",
    "c",
  ]);
  expect(titles(await api.Issues.all({ ...place, labels: "bug,new", state: "opened" }))).toEqual(["b"]);
  expect(titles(await api.Issues.all({ groupId: group.id, not: { labels: "bug", authorUsername: "x" } }))).toEqual([
    "c",
  ]);
  expect(titles(await api.Issues.all({ iids: [1, 3], scope: "created_by_me" }))).toEqual(["c", "a"]);
  expect(titles(await api.Issues.all({ ...place, createdAfter: "2999-01-01T00:00:00Z" }))).toEqual([]);
  expect(await api.IssuesStatistics.all({ ...place })).toEqual({
    statistics: { counts: { all: 3, closed: 1, opened: 2 } },
  });

  const found = await api.MergeRequests.all({ ...place, sourceBranch: "feature", wip: "yes", authorId: user.id });
  expect(found.map((one) => one.iid)).toEqual([iid]);
  expect(await api.MergeRequests.all({ ...place, not: { labels: "bug" } })).toEqual([]);
  expect(titles(await api.MergeRequests.all({ groupId: group.id, reviewerId: "None" }))).toEqual(["Draft: d"]);
  expect(titles(await api.MergeRequests.all({ scope: "created_by_me" }))).toEqual(["Draft: d"]);
});
