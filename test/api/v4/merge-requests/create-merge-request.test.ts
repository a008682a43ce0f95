// POST /projects/:id/merge_requests in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import type { Project } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const branches = { source_branch: "feature", target_branch: "main" };

const shownUser = ({ id, username }: { readonly id: number; readonly username: string }) => ({
  id,
  username,
  public_email: "",
  name: `Name of ${username}`,
  state: "active",
  locked: false,
  avatar_url: null,
  web_url: `${baseUrl}/${username}`,
});

test("the answer has every field of a single merge request, its mergeability decided", async () => {
  const { owner, project, path, tips } = await createProposing();
  const { status, body } = await owner.post(v4(path), {
    title: "Draft: Add a feature",
    description: "- [x] one\n- [ ] two",
    ...branches,
    labels: "",
    squash: true,
    remove_source_branch: true,
    target_project_id: project.id,
  });
  const author = shownUser(owner);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      iid: 1,
      project_id: project.id,
      title: "Draft: Add a feature",
      description: "- [x] one\n- [ ] two",
      state: "opened",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      closed_at: null,
      closed_by: null,
      merged_by: null,
      merge_user: null,
      merged_at: null,
      target_branch: "main",
      source_branch: "feature",
      user_notes_count: 0,
      upvotes: 0,
      downvotes: 0,
      author,
      assignee: null,
      assignees: [],
      reviewers: [],
      source_project_id: project.id,
      target_project_id: project.id,
      labels: [],
      draft: true,
      work_in_progress: true,
      milestone: null,
      merge_when_pipeline_succeeds: false,
      merge_status: "can_be_merged",
      detailed_merge_status: "draft_status",
      sha: tips.feature,
      merge_commit_sha: null,
      squash_commit_sha: null,
      discussion_locked: false,
      should_remove_source_branch: null,
      force_remove_source_branch: true,
      prepared_at: body.created_at,
      reference: "!1",
      references: { short: "!1", relative: "!1", full: `${project.path_with_namespace}!1` },
      web_url: `${baseUrl}/${project.path_with_namespace}/-/merge_requests/1`,
      time_stats: {
        time_estimate: 0,
        total_time_spent: 0,
        human_time_estimate: null,
        human_total_time_spent: null,
      },
      squash: true,
      task_completion_status: { count: 2, completed_count: 1 },
      has_conflicts: false,
      blocking_discussions_resolved: true,
      imported: false,
      imported_from: "none",
      subscribed: true,
      changes_count: "1",
      diff_refs: { base_sha: tips.main, head_sha: tips.feature, start_sha: tips.main },
      pipeline: null,
      head_pipeline: null,
      merge_error: null,
      user: { can_merge: true },
      latest_build_started_at: null,
      latest_build_finished_at: null,
      first_deployed_to_production_at: null,
    },
  });
  expect((await owner.get(`${v4(path)}/1`)).body).toEqual(body);
});

test("labels are a text or a list, and the first of the assignees is assigned", async () => {
  const { owner, path, at } = await createProposing();
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "v1" }));
  const given = {
    ...branches,
    title: "t",
    labels: ["b", "a"],
    assignee_ids: [owner.id, 1],
    milestone_id: milestone.id,
  };
  const created = await ok(owner.post(v4(path), given));
  expect(created).toMatchObject({
    labels: ["a", "b"],
    assignees: [{ id: owner.id }],
    assignee: { id: owner.id },
    milestone: { id: milestone.id, web_url: expect.stringMatching(/\/-\/milestones\/1$/) },
  });
  expect(await ok(owner.get(`${path}/${created.id}`))).toMatchObject({
    labels: ["a", "b"],
    assignee: { id: owner.id },
  });
});

test("a branch that does not exist is named", async () => {
  const { owner, path } = await createProposing();
  const missing = { title: "t", source_branch: "none", target_branch: "nor" };
  const refused = await owner.post(v4(path), missing);
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: { source_branch: ["does not exist"], target_branch: ["does not exist"] } },
  ]);
  expect(await ok(owner.post(v4(path), { title: "t", ...branches }))).toMatchObject({ iid: 1 });
});

test("a second open merge request of the same branches is refused with the number of the first", async () => {
  const { owner, project, path } = await createProposing();
  await createMergeRequest(owner, project);
  const twin = await owner.post(v4(path), { title: "t", ...branches });
  expect([twin.status, twin.body]).toEqual([
    409,
    { message: ["Another open merge request already exists for this source branch: !1"] },
  ]);
});

test("a branch cannot be merged into itself, nor into a project that is not the source of the fork", async () => {
  const { owner, path } = await createProposing();
  const loop = await owner.post(v4(path), { title: "t", source_branch: "main", target_branch: "main" });
  expect([loop.status, loop.body]).toEqual([
    422,
    { message: ["You can't use same project/branch for source and target"] },
  ]);
  const other = await createProposing({}, owner);
  const stranger = { title: "t", ...branches, target_project_id: other.project.id };
  const refused = await owner.post(v4(path), stranger);
  expect([refused.status, refused.body]).toEqual([
    422,
    { message: ["Source project is not a fork of the target project"] },
  ]);
});

test("required parameters are named, and a collaboration cannot be allowed", async () => {
  const { owner, path } = await createProposing();
  const empty = await owner.post(v4(path));
  expect([empty.status, empty.body]).toEqual([
    400,
    { error: "title is missing, source_branch is missing, target_branch is missing" },
  ]);
  const { status, body } = await owner.post(v4(path), { title: "t", ...branches, allow_collaboration: true });
  expect([status, body]).toEqual([
    400,
    { error: "allow_collaboration is not supported: only members of the fork push to its branches" },
  ]);
  expect((await owner.post(v4(path), { title: "t", ...branches, allow_collaboration: false })).status).toBe(201);
});

test("reporters may not propose, and strangers see no project", async () => {
  const { owner, project, path } = await createProposing();
  const [reporter, stranger] = [await createUser(), await createUser()];
  await addMember(asSource("project", project, owner), reporter, "reporter");
  const given = { title: "t", ...branches };
  expect((await reporter.post(v4(path), given)).status).toBe(403);
  expect((await stranger.post(v4(path), given)).body).toEqual({ message: "404 Project Not Found" });
});

/** A public project, and a merge request from the branch `topic` of a fork. */
async function proposeFromFork() {
  const { owner, project, path } = await createProposing({ visibility_level: 20 });
  const contributor = await createUser();
  const fork: Project = await ok(contributor.post(v4(`/projects/${project.id}/fork`)));
  using folder = await WorkingFolder.copy(contributor, fork);
  await folder.git("checkout", "--quiet", "-b", "topic");
  const sha = await folder.commit({ "topic.txt": "t\n" }, "Write topic");
  await folder.deliver("topic");
  const given = {
    title: "t",
    source_branch: "topic",
    target_branch: "main",
    labels: "",
    target_project_id: project.id,
  };
  const created = await ok(contributor.post(v4(`/projects/${fork.id}/merge_requests`), given));
  return { owner, project, one: `${v4(path)}/1`, contributor, fork, sha, given, created };
}

test("a fork proposes through its own project, as glab does, and may not merge", async () => {
  const { owner, project, one, contributor, fork, sha, given, created } = await proposeFromFork();
  expect(created).toMatchObject({
    iid: 1,
    project_id: project.id,
    source_project_id: fork.id,
    target_project_id: project.id,
    sha,
    detailed_merge_status: "mergeable",
    user: { can_merge: false },
    references: { full: `${project.path_with_namespace}!1` },
  });
  expect((await ok(owner.get(one))).user).toEqual({ can_merge: true });
  const missing = await contributor.post(v4(`/projects/${fork.id}/merge_requests`), { ...given, source_branch: "x" });
  expect([missing.status, missing.body]).toEqual([400, { message: { source_branch: ["does not exist"] } }]);
});

test("the pipeline of a fork is shown to those who may read the fork's code", async () => {
  const { owner, one, contributor, fork, sha } = await proposeFromFork();
  await ok(contributor.post(`/projects/${fork.id}/statuses/${sha}`, { state: "failed", ref: "topic" }));
  expect((await ok(owner.get(one))).pipeline).toMatchObject({ project_id: fork.id, status: "failed" });
  await ok(contributor.put(v4(`/projects/${fork.id}`), { visibility: "private" }));
  expect(await ok(owner.get(one))).toMatchObject({ pipeline: null, head_pipeline: null });
});

test("who may not read the target's code learns nothing about its branches", async () => {
  const { owner, project } = await createProposing({ visibility_level: 10 });
  const contributor = await createUser();
  await addMember(asSource("project", project, owner), contributor, "guest");
  const fork: Project = await ok(contributor.post(v4(`/projects/${project.id}/fork`)));
  await ok(owner.put(v4(`/projects/${project.id}`), { visibility: "private" }));
  const given = { title: "t", source_branch: "feature", target_branch: "main", target_project_id: project.id };
  expect((await contributor.post(v4(`/projects/${fork.id}/merge_requests`), given)).status).toBe(403);
});
