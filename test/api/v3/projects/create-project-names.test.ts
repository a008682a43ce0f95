// POST /projects: names and paths that are refused as invalid or taken.
import { describe, expect, test } from "vitest";
import { createUser, ok, unique } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const BLANK = "can't be blank";
const TAKEN = "has already been taken";
const TOO_LONG = "is too long (maximum is 255 characters)";
const NAME =
  "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.";
const PATH =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";

describe("refused as invalid:", () => {
  test.each([
    ["an empty name", { name: "", path: "x" }, { name: [BLANK] }],
    ["a name of white space", { name: "  ", path: "x" }, { name: [BLANK] }],
    ["an empty path", { path: "" }, { name: [BLANK], path: [BLANK] }],
    ["a name without a valid path", { name: "群組" }, { path: [BLANK] }],
    ["a name of 256 characters", { name: "a".repeat(256), path: "x" }, { name: [TOO_LONG] }],
    ["a path of 256 characters", { name: "x", path: "a".repeat(256) }, { path: [TOO_LONG] }],
    [
      "a description of 2,001 characters",
      { name: "x", description: "d".repeat(2001) },
      {
        description: ["is too long (maximum is 2000 characters)"],
      },
    ],
    ["a name that begins with a dash", { name: "-x", path: "x" }, { name: [NAME] }],
    ["a name with a slash", { name: "a/b" }, { name: [NAME] }],
    ["a path with a space", { name: "x", path: "a b" }, { path: [PATH] }],
    ["a path with a slash", { name: "x", path: "a/b" }, { path: [PATH] }],
    ["a path that begins with a dash", { name: "x", path: "-x" }, { path: [PATH] }],
    ["a path that ends in .git", { name: "x", path: "x.git" }, { path: [PATH] }],
    ["a path that ends in .atom", { name: "x", path: "x.atom" }, { path: [PATH] }],
    ["the path .", { name: "x", path: "." }, { path: [PATH] }],
    ["the path ..", { name: "x", path: ".." }, { path: [PATH] }],
    ["a reserved path", { name: "x", path: "tree" }, { path: ["tree is a reserved name"] }],
    ["a name whose path is reserved", { name: "Tree" }, { path: ["tree is a reserved name"] }],
    ["a bad name with a bad path", { name: "-", path: "-" }, { name: [NAME], path: [PATH] }],
  ])("%s", async (_what, attributes, message) => {
    const user = await createUser();
    const { status, body } = await user.post("/projects", attributes);
    expect({ status, body }).toEqual({ status: 400, body: { message } });
  });

  test("text that cannot be stored", async () => {
    const user = await createUser();
    expect(await user.post("/projects", { name: "a\0b" })).toMatchObject({
      status: 400,
      body: { error: "name is invalid" },
    });
  });
});

test("a description of 2,000 characters is accepted", async () => {
  const user = await createUser();
  const description = "😀".repeat(2000);
  expect(await user.post("/projects", { name: "x", description })).toMatchObject({
    status: 201,
    body: { description },
  });
});

test("a refused project leaves nothing behind", async () => {
  const user = await createUser();
  await user.post("/projects", { name: "fine", path: "-not" });
  expect(await user.get("/projects")).toMatchObject({ status: 200, body: [] });
});

describe("taken:", () => {
  test.each([
    ["a name", { name: "Name", path: "other" }, { name: [TAKEN] }],
    ["a path", { name: "Other", path: "path" }, { path: [TAKEN] }],
    ["a path in different letter case", { name: "Other", path: "PATH" }, { path: [TAKEN] }],
    ["a name with its path", { name: "Name", path: "path" }, { name: [TAKEN], path: [TAKEN] }],
    ["the path of a project's wiki", { name: "Other", path: "path.wiki" }, { name: [TAKEN] }],
    ["the path of a project's wiki in different letter case", { name: "Other", path: "Path.Wiki" }, { name: [TAKEN] }],
  ])("%s of an existing project", async (_what, attributes, message) => {
    const user = await createUser();
    await createProject(user, { name: "Name", path: "path" });
    const { status, body } = await user.post("/projects", attributes);
    expect({ status, body }).toEqual({ status: 400, body: { message } });
  });

  test("the path whose wiki path is an existing project", async () => {
    const user = await createUser();
    await createProject(user, { name: "Name", path: "path.wiki" });
    const { status, body } = await user.post("/projects", { name: "Other", path: "path" });
    expect({ status, body }).toEqual({ status: 400, body: { message: { name: [TAKEN] } } });
  });

  test("but not a name in different letter case", async () => {
    const user = await createUser();
    await createProject(user, { name: "Name", path: "path" });
    expect(await user.post("/projects", { name: "NAME", path: "other" })).toMatchObject({
      status: 201,
      body: { name: "NAME" },
    });
  });

  test("but not names and paths of another namespace", async () => {
    const user = await createUser();
    const group = await createGroup(user);
    await createProject(user, { name: "Name", path: "path" });
    const answer = await user.post("/projects", { name: "Name", path: "path", namespace_id: group.id });
    expect(answer).toMatchObject({ status: 201, body: { path_with_namespace: `${group.path}/path` } });
  });

  test("but not names and paths of a deleted project", async () => {
    const user = await createUser();
    const { id } = await createProject(user, { name: "Name", path: "path" });
    await ok(user.delete(`/projects/${id}`));
    expect(await user.post("/projects", { name: "Name", path: "path" })).toMatchObject({ status: 201 });
  });
});

describe("of twenty concurrent calls", () => {
  const attempt = async (attributesOf: (index: number) => { name: string; path: string }) => {
    const user = await createUser();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => user.post("/projects", attributesOf(index))),
    );
    return {
      statuses: answers.map(({ status }) => status).sort(),
      refusals: [...new Set(answers.filter(({ status }) => status !== 201).map(({ text }) => text))],
      left: (await ok(user.get("/projects"))).length,
    };
  };
  const oneOfTwenty = [201, ...Array.from({ length: 19 }, () => 400)];

  test("for one path exactly one succeeds", async () => {
    expect(await attempt(() => ({ name: unique("name"), path: "path" }))).toEqual({
      statuses: oneOfTwenty,
      refusals: [JSON.stringify({ message: { path: [TAKEN] } })],
      left: 1,
    });
  });

  test("for one name exactly one succeeds", async () => {
    expect(await attempt(() => ({ name: "Name", path: unique("path") }))).toEqual({
      statuses: oneOfTwenty,
      refusals: [JSON.stringify({ message: { name: [TAKEN] } })],
      left: 1,
    });
  });

  test("for a path or its wiki path exactly one succeeds", async () => {
    const { statuses, left } = await attempt((index) => ({
      name: unique("name"),
      path: index % 2 === 0 ? "path" : "path.wiki",
    }));
    expect({ statuses, left }).toEqual({ statuses: oneOfTwenty, left: 1 });
  });
});
