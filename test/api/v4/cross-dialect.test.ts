// Records created through one dialect and read through the other: projects, groups, issuables and what belongs to them
import { beforeEach, describe, expect, test } from "vitest";
import { type Actor, createUser, levels, ok, unique } from "../../support/actors.ts";
import type { Values } from "../../support/api.ts";
import type { Project } from "../../support/factories.ts";
import { createProposing } from "../../support/merge-requests.ts";
import { v4 } from "../../support/v4.ts";

let owner: Actor;
let project: Project;
/** `/projects/:id` of each dialect. */
let old: string;
let now: string;

beforeEach(async () => {
  ({ owner, project, at: old } = await createProposing({ visibility_level: 20 }));
  now = v4(old);
});

const create = (path: string, body: Values = {}) => ok(owner.post(path, body));
const read = (path: string, query: Values = {}) => ok(owner.get(path, query));

describe("projects", () => {
  test("v3 to v4", async () => {
    const switches = { issues_enabled: false, builds_enabled: false, public_builds: false };
    const given = { name: unique("p"), description: "Text", visibility_level: 10, ...switches };
    const gates = { only_allow_merge_if_build_succeeds: true, only_allow_merge_if_all_discussions_are_resolved: true };
    const { id } = await create("/projects", { ...given, ...gates });
    expect(await read(v4(`/projects/${id}`))).toMatchObject({
      name: given.name,
      description: "Text",
      visibility: "internal",
      issues_enabled: false,
      issues_access_level: "disabled",
      jobs_enabled: false,
      public_jobs: false,
      only_allow_merge_if_pipeline_succeeds: true,
      only_allow_merge_if_all_discussions_are_resolved: true,
    });
  });

  test("v4 to v3", async () => {
    const given = { name: unique("p"), description: "Text", visibility: "internal", topics: ["a", "b"] as string[] };
    const switches = { issues_access_level: "disabled", jobs_enabled: false, public_jobs: false };
    const gates = { only_allow_merge_if_pipeline_succeeds: true };
    const { id } = await create(v4("/projects"), { ...given, ...switches, ...gates });
    expect(await read(`/projects/${id}`)).toMatchObject({
      name: given.name,
      description: "Text",
      visibility_level: 10,
      public: false,
      issues_enabled: false,
      builds_enabled: false,
      public_builds: false,
      only_allow_merge_if_build_succeeds: true,
      tag_list: ["a", "b"],
    });
  });

  test("a fork made through each is one in the other", async () => {
    const [first, second] = [await createUser(), await createUser()];
    const forked = await ok(first.post(`/projects/fork/${project.id}`));
    const source = { forked_from_project: { id: project.id } };
    expect(await ok(first.get(v4(`/projects/${forked.id}`)))).toMatchObject(source);
    const inV4 = await ok(second.post(`${now}/fork`));
    expect(await ok(second.get(`/projects/${inV4.id}`))).toMatchObject(source);
  });
});

describe("groups and members", () => {
  const attributes = () => ({ name: unique("Name"), path: unique("g"), description: "Text", lfs_enabled: false });

  test("v3 to v4", async () => {
    const given = { ...attributes(), request_access_enabled: true };
    const { id } = await create("/groups", { ...given, visibility_level: 0 });
    expect(await read(v4(`/groups/${id}`))).toMatchObject({ ...given, visibility: "private", full_path: given.path });
    const member = await createUser();
    const access = { access_level: levels.developer, expires_at: "2040-01-01" };
    await create(`/groups/${id}/members`, { user_id: member.id, ...access });
    const expected = { username: member.username, ...access };
    expect(await read(v4(`/groups/${id}/members/${member.id}`))).toMatchObject(expected);
    await create(`${old}/members`, { user_id: member.id, ...access });
    expect(await read(`${now}/members/all/${member.id}`)).toMatchObject(expected);
  });

  test("v4 to v3", async () => {
    const given = { ...attributes(), request_access_enabled: true };
    const { id } = await create(v4("/groups"), { ...given, visibility: "private" });
    expect(await read(`/groups/${id}`)).toMatchObject({ ...given, visibility_level: 0 });
    const member = await createUser();
    const access = { access_level: levels.master, expires_at: "2040-01-01" };
    await create(v4(`/groups/${id}/members`), { user_id: member.id, ...access });
    const expected = { username: member.username, ...access };
    expect(await read(`/groups/${id}/members/${member.id}`)).toMatchObject(expected);
    await create(`${now}/members`, { user_id: member.id, ...access });
    expect(await read(`${old}/members/${member.id}`)).toMatchObject(expected);
  });
});

/** What both dialects show of an issue and a merge request in the same form. */
function shared(issuable: Record<string, unknown>) {
  const { id, iid, project_id, title, description, state, created_at, updated_at } = issuable;
  const { labels, user_notes_count, upvotes, downvotes, subscribed } = issuable;
  const counts = { user_notes_count, upvotes, downvotes };
  return { id, iid, project_id, title, description, state, created_at, updated_at, labels, subscribed, ...counts };
}

describe("issues", () => {
  const given = {
    title: "Title",
    description: "- [x] done",
    labels: "b,a",
    due_date: "2040-01-02",
    confidential: true,
  };
  const dated = { created_at: "2020-01-02T03:04:05.000Z" };

  test("v3 to v4", async () => {
    const { id: milestone_id } = await create(`${old}/milestones`, { title: "1.0" });
    const created = await create(`${old}/issues`, { ...given, ...dated, milestone_id, assignee_id: owner.id });
    await create(`${old}/issues/${created.id}/notes`, { body: "Note" });
    const issue = await read(`${now}/issues/${created.iid}`);
    expect(shared(issue)).toEqual(shared(await read(`${old}/issues/${created.id}`)));
    expect(issue).toMatchObject({
      ...dated,
      labels: ["a", "b"],
      due_date: "2040-01-02",
      confidential: true,
      milestone: { id: milestone_id },
      assignees: [{ id: owner.id }],
      author: { id: owner.id },
      task_completion_status: { count: 1, completed_count: 1 },
    });
  });

  test("v4 to v3", async () => {
    const { id: milestone_id } = await create(`${now}/milestones`, { title: "1.0" });
    const created = await create(`${now}/issues`, { ...given, ...dated, milestone_id, assignee_ids: [owner.id] });
    await create(`${now}/issues/${created.iid}/notes`, { body: "Note" });
    const issue = await read(`${old}/issues/${created.id}`);
    expect(shared(issue)).toEqual(shared(await read(`${now}/issues/${created.iid}`)));
    expect(issue).toMatchObject({
      ...dated,
      labels: ["a", "b"],
      due_date: "2040-01-02",
      confidential: true,
      milestone: { id: milestone_id },
      assignee: { id: owner.id },
      author: { id: owner.id },
    });
  });

  test("what one closes, the other shows as closed, and reopens", async () => {
    const { id, iid } = await create(`${old}/issues`, { title: "Title" });
    await ok(owner.put(`${old}/issues/${id}`, { state_event: "close" }));
    const closed = { state: "closed", closed_by: { id: owner.id }, closed_at: expect.any(String) };
    expect(await read(`${now}/issues/${iid}`)).toMatchObject(closed);
    await ok(owner.put(`${now}/issues/${iid}`, { state_event: "reopen" }));
    expect(await read(`${old}/issues/${id}`)).toMatchObject({ state: "opened" });
    expect(await read(`${now}/issues/${iid}`)).toMatchObject({ state: "opened", closed_by: null, closed_at: null });
  });
});

describe("merge requests", () => {
  const given = { title: "Title", description: "Text", source_branch: "feature", target_branch: "main", labels: "b,a" };

  test("v3 to v4, merged through v4", async () => {
    const { id: milestone_id } = await create(`${old}/milestones`, { title: "1.0" });
    const wishes = { milestone_id, assignee_id: owner.id, remove_source_branch: true };
    const { id, iid } = await create(`${old}/merge_requests`, { ...given, ...wishes });
    const shown = await read(`${now}/merge_requests/${iid}`);
    expect(shared(shown)).toEqual(shared(await read(`${old}/merge_requests/${id}`)));
    expect(shown).toMatchObject({
      labels: ["a", "b"],
      milestone: { id: milestone_id },
      assignees: [{ id: owner.id }],
      force_remove_source_branch: true,
      detailed_merge_status: "mergeable",
    });
    const { merge_commit_sha } = await ok(owner.put(`${now}/merge_requests/${iid}/merge`));
    expect(await read(`${old}/merge_requests/${id}`)).toMatchObject({ state: "merged", merge_commit_sha });
  });

  test("v4 to v3, merged through v3", async () => {
    const { id: milestone_id } = await create(`${now}/milestones`, { title: "1.0" });
    const wishes = { milestone_id, assignee_ids: [owner.id], remove_source_branch: true };
    const { id, iid } = await create(`${now}/merge_requests`, { ...given, ...wishes });
    const shown = await read(`${old}/merge_requests/${id}`);
    expect(shared(shown)).toEqual(shared(await read(`${now}/merge_requests/${iid}`)));
    expect(shown).toMatchObject({
      labels: ["a", "b"],
      milestone: { id: milestone_id },
      assignee: { id: owner.id },
      force_remove_source_branch: true,
      merge_status: "can_be_merged",
    });
    const { merge_commit_sha } = await ok(owner.put(`${old}/merge_requests/${id}/merge`));
    const merged = { state: "merged", merge_commit_sha, merge_user: { id: owner.id }, merged_at: expect.any(String) };
    expect(await read(`${now}/merge_requests/${iid}`)).toMatchObject(merged);
  });

  test("a draft of v4 is a work in progress that v3 does not merge", async () => {
    const { id } = await create(`${now}/merge_requests`, { ...given, title: "Draft: Title" });
    expect(await read(`${old}/merge_requests/${id}`)).toMatchObject({ work_in_progress: true });
    expect((await owner.put(`${old}/merge_requests/${id}/merge`)).status).toBe(405);
  });

  test("squash that v4 chose is done by a merge through v3", async () => {
    const { id, iid } = await create(`${now}/merge_requests`, { ...given, squash: true });
    await ok(owner.put(`${old}/merge_requests/${id}/merge`));
    const merged = { state: "merged", squash: true, squash_commit_sha: expect.any(String) };
    expect(await read(`${now}/merge_requests/${iid}`)).toMatchObject(merged);
  });

  test.each(["v3", "v4"])("an automatic merge that %s set is shown and cancelled by the other", async (dialect) => {
    const { id, iid, sha } = await create(`${now}/merge_requests`, given);
    await create(`${old}/statuses/${sha}`, { state: "running", ref: "feature" });
    const inV3 = `${old}/merge_requests/${id}`;
    const inV4 = `${now}/merge_requests/${iid}`;
    if (dialect === "v3") {
      await ok(owner.put(`${inV3}/merge`, { merge_when_build_succeeds: true }));
      expect(await read(inV4)).toMatchObject({ state: "opened", merge_when_pipeline_succeeds: true });
      await create(`${inV4}/cancel_merge_when_pipeline_succeeds`);
      expect(await read(inV3)).toMatchObject({ merge_when_build_succeeds: false });
    } else {
      await ok(owner.put(`${inV4}/merge`, { auto_merge: true }));
      expect(await read(inV3)).toMatchObject({ state: "opened", merge_when_build_succeeds: true });
      await create(`${inV3}/cancel_merge_when_build_succeeds`);
      expect(await read(inV4)).toMatchObject({ merge_when_pipeline_succeeds: false });
    }
  });
});
