// PUT /projects/:id/milestones/:milestone_id
import { describe, expect, test } from "vitest";
import type { Values } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { createMilestone, createOwned, milestonesOf } from "./milestones.ts";

/** A milestone with every attribute. */
async function createFull() {
  const { owner, project, path } = await createOwned();
  const milestone = await createMilestone(owner, project, {
    title: "1.0",
    description: "All of it",
    start_date: "2027-02-01",
    due_date: "2027-03-01",
  });
  return { owner, project, path, milestone, one: `${path}/${milestone.id}` };
}

test.each<[string, Values, object]>([
  ["the title, trimmed", { title: " 2.0 " }, { title: "2.0" }],
  ["the description", { description: "Half of it" }, { description: "Half of it" }],
  ["the description, cleared", { description: null }, { description: null }],
  ["the due date", { due_date: "2027-04-01" }, { due_date: "2027-04-01" }],
  ["the start date alone", { start_date: "2027-01-01" }, { start_date: "2027-01-01" }],
  [
    "dates in words",
    { start_date: "Feb 2, 2027", due_date: "20270402" },
    { start_date: "2027-02-02", due_date: "2027-04-02" },
  ],
  ["an empty date, cleared", { due_date: "" }, { due_date: null }],
  ["an unreadable date, cleared", { start_date: "soon" }, { start_date: null }],
  ["the state", { state_event: "close" }, { state: "closed" }],
  ["several", { title: "2.0", state_event: "close" }, { title: "2.0", state: "closed" }],
])("%s is changed, and nothing else", async (_, attributes, change) => {
  const { owner, milestone, one } = await createFull();
  const { status, body } = await owner.put(one, attributes);
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...milestone, ...change, updated_at: expect.any(String) },
  });
  expect(body.updated_at > milestone.updated_at).toBe(true);
  expect(await owner.get(one)).toMatchObject({ status: 200, body });
});

test("a closed milestone can be activated again", async () => {
  const { owner, one } = await createFull();
  await owner.put(one, { state_event: "close" });
  expect(await owner.put(one, { state_event: "activate" })).toMatchObject({ status: 200, body: { state: "active" } });
});

describe("setting existing values writes nothing, not even updated_at:", () => {
  test.each<[string, Values]>([
    ["activating an active one", { state_event: "activate" }],
    ["its own title", { title: "1.0" }],
    ["its own dates", { start_date: "2027-02-01", due_date: "2027-03-01" }],
  ])("%s", async (_, attributes) => {
    const { owner, milestone, one } = await createFull();
    const { status, body, cost } = await owner.put(one, attributes);
    expect({ status, body, written: cost.rowsWritten }).toEqual({ status: 200, body: milestone, written: 0 });
  });

  test("closing a closed one", async () => {
    const { owner, one } = await createFull();
    const closed = await owner.put(one, { state_event: "close" });
    const { status, body, cost } = await owner.put(one, { state_event: "close" });
    expect({ status, body, written: cost.rowsWritten }).toEqual({ status: 200, body: closed.body, written: 0 });
  });
});

test("at least one of its parameters is required", async () => {
  const { owner, one } = await createFull();
  expect(await owner.put(one, { iid: 7, state: "closed" })).toMatchObject({
    status: 400,
    body: {
      error:
        "title, description, due_date, start_date, state_event are missing, at least one parameter must be provided",
    },
  });
});

describe("refused without any change:", () => {
  const failed = (errors: string) => ({ message: `Failed to update milestone {${errors}}` });
  const due = failed(':start_date=>["Can\'t be greater than due date"]');

  test.each<[string, Values, object]>([
    ["a blank title", { title: " ", state_event: "close" }, failed(':title=>["can\'t be blank"]')],
    [
      "a title too long",
      { title: "t".repeat(256), state_event: "close" },
      failed(':title=>["is too long (maximum is 255 characters)"]'),
    ],
    ["a start date after the stored due date", { start_date: "2027-03-02" }, due],
    ["a due date before the stored start date", { due_date: "2027-02-01", state_event: "close" }, due],
    ["another event", { state_event: "reopen" }, { error: "state_event does not have a valid value" }],
    ["an empty event", { state_event: "" }, { error: "state_event does not have a valid value" }],
  ])("%s", async (_, attributes, body) => {
    const { owner, milestone, one } = await createFull();
    expect(await owner.put(one, attributes)).toMatchObject({ status: 400, body });
    expect(await owner.get(one)).toMatchObject({ status: 200, body: milestone });
  });

  test("a title another milestone of the project has", async () => {
    const { owner, project, milestone, one } = await createFull();
    await createMilestone(owner, project, { title: "2.0" });
    expect(await owner.put(one, { title: "2.0", state_event: "close" })).toMatchObject({
      status: 400,
      body: failed(':title=>["has already been taken"]'),
    });
    expect(await owner.get(one)).toMatchObject({ status: 200, body: milestone });
  });
});

test("two concurrent requests cannot make dates cross", async () => {
  const { owner, one } = await createFull();
  for (let round = 0; round < 5; round += 1) {
    await owner.put(one, { start_date: "2027-02-01", due_date: "2027-03-01" });
    const answers = await Promise.all([
      owner.put(one, { start_date: "2027-02-20" }),
      owner.put(one, { due_date: "2027-02-10" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test("of 20 milestones renamed to one title concurrently one succeeds", async () => {
  const { owner, project, path } = await createOwned();
  const milestones = await Promise.all(Array.from({ length: 20 }, () => createMilestone(owner, project)));
  const answers = await Promise.all(milestones.map(({ id }) => owner.put(`${path}/${id}`, { title: "1.0" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
});

test.each(["999999999", "0", "99999999999999999999"])("a milestone %s answers 404", async (id) => {
  const { owner, path } = await createOwned();
  expect(await owner.put(`${path}/${id}`, { title: "2.0" })).toMatchObject({
    status: 404,
    body: { message: "404 Not found" },
  });
});

test("a milestone of another project is 404", async () => {
  const { owner, milestone } = await createFull();
  const other = await createProject(owner);
  expect(await owner.put(`${milestonesOf(other)}/${milestone.id}`, { title: "2.0" })).toMatchObject({
    status: 404,
    body: { message: "404 Not found" },
  });
});

test("several invalid parameters are reported in the order of declaration", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.put(`${path}/x`, { title: ["a"], state_event: "stop" })).toMatchObject({
    status: 400,
    body: { error: "milestone_id is invalid, title is invalid, state_event does not have a valid value" },
  });
});
