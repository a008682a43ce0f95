// PUT /projects/:id/merge_requests/:merge_request_id
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing, type Proposing } from "../../../support/merge-requests.ts";

async function setting() {
  const context = await createProposing();
  const mergeRequest = await createMergeRequest(context.owner, context.project, { title: "Before" });
  return { ...context, mergeRequest, one: `${context.path}/${mergeRequest.id}` };
}

const systemNotes = async ({ owner }: Proposing, one: string): Promise<string[]> => {
  const notes: { system: boolean; body: string }[] = await ok(owner.get(`${one}/notes`));
  return notes.filter(({ system }) => system).map(({ body }) => body);
};

test("each given attribute is changed, noted, and updates updated_at", async () => {
  const context = await setting();
  const { owner, at, one, mergeRequest } = context;
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "Soon" }));
  const { status, body } = await owner.put(one, {
    title: " After ",
    description: "So.",
    target_branch: "other",
    labels: "x",
    milestone_id: milestone.id,
    assignee_id: owner.id,
    remove_source_branch: true,
    state_event: "close",
  });
  const { id: label } = (await ok(owner.get(`${at}/labels`)))[0];
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      id: mergeRequest.id,
      title: "After",
      description: "So.",
      target_branch: "other",
      labels: ["x"],
      milestone: { id: milestone.id },
      assignee: { id: owner.id, email: expect.any(String) },
      force_remove_source_branch: true,
      state: "closed",
    },
  });
  expect(body.updated_at > body.created_at).toBe(true);
  expect(await systemNotes(context, one)).toEqual([
    `added ~${label} label`,
    "changed milestone to %1",
    `assigned to @${owner.username}`,
    "changed title from **Before** to **After**",
    "changed target branch from `main` to `other`",
    "closed",
  ]);
  const cleared = await owner.put(one, { labels: "", milestone_id: 0, assignee_id: 0, remove_source_branch: false });
  expect(cleared).toMatchObject({
    status: 200,
    body: { labels: [], milestone: null, assignee: null, force_remove_source_branch: false },
  });
});

test("an edit that sets existing values changes nothing and adds no notes", async () => {
  const context = await setting();
  const { owner, one } = context;
  const before = await ok(owner.get(one));
  expect(await owner.put(one, { title: "Before", target_branch: "main", labels: "", assignee_id: 0 })).toMatchObject({
    status: 200,
    body: { updated_at: before.updated_at, merge_status: "can_be_merged" },
  });
  expect(await systemNotes(context, one)).toEqual([]);
  expect(await owner.get(`${one}/versions`)).toMatchObject({ status: 200, body: [{}] });
});

test("state events: an open one can be closed, a closed one reopened, others are ignored", async () => {
  const context = await setting();
  const { owner, one } = context;
  const states = [];
  for (const state_event of ["reopen", "close", "close", "reopen", "reopen", "merge", "close"]) {
    states.push((await ok(owner.put(one, { state_event }))).state);
  }
  expect(states).toEqual(["opened", "closed", "closed", "reopened", "reopened", "reopened", "closed"]);
  expect(await systemNotes(context, one)).toEqual(["closed", "reopened", "closed"]);
});

test("reopening makes a version and resets the merge status", async () => {
  const { owner, one } = await setting();
  expect(await owner.get(one)).toMatchObject({ body: { merge_status: "can_be_merged" } });
  await ok(owner.put(one, { state_event: "close" }));
  expect(await owner.put(one, { state_event: "reopen" })).toMatchObject({
    status: 200,
    body: { state: "reopened", merge_status: "unchecked" },
  });
  expect(await owner.get(`${one}/versions`)).toMatchObject({ status: 200, body: [{}, {}] });
});

test("another target branch makes a version against it", async () => {
  const { owner, one, tips } = await setting();
  await ok(owner.get(one));
  expect(await owner.put(one, { target_branch: "other" })).toMatchObject({
    status: 200,
    body: { target_branch: "other", merge_status: "unchecked", sha: tips.feature },
  });
  expect(await owner.get(`${one}/versions`)).toMatchObject({
    status: 200,
    body: [
      { start_commit_sha: tips.other, head_commit_sha: tips.feature },
      { start_commit_sha: tips.main, head_commit_sha: tips.feature },
    ],
  });
  expect(await owner.get(one)).toMatchObject({ status: 200, body: { merge_status: "can_be_merged" } });
});

test("WIP is a prefix of the title, and has its own note", async () => {
  const context = await setting();
  const { owner, one } = context;
  const titles: [string, boolean][] = [
    ["WIP: Before", true],
    ["[wip] Before", true],
    ["wip Before", true],
    ["WIP: [WIP] Before", true],
    ["Before", false],
    ["WIPfoo", false],
    ["Fix WIP: x", false],
  ];
  for (const [title, work_in_progress] of titles) {
    expect(await owner.put(one, { title }), title).toMatchObject({ status: 200, body: { title, work_in_progress } });
  }
  expect(await systemNotes(context, one)).toEqual([
    "marked as a **Work In Progress**",
    "unmarked as a **Work In Progress**",
    "changed title from **Before** to **WIPfoo**",
    "changed title from **WIPfoo** to **Fix WIP: x**",
  ]);
});

test.each([
  ["a blank title", { title: " ", state_event: "close" }, 400, { error: "title is empty" }],
  ["a blank target branch", { target_branch: "" }, 400, { error: "target_branch is empty" }],
  [
    "a title that is too long",
    { title: "x".repeat(256), state_event: "close" },
    400,
    { message: { title: ["is too long (maximum is 255 characters)"] } },
  ],
  [
    "its own source branch as target",
    { target_branch: "feature" },
    422,
    { error: ["You can not use same project/branch for source and target"] },
  ],
  ["an unknown event", { state_event: "explode" }, 400, { error: "state_event does not have a valid value" }],
  [
    "nothing at all",
    {},
    400,
    {
      error:
        "title, target_branch, description, assignee_id, milestone_id, labels, state_event, remove_source_branch are missing, at least one parameter must be provided",
    },
  ],
])("%s is refused, and nothing changes", async (_, attributes, status, body) => {
  const { owner, one } = await setting();
  const before = await ok(owner.get(one));
  expect(await owner.put(one, attributes)).toMatchObject({ status, body });
  expect(await owner.get(one)).toMatchObject({ status: 200, body: before });
});

test("neither reopening nor a new target branch can duplicate an open one", async () => {
  const { owner, project, one } = await setting();
  const twin = (title: string) => ({
    status: 409,
    body: { message: [`Cannot Create: This merge request already exists: ["${title}"]`] },
  });
  await createMergeRequest(owner, project, { title: "to other", target_branch: "other" });
  expect(await owner.put(one, { target_branch: "other", title: "x" })).toMatchObject(twin("to other"));
  expect(await owner.get(one)).toMatchObject({ status: 200, body: { target_branch: "main", title: "Before" } });
  await ok(owner.put(one, { state_event: "close" }));
  await createMergeRequest(owner, project, { title: "to main" });
  expect(await owner.put(one, { state_event: "reopen" })).toMatchObject(twin("to main"));
  expect(await owner.get(`${one}/versions`)).toMatchObject({ status: 200, body: [{}] });
});

test("source_branch and target_project_id are accepted and ignored", async () => {
  const { owner, project, one } = await setting();
  const attributes = { title: "t", source_branch: "other", target_project_id: 0 };
  expect(await owner.put(one, attributes)).toMatchObject({
    status: 200,
    body: { title: "t", source_branch: "feature", target_project_id: project.id },
  });
});

test("an assignee can edit it, and their todo is done then", async () => {
  const { owner, project, one, mergeRequest } = await setting();
  const reporter = await createUser();
  await addMember(asSource("project", project, owner), reporter, "reporter");
  expect(await reporter.put(one, { title: "Mine" })).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  await ok(owner.put(one, { assignee_id: reporter.id }));
  expect(await reporter.get("/todos")).toMatchObject({
    body: [{ target: { id: mergeRequest.id }, action_name: "assigned" }],
  });
  expect(await reporter.put(one, { title: "Mine", labels: "x" })).toMatchObject({
    status: 200,
    body: { title: "Mine", labels: [] },
  });
  expect(await reporter.get("/todos")).toMatchObject({ status: 200, body: [] });
});

test("merge requests of an archived project cannot be edited or created", async () => {
  const { owner, at, path, one } = await setting();
  await ok(owner.post(`${at}/archive`));
  const forbidden = { status: 403, body: { message: "403 Forbidden" } };
  expect(await owner.put(one, { title: "t" })).toMatchObject(forbidden);
  expect(await owner.post(path, { title: "t", source_branch: "other", target_branch: "main" })).toMatchObject(
    forbidden,
  );
  expect(await owner.get(one)).toMatchObject({ status: 200 });
});
