// Single issues in API v4
import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { baseUrl, type Values } from "../../../support/api.ts";
import { createCast, createIssue, createProject, type Project } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, old: `/projects/${project.id}/issues`, path: v4(`/projects/${project.id}/issues`) };
}

const person = ({ id, username }: Actor) => expect.objectContaining({ id, username, locked: false, public_email: "" });

test("an issue is created, and read by its iid, in the whole shape", async () => {
  const { owner, project, path } = await setUp();
  const milestone = await ok(owner.post(v4(`/projects/${project.id}/milestones`), { title: "v1" }));
  const created = await owner.post(path, {
    title: "Title",
    description: "- [x] one\n- [ ] two",
    labels: "b,a",
    assignee_ids: [owner.id],
    milestone_id: milestone.id,
    due_date: "2030-01-02",
  });
  const self = `${baseUrl}/api/v4/projects/${project.id}/issues/1`;
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      iid: 1,
      project_id: project.id,
      title: "Title",
      description: "- [x] one\n- [ ] two",
      state: "opened",
      created_at: TIME,
      updated_at: TIME,
      closed_at: null,
      closed_by: null,
      labels: ["a", "b"],
      milestone,
      assignees: [person(owner)],
      author: person(owner),
      type: "ISSUE",
      assignee: person(owner),
      user_notes_count: 0,
      merge_requests_count: 0,
      upvotes: 0,
      downvotes: 0,
      due_date: "2030-01-02",
      confidential: false,
      discussion_locked: false,
      issue_type: "issue",
      web_url: `${baseUrl}/${project.path_with_namespace}/-/issues/1`,
      time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
      task_completion_status: { count: 2, completed_count: 1 },
      has_tasks: true,
      _links: {
        self,
        notes: `${self}/notes`,
        award_emoji: `${self}/award_emoji`,
        project: `${baseUrl}/api/v4/projects/${project.id}`,
        closed_as_duplicate_of: null,
      },
      references: { short: "#1", relative: "#1", full: `${project.path_with_namespace}#1` },
      severity: "UNKNOWN",
      subscribed: true,
      moved_to_id: null,
      imported: false,
      imported_from: "none",
      service_desk_reply_to: null,
    },
  ]);
  const { status, body } = await owner.get(`${path}/1`);
  expect([status, body]).toEqual([200, created.body]);
});

test("reading is one round trip", async () => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, { title: "Title" }));
  expect((await owner.get(`${path}/1`)).cost.roundTrips).toBe(1);
});

test("an id is no iid, and an iid of another project names nothing", async () => {
  const { owner, project, path } = await setUp();
  await createIssue(owner, await createProject(owner));
  const issue = await createIssue(owner, project);
  expect([(await owner.get(`${path}/1`)).body.id, issue.id > 1]).toEqual([issue.id, true]);
  for (const iid of [issue.id, 2, 0, -1]) expect((await owner.get(`${path}/${iid}`)).status).toBe(404);
});

describe("closing", () => {
  test("sets closed_at and closed_by, and reopening clears them", async () => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { title: "Title" }));
    const closed = await ok(owner.put(`${path}/1`, { state_event: "close" }));
    expect(closed).toMatchObject({ state: "closed", closed_at: closed.updated_at, closed_by: person(owner) });
    expect((await owner.get(`${path}/1`)).body).toEqual(closed);
    const reopened = await ok(owner.put(`${path}/1`, { state_event: "reopen" }));
    expect(reopened).toMatchObject({ state: "opened", closed_at: null, closed_by: null });
  });

  test("in v3 sets them, too", async () => {
    const { owner, old, path } = await setUp();
    const { id } = await ok(owner.post(old, { title: "Title" }));
    await ok(owner.put(`${old}/${id}`, { state_event: "close" }));
    expect((await owner.get(`${path}/1`)).body).toMatchObject({ closed_at: TIME, closed_by: person(owner) });
  });

  test("again keeps the first time and user", async () => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { title: "Title" }));
    const closed = await ok(owner.put(`${path}/1`, { state_event: "close" }));
    const again = await ok(owner.put(`${path}/1`, { state_event: "close", title: "New" }));
    expect([again.closed_at, again.title]).toEqual([closed.closed_at, "New"]);
  });
});

describe("labels", () => {
  test.each([
    ["a text", "b, a"],
    ["a list", ["b", "a"]],
  ])("as %s are those of a new issue", async (_, labels) => {
    const { owner, path } = await setUp();
    expect((await owner.post(path, { title: "Title", labels })).body.labels).toEqual(["a", "b"]);
  });

  test("as `labels[]` in the query replace those of an issue", async () => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { title: "Title", labels: "a" }));
    const { body } = await owner.put(`${path}/1?labels%5B%5D=b&labels%5B%5D=c`);
    expect(body.labels).toEqual(["b", "c"]);
  });

  test.each([
    ["added and removed", { add_labels: "c,d", remove_labels: ["a"] }, ["b", "c", "d"]],
    ["replaced, then added and removed", { labels: "x,y", add_labels: "c", remove_labels: "y" }, ["c", "x"]],
    ["added that are there, and removed that are not", { add_labels: ["a"], remove_labels: "z" }, ["a", "b"]],
    ["all removed by an empty text", { labels: "" }, []],
    ["removed that are also added", { add_labels: "c", remove_labels: "c" }, ["a", "b"]],
  ])("are %s", async (_, given, labels) => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { title: "Title", labels: "a,b" }));
    const { status, body } = await owner.put(`${path}/1`, given);
    expect([status, body.labels]).toEqual([200, labels]);
  });
});

describe("assignee_ids", () => {
  let owner: Actor;
  let other: Actor;
  let project: Project;
  beforeAll(async () => {
    [owner, other] = await Promise.all([createUser(), createUser()]);
    project = await createProject(owner, { visibility_level: 20 });
  });

  test.each<[string, () => Values, () => number[]]>([
    ["a list of one", () => ({ assignee_ids: [other.id] }), () => [other.id]],
    ["a list of two: the first", () => ({ assignee_ids: [other.id, owner.id] }), () => [other.id]],
    ["a text", () => ({ assignee_ids: `${other.id},${owner.id}` }), () => [other.id]],
    ["the older assignee_id", () => ({ assignee_id: other.id }), () => [other.id]],
    ["both: the list", () => ({ assignee_ids: [other.id], assignee_id: owner.id }), () => [other.id]],
    ["an empty list: nobody", () => ({ assignee_ids: [] }), () => []],
    ["a list of 0: nobody", () => ({ assignee_ids: [0] }), () => []],
  ])("as %s", async (_, given, expected) => {
    const path = v4(`/projects/${project.id}/issues`);
    const { iid } = await ok(owner.post(path, { title: "Title", assignee_ids: [owner.id] }));
    const { status, body } = await owner.put(`${path}/${iid}`, given());
    expect([status, body.assignees.map(({ id }: Actor) => id)]).toEqual([200, expected()]);
  });

  test("without them an edit keeps the assignee", async () => {
    const path = v4(`/projects/${project.id}/issues`);
    const { iid } = await ok(owner.post(path, { title: "Title", assignee_ids: [owner.id] }));
    const { body } = await owner.put(`${path}/${iid}`, { title: "New" });
    expect(body.assignee.id).toBe(owner.id);
  });
});

describe("iid and created_at at creation", () => {
  const given = { title: "Title", iid: 7, created_at: "2020-02-03T04:05:06.000Z" };

  test("count for owners, and the next issue has the next number", async () => {
    const { owner, path } = await setUp();
    expect((await owner.post(path, given)).body).toMatchObject({ iid: 7, created_at: given.created_at });
    expect((await owner.post(path, { title: "Next" })).body.iid).toBe(8);
  });

  test("are ignored for others", async () => {
    const { cast, project } = await createCast();
    const { status, body } = await cast.master.post(v4(`/projects/${project.id}/issues`), given);
    expect([status, body.iid, body.created_at]).toEqual([201, 1, TIME]);
    expect(body.created_at).not.toBe(given.created_at);
  });

  test.each([7, 3])("after iid 7, iid %i is 409, because numbers are not given again", async (iid) => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, given));
    const { status, body } = await owner.post(path, { title: "Second", iid });
    expect([status, body]).toEqual([409, { message: "Duplicated issue" }]);
    expect((await owner.get(`${path}/3`)).status).toBe(404);
  });

  test.each([0, -1, 2 ** 31, "x"])("the iid %s is 400", async (iid) => {
    const { owner, path } = await setUp();
    const { status, body } = await owner.post(path, { title: "Title", iid });
    expect([status, body]).toEqual([400, { error: "iid is invalid" }]);
  });
});

test.each([
  ["POST", { title: "Title", issue_type: "incident" }],
  ["PUT", { issue_type: "task" }],
])("another issue_type than issue is 400 in %s", async (method, given) => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, { title: "Title", issue_type: "issue" }));
  const { status, body } = await (method === "POST" ? owner.post(path, given) : owner.put(`${path}/1`, given));
  expect([status, body]).toEqual([400, { error: "issue_type does not have a valid value" }]);
});

test("an edit without an attribute is 400, and one with an invalid title, too", async () => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, { title: "Title" }));
  const empty = await owner.put(`${path}/1`, { unknown: 1 });
  expect([empty.status, empty.body.error]).toEqual([400, expect.stringContaining("at least one parameter")]);
  const invalid = await owner.put(`${path}/1`, { title: "" });
  expect([invalid.status, invalid.body.message.title]).toEqual([400, ["can't be blank"]]);
});

test("a key of the body never names another issue than the path", async () => {
  const { owner, path } = await setUp();
  for (const title of ["One", "Two"]) await ok(owner.post(path, { title }));
  const { body } = await owner.put(`${path}/1`, { issue_iid: 2, id: "x/y", title: "New" });
  expect([body.iid, (await owner.get(`${path}/2`)).body.title]).toEqual([1, "Two"]);
});

test("deleting is 204 for owners, 403 for masters, and then 404", async () => {
  const { cast, project } = await createCast();
  const path = v4(`/projects/${project.id}/issues/1`);
  await createIssue(cast.owner, project);
  expect((await cast.master.delete(path)).status).toBe(403);
  const deleted = await cast.owner.delete(path);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await cast.owner.delete(path)).status).toBe(404);
});

test("guests create issues without the attributes of managers, and edit only their own", async () => {
  const { cast, project } = await createCast();
  const path = v4(`/projects/${project.id}/issues`);
  const { body } = await cast.guest.post(path, {
    title: "Title",
    labels: "a",
    assignee_ids: [cast.guest.id],
    due_date: "2030-01-01",
  });
  expect(body).toMatchObject({ labels: [], assignees: [], due_date: null });
  const edited = await cast.guest.put(`${path}/1`, { title: "New", add_labels: "a", discussion_locked: true });
  expect(edited.body).toMatchObject({ title: "New", labels: [], discussion_locked: false });
  await ok(cast.owner.post(path, { title: "Other" }));
  expect((await cast.guest.put(`${path}/2`, { title: "New" })).status).toBe(403);
});

test("the labels of a list of issues of v3 are those that v4 gave", async () => {
  const { owner, old, path } = await setUp();
  await ok(owner.post(path, { title: "Title", labels: ["a", "b"] }));
  expect((await owner.get(old)).body).toMatchObject([{ iid: 1, labels: ["a", "b"] }]);
});

test("an issue moves, and shows where to those who see the other one", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const { owner, outsider } = cast;
  const target = await createProject(owner);
  const path = v4(`/projects/${project.id}/issues`);
  await ok(owner.post(path, { title: "Title" }));
  const moved = await owner.post(`${path}/1/move`, { to_project_id: target.id });
  expect([moved.status, moved.body.project_id, moved.body.moved_to_id]).toEqual([201, target.id, null]);
  const old = await ok(owner.get(`${path}/1`));
  expect(old).toMatchObject({ state: "closed", moved_to_id: moved.body.id, closed_at: TIME, closed_by: person(owner) });
  expect((await outsider.get(`${path}/1`)).body.moved_to_id).toBeNull();
});

test("an issue has no links", async () => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, { title: "Title" }));
  const { status, body } = await owner.get(`${path}/1/links`);
  expect([status, body]).toEqual([200, []]);
  expect((await owner.get(`${path}/2/links`)).status).toBe(404);
});

test("a confidential issue is the same 404 as a missing one to those who may not see it", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const path = v4(`/projects/${project.id}/issues`);
  await ok(cast.owner.post(path, { title: "Secret", confidential: true }));
  for (const below of ["", "/links", "/related_merge_requests", "/closed_by"]) {
    const [hidden, missing] = [
      await cast.outsider.get(`${path}/1${below}`),
      await cast.outsider.get(`${path}/9${below}`),
    ];
    expect([below, hidden.status, hidden.body]).toEqual([below, 404, missing.body]);
  }
});
