// POST /projects/:id/labels
import { describe, expect, test } from "vitest";
import { send, type Values } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { createLabel, createOwned, labelsOf, namesOf } from "./labels.ts";

const exists = { status: 409, body: { message: "Label already exists" } };

test("a label is answered whole, and listed in the same shape", async () => {
  const { owner, path } = await createOwned();
  const params = { name: "bug", color: "#FFAABB", description: "*Broken*", priority: 3 };
  const { status, body } = await owner.post(path, params);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      ...params,
      id: expect.any(Number),
      open_issues_count: 0,
      closed_issues_count: 0,
      open_merge_requests_count: 0,
      subscribed: false,
    },
  });
  expect(await owner.get(path)).toMatchObject({ status: 200, body: [body] });
});

test("omitted attributes are null", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.post(path, { name: "bug", color: "#FFF" })).toMatchObject({
    status: 201,
    body: { description: null, priority: null },
  });
});

test.each([
  ["?name=R%26D&color=%23FFF", undefined],
  ["", "name=R%26D&color=%23FFF"],
])("parameters can be sent in the query and in a form: %j, %j", async (query, form) => {
  const { owner, path } = await createOwned();
  const init = { method: "POST", headers: owner.headers, ...(form && { body: new URLSearchParams(form) }) };
  expect(await send(path + query, init)).toMatchObject({ status: 201, body: { name: "R&D", color: "#FFF" } });
});

describe("the name", () => {
  test.each<[string, Values, object]>([
    ["is required", { color: "#FFF" }, { error: "name is missing" }],
    ["and the color are required", {}, { error: "name is missing, color is missing" }],
    ["must be text", { name: ["a"], color: "#FFF" }, { error: "name is invalid" }],
    ["cannot be blank", { name: " ", color: "#FFF" }, { message: { title: ["can't be blank", "is invalid"] } }],
    ["cannot be null", { name: null, color: "#FFF" }, { message: { title: ["can't be blank", "is invalid"] } }],
    ["cannot contain a comma", { name: "a,b", color: "#FFF" }, { message: { title: ["is invalid"] } }],
    ["cannot contain an encoded comma", { name: "a&#44;b", color: "#FFF" }, { message: { title: ["is invalid"] } }],
    [
      "has at most 255 characters",
      { name: "é".repeat(256), color: "#FFF" },
      { message: { title: ["is too long (maximum is 255 characters)"] } },
    ],
  ])("%s", async (_, params, body) => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, params)).toMatchObject({ status: 400, body });
  });

  test.each(["what?", "R & D", "type::bug", "a/b", "x_y-z ~1", "ünï 😀", "42", "😀".repeat(255)])(
    "%s is accepted unchanged",
    async (name) => {
      const { owner, path } = await createOwned();
      expect(await owner.post(path, { name, color: "#FFF" })).toMatchObject({ status: 201, body: { name } });
    },
  );

  test("is stripped of tags, and its entities are decoded", async () => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { name: " <b>R&amp;D</b> &lt;3 ", color: "#FFF" })).toMatchObject({
      status: 201,
      body: { name: "R&D <3" },
    });
  });

  test("is unique in a project, before and after stripping", async () => {
    const { owner, path } = await createOwned();
    await owner.post(path, { name: "bug", color: "#FFF" });
    for (const name of ["bug", " bug ", "<b>bug</b>"]) {
      expect(await owner.post(path, { name, color: "#000" })).toMatchObject(exists);
    }
    expect(namesOf(await owner.get(path))).toEqual(["bug"]);
  });

  test("that is taken is reported before an invalid colour", async () => {
    const { owner, path } = await createOwned();
    await owner.post(path, { name: "bug", color: "#FFF" });
    expect(await owner.post(path, { name: "bug", color: "none" })).toMatchObject(exists);
  });

  test("can be used in another project, and in different letter case", async () => {
    const { owner, project, path } = await createOwned();
    await createLabel(owner, project, { name: "bug" });
    const other = await createProject(owner);
    expect(await owner.post(path, { name: "Bug", color: "#FFF" })).toMatchObject({ status: 201 });
    expect(await owner.post(labelsOf(other), { name: "bug", color: "#FFF" })).toMatchObject({ status: 201 });
  });
});

describe("the colour", () => {
  test.each([
    ["#FFAABB", "#FFAABB"],
    ["#fab", "#fab"],
    ["red", "#FF0000"],
    [" Teal ", "#008080"],
  ])("%j is stored as %s", async (color, code) => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { name: "bug", color })).toMatchObject({ status: 201, body: { color: code } });
  });

  test.each(["", null, "#FFAAFF1", "FFAABB", "reddish"])("cannot be %j", async (color) => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { name: "bug", color })).toMatchObject({
      status: 400,
      body: { message: { color: ["must be a valid color code"] } },
    });
  });
});

describe("the priority", () => {
  test.each([
    [0, 0],
    ["7", 7],
    ["", null],
    [null, null],
  ])("%j is stored as %j", async (priority, kept) => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { name: "bug", color: "#FFF", priority })).toMatchObject({
      status: 201,
      body: { priority: kept },
    });
  });

  test("must be a number", async () => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { name: "bug", color: "#FFF", priority: "foo" })).toMatchObject({
      status: 400,
      body: { error: "priority is invalid" },
    });
  });

  test("cannot be negative", async () => {
    const { owner, path } = await createOwned();
    expect(await owner.post(path, { name: "bug", color: "#FFF", priority: -1 })).toMatchObject({
      status: 400,
      body: { message: { priority: ["must be greater than or equal to 0"] } },
    });
  });
});

test("all errors are reported together", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.post(path, { name: "a,b", color: "none", description: "漢".repeat(256) })).toMatchObject({
    status: 400,
    body: {
      message: {
        color: ["must be a valid color code"],
        title: ["is invalid"],
        description: ["is too long (maximum is 255 characters)"],
      },
    },
  });
});

test("a name of megabytes gets the same error as one that is just too long", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.post(path, { name: "n".repeat(3_000_000), color: "#FFAABB" })).toMatchObject({
    status: 400,
    body: { message: { title: ["is too long (maximum is 255 characters)"] } },
  });
});

test("of 20 concurrent calls for one name one succeeds, and the others get a conflict", async () => {
  const { owner, path } = await createOwned();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => owner.post(path, { name: "bug", color: "#FFAABB" })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, text }) => `${status} ${text}`)).toEqual(
    Array(19).fill('409 {"message":"Label already exists"}'),
  );
  expect(namesOf(await owner.get(path))).toEqual(["bug"]);
});
