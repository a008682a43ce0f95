// POST /projects/:id/milestones
import { describe, expect, test } from "vitest";
import type { Values } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { createMilestone, createOwned, milestonesOf } from "./milestones.ts";

test("a milestone is answered whole", async () => {
  const { owner, project, path } = await createOwned();
  const params = { title: "1.0", description: "*All* of it", due_date: "2027-03-01", start_date: "2027-02-01" };
  const { status, body } = await owner.post(path, params);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      ...params,
      id: expect.any(Number),
      iid: 1,
      project_id: project.id,
      state: "active",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
    },
  });
  expect(await owner.get(`${path}/${body.id}`)).toMatchObject({ status: 200, body });
});

test("omitted attributes are null", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.post(path, { title: "1.0" })).toMatchObject({
    status: 201,
    body: { description: null, due_date: null, start_date: null },
  });
});

test("mass assignment has no effect", async () => {
  const { owner, project, path } = await createOwned();
  const other = await createProject(owner);
  const params = { title: "1.0", iid: 99, project_id: other.id, state: "closed", created_at: "2001-01-01T00:00:00Z" };
  const answer = await owner.post(path, params);
  expect(answer).toMatchObject({ status: 201, body: { iid: 1, project_id: project.id, state: "active" } });
  expect(answer.body.created_at).not.toMatch(/^2001/);
});

describe("the title", () => {
  const failed = (reason: string) => ({ message: `Failed to create milestone {:title=>["${reason}"]}` });

  test.each<[string, Values, object]>([
    ["is required", { description: "d" }, { error: "title is missing" }],
    ["cannot be blank", { title: " \n" }, failed("can't be blank")],
    ["cannot be null", { title: null }, failed("can't be blank")],
    ["must be text", { title: ["a"] }, { error: "title is invalid" }],
    ["has at most 255 characters", { title: "é".repeat(256) }, failed("is too long (maximum is 255 characters)")],
  ])("%s", async (_, params, body) => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, params)).toMatchObject({ status: 400, body });
  });

  test("of 255 characters outside the BMP is accepted, and trimmed", async () => {
    const { owner, path } = await createOwned();
    const title = "😀".repeat(255);
    expect(await owner.post(path, { title: ` ${title}\n` })).toMatchObject({ status: 201, body: { title } });
  });

  test("is unique in a project", async () => {
    const { owner, path } = await createOwned();
    await owner.post(path, { title: "1.0" });
    expect(await owner.post(path, { title: " 1.0 " })).toMatchObject({
      status: 400,
      body: failed("has already been taken"),
    });
  });

  test("can be used in another project, and in different letter case", async () => {
    const { owner, project, path } = await createOwned();
    await createMilestone(owner, project, { title: "Alpha" });
    const other = await createProject(owner);
    expect(await owner.post(path, { title: "alpha" })).toMatchObject({ status: 201, body: { iid: 2 } });
    expect(await owner.post(milestonesOf(other), { title: "Alpha" })).toMatchObject({ status: 201, body: { iid: 1 } });
  });
});

test("a description longer than a row is refused", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.post(path, { title: "1.0", description: "漢".repeat(700_000) })).toMatchObject({
    status: 400,
    body: { message: 'Failed to create milestone {:description=>["is too long (maximum is 1048576 characters)"]}' },
  });
});

test("a description of a million characters is stored", async () => {
  const { owner, path } = await createOwned();
  const description = "d".repeat(1_048_576);
  const { status, body } = await owner.post(path, { title: "1.0", description });
  expect({ status, same: body.description === description }).toEqual({ status: 201, same: true });
});

describe("dates", () => {
  test("are read in the formats of Ruby's parser", async () => {
    const { owner, path } = await createOwned();
    const params = { title: "1.0", start_date: "1 Feb 2027", due_date: "Mon Mar  1 10:20:30 UTC 2027" };
    expect(await owner.post(path, params)).toMatchObject({
      status: 201,
      body: { start_date: "2027-02-01", due_date: "2027-03-01" },
    });
  });

  test.each(["", "soon", "2027-02-30", null])("%j is refused", async (day) => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { title: "1.0", due_date: day, start_date: day })).toMatchObject({
      status: 201,
      body: { due_date: null, start_date: null },
    });
  });

  test.each([
    ["before", "2027-01-31"],
    ["on", "2027-02-01"],
  ])("a due date %s the start date is refused", async (_, due_date) => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { title: "1.0", start_date: "2027-02-01", due_date })).toMatchObject({
      status: 400,
      body: { message: 'Failed to create milestone {:start_date=>["Can\'t be greater than due date"]}' },
    });
  });

  test("errors are reported together", async () => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { title: "", start_date: "2027-02-01", due_date: "2027-01-01" })).toMatchObject({
      status: 400,
      body: {
        message:
          'Failed to create milestone {:title=>["can\'t be blank"], :start_date=>["Can\'t be greater than due date"]}',
      },
    });
  });
});

describe("20 concurrent calls", () => {
  const twenty = Array.from({ length: 20 }, (_, at) => at + 1);

  test("make milestones with consecutive iids", async () => {
    const { owner, project } = await createOwned();
    const milestones = await Promise.all(twenty.map(() => createMilestone(owner, project)));
    expect(milestones.map(({ iid }) => iid).sort((a, b) => a - b)).toEqual(twenty);
  });

  test("for one title make one milestone, and use one iid", async () => {
    const { owner, project, path } = await createOwned();
    const answers = await Promise.all(twenty.map(() => owner.post(path, { title: "1.0" })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array(19).fill('400 {"message":"Failed to create milestone {:title=>[\\"has already been taken\\"]}"}'),
    );
    expect(await createMilestone(owner, project)).toMatchObject({ iid: 2 });
  });
});
