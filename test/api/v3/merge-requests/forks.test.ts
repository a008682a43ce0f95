// Merge requests from a fork to its source.
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Project } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createProposing } from "../../../support/merge-requests.ts";

const PUBLIC = { visibility_level: 20 };

async function createFork(upstream: Project, owner?: Actor) {
  const contributor = owner ?? (await createUser());
  const fork: Project = await ok(contributor.post(`/projects/fork/${upstream.id}`));
  using folder = await WorkingFolder.copy(contributor, fork);
  await folder.git("checkout", "--quiet", "-b", "topic");
  const tip = await folder.commit({ "topic.txt": "t\n" }, "Write topic");
  await folder.deliver("topic");
  return { contributor, fork, tip };
}

const attributes = (target: Project) => ({
  title: "From the fork",
  source_branch: "topic",
  target_branch: "main",
  target_project_id: target.id,
});

test("a merge request from a fork belongs to the source project, and is found only there", async () => {
  const { owner, project, path } = await createProposing(PUBLIC);
  const { contributor, fork, tip } = await createFork(project);
  const { status, body } = await contributor.post(`/projects/${fork.id}/merge_requests`, attributes(project));
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { iid: 1, project_id: project.id, source_project_id: fork.id, target_project_id: project.id, sha: tip },
  });
  expect(await owner.get(`${path}/${body.id}`)).toMatchObject({ status: 200, body: { merge_status: "can_be_merged" } });
  expect(await contributor.get(`/projects/${fork.id}/merge_requests/${body.id}`)).toMatchObject({
    status: 404,
    body: { message: "404 Not found" },
  });
  expect(await contributor.get(`/projects/${fork.id}/merge_requests`)).toMatchObject({ status: 200, body: [] });
});

test("an author who is not a member of the target cannot set labels, milestone or assignee", async () => {
  const { owner, project, at } = await createProposing(PUBLIC);
  const { contributor, fork } = await createFork(project);
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "Soon" }));
  const all = { ...attributes(project), labels: "mine", milestone_id: milestone.id, assignee_id: owner.id };
  const made = await ok(contributor.post(`/projects/${fork.id}/merge_requests`, all));
  expect(made).toMatchObject({ labels: [], milestone: null, assignee: null });
  expect(await owner.get(`${at}/labels`)).toMatchObject({ status: 200, body: [] });
  const edit = { labels: "mine", milestone_id: milestone.id, assignee_id: owner.id, title: "Mine all the same" };
  expect(await contributor.put(`${at}/merge_requests/${made.id}`, edit)).toMatchObject({
    status: 200,
    body: { labels: [], milestone: null, assignee: null, title: "Mine all the same" },
  });
});

test("only a fork can propose to another project, and only to its source", async () => {
  const { owner, project, path } = await createProposing(PUBLIC);
  const { contributor, fork } = await createFork(project);
  const { fork: sibling } = await createFork(project);
  const notAFork = { status: 422, body: { error: ["Source project is not a fork of the target project"] } };
  const toFork = { title: "t", source_branch: "main", target_branch: "main", target_project_id: fork.id };
  await addMember(asSource("project", fork, contributor), owner, "master");
  expect(await owner.post(path, toFork)).toMatchObject(notAFork);
  const toSibling = { ...attributes(project), target_project_id: sibling.id };
  expect(await contributor.post(`/projects/${fork.id}/merge_requests`, toSibling)).toMatchObject(notAFork);
});

test("the same branch name in a fork and its source is accepted", async () => {
  const { project } = await createProposing(PUBLIC);
  const { contributor, fork } = await createFork(project);
  const same = { title: "t", source_branch: "main", target_branch: "main", target_project_id: project.id };
  expect(await contributor.post(`/projects/${fork.id}/merge_requests`, same)).toMatchObject({ status: 201 });
});

test("a merge request from a fork is refused by a source that takes none, and by an archived one", async () => {
  const { owner, project, at } = await createProposing(PUBLIC);
  const { contributor, fork } = await createFork(project);
  const propose = () => contributor.post(`/projects/${fork.id}/merge_requests`, attributes(project));
  const refused = { status: 403, body: { message: "403 Forbidden" } };
  await ok(owner.put(at, { merge_requests_enabled: false }));
  expect(await propose()).toMatchObject(refused);
  await ok(owner.put(at, { merge_requests_enabled: true }));
  await ok(owner.post(`${at}/archive`));
  expect(await propose()).toMatchObject(refused);
});

test("a merge request from a fork to an invisible source answers 404", async () => {
  const { owner, project, at } = await createProposing(PUBLIC);
  const { contributor, fork } = await createFork(project);
  await ok(owner.put(at, { visibility_level: 0 }));
  expect(await contributor.post(`/projects/${fork.id}/merge_requests`, attributes(project))).toMatchObject({
    status: 404,
    body: { message: "404 Not found" },
  });
});
