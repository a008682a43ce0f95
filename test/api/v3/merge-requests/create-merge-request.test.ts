// POST /projects/:id/merge_requests
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";

const branches = { source_branch: "feature", target_branch: "main" };

test("a merge request is answered with its branches, its head and its users", async () => {
  const { owner, project, path, tips } = await createProposing();
  const user = await ok(owner.get("/user"));
  const { status, body } = await owner.post(path, { title: "  Add a feature ", description: "As asked.", ...branches });
  const person = {
    id: owner.id,
    username: owner.username,
    email: user.email,
    name: user.name,
    state: "active",
    created_at: user.created_at,
  };
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      iid: 1,
      project_id: project.id,
      title: "Add a feature",
      description: "As asked.",
      state: "opened",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      target_branch: "main",
      source_branch: "feature",
      upvotes: 0,
      downvotes: 0,
      author: person,
      assignee: null,
      source_project_id: project.id,
      target_project_id: project.id,
      labels: [],
      work_in_progress: false,
      milestone: null,
      merge_when_build_succeeds: false,
      merge_status: "unchecked",
      sha: tips.feature,
      merge_commit_sha: null,
      subscribed: true,
      user_notes_count: 0,
      should_remove_source_branch: null,
      force_remove_source_branch: null,
      web_url: `${baseUrl}/${project.path_with_namespace}/merge_requests/1`,
    },
  });
});

test("missing labels are created, the milestone must be the project's, and the assignee gets a todo", async () => {
  const { owner, project, at, path } = await createProposing();
  const assignee = await createUser();
  await addMember(asSource("project", project, owner), assignee, "reporter");
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "Soon" }));
  const attributes = {
    title: "t",
    ...branches,
    labels: "b, a:x&y ,b",
    milestone_id: milestone.id,
    assignee_id: assignee.id,
  };
  const { status, body } = await owner.post(path, { ...attributes, remove_source_branch: true });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      labels: ["a:x&y", "b"],
      milestone: { id: milestone.id },
      assignee: { id: assignee.id },
      force_remove_source_branch: true,
    },
  });
  expect(await assignee.get("/todos")).toMatchObject({
    status: 200,
    body: [
      {
        action_name: "assigned",
        target_type: "MergeRequest",
        target: { id: body.id, author: { web_url: `${baseUrl}/${owner.username}` }, labels: ["a:x&y", "b"] },
        target_url: body.web_url,
        body: "t",
        author: { id: owner.id },
      },
    ],
  });
  const labels = await ok(owner.get(`${at}/labels`));
  expect(labels).toMatchObject([
    { name: "a:x&y", open_merge_requests_count: 1 },
    { name: "b", open_merge_requests_count: 1 },
  ]);
});

test("an unknown milestone, and an assignee who may not read merge requests there, are ignored", async () => {
  const { owner, project, path } = await createProposing();
  const elsewhere = await createProject(owner);
  const milestone = await ok(owner.post(`/projects/${elsewhere.id}/milestones`, { title: "Soon" }));
  const guest = await createUser();
  await addMember(asSource("project", project, owner), guest, "guest");
  const attributes = { title: "t", ...branches, milestone_id: milestone.id, assignee_id: guest.id };
  expect(await owner.post(path, attributes)).toMatchObject({ status: 201, body: { milestone: null, assignee: null } });
});

test("iids count per project, separately from issues, and a refusal uses up none", async () => {
  const { owner, project, at, path } = await createProposing();
  await ok(owner.post(`${at}/issues`, { title: "i" }));
  expect(await createMergeRequest(owner, project, { title: "first" })).toMatchObject({ iid: 1 });
  const twin = await owner.post(path, { title: "second", ...branches });
  expect(twin).toMatchObject({
    status: 409,
    body: { message: ['Cannot Create: This merge request already exists: ["first"]'] },
  });
  expect(await owner.post(path, { title: " ", source_branch: "other", target_branch: "main" })).toMatchObject({
    status: 400,
    body: { message: { title: ["can't be blank"] } },
  });
  expect(await createMergeRequest(owner, project, { source_branch: "other" })).toMatchObject({ iid: 2 });
});

test("of many concurrent calls for the same branches one succeeds, and the others get a conflict", async () => {
  const { owner, project, path } = await createProposing();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => owner.post(path, { title: "the one", ...branches })),
  );
  const twin = { message: ['Cannot Create: This merge request already exists: ["the one"]'] };
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(Array(5).fill(twin));
  expect(await owner.get(`/projects/${project.id}/merge_requests`)).toMatchObject({ body: [{ title: "the one" }] });
});

test("a closed merge request is no conflict", async () => {
  const { owner, project, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  await ok(owner.put(`${path}/${id}`, { state_event: "close" }));
  expect(await owner.post(path, { title: "again", ...branches })).toMatchObject({ status: 201 });
});

test.each([
  [
    "missing parameters, all together",
    {},
    400,
    { error: "title is missing, source_branch is missing, target_branch is missing" },
  ],
  [
    "identical branches",
    { title: "", source_branch: "main", target_branch: "main" },
    422,
    { error: ["You can not use same project/branch for source and target"] },
  ],
  [
    "a long title",
    { title: "x".repeat(256), ...branches },
    400,
    { message: { title: ["is too long (maximum is 255 characters)"] } },
  ],
  [
    "blank branches",
    { title: "t", source_branch: " ", target_branch: "" },
    400,
    { message: { source_branch: ["can't be blank"], target_branch: ["can't be blank"] } },
  ],
  [
    "an unknown target project",
    { title: "t", ...branches, target_project_id: 999_999_999 },
    404,
    { message: "404 Not found" },
  ],
])("refuses %s", async (_, attributes, status, body) => {
  const { owner, path } = await createProposing();
  expect(await owner.post(path, attributes)).toMatchObject({ status, body });
  expect(await owner.get(path)).toMatchObject({ status: 200, body: [] });
});

test("missing branches are accepted: without a source there is no head, without a target the source's", async () => {
  const { owner, path, tips } = await createProposing();
  const missingSource = await owner.post(path, { title: "t", source_branch: "nowhere", target_branch: "main" });
  expect(missingSource).toMatchObject({ status: 201, body: { sha: null, merge_status: "unchecked" } });
  const missingTarget = await owner.post(path, { title: "t", source_branch: "feature", target_branch: "nowhere" });
  expect(missingTarget).toMatchObject({ status: 201, body: { sha: tips.feature } });
  expect(await owner.get(`${path}/${missingSource.body.id}/versions`)).toMatchObject({
    status: 200,
    body: [{ head_commit_sha: null, state: "empty", real_size: null }],
  });
  expect(await owner.get(`${path}/${missingSource.body.id}`)).toMatchObject({
    status: 200,
    body: { merge_status: "cannot_be_merged" },
  });
});

test("the first version is created with the merge request", async () => {
  const { owner, project, path, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  expect(await owner.get(`${path}/${id}/versions`)).toMatchObject({
    status: 200,
    body: [
      {
        head_commit_sha: tips.feature,
        base_commit_sha: tips.main,
        start_commit_sha: tips.main,
        merge_request_id: id,
        state: "collected",
        real_size: "1",
      },
    ],
  });
});
