// Notes, awards, todos, subscriptions and time of merge requests work as those of issues.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createIssue } from "../../../support/factories.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";

async function setting() {
  const context = await createProposing({ visibility_level: 20 });
  const mergeRequest = await createMergeRequest(context.owner, context.project, { title: "The one" });
  return { ...context, mergeRequest, one: `${context.path}/${mergeRequest.id}`, stranger: await createUser() };
}

const bodiesOf = async (caller: Actor, one: string): Promise<string[]> =>
  (await ok(caller.get(`${one}/notes`))).map(({ body }: { body: string }) => body);

describe("notes", () => {
  test("can be written by every reader; they are counted, and subscribe their author", async () => {
    const { owner, one, mergeRequest, stranger } = await setting();
    const { status, body } = await stranger.post(`${one}/notes`, { body: "Nice." });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { body: "Nice.", noteable_id: mergeRequest.id, noteable_type: "MergeRequest", system: false },
    });
    expect(await stranger.get(one)).toMatchObject({ body: { user_notes_count: 1, subscribed: true } });
    expect(await owner.put(`${one}/notes/${body.id}`, { body: "Nicer." })).toMatchObject({
      status: 200,
      body: { body: "Nicer." },
    });
    expect(await stranger.delete(`${one}/notes/${body.id}`)).toMatchObject({ status: 200 });
    expect(await stranger.get(one)).toMatchObject({ body: { user_notes_count: 0 } });
  });

  test("of a missing merge request answer 404", async () => {
    const { owner, path } = await setting();
    expect(await owner.get(`${path}/999999999/notes`)).toMatchObject({
      status: 404,
      body: { message: "404 Notes Not Found" },
    });
    expect(await owner.post(`${path}/999999999/notes`, { body: "x" })).toMatchObject({
      status: 404,
      body: { message: "404 Note Not Found" },
    });
  });

  test("are listed as comments too, under both paths", async () => {
    const { owner, at, one, mergeRequest } = await setting();
    const author = { id: owner.id, username: owner.username, web_url: `${baseUrl}/${owner.username}` };
    const { status, body } = await owner.post(`${one}/comments`, { note: "Hello" });
    expect({ status, body }).toMatchObject({ status: 201, body: { note: "Hello", author } });
    expect(Object.keys(body)).toEqual(["note", "author"]);
    expect(await owner.get(`${at}/merge_request/${mergeRequest.id}/comments`)).toMatchObject({
      status: 200,
      body: [{ note: "Hello", author }],
    });
    expect(await bodiesOf(owner, one)).toEqual(["Hello"]);
    expect(await owner.post(`${one}/comments`, {})).toMatchObject({ status: 400, body: { error: "note is missing" } });
  });
});

describe("references and mentions", () => {
  test("add a note under each issue and merge request they name, from either", async () => {
    const context = await setting();
    const { owner, project, path, one, mergeRequest } = context;
    const issue = await createIssue(owner, project, { title: "See !1" });
    const other = await createMergeRequest(owner, project, { source_branch: "other", description: "After !1, for #1" });
    const notesOf = (target: string) => bodiesOf(owner, target);
    expect(await notesOf(one)).toEqual(["mentioned in issue #1", "mentioned in merge request !2"]);
    expect(await notesOf(`/projects/${project.id}/issues/${issue.id}`)).toEqual(["mentioned in merge request !2"]);
    await ok(owner.post(`${one}/notes`, { body: `By ${baseUrl}/${project.path_with_namespace}/merge_requests/2` }));
    expect(await notesOf(`${path}/${other.id}`)).toEqual([`mentioned in merge request !${mergeRequest.iid}`]);
  });

  test("add no visible note for users who may not see the referrer", async () => {
    const { owner, project, one, stranger } = await setting();
    await createIssue(owner, project, { title: "About !1", confidential: true });
    const hidden = await createProposing({}, owner);
    // Sees that project, and none of its merge requests.
    await addMember(asSource("project", hidden.project, owner), stranger, "guest");
    const { path_with_namespace } = project;
    await createMergeRequest(owner, hidden.project, { description: `${path_with_namespace}!1` });
    expect(await bodiesOf(owner, one)).toEqual([
      "mentioned in issue #1",
      expect.stringMatching(/^mentioned in merge request .*!1$/),
    ]);
    const seen = await stranger.get(`${one}/notes`);
    expect(seen).toMatchObject({ status: 200, body: [] });
    expect(seen.headers.get("x-total")).toBe("0");
  });

  test("create todos that are visible while their target is", async () => {
    const { owner, project, at } = await createProposing();
    const member = await createUser();
    await addMember(asSource("project", project, owner), member, "reporter");
    const { id } = await createMergeRequest(owner, project, { description: `@${member.username}` });
    const become = (access_level: number) => ok(owner.put(`${at}/members/${member.id}`, { access_level }));
    await become(10);
    expect(await member.get("/todos")).toMatchObject({ status: 200, body: [] });
    await become(20);
    expect(await member.get("/todos")).toMatchObject({ status: 200, body: [{ target: { id } }] });
    await ok(owner.put(at, { merge_requests_enabled: false }));
    expect(await member.get("/todos")).toMatchObject({ status: 200, body: [] });
    expect(await owner.get(`${at}/merge_requests/${id}`)).toMatchObject({
      status: 403,
      body: { message: "403 Forbidden" },
    });
  });

  test("create a todo for each mentioned reader", async () => {
    const { owner, project, path } = await createProposing();
    const [guest, reporter] = [await createUser(), await createUser()];
    await addMember(asSource("project", project, owner), guest, "guest");
    await addMember(asSource("project", project, owner), reporter, "reporter");
    const text = `@${guest.username} and @${reporter.username}`;
    const { id } = await createMergeRequest(owner, project, { description: text });
    expect(await guest.get("/todos")).toMatchObject({ status: 200, body: [] });
    expect(await reporter.get("/todos")).toMatchObject({
      status: 200,
      body: [{ target: { id, sha: expect.any(String), merge_status: "unchecked" }, action_name: "directly_addressed" }],
    });
    await ok(reporter.post(`${path}/${id}/notes`, { body: "Yes?" }));
    expect(await reporter.get("/todos")).toMatchObject({ status: 200, body: [] });
    expect(await reporter.get("/todos", { state: "done", type: "MergeRequest" })).toMatchObject({
      body: [{ target: { id } }],
    });
    expect(await reporter.get("/todos", { state: "done", type: "Issue" })).toMatchObject({ status: 200, body: [] });
  });
});

test("awards are counted, accept aliases, and cannot be an author's own vote", async () => {
  const { owner, one, mergeRequest, stranger } = await setting();
  expect(await stranger.post(`${one}/award_emoji`, { name: "+1" })).toMatchObject({
    status: 201,
    body: {
      name: "thumbsup",
      user: { id: stranger.id },
      awardable_id: mergeRequest.id,
      awardable_type: "MergeRequest",
    },
  });
  expect(await owner.post(`${one}/award_emoji`, { name: "-1" })).toMatchObject({
    status: 404,
    body: { message: "404 Award Emoji Not Found" },
  });
  const tada = await ok(owner.post(`${one}/award_emoji`, { name: "tada" }));
  expect(await owner.get(one)).toMatchObject({ body: { upvotes: 1, downvotes: 0 } });
  const { id: note } = await ok(stranger.post(`${one}/notes`, { body: "Nice." }));
  const award = await ok(owner.post(`${one}/notes/${note}/award_emoji`, { name: "tada" }));
  expect(award).toMatchObject({ awardable_id: note, awardable_type: "Note" });
  expect(await owner.get(`${one}/notes/${note}/award_emoji/${award.id}`)).toMatchObject({ status: 200, body: award });
  expect(await stranger.delete(`${one}/award_emoji/${tada.id}`)).toMatchObject({ status: 401 });
  expect(await owner.delete(`${one}/award_emoji/${tada.id}`)).toMatchObject({ status: 200, body: { id: tada.id } });
  expect(await owner.get(`${one}/award_emoji`)).toMatchObject({ status: 200, body: [{ name: "thumbsup" }] });
});

test("a user has at most one pending todo for it", async () => {
  const { one, stranger, mergeRequest, project } = await setting();
  const { status, body } = await stranger.post(`${one}/todo`);
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      project: { id: project.id, path_with_namespace: project.path_with_namespace },
      author: { id: stranger.id },
      action_name: "marked",
      target_type: "MergeRequest",
      target: { id: mergeRequest.id, source_branch: "feature", subscribed: false },
      target_url: `${baseUrl}/${project.path_with_namespace}/merge_requests/1`,
      body: "The one",
      state: "pending",
    },
  });
  expect(body.target.author).not.toHaveProperty("email");
  expect(await stranger.post(`${one}/todo`)).toMatchObject({ status: 304, body: null });
  expect(await stranger.delete(`/todos/${body.id}`)).toMatchObject({ status: 200, body: { state: "done" } });
  expect(await stranger.post(`${one}/todo`)).toMatchObject({ status: 201 });
});

test("its editors can subscribe, and subscriptions answer profiles", async () => {
  const { owner, one, path, stranger } = await setting();
  expect(await stranger.post(`${one}/subscription`)).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  expect(await owner.post(`${one}/subscription`)).toMatchObject({ status: 304, body: null });
  const { status, body } = await owner.delete(`${one}/subscription`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { subscribed: false, merge_when_build_succeeds: false },
  });
  expect(body.author).toEqual({
    id: owner.id,
    username: owner.username,
    name: `Name of ${owner.username}`,
    state: "active",
    avatar_url: null,
    web_url: `${baseUrl}/${owner.username}`,
  });
  expect(await owner.delete(`${one}/subscription`)).toMatchObject({ status: 304, body: null });
  expect(await owner.post(`${one}/subscription`)).toMatchObject({ status: 201, body: { subscribed: true } });
  expect(await owner.post(`${path}/x/subscription`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
});

test("its time can be read by its readers and spent by its editors", async () => {
  const { owner, one, stranger } = await setting();
  expect(await owner.post(`${one}/time_estimate`, { duration: "3h30m" })).toMatchObject({
    status: 200,
    body: { time_estimate: 12_600, human_time_estimate: "3h 30m" },
  });
  expect(await owner.post(`${one}/add_spent_time`, { duration: "1h" })).toMatchObject({
    status: 201,
    body: { total_time_spent: 3_600, human_total_time_spent: "1h" },
  });
  expect(await owner.post(`${one}/add_spent_time`, { duration: "-2h" })).toMatchObject({
    status: 400,
    body: { message: { time_spent: ["Time to subtract exceeds the total time spent"] } },
  });
  expect(await stranger.post(`${one}/add_spent_time`, { duration: "1h" })).toMatchObject({ status: 403 });
  expect(await stranger.get(`${one}/time_stats`)).toMatchObject({ status: 200, body: { total_time_spent: 3_600 } });
  expect(await owner.post(`${one}/reset_spent_time`)).toMatchObject({ status: 200, body: { total_time_spent: 0 } });
  expect(await owner.post(`${one}/reset_time_estimate`)).toMatchObject({ status: 200, body: { time_estimate: 0 } });
});
