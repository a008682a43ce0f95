// POST /projects/:id/issues
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { createCast, createGroup, createIssue, createProject } from "../../support/factories.ts";

test("an issue is opened by whoever may read the project, and answered whole", async () => {
  const owner = await createUser();
  const outsider = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const answer = await outsider.post(`/projects/${project.id}/issues`, { title: "It leaks", description: "Here." });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      iid: 1,
      project_id: project.id,
      title: "It leaks",
      description: "Here.",
      state: "opened",
      labels: [],
      milestone: null,
      assignee: null,
      author: { id: outsider.id, username: outsider.username, state: "active" },
      subscribed: true,
      user_notes_count: 0,
      upvotes: 0,
      downvotes: 0,
      due_date: null,
      confidential: false,
    },
  });
  expect(Object.keys(answer.body).sort()).toEqual(
    [
      ...["assignee", "author", "confidential", "created_at", "description", "downvotes", "due_date", "id", "iid"],
      ...["labels", "milestone", "project_id", "state", "subscribed", "title", "updated_at", "upvotes"],
      ...["user_notes_count", "web_url"],
    ].sort(),
  );
  expect(answer.body.web_url).toMatch(new RegExp(`/${project.path_with_namespace}/issues/1$`));
});

describe("the title", () => {
  test.each([
    ["is missing", {}, { error: "title is missing" }],
    ["may not be blank", { title: "   " }, { message: { title: ["can't be blank"] } }],
    ["may not be null", { title: null }, { message: { title: ["can't be blank"] } }],
    [
      "has at most 255 characters",
      { title: "é".repeat(256) },
      { message: { title: ["is too long (maximum is 255 characters)"] } },
    ],
  ])("%s", async (_, body, refusal) => {
    const owner = await createUser();
    const project = await createProject(owner);
    expect(await owner.post(`/projects/${project.id}/issues`, body)).toMatchObject({ status: 400, body: refusal });
  });

  test("of 255 characters beyond the basic plane is taken, and trimmed", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const title = "😀".repeat(255);
    expect(await owner.post(`/projects/${project.id}/issues`, { title: ` ${title}\n` })).toMatchObject({
      status: 201,
      body: { title },
    });
  });
});

test("a description longer than a row holds is refused", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const answer = await owner.post(`/projects/${project.id}/issues`, { title: "t", description: "漢".repeat(700_000) });
  expect(answer).toMatchObject({
    status: 400,
    body: { message: { description: ["is too long (maximum is 1048576 characters)"] } },
  });
});

test("several bad parameters are told in the order of declaration", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  expect(
    await owner.post(`/projects/${project.id}/issues`, { confidential: "maybe", assignee_id: "x", created_at: "soon" }),
  ).toMatchObject({
    status: 400,
    body: { error: "title is missing, created_at is invalid, assignee_id is invalid, confidential is invalid" },
  });
});

test("mass assignment has no effect", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  expect(
    await owner.post(`/projects/${project.id}/issues`, { title: "t", iid: 99, author_id: 1, state: "closed" }),
  ).toMatchObject({ status: 201, body: { iid: 1, author: { id: owner.id }, state: "opened" } });
});

describe("assignee and due date", () => {
  test("are a reporter's to set", async () => {
    const { cast, project } = await createCast();
    expect(
      await cast.reporter.post(`/projects/${project.id}/issues`, {
        title: "t",
        assignee_id: cast.guest.id,
        due_date: "2027-02-28",
      }),
    ).toMatchObject({ status: 201, body: { assignee: { id: cast.guest.id }, due_date: "2027-02-28" } });
  });

  test("are dropped without a word from a guest", async () => {
    const { cast, project } = await createCast();
    expect(
      await cast.guest.post(`/projects/${project.id}/issues`, {
        title: "t",
        assignee_id: cast.reporter.id,
        due_date: "2027-02-28",
      }),
    ).toMatchObject({ status: 201, body: { assignee: null, due_date: null } });
  });

  test.each(["0", "", "999999999"])("no user stands behind assignee_id %j", async (assignee_id) => {
    const owner = await createUser();
    const project = await createProject(owner, { visibility_level: 20 });
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", assignee_id })).toMatchObject({
      status: 201,
      body: { assignee: null },
    });
  });

  test("an assignee who cannot read the project is none", async () => {
    const owner = await createUser();
    const outsider = await createUser();
    const project = await createProject(owner);
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", assignee_id: outsider.id })).toMatchObject({
      status: 201,
      body: { assignee: null },
    });
  });

  test.each(["2027-02-30", "soon", ""])("no day is %j", async (due_date) => {
    const owner = await createUser();
    const project = await createProject(owner);
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", due_date })).toMatchObject({
      status: 201,
      body: { due_date: null },
    });
  });
});

describe("created_at", () => {
  test("is the project owner's to set", async () => {
    const { cast, project } = await createCast();
    const created_at = "2016-03-11T03:45:40Z";
    expect(await cast.owner.post(`/projects/${project.id}/issues`, { title: "t", created_at })).toMatchObject({
      status: 201,
      body: { created_at: "2016-03-11T03:45:40.000Z" },
    });
  });

  test("is ignored from a master", async () => {
    const { cast, project } = await createCast();
    const answer = await cast.master.post(`/projects/${project.id}/issues`, {
      title: "t",
      created_at: "2016-03-11T03:45:40Z",
    });
    expect(answer).toMatchObject({ status: 201, body: { created_at: expect.not.stringMatching(/^2016/) } });
  });
});

test("a project with issues switched off takes none", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { issues_enabled: false });
  expect(await owner.post(`/projects/${project.id}/issues`, { title: "t" })).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});

test("twenty issues created at once have twenty consecutive iids", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const issues = await Promise.all(Array.from({ length: 20 }, () => createIssue(owner, project)));
  expect(issues.map(({ iid }) => iid).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test("an issue created while its project is deleted is created or 404, and never half", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const [deleted, ...created] = await Promise.all([
    owner.delete(`/projects/${project.id}`),
    ...Array.from({ length: 5 }, () => owner.post(`/projects/${project.id}/issues`, { title: "t" })),
  ]);
  expect(deleted.status).toBe(200);
  for (const { status } of created) expect([201, 404]).toContain(status);
  expect(await owner.get(`/projects/${project.id}/issues`)).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
});

test("opening an issue is activity of the project", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const before = await ok(owner.get(`/projects/${project.id}`));
  const issue = await ok(owner.post(`/projects/${project.id}/issues`, { title: "t" }));
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
    status: 200,
    body: { last_activity_at: issue.created_at, open_issues_count: before.open_issues_count + 1 },
  });
});
