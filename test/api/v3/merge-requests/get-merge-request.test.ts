// GET /projects/:id/merge_requests/:merge_request_id, and DELETE
import { expect, test } from "vitest";
import { createUser, ok, root } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";

const missing = { status: 404, body: { message: "404 Not found" } };

test("a merge request is found under both paths, and not under another project", async () => {
  const { owner, project, at, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const elsewhere = await createProject(owner);
  const single = await owner.get(`${path}/${id}`);
  expect(single).toMatchObject({ status: 200, body: { id } });
  expect(await owner.get(`${at}/merge_request/${id}`)).toMatchObject({ status: 200, body: single.body });
  expect(await owner.put(`${at}/merge_request/${id}`, { title: "t" })).toMatchObject({
    status: 200,
    body: { title: "t" },
  });
  expect(await owner.get(`/projects/${elsewhere.id}/merge_requests/${id}`)).toMatchObject(missing);
  expect(await owner.get(`${path}/999999999`)).toMatchObject(missing);
  expect(await owner.get(`${path}/x`)).toMatchObject({ status: 400, body: { error: "merge_request_id is invalid" } });
});

test("a conflict shows in every list once somebody has read the merge request", async () => {
  const { owner, project, at, path } = await createProposing();
  const { id, sha } = await createMergeRequest(owner, project);
  using folder = await WorkingFolder.copy(owner, project);
  await folder.commit({ "feature.txt": "something else\n" });
  await ok(owner.put(`${at}/repository/branches/main/unprotect`));
  await folder.deliver("main");
  const before = await ok(owner.get(path));
  expect(await owner.get(`${path}/${id}`)).toMatchObject({
    status: 200,
    body: { merge_status: "cannot_be_merged", sha },
  });
  expect(await owner.get(path)).toMatchObject({
    status: 200,
    body: [{ id, merge_status: "cannot_be_merged", updated_at: before[0].updated_at }],
  });
});

test("a stored merge status costs one round trip", async () => {
  const { owner, project, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const first = await owner.get(`${path}/${id}`);
  const second = await owner.get(`${path}/${id}`);
  expect([first, second].map(({ cost }) => cost.roundTrips)).toEqual([2, 1]);
});

test("owners can delete it with everything on it, and then its branches can be proposed again", async () => {
  const { owner, project, at, path, tips } = await createProposing();
  const master = await createUser();
  await addMember(asSource("project", project, owner), master, "master");
  const { id } = await createMergeRequest(master, project, { assignee_id: owner.id, labels: "x" });
  expect(await master.delete(`${path}/${id}`)).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  expect(await owner.get("/todos")).toMatchObject({ body: [{ target: { id } }] });
  expect(await owner.delete(`${path}/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect(await owner.delete(`${path}/${id}`)).toMatchObject(missing);
  expect(await owner.get(`${path}/${id}`)).toMatchObject(missing);
  expect(await owner.get(`${path}/${id}/notes`)).toMatchObject({
    status: 404,
    body: { message: "404 Notes Not Found" },
  });
  expect(await owner.get("/todos")).toMatchObject({ status: 200, body: [] });
  expect(await owner.get(`${at}/labels`)).toMatchObject({ body: [{ name: "x", open_merge_requests_count: 0 }] });
  expect(await owner.get(`${at}/repository/branches/feature`)).toMatchObject({
    body: { commit: { id: tips.feature } },
  });
  expect(await createMergeRequest(owner, project)).toMatchObject({ iid: 2 });
});

test("a deleted user's merge requests belong to ghost", async () => {
  const { owner, project, path } = await createProposing();
  const author = await createUser();
  await addMember(asSource("project", project, owner), author, "developer");
  const { id } = await createMergeRequest(author, project, { assignee_id: author.id });
  await ok(root.delete(`/users/${author.id}`));
  expect(await owner.get(`${path}/${id}`)).toMatchObject({
    status: 200,
    body: { author: { username: "ghost" }, assignee: null },
  });
});
