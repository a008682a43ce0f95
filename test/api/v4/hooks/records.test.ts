// What hooks receive of releases, milestones and emoji
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { baseUrl, send, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createGroup, createIssue, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";
import { Receiver } from "../../v3/hooks/receiver.ts";

async function setUp(settings: Values) {
  const receiver = await Receiver.start();
  const owner = await createUser();
  const project = await createProject(owner);
  const path = v4(`/projects/${project.id}`);
  const hook = await ok(owner.post(`${path}/hooks`, { url: receiver.url, push_events: false, ...settings }));
  return { receiver, owner, project, path, hook: `${path}/hooks/${hook.id}` };
}

const post = ({ headers }: Actor, path: string, body: object) =>
  send(path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const homeOf = (project: Project) => `${baseUrl}/${project.path_with_namespace}`;

const userOf = (user: Actor) => ({
  id: user.id,
  name: `Name of ${user.username}`,
  username: user.username,
  avatar_url: null,
  email: "[REDACTED]",
});

describe("releases", () => {
  async function setUpReleases() {
    const all = await setUp({ releases_events: true });
    const sha = await seedRepository(all.owner, all.project, { "README.md": "Read me\n" });
    return { ...all, sha };
  }

  test("are delivered when they are created, edited and deleted", async () => {
    const { receiver, owner, project, path, sha } = await setUpReleases();
    await using _ = receiver;
    const link = { name: "program", url: "https://example.com/p", link_type: "package" };
    const release = { tag_name: "v1/0", ref: "main", name: "First", description: "Works", assets: { links: [link] } };
    expect((await post(owner, `${path}/releases`, release)).status).toBe(201);
    const [created] = await receiver.first(1);
    const archive = (format: string) => `${path}/repository/archive.${format}?sha=v1%2F0`;
    expect(created?.headers["x-gitlab-event"]).toBe("Release Hook");
    expect(created?.body).toEqual({
      object_kind: "release",
      id: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
      description: "Works",
      name: "First",
      released_at: created?.body.created_at,
      tag: "v1/0",
      project: expect.objectContaining({ id: project.id, path_with_namespace: project.path_with_namespace }),
      url: `${homeOf(project)}/releases/v1%2F0`,
      action: "create",
      assets: {
        count: 4,
        links: [{ id: expect.any(Number), ...link }],
        sources: ["zip", "tar.gz", "tar"].map((format) => ({ format, url: archive(format) })),
      },
      commit: expect.objectContaining({ id: sha, title: "Begin", url: `${homeOf(project)}/commit/${sha}` }),
    });
    await ok(owner.put(`${path}/releases/v1%2F0`, { description: "Works well" }));
    const [, updated] = await receiver.first(2);
    expect(updated?.body).toEqual({ ...created?.body, action: "update", description: "Works well" });
    expect((await owner.delete(`${path}/releases/v1%2F0`)).status).toBe(200);
    const [, , deleted] = await receiver.first(3);
    expect(deleted?.body).toEqual({ ...updated?.body, action: "delete" });
  });

  test("are delivered when they end with their tag", async () => {
    const { receiver, owner, path } = await setUpReleases();
    await using _ = receiver;
    await ok(owner.post(`${path}/releases`, { tag_name: "v1.0", ref: "main", description: "Works" }));
    expect((await owner.delete(`${path}/repository/tags/v1.0`)).status).toBe(204);
    const [, deleted] = await receiver.first(2);
    expect(deleted?.body).toMatchObject({ action: "delete", tag: "v1.0", description: "Works", commit: null });
  });

  test("of v3 are delivered, too", async () => {
    const { receiver, owner, project } = await setUpReleases();
    await using _ = receiver;
    const tags = `/projects/${project.id}/repository/tags`;
    await ok(owner.post(tags, { tag_name: "v1.0", ref: "main", release_description: "Works" }));
    await ok(owner.put(`${tags}/v1.0/release`, { description: "Works well" }));
    const deliveries = await receiver.first(2);
    expect(deliveries.map(({ body }) => [body.action, body.name, body.description])).toEqual([
      ["create", "v1.0", expect.any(String)],
      ["update", "v1.0", "Works well"],
    ]);
  });

  test("that are refused or unknown are not delivered", async () => {
    const { receiver, owner, path } = await setUpReleases();
    await using _ = receiver;
    await owner.post(`${path}/releases`, { tag_name: "v1.0", description: "No tag" });
    await owner.put(`${path}/releases/v9`, { description: "Unknown" });
    await owner.delete(`${path}/releases/v9`);
    await ok(owner.post(`${path}/releases`, { tag_name: "v2.0", ref: "main", description: "Works" }));
    expect((await receiver.only()).body).toMatchObject({ action: "create", tag: "v2.0" });
  });

  test("reach the hooks of the project's group", async () => {
    await using receiver = await Receiver.start();
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await seedRepository(owner, project, { "README.md": "Read me\n" });
    const settings = { url: receiver.url, push_events: false, releases_events: true };
    await ok(owner.post(v4(`/groups/${group.id}/hooks`), settings));
    await ok(owner.post(v4(`/projects/${project.id}/releases`), { tag_name: "v1", ref: "main", description: "d" }));
    expect((await receiver.only()).body).toMatchObject({ object_kind: "release", project: { id: project.id } });
  });
});

test("milestones are delivered when they are created, closed, reopened and deleted, but not when edited", async () => {
  const { receiver, owner, project, path } = await setUp({ milestone_events: true });
  await using _ = receiver;
  const { id } = await ok(owner.post(`${path}/milestones`, { title: "One", due_date: "2030-01-02" }));
  const one = `${path}/milestones/${id}`;
  const [created] = await receiver.first(1);
  expect(created?.headers["x-gitlab-event"]).toBe("Milestone Hook");
  const attributes = {
    id,
    iid: 1,
    title: "One",
    description: null,
    state: "active",
    created_at: expect.any(String),
    updated_at: expect.any(String),
    due_date: "2030-01-02",
    start_date: null,
    group_id: null,
    project_id: project.id,
    action: "create",
  };
  expect(created?.body).toEqual({
    object_kind: "milestone",
    event_type: "milestone",
    project: expect.objectContaining({ id: project.id }),
    object_attributes: attributes,
    action: "create",
  });
  await ok(owner.put(one, { title: "First" }));
  await ok(owner.put(one, { state_event: "close" }));
  await receiver.first(2);
  await ok(owner.put(one, { state_event: "activate" }));
  await receiver.first(3);
  expect((await owner.delete(one)).status).toBe(204);
  const later = (await receiver.first(4)).slice(1).map(({ body }) => [body.action, body.object_attributes]);
  expect(later).toEqual([
    ["close", { ...attributes, title: "First", state: "closed", action: "close" }],
    ["reopen", { ...attributes, title: "First", action: "reopen" }],
    ["delete", { ...attributes, title: "First", action: "delete" }],
  ]);
});

describe("emoji", () => {
  test("on an issue are delivered when they are awarded and revoked", async () => {
    const { receiver, owner, project, path } = await setUp({ emoji_events: true });
    await using _ = receiver;
    const issue = await createIssue(owner, project, { title: "Leak" });
    const awards = `${path}/issues/${issue.iid}/award_emoji`;
    const { id } = await ok(owner.post(awards, { name: "heart" }));
    const [awarded] = await receiver.first(1);
    expect(awarded?.headers["x-gitlab-event"]).toBe("Emoji Hook");
    const url = `${homeOf(project)}/issues/${issue.iid}`;
    expect(awarded?.body).toEqual({
      object_kind: "emoji",
      event_type: "award",
      user: userOf(owner),
      project_id: project.id,
      project: expect.objectContaining({ id: project.id }),
      object_attributes: {
        id,
        user_id: owner.id,
        name: "heart",
        awardable_type: "Issue",
        awardable_id: issue.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        action: "award",
        awarded_on_url: url,
      },
      issue: expect.objectContaining({ id: issue.id, iid: issue.iid, title: "Leak", confidential: false, url }),
    });
    expect((await owner.delete(`${awards}/${id}`)).status).toBe(204);
    const [, revoked] = await receiver.first(2);
    expect(revoked?.body).toEqual({
      ...awarded?.body,
      event_type: "revoke",
      object_attributes: { ...awarded?.body.object_attributes, action: "revoke" },
    });
  });

  test("on a note of a merge request are delivered with both", async () => {
    await using receiver = await Receiver.start();
    const { owner, project } = await createProposing();
    const path = v4(`/projects/${project.id}`);
    const proposal = { source_branch: "feature", target_branch: "main", title: "Mend it" };
    const { iid, id } = await ok(owner.post(`${path}/merge_requests`, proposal));
    const notes = `${path}/merge_requests/${iid}/notes`;
    const note = await ok(owner.post(notes, { body: "Done" }));
    await ok(owner.post(`${path}/hooks`, { url: receiver.url, push_events: false, emoji_events: true }));
    await ok(owner.post(`${notes}/${note.id}/award_emoji`, { name: "heart" }));
    const { body } = await receiver.only();
    const url = `${homeOf(project)}/merge_requests/${iid}`;
    expect(body).toMatchObject({
      object_attributes: { awardable_type: "Note", awardable_id: note.id, awarded_on_url: `${url}#note_${note.id}` },
      note: { id: note.id, note: "Done", description: "Done", noteable_type: "MergeRequest", noteable_id: id },
      merge_request: { id, iid, title: "Mend it", url },
    });
    expect(body).not.toHaveProperty("issue");
  });

  const onIssue = "an emoji on a confidential issue";
  const onNote = "an emoji on its note";
  test.each([
    [{}, []],
    [{ issues_events: true, note_events: true }, []],
    [{ confidential_issues_events: true }, [onIssue]],
    [{ confidential_issues_events: true, note_events: true }, [onIssue, onNote]],
    [{ confidential_note_events: true }, [onNote]],
  ])("of confidential issues go where their events go: %j", async (settings, received) => {
    const { receiver, owner, project, path, hook } = await setUp({});
    await using _ = receiver;
    const issue = await createIssue(owner, project, { title: "Secret", confidential: true });
    const notes = `${path}/issues/${issue.iid}/notes`;
    const note = await ok(owner.post(notes, { body: "Secret" }));
    const open = await createIssue(owner, project, { title: "Open" });
    await ok(owner.put(hook, { emoji_events: true, ...settings }));
    await ok(owner.post(`${path}/issues/${issue.iid}/award_emoji`, { name: "heart" }));
    await ok(owner.post(`${notes}/${note.id}/award_emoji`, { name: "heart" }));
    await ok(owner.post(`${path}/issues/${open.iid}/award_emoji`, { name: "heart" }));
    const deliveries = await receiver.first(received.length + 1);
    const kinds = deliveries.map(({ body }) =>
      body.issue.title === "Open" ? "open" : body.note === undefined ? onIssue : onNote,
    );
    expect(kinds).toEqual([...received, "open"]);
  });

  test("tests leave out confidential issues unless the hook selects them", async () => {
    const { receiver, owner, project, path, hook } = await setUp({});
    await using _ = receiver;
    const issue = await createIssue(owner, project, { title: "Secret", confidential: true });
    await ok(owner.post(`${path}/issues/${issue.iid}/award_emoji`, { name: "heart" }));
    await ok(owner.post(`${hook}/test/emoji_events`));
    expect((await receiver.only()).body).toEqual({
      object_kind: "emoji",
      project: expect.any(Object),
      repository: expect.any(Object),
    });
    await ok(owner.put(hook, { confidential_issues_events: true }));
    await ok(owner.post(`${hook}/test/emoji_events`));
    expect((await receiver.first(2))[1]?.body.issue.title).toBe("Secret");
  });
});

test.each([
  ["releases_events", "Release Hook", "release"],
  ["milestone_events", "Milestone Hook", "milestone"],
  ["emoji_events", "Emoji Hook", "emoji"],
])("a test of %s sends a sample if there is none", async (trigger, event, kind) => {
  const { receiver, owner, project, hook } = await setUp({});
  await using _ = receiver;
  const tested = await owner.post(`${hook}/test/${trigger}`);
  expect([tested.status, tested.body]).toEqual([201, { message: "201 Created" }]);
  const { headers, body } = await receiver.only();
  expect([headers["x-gitlab-event"], body]).toMatchObject([event, { object_kind: kind, project: { id: project.id } }]);
});

test("a test of releases sends the newest", async () => {
  const { receiver, owner, project, path, hook } = await setUp({});
  await using _ = receiver;
  await seedRepository(owner, project, { "README.md": "Read me\n" });
  await ok(owner.post(`${path}/releases`, { tag_name: "v1.0", ref: "main", description: "Works" }));
  await ok(owner.post(`${hook}/test/releases_events`));
  expect((await receiver.only()).body).toMatchObject({ object_kind: "release", tag: "v1.0", action: "create" });
});

test("a member who is no maintainer cannot have them delivered", async () => {
  const { receiver, owner, project, hook } = await setUp({});
  await using _ = receiver;
  const developer = await createUser();
  await joinProject(owner, project, developer, "developer");
  expect((await developer.post(`${hook}/test/releases_events`)).status).toBe(403);
});
