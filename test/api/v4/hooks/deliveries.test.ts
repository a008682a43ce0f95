// What hooks receive: filters and settings of API v4, payloads and headers for its receivers, and what was sent
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createIssue, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";
import { type Delivery, Receiver } from "../../v3/hooks/receiver.ts";

async function setUp(settings: Values) {
  const receiver = await Receiver.start();
  const owner = await createUser();
  const project = await createProject(owner);
  const path = v4(`/projects/${project.id}/hooks`);
  const hook = await ok(owner.post(path, { url: receiver.url, push_events: false, ...settings }));
  return { receiver, owner, project, hook: `${path}/${hook.id}` };
}

const commit = (owner: Actor, project: Project, branch: string) =>
  ok(
    owner.post(v4(`/projects/${project.id}/repository/files/${branch.replaceAll("/", "-")}.txt`), {
      branch,
      start_branch: "main",
      content: "x",
      commit_message: `On ${branch}`,
    }),
  );

const refs = (deliveries: readonly Delivery[]) => deliveries.map(({ body }) => body.ref);

test("pushes to branches that the filter does not match are not delivered, tags are", async () => {
  const { receiver, owner, project } = await setUp({
    push_events: true,
    tag_push_events: true,
    push_events_branch_filter: "release/*",
  });
  await using _ = receiver;
  await seedRepository(owner, project, { "a.txt": "a\n" });
  for (const branch of ["release/1", "hotfix", "release/2/rc"]) await commit(owner, project, branch);
  await ok(owner.post(v4(`/projects/${project.id}/repository/tags`), { tag_name: "v1", ref: "main" }));
  expect(refs(await receiver.first(3))).toEqual(["refs/heads/release/1", "refs/heads/release/2/rc", "refs/tags/v1"]);
});

test("the strategy all_branches suspends the filter", async () => {
  const { receiver, owner, project } = await setUp({
    push_events: true,
    push_events_branch_filter: "release/*",
    branch_filter_strategy: "all_branches",
  });
  await using _ = receiver;
  await seedRepository(owner, project, { "a.txt": "a\n" });
  expect(refs(await receiver.first(1))).toEqual(["refs/heads/main"]);
});

const notesIn = ({ deliveries }: Receiver): string[] =>
  deliveries.flatMap(({ body }) => (body.object_kind === "note" ? [body.object_attributes.note] : []));

// The public note comes last: what a hook receives arrives in order.
test.each([
  [{ note_events: true }, ["public"]],
  [{ note_events: true, confidential_note_events: true }, ["secret", "public"]],
  [{ confidential_note_events: true }, ["secret"]],
  [{ note_events: true, confidential_issues_events: true }, ["secret", "public"]],
])("a hook set to %j receives notes that are %j", async (settings, expected) => {
  const { receiver, owner, project } = await setUp(settings);
  await using _ = receiver;
  for (const title of ["secret", "public"]) {
    const issue = await createIssue(owner, project, { title, confidential: title === "secret" });
    await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: title }));
  }
  await receiver.until(() => notesIn(receiver).length >= expected.length);
  expect(notesIn(receiver)).toEqual(expected);
});

test("an edit of an issue says what changed", async () => {
  const { receiver, owner, project } = await setUp({ issues_events: true });
  await using _ = receiver;
  const issue = await createIssue(owner, project, { title: "Leak", labels: "bug" });
  await ok(
    owner.put(`/projects/${project.id}/issues/${issue.id}`, {
      title: "Big leak",
      description: "Here",
      labels: "bug,urgent",
      assignee_id: owner.id,
      due_date: "2031-01-02",
    }),
  );
  await ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { state_event: "close", title: "Done" }));
  const [opened, updated, closed] = await receiver.first(3);
  expect(opened?.body).toMatchObject({ event_type: "issue", changes: {} });
  const label = (title: string) => expect.objectContaining({ title });
  expect(updated?.body.changes).toEqual({
    title: { previous: "Leak", current: "Big leak" },
    description: { previous: null, current: "Here" },
    due_date: { previous: null, current: "2031-01-02" },
    labels: { previous: [label("bug")], current: [label("bug"), label("urgent")] },
    assignees: { previous: [], current: [expect.objectContaining({ id: owner.id, username: owner.username })] },
  });
  expect(closed?.body).toMatchObject({
    object_attributes: { action: "close", state_id: 2, closed_at: expect.any(String) },
    changes: { title: { previous: "Big leak", current: "Done" }, state_id: { previous: 1, current: 2 } },
  });
});

test("an issue made public does not reveal what it was called before", async () => {
  const { receiver, owner, project } = await setUp({ issues_events: true });
  await using _ = receiver;
  const issue = await createIssue(owner, project, { title: "Secret", confidential: true });
  await ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { title: "Harmless", confidential: false }));
  const { body } = (await receiver.first(1)).at(-1) ?? {};
  expect(body.changes).toEqual({ confidential: { previous: true, current: false } });
  expect(JSON.stringify(receiver.deliveries.at(-1)?.body)).not.toContain("Secret");
});

test("a merge request has what Woodpecker reads", async () => {
  await using receiver = await Receiver.start();
  const { owner, project, at, tips } = await createProposing();
  await ok(owner.post(v4(`${at}/hooks`), { url: receiver.url, push_events: false, merge_requests_events: true }));
  const { id } = await createMergeRequest(owner, project, { title: "Draft: Feature", assignee_id: owner.id });
  await ok(owner.put(`${at}/merge_requests/${id}`, { title: "Feature" }));
  await ok(owner.put(`${at}/merge_requests/${id}/merge`));
  const [opened, updated, merged] = await receiver.first(3);
  const person = { id: owner.id, username: owner.username };
  expect(opened?.body).toMatchObject({
    object_kind: "merge_request",
    event_type: "merge_request",
    user: { ...person, email: "[REDACTED]" },
    object_attributes: {
      action: "open",
      draft: true,
      detailed_merge_status: expect.any(String),
      blocking_discussions_resolved: true,
      assignee_ids: [owner.id],
      reviewer_ids: [],
      labels: [],
      last_commit: { id: tips.feature, title: "Write feature" },
      source: { id: project.id },
      target: { id: project.id },
    },
    assignees: [person],
    reviewers: [],
    changes: {},
  });
  expect(updated?.body).toMatchObject({
    object_attributes: { action: "update", draft: false },
    changes: {
      title: { previous: "Draft: Feature", current: "Feature" },
      draft: { previous: true, current: false },
    },
  });
  expect(merged?.body).toMatchObject({
    object_attributes: { action: "merge", state_id: 3, detailed_merge_status: "not_open" },
    changes: { state_id: { previous: 1, current: 3 } },
  });
});

test("deliveries name the instance, the hook, the event and themselves", async () => {
  const { receiver, owner, project, hook } = await setUp({ issues_events: true });
  await using _ = receiver;
  const other = v4(`/projects/${project.id}/hooks`);
  await ok(owner.post(other, { url: receiver.url, push_events: false, issues_events: true }));
  await createIssue(owner, project, { title: "One" });
  const [first, second] = await receiver.first(2);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;
  const of = (delivery: Delivery | undefined, name: string) => String(delivery?.headers[name]);
  expect(of(first, "x-gitlab-instance")).toBe(new URL(hook).origin);
  expect(of(first, "x-gitlab-event-uuid")).toMatch(uuid);
  expect(of(first, "x-gitlab-event-uuid")).toBe(of(second, "x-gitlab-event-uuid"));
  expect(of(first, "x-gitlab-webhook-uuid")).not.toBe(of(second, "x-gitlab-webhook-uuid"));
  expect(of(first, "idempotency-key")).not.toBe(of(second, "idempotency-key"));
});

test("jobs are Job Hook to hooks of v4 and Build Hook to those of v3", async () => {
  const { receiver, owner, project } = await setUp({ job_events: true });
  await using _ = receiver;
  await using old = await Receiver.start();
  await ok(owner.post(`/projects/${project.id}/hooks`, { url: old.url, push_events: false, build_events: true }));
  const sha = await seedRepository(owner, project, { "a.txt": "a\n" });
  await ok(owner.post(v4(`/projects/${project.id}/statuses/${sha}`), { state: "success" }));
  const [job, build] = [await receiver.only(), await old.only()];
  expect([job.headers["x-gitlab-event"], build.headers["x-gitlab-event"]]).toEqual(["Job Hook", "Build Hook"]);
  expect(job.body).toEqual(build.body);
});

test("what was sent is listed with request and response, and sent again", async () => {
  const { receiver, owner, project, hook } = await setUp({ issues_events: true });
  await using _ = receiver;
  await createIssue(owner, project, { title: "One" });
  await receiver.first(1);
  await expect.poll(async () => (await owner.get(`${hook}/events`)).body[0]?.response_status).toBe("200");
  const listed = await owner.get(`${hook}/events`);
  expect([listed.body, listed.headers.get("x-total")]).toMatchObject([
    [
      {
        url: receiver.url,
        trigger: "issue_hooks",
        request_headers: { "x-gitlab-event": "Issue Hook" },
        request_data: { object_kind: "issue", object_attributes: { title: "One" } },
        response_body: "thanks",
        execution_duration: expect.any(Number),
        response_status: "200",
      },
    ],
    "1",
  ]);
  const again = await owner.post(`${hook}/events/${listed.body[0].id}/resend`);
  expect([again.status, again.body]).toEqual([201, { response_status: 200 }]);
  expect((await receiver.first(2)).map(({ body }) => body.object_attributes.title)).toEqual(["One", "One"]);
  expect((await owner.post(`${hook}/events/999999/resend`)).status).toBe(404);
});

test("a test event is sent at once", async () => {
  const { receiver, owner, hook } = await setUp({});
  await using _ = receiver;
  const tested = await owner.post(`${hook}/test/job_events`);
  expect([tested.status, tested.body]).toEqual([201, { message: "201 Created" }]);
  expect((await receiver.only()).headers["x-gitlab-event"]).toBe("Job Hook");
  const { status, body } = await owner.post(`${hook}/test/star_events`);
  expect([status, body]).toEqual([400, { error: "trigger does not have a valid value" }]);
});

test("a test event that the receiver does not take is 422", async () => {
  await using receiver = await Receiver.start(() => ({ status: 500 }));
  const owner = await createUser();
  const project = await createProject(owner);
  const { id } = await ok(owner.post(v4(`/projects/${project.id}/hooks`), { url: receiver.url }));
  const { status, body } = await owner.post(v4(`/projects/${project.id}/hooks/${id}/test/push_events`));
  expect([status, body]).toEqual([422, { message: "The receiver answered 500" }]);
});
