// The path parameter :id of a project: its number, or its full path with an encoded slash.
import { describe, expect, test } from "vitest";
import { createUser, unique } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const absent = { status: 404, body: { message: "404 Project Not Found" } };

describe("a project is found by", () => {
  type Found = { id: number; path_with_namespace: string };
  test.each([
    ["its number", ({ id }: Found) => `${id}`],
    ["its number with leading zeros", ({ id }: Found) => `00${id}`],
    ["its full path", ({ path_with_namespace }: Found) => encodeURIComponent(path_with_namespace)],
    [
      "its full path in capitals",
      ({ path_with_namespace }: Found) => encodeURIComponent(path_with_namespace.toUpperCase()),
    ],
    [
      "its full path with a lower-case escape",
      ({ path_with_namespace }: Found) => path_with_namespace.replace("/", "%2f"),
    ],
  ])("%s", async (_what, idOf) => {
    const owner = await createUser();
    const project = await createProject(owner);
    expect(await owner.get(`/projects/${idOf(project)}`)).toMatchObject({ status: 200, body: { id: project.id } });
  });

  test.each(["with.dots.in", "12345", "_x", ".x", "x."])("a path like %s", async (path) => {
    const owner = await createUser();
    const project = await createProject(owner, { name: unique("project"), path });
    expect(await owner.get(`/projects/${owner.username}%2F${path}`)).toMatchObject({
      status: 200,
      body: { id: project.id },
    });
  });

  test("a path that is the name of a group", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    expect(await owner.get(`/projects/${group.path}%2F${project.path}`)).toMatchObject({
      status: 200,
      body: { id: project.id },
    });
  });
});

describe("no project is found by", () => {
  test.each([
    "0",
    "999999999",
    "2147483648",
    "9223372036854775808",
    "99999999999999999999999999999999999999",
    "1e3",
    "-1",
    "%2B1",
    "1.0",
    "nothing",
    "root%2Fnothing",
    "nothing%2Fnothing",
    "a%2Fb%2Fc",
    "%2F",
    "%20",
    "%F0%9F%98%80",
    "'%20or%201=1%20--",
    "%00",
    "1%00",
    "a".repeat(2000),
  ])("%j", async (id) => {
    const user = await createUser();
    expect(await user.get(`/projects/${id}`)).toMatchObject(absent);
  });

  test("its path alone", async () => {
    const owner = await createUser();
    const { path } = await createProject(owner);
    expect(await owner.get(`/projects/${path}`)).toMatchObject(absent);
  });

  test("its number as part of a word", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    expect(await owner.get(`/projects/${id}x`)).toMatchObject(absent);
  });
});

test("a full path with a raw slash is another route", async () => {
  const owner = await createUser();
  const { path_with_namespace } = await createProject(owner);
  expect(await owner.get(`/projects/${path_with_namespace}`)).toMatchObject({
    status: 404,
    body: { error: "404 Not Found" },
  });
});

test("invalid UTF-8 is no server error", async () => {
  const user = await createUser();
  expect(await user.get("/projects/%ff")).toMatchObject(absent);
});
