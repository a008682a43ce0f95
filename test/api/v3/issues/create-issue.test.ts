// POST /projects/:id/issues
import { describe, expect, test } from "vitest";
import { type Cast, castNames, createUser, ok } from "../../../support/actors.ts";
import { send } from "../../../support/api.ts";
import { createCast, createGroup, createIssue, createProject } from "../../../support/factories.ts";

test("an issue can be created by every reader of the project, and is answered whole", async () => {
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

test("access to creating requires reading the project", async () => {
  const { cast, project } = await createCast({ visibility_level: 20 }, { visibility_level: 10 });
  const refused: Partial<Record<keyof Cast, number>> = { anonymous: 401, external: 404 };
  const statuses = await Promise.all(
    castNames.map(async (name) => [
      name,
      (await cast[name].post(`/projects/${project.id}/issues`, { title: "t" })).status,
    ]),
  );
  expect(Object.fromEntries(statuses)).toEqual(
    Object.fromEntries(castNames.map((name) => [name, refused[name] ?? 201])),
  );
});

test("checks are in the order: parameters, project, title", async () => {
  const stranger = await createUser();
  const project = await createProject(await createUser());
  for (const id of [project.id, 999_999_999]) {
    expect(await stranger.post(`/projects/${id}/issues`)).toMatchObject({
      status: 400,
      text: '{"error":"title is missing"}',
    });
    expect(await stranger.post(`/projects/${id}/issues`, { title: "" })).toMatchObject({
      status: 404,
      text: '{"message":"404 Project Not Found"}',
    });
  }
});

test("a project with disabled issues refuses it", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { issues_enabled: false });
  expect(await owner.post(`/projects/${project.id}/issues`, { title: "t" })).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});

describe("the title", () => {
  test.each([
    ["is required", {}, { error: "title is missing" }],
    ["cannot be blank", { title: "   " }, { message: { title: ["can't be blank"] } }],
    ["cannot be null", { title: null }, { message: { title: ["can't be blank"] } }],
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

  test("of 255 characters outside the BMP is accepted, and trimmed", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const title = "😀".repeat(255);
    expect(await owner.post(`/projects/${project.id}/issues`, { title: ` ${title}\n` })).toMatchObject({
      status: 201,
      body: { title },
    });
  });
});

describe("the description", () => {
  test.each([["  \r\n# 漢字 😀 <b>&amp;</b>\n\n"], [""]])("%j is stored verbatim", async (description) => {
    const owner = await createUser();
    const project = await createProject(owner);
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", description })).toMatchObject({
      status: 201,
      body: { description },
    });
  });

  test("is null by default", async () => {
    const owner = await createUser();
    expect(await createIssue(owner, await createProject(owner))).toMatchObject({ description: null });
  });

  test("has at most 1,048,576 characters, and a refusal uses up no iid", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const description = "x".repeat(1_048_576);
    const path = `/projects/${project.id}/issues`;
    expect((await owner.post(path, { title: "t", description: `${description}y` })).status).toBe(400);
    const { status, body } = await owner.post(path, { title: "t", description });
    expect({ status, iid: body.iid, same: body.description === description }).toEqual({
      status: 201,
      iid: 1,
      same: true,
    });
  });

  test("longer than a row is refused", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const answer = await owner.post(`/projects/${project.id}/issues`, {
      title: "t",
      description: "漢".repeat(700_000),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: { description: ["is too long (maximum is 1048576 characters)"] } },
    });
  });
});

test("two invalid parameters are reported in the order of declaration", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  expect(
    await owner.post(`/projects/${project.id}/issues`, { confidential: "maybe", assignee_id: "x", created_at: "soon" }),
  ).toMatchObject({
    status: 400,
    body: { error: "title is missing, created_at is invalid, assignee_id is invalid, confidential is invalid" },
  });
});

test("all invalid parameters are reported at once, in the order of declaration", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const bad = {
    confidential: "maybe",
    due_date: [1],
    labels: [1],
    milestone_id: "m",
    assignee_id: "a",
    description: [1],
    merge_request_for_resolving_discussions: "x",
    created_at: "soon",
    title: ["t"],
  };
  expect(await owner.post(`/projects/${project.id}/issues`, bad)).toMatchObject({
    status: 400,
    body: {
      error: [
        "title is invalid, created_at is invalid, merge_request_for_resolving_discussions is invalid",
        "description is invalid, assignee_id is invalid, milestone_id is invalid, labels is invalid",
        "due_date is invalid, confidential is invalid",
      ].join(", "),
    },
  });
});

test("parameters can be sent in the query and in a form", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const headers = { ...owner.headers, "content-type": "application/x-www-form-urlencoded" };
  expect(
    await send(`/projects/${project.id}/issues?title=From%20the%20query&confidential=yes`, {
      method: "POST",
      headers,
      body: "description=from+the+form&labels=a%2Cb&due_date=2027-01-01",
    }),
  ).toMatchObject({
    status: 201,
    body: {
      title: "From the query",
      description: "from the form",
      labels: ["a", "b"],
      confidential: true,
      due_date: "2027-01-01",
    },
  });
});

test("mass assignment has no effect", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  expect(
    await owner.post(`/projects/${project.id}/issues`, { title: "t", iid: 99, author_id: 1, state: "closed" }),
  ).toMatchObject({ status: 201, body: { iid: 1, author: { id: owner.id }, state: "opened" } });
});

test("twenty issues created concurrently have twenty consecutive iids", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const issues = await Promise.all(Array.from({ length: 20 }, () => createIssue(owner, project)));
  expect(issues.map(({ iid }) => iid).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test("an issue created while its project is deleted is created or 404, and never half", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const params = { title: "t", labels: "a", assignee_id: owner.id, description: `@${owner.username} #1` };
  const [deleted, ...created] = await Promise.all([
    owner.delete(`/projects/${project.id}`),
    ...Array.from({ length: 5 }, () => owner.post(`/projects/${project.id}/issues`, params)),
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

test("creating costs at most three round trips, with any attributes", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const { id: milestone_id } = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "m" }));
  const { status, cost } = await owner.post(`/projects/${project.id}/issues`, {
    title: `All of it, @${owner.username}`,
    description: "#1 #2 #3 @all",
    labels: Array.from({ length: 120 }, (_, i) => `l${i}`).join(","),
    milestone_id,
    assignee_id: owner.id,
    confidential: true,
    due_date: "2027-01-01",
    created_at: "2016-01-01",
  });
  expect({ status, few: cost.roundTrips <= 3 }).toEqual({ status: 201, few: true });
});
