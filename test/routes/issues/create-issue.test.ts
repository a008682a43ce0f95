// POST /projects/:id/issues
import { describe, expect, test } from "vitest";
import { type Actor, type Cast, castNames, createUser, ok } from "../../support/actors.ts";
import { send } from "../../support/api.ts";
import { joinProject } from "../../support/belonging.ts";
import { createCast, createGroup, createIssue, createProject, type Project } from "../../support/factories.ts";

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

test("all bad parameters are told in one, in the order of declaration", async () => {
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

test("who may is whoever can read the project", async () => {
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

test("what is wrong with the parameters goes before there being no project, and that before the title", async () => {
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

test("mass assignment has no effect", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  expect(
    await owner.post(`/projects/${project.id}/issues`, { title: "t", iid: 99, author_id: 1, state: "closed" }),
  ).toMatchObject({ status: 201, body: { iid: 1, author: { id: owner.id }, state: "opened" } });
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

  test("is null when it is not given", async () => {
    const owner = await createUser();
    expect(await createIssue(owner, await createProject(owner))).toMatchObject({ description: null });
  });

  test("holds 1,048,576 characters and not one more, and a refusal takes no iid", async () => {
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
});

interface Label {
  readonly name: string;
  readonly color: string;
}

const labelsOf = async (owner: Actor, project: Project): Promise<Label[]> =>
  (await ok(owner.get(`/projects/${project.id}/labels`))).map(({ name, color }: Label) => ({ name, color }));

describe("labels", () => {
  test("that are not there yet are made in passing, in GitLab's blue", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    await ok(owner.post(`/projects/${project.id}/labels`, { name: "old", color: "#ff0000" }));
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", labels: "old,new" })).toMatchObject({
      status: 201,
      body: { labels: ["new", "old"] },
    });
    const labels = await labelsOf(owner, project);
    expect(labels.map(({ name, color }) => [name, color.toUpperCase()]).sort()).toEqual([
      ["new", "#428BCA"],
      ["old", "#FF0000"],
    ]);
  });

  test("are a reporter's to set: from a guest they are neither set nor made", async () => {
    const { cast, project } = await createCast();
    const path = `/projects/${project.id}/issues`;
    expect(await cast.reporter.post(path, { title: "t", labels: "a" })).toMatchObject({
      status: 201,
      body: { labels: ["a"] },
    });
    expect(await cast.guest.post(path, { title: "t", labels: "a,b" })).toMatchObject({
      status: 201,
      body: { labels: [] },
    });
    expect((await labelsOf(cast.owner, project)).map(({ name }) => name)).toEqual(["a"]);
  });

  test("are trimmed, told by their case, each once, and in order of their titles", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const answer = await owner.post(`/projects/${project.id}/issues`, { title: "t", labels: " b ,a,, B,b,\ta\n" });
    expect(answer).toMatchObject({ status: 201, body: { labels: ["B", "a", "b"] } });
  });

  test("may have odd characters, and are found again by them", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const odd = ["a?b&c:d/e_f-g", "100%", 'it\'s "quoted"', "\\back", "漢字", "😀", "No Label", "#1", "~2"].sort();
    for (const round of [1, 2]) {
      expect(
        await owner.post(`/projects/${project.id}/issues`, { title: `${round}`, labels: odd.join(",") }),
      ).toMatchObject({ status: 201, body: { labels: odd } });
    }
    expect((await labelsOf(owner, project)).map(({ name }) => name).sort()).toEqual(odd);
  });

  test("lose HTML tags and have entities decoded", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    expect(
      await owner.post(`/projects/${project.id}/issues`, { title: "t", labels: "<b>bold</b>,R&amp;D,<br>" }),
    ).toMatchObject({ status: 201, body: { labels: ["R&D", "bold"] } });
  });

  test("of more than 255 characters are skipped", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const longest = "é".repeat(255);
    expect(
      await owner.post(`/projects/${project.id}/issues`, { title: "t", labels: `${longest},${longest}é` }),
    ).toMatchObject({ status: 201, body: { labels: [longest] } });
  });

  test("250 of them go on one issue", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const labels = Array.from({ length: 250 }, (_, i) => `label ${String(i).padStart(3, "0")}`);
    const issue = await createIssue(owner, project, { labels: labels.join(",") });
    expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
      status: 200,
      body: { labels },
    });
  });

  test("made by twenty issues at once are one label", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => owner.post(`/projects/${project.id}/issues`, { title: "t", labels: "new,one" })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: { labels: ["new", "one"] } });
    expect(await owner.get(`/projects/${project.id}/labels`)).toMatchObject({
      status: 200,
      body: [
        { name: "new", open_issues_count: 20 },
        { name: "one", open_issues_count: 20 },
      ],
    });
  });
});

describe("the milestone", () => {
  const milestoneOf = (owner: Actor, { id }: Project) => ok(owner.post(`/projects/${id}/milestones`, { title: "m" }));

  test("is a reporter's to set", async () => {
    const { cast, project } = await createCast();
    const { id } = await milestoneOf(cast.owner, project);
    const path = `/projects/${project.id}/issues`;
    expect(await cast.reporter.post(path, { title: "t", milestone_id: id })).toMatchObject({
      status: 201,
      body: { milestone: { id, iid: 1, title: "m", project_id: project.id } },
    });
    expect(await cast.guest.post(path, { title: "t", milestone_id: id })).toMatchObject({
      status: 201,
      body: { milestone: null },
    });
  });

  test("of another project is none, nor is 0, nothing, or one that is not there", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const foreign = await milestoneOf(owner, await createProject(owner));
    for (const milestone_id of [foreign.id, 0, "", null, 999_999_999]) {
      expect(
        await owner.post(`/projects/${project.id}/issues`, { title: "t", milestone_id }),
        `${milestone_id}`,
      ).toMatchObject({ status: 201, body: { milestone: null } });
    }
  });
});

test("an outsider can be assigned what they could read of a public project", async () => {
  const owner = await createUser();
  const [outsider, guest] = [await createUser(), await createUser()];
  const project = await createProject(owner, { visibility_level: 20 });
  await joinProject(owner, project, guest, "guest");
  for (const { id } of [outsider, guest]) {
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", assignee_id: id })).toMatchObject({
      status: 201,
      body: { assignee: { id } },
    });
  }
});

test("parameters are taken from the query string and from a form as well", async () => {
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
  const wish = { title: "t", labels: "a", assignee_id: owner.id, description: `@${owner.username} #1` };
  const [deleted, ...created] = await Promise.all([
    owner.delete(`/projects/${project.id}`),
    ...Array.from({ length: 5 }, () => owner.post(`/projects/${project.id}/issues`, wish)),
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

test("three round trips at most, whatever is wanted", async () => {
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
