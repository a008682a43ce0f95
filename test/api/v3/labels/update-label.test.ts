// PUT /projects/:id/labels
import { describe, expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { send, type Values, withQuery } from "../../../support/api.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createLabel, createOwned, labelsOf, namesOf } from "./labels.ts";

const missing = { status: 404, body: { message: "404 Label not found Not Found" } };

async function createBug() {
  const owned = await createOwned();
  const label = await createLabel(owned.owner, owned.project, {
    name: "bug",
    color: "#FFAABB",
    description: "Broken",
    priority: 3,
  });
  return { ...owned, label };
}

test.each<[Values, Values]>([
  [{ new_name: "defect" }, { name: "defect" }],
  [{ new_name: " <b>R&amp;D</b> " }, { name: "R&D" }],
  [{ color: "teal" }, { color: "#008080" }],
  [{ description: "Not right" }, { description: "Not right" }],
  [{ description: null }, { description: null }],
  [{ priority: 0 }, { priority: 0 }],
  [{ priority: null }, { priority: null }],
  [{ priority: "" }, { priority: null }],
  [
    { new_name: "defect", color: "#000", description: "", priority: 1 },
    { name: "defect", color: "#000", description: "", priority: 1 },
  ],
])("%j changes that attribute and keeps the rest", async (attributes, changed) => {
  const { owner, path, label } = await createBug();
  const { status, body } = await owner.put(path, { name: "bug", ...attributes });
  expect({ status, body }).toEqual({ status: 200, body: { ...label, ...changed } });
  expect(await owner.get(path)).toMatchObject({ status: 200, body: [body] });
});

test("parameters can be sent in the query", async () => {
  const { owner, path, label } = await createBug();
  const query = withQuery(path, { name: "bug", new_name: "defect" });
  expect(await send(query, { method: "PUT", headers: owner.headers })).toMatchObject({
    status: 200,
    body: { id: label.id, name: "defect" },
  });
});

test.each(["bug", "", " ", null])("the new name %j is ignored", async (new_name) => {
  const { owner, path, label } = await createBug();
  expect(await owner.put(path, { name: "bug", new_name })).toMatchObject({ status: 200, body: label });
});

describe("is refused", () => {
  test.each<[Values, object]>([
    [
      { name: "bug" },
      { error: "new_name, color, description, priority are missing, at least one parameter must be provided" },
    ],
    [{ new_name: "defect" }, { error: "name is missing" }],
    [{ name: "bug", new_name: ["a"] }, { error: "new_name is invalid" }],
    [{ name: "bug", priority: "high" }, { error: "priority is invalid" }],
    [{ name: "bug", new_name: "a,b" }, { message: { title: ["is invalid"] } }],
    [{ name: "bug", new_name: "<b></b>" }, { message: { title: ["can't be blank", "is invalid"] } }],
    [{ name: "bug", new_name: "x".repeat(256) }, { message: { title: ["is too long (maximum is 255 characters)"] } }],
    [{ name: "bug", color: "none" }, { message: { color: ["must be a valid color code"] } }],
    [{ name: "bug", color: "" }, { message: { color: ["must be a valid color code"] } }],
    [{ name: "bug", priority: -1 }, { message: { priority: ["must be greater than or equal to 0"] } }],
  ])("%j", async (attributes, body) => {
    const { owner, path, label } = await createBug();
    expect(await owner.put(path, attributes)).toMatchObject({ status: 400, body });
    expect(await owner.get(path)).toMatchObject({ body: [label] });
  });
});

test.each([{ color: "#FFF" }, { color: "none" }])("of an unknown label %j is 404", async (attributes) => {
  const { owner, path } = await createBug();
  for (const name of ["Bug", "bugs", "", null]) {
    expect(await owner.put(path, { name, ...attributes })).toMatchObject(missing);
  }
});

test("another project's label is 404", async () => {
  const { owner, label } = await createBug();
  const other = await createProject(owner);
  expect(await owner.put(labelsOf(other), { name: label.name, color: "#FFF" })).toMatchObject(missing);
});

describe("a name that is taken", () => {
  const taken = { status: 400, body: { message: { title: ["has already been taken"] } } };

  test("is refused, and nothing else changes", async () => {
    const { owner, project, path, label } = await createBug();
    const feature = await createLabel(owner, project, { name: "feature" });
    expect(await owner.put(path, { name: "bug", new_name: "feature", color: "#000" })).toMatchObject(taken);
    expect(await owner.get(path)).toMatchObject({ body: [label, feature] });
  });

  test("goes to one of 20 labels renamed to it concurrently", async () => {
    const { owner, project, path } = await createOwned();
    const names = Array.from({ length: 20 }, (_, at) => `label ${at + 10}`);
    await Promise.all(names.map((name) => createLabel(owner, project, { name })));
    const answers = await Promise.all(names.map((name) => owner.put(path, { name, new_name: "the one" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject(Array(19).fill(taken));
  });
});

test("issues keep a renamed label", async () => {
  const { owner, project, path } = await createBug();
  const issue = await createIssue(owner, project, { labels: "bug" });
  await ok(owner.put(path, { name: "bug", new_name: "defect" }));
  expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({ body: { labels: ["defect"] } });
  expect(await owner.get(path)).toMatchObject({ body: [{ name: "defect", open_issues_count: 1 }] });
});

test("two labels can swap names through a third one", async () => {
  const { owner, project, path } = await createOwned();
  for (const name of ["a", "b"]) await createLabel(owner, project, { name });
  for (const [name = "", new_name = ""] of ["a c", "b a", "c b"].map((step) => step.split(" "))) {
    await ok(owner.put(path, { name, new_name }));
  }
  expect(namesOf(await owner.get(path))).toEqual(["a", "b"]);
});
