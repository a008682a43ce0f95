// POST /projects/:id/issues: labels, milestone, assignee, due date, created_at
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject, type Project } from "../../../support/factories.ts";

interface Label {
  readonly name: string;
  readonly color: string;
}

const labelsOf = async (owner: Actor, project: Project): Promise<Label[]> =>
  (await ok(owner.get(`/projects/${project.id}/labels`))).map(({ name, color }: Label) => ({ name, color }));

describe("labels", () => {
  test("that do not exist are created, in GitLab's blue", async () => {
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

  test("need a reporter: from a guest they are neither set nor created", async () => {
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

  test("are trimmed, case-sensitive, unique and in order of their titles", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const answer = await owner.post(`/projects/${project.id}/issues`, { title: "t", labels: " b ,a,, B,b,\ta\n" });
    expect(answer).toMatchObject({ status: 201, body: { labels: ["B", "a", "b"] } });
  });

  test("can have special characters, and can be filtered by them", async () => {
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

  test("can be 250 on one issue", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const labels = Array.from({ length: 250 }, (_, i) => `label ${String(i).padStart(3, "0")}`);
    const issue = await createIssue(owner, project, { labels: labels.join(",") });
    expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
      status: 200,
      body: { labels },
    });
  });

  test("created concurrently by twenty issues are one label", async () => {
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

  test("needs a reporter", async () => {
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

  test("of another project is ignored, and so are 0, an empty value and an unknown id", async () => {
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

describe("assignee and due date", () => {
  test("need a reporter", async () => {
    const { cast, project } = await createCast();
    expect(
      await cast.reporter.post(`/projects/${project.id}/issues`, {
        title: "t",
        assignee_id: cast.guest.id,
        due_date: "2027-02-28",
      }),
    ).toMatchObject({ status: 201, body: { assignee: { id: cast.guest.id }, due_date: "2027-02-28" } });
  });

  test("are silently dropped for a guest", async () => {
    const { cast, project } = await createCast();
    expect(
      await cast.guest.post(`/projects/${project.id}/issues`, {
        title: "t",
        assignee_id: cast.reporter.id,
        due_date: "2027-02-28",
      }),
    ).toMatchObject({ status: 201, body: { assignee: null, due_date: null } });
  });

  test.each(["0", "", "999999999"])("are unset for the unknown assignee_id %j", async (assignee_id) => {
    const owner = await createUser();
    const project = await createProject(owner, { visibility_level: 20 });
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", assignee_id })).toMatchObject({
      status: 201,
      body: { assignee: null },
    });
  });

  test.each([
    ["an issue", "Alone"],
    ["an issue that names another one", "After #1"],
  ])("drop the assignee of %s who cannot read the project", async (_, description) => {
    const owner = await createUser();
    const outsider = await createUser();
    const project = await createProject(owner);
    await createIssue(owner, project);
    const attributes = { title: "t", description, assignee_id: outsider.id };
    expect(await owner.post(`/projects/${project.id}/issues`, attributes)).toMatchObject({
      status: 201,
      body: { assignee: null },
    });
  });

  test.each([
    ["Sun Sep 13 12:26:40 UTC 2020", "2020-09-13"],
    ["20200101", "2020-01-01"],
    ["1 Jan 2020", "2020-01-01"],
    ["Jan 5, 2020", "2020-01-05"],
    ["Sun, 05 Jan 2020 23:20:30 -0500", "2020-01-05"],
    ["2020-01-05T23:59:59.999Z", "2020-01-05"],
    ["2020/01/05", "2020-01-05"],
    ["5.1.2020", "2020-01-05"],
  ])("accept or ignore due dates: %j is %s", async (given, due_date) => {
    const owner = await createUser();
    const project = await createProject(owner);
    const issue = await owner.post(`/projects/${project.id}/issues`, { title: "t", due_date: given });
    expect(issue).toMatchObject({ status: 201, body: { due_date } });
    expect(await owner.put(`/projects/${project.id}/issues/${issue.body.id}`, { due_date: `${given} ` })).toMatchObject(
      { status: 200, body: { due_date } },
    );
  });

  test.each(["2027-02-30", "soon", "", "5 Jan", "9".repeat(200)])("refuse %j as a due date", async (due_date) => {
    const owner = await createUser();
    const project = await createProject(owner);
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t", due_date })).toMatchObject({
      status: 201,
      body: { due_date: null },
    });
  });

  test("allow an outsider who could read the public project", async () => {
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
});

describe("created_at", () => {
  test("can be set by the project owner", async () => {
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
