// Valid names and attributes of a group, the same for creating and updating.
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, unique } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createGroup } from "../../../support/factories.ts";

const BLANK = "can't be blank";
const TOO_LONG = "is too long (maximum is 255 characters)";
const NAME = "can contain only letters, digits, '_', '.', dash and space.";
const PATH =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const LEVEL = "unknown has been restricted by your GitLab administrator";

const reserved =
  `.well-known admin all assets ci dashboard files groups help hooks issues merge_requests new notes profile
  projects public repository robots.txt s search services snippets teams u unsubscribes users`.split(/\s+/);

type Refusal = readonly [what: string, attributes: Values, field: string, message: string];

const refusals: Refusal[] = [
  ["an empty name", { name: "" }, "name", BLANK],
  ["a name of blanks", { name: "   " }, "name", BLANK],
  ["a name of 256 characters", { name: "n".repeat(256) }, "name", TOO_LONG],
  ["a name with an emoji", { name: "party 🎉" }, "name", NAME],
  ["a name with a slash", { name: "a/b" }, "name", NAME],
  ["a name with markup", { name: "<b>" }, "name", NAME],
  ["a name with an ampersand", { name: "a&b" }, "name", NAME],
  ["a name with a tab", { name: "a\tb" }, "name", NAME],
  ["a name with a line end", { name: "a\n" }, "name", NAME],
  ["an empty path", { path: "" }, "path", BLANK],
  ["a path of 256 characters", { path: "p".repeat(256) }, "path", TOO_LONG],
  ...["-x", "x.", ".", "..", "a b", "a/b", "é", "x.git", "x.atom", ".git", "a\nb", "x\n", "a%b", "a@b"].map(
    (path): Refusal => [`the path ${JSON.stringify(path)}`, { path }, "path", PATH],
  ),
  ...reserved.map((path): Refusal => [`the reserved word ${path}`, { path }, "path", `${path} is a reserved name`]),
  ["a description of 256 characters", { description: "d".repeat(256) }, "description", TOO_LONG],
  ...[-1, 1, 5, 11, 15, 21, 30, 2 ** 40].map(
    (level): Refusal => [`the visibility level ${level}`, { visibility_level: level }, "visibility_level", LEVEL],
  ),
];

describe("is refused", () => {
  test.for(refusals)("%s, when a group is created", async ([, attributes, field, message]) => {
    const user = await createUser();
    const group = { name: unique("name"), path: unique("path"), ...attributes };
    expect(await user.post("/groups", group)).toMatchObject({
      status: 400,
      body: { message: `Failed to save group {:${field}=>["${message}"]}` },
    });
  });

  test.for(refusals)("%s, when a group is updated", async ([, attributes, field, message]) => {
    const user = await createUser();
    const group = await createGroup(user);
    expect(await user.put(`/groups/${group.id}`, attributes)).toMatchObject({
      status: 400,
      body: { message: { [field]: [message] } },
    });
  });

  test("several errors, in one answer", async () => {
    const user = await createUser();
    expect(await user.post("/groups", { name: "", path: "-", description: "d".repeat(256) })).toMatchObject({
      status: 400,
      body: {
        message: `Failed to save group {:name=>["${BLANK}"], :path=>["${PATH}"], :description=>["${TOO_LONG}"]}`,
      },
    });
  });

  test("an unknown visibility level, also from an administrator", async () => {
    const admin = await createAdmin();
    expect(
      await admin.post("/groups", { name: unique("name"), path: unique("path"), visibility_level: 15 }),
    ).toMatchObject({ status: 400, body: { message: `Failed to save group {:visibility_level=>["${LEVEL}"]}` } });
  });

  test.for([
    [{ visibility_level: "secret" }, "visibility_level is invalid"],
    [{ lfs_enabled: "maybe" }, "lfs_enabled is invalid"],
    [{ request_access_enabled: 2 }, "request_access_enabled is invalid"],
    [{ description: "a\0b" }, "description is invalid"],
    [{ name: "a\0b" }, "name is invalid"],
    [{ path: "a\0b" }, "path is invalid"],
  ] as const)("%j, which has the wrong type", async ([attributes, error]) => {
    const user = await createUser();
    const group = await createGroup(user);
    expect(await user.put(`/groups/${group.id}`, attributes)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("is accepted", () => {
  test.for([
    ["letters of any language", (own: string) => `Ünïcødé Ωμέγα 中文 ${own}`],
    ["dashes of every length", (own: string) => `a - b – c — ${own}`],
    ["dots, underscores and blanks within", (own: string) => `a.b_c d ${own}`],
    ["digits at the beginning", (own: string) => `1 ${own}`],
    ["255 characters", (own: string) => own.padEnd(255, "n")],
    ["255 characters of two bytes each", (own: string) => own.padEnd(255, "é")],
  ] as const)("a name of %s", async ([, name]) => {
    const user = await createUser();
    const group = { name: name(unique("own")), path: unique("path") };
    expect(await user.post("/groups", group)).toMatchObject({ status: 201, body: group });
  });

  test.for([
    ["a dot at the beginning", (own: string) => `.${own}`],
    ["an underscore at the beginning", (own: string) => `_${own}`],
    ["a dash at the end", (own: string) => `${own}-`],
    ["dots within", (own: string) => `a.b..${own}`],
    [".git within", (own: string) => `a.git.${own}`],
    ["capital letters", (own: string) => own.toUpperCase()],
    ["digits only", () => `8${Math.random().toString().slice(2, 14)}`],
    ["255 characters", (own: string) => own.padEnd(255, "p")],
    ["a reserved word with more to it", (own: string) => `admin-${own}`],
  ] as const)("a path with %s", async ([, path]) => {
    const user = await createUser();
    const group = { name: unique("name"), path: path(unique("own")) };
    expect(await user.post("/groups", group)).toMatchObject({ status: 201, body: group });
  });

  test("a reserved word in different letter case", async () => {
    const user = await createUser();
    const group = { name: unique("name"), path: "UnSubScribes" };
    expect(await user.post("/groups", group)).toMatchObject({ status: 201, body: group });
  });
});
