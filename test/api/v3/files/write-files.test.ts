// POST, PUT and DELETE /projects/:id/repository/files
import { describe, expect, test } from "vitest";
import { anonymous, createUser } from "../../../support/actors.ts";
import { send, type Values, withQuery } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import type { Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { cloneSound, createEmpty, createSeeded, filesOf, refusedWith, tipOf } from "../commits/commits.ts";

const filesPath = ({ id }: Project) => `/projects/${id}/repository/files`;
const attributes = (file_path: string, more: Values = {}): Values => ({
  file_path,
  branch_name: "main",
  commit_message: "Change a file",
  content: "x",
  ...more,
});
const methods = ["post", "put", "delete"] as const;

test("a file is created, updated and deleted, each in a commit", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project, first } = seeded;
  const path = filesPath(project);
  const expected = { file_path: "folder/b", branch_name: "main" };
  const create = await owner.post(path, attributes("folder/b", { content: "1\r\n2\n" }));
  expect({ status: create.status, body: create.body }).toEqual({ status: 201, body: expected });
  expect(await filesOf(seeded)).toEqual({ "100644 a": "a", "100644 folder/b": "1\n2\n" });
  const update = await owner.put(path, attributes("folder/b", { content: btoa("1\r\n"), encoding: "base64" }));
  expect({ status: update.status, body: update.body }).toEqual({ status: 200, body: expected });
  expect(await filesOf(seeded)).toEqual({ "100644 a": "a", "100644 folder/b": "1\r\n" });
  const remove = await owner.delete(path, attributes("folder/b", { content: undefined, commit_message: "Delete it" }));
  expect({ status: remove.status, body: remove.body }).toEqual({ status: 200, body: expected });
  using folder = await cloneSound(seeded);
  expect(await folder.git("rev-parse", "HEAD^{tree}")).toBe(await folder.git("rev-parse", `${first}^{tree}`));
  expect((await folder.git("log", "--format=%s")).split("\n")).toEqual([
    "Delete it",
    "Change a file",
    "Change a file",
    "Begin",
  ]);
});

test("parameters can be sent in the query, and a leading slash of the path is ignored", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project } = seeded;
  const sendQuery = (method: string, values: Values) =>
    send(withQuery(filesPath(project), values), { method, headers: owner.headers });
  expect(await sendQuery("POST", attributes("/b"))).toMatchObject({ status: 201, body: { file_path: "b" } });
  expect(await sendQuery("PUT", attributes("/b", { content: "y" }))).toMatchObject({
    status: 200,
    body: { file_path: "b" },
  });
  expect(await sendQuery("DELETE", attributes("/a"))).toMatchObject({ status: 200, body: { file_path: "a" } });
  expect(await filesOf(seeded)).toEqual({ "100644 b": "y" });
});

test("the author is the one in the request", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project } = seeded;
  await owner.put(filesPath(project), attributes("a", { author_name: "Ann", author_email: "ann@example.org" }));
  using folder = await cloneSound(seeded);
  expect(await folder.git("log", "-1", "--format=%an %ae %cn")).toBe(`Ann ann@example.org Name of ${owner.username}`);
});

test("the first file makes the first commit of an empty repository", async () => {
  const owned = await createEmpty();
  const { owner, project } = owned;
  expect(await owner.post(filesPath(project), attributes("README.md"))).toMatchObject({ status: 201 });
  expect(await filesOf(owned)).toEqual({ "100644 README.md": "x" });
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { default_branch: "main" } });
});

test("a file that was pushed can be changed, whatever its name", async () => {
  const owned = await createEmpty();
  const { owner, project } = owned;
  await seedRepository(owner, project, { "a b+c..d": "a", "é\t": "e" });
  expect(await owner.put(filesPath(project), attributes("a b+c..d"))).toMatchObject({ status: 200 });
  expect(await owner.delete(filesPath(project), attributes("é\t"))).toMatchObject({ status: 200 });
  expect(await filesOf(owned)).toEqual({ "100644 a b+c..d": "x" });
});

describe("a refusal leaves the branch where it was:", () => {
  const EXISTS = "Your changes could not be committed because a file with the same name already exists";
  const FOLDER = "Your changes could not be committed because a directory with the same name already exists";
  const NAME = "Your changes could not be committed, because the file name ";
  const ABSENT = "A file with this name doesn't exist";

  test.each<[(typeof methods)[number], string, Values, string]>([
    ["post", "a", {}, EXISTS],
    ["post", "/a", {}, EXISTS],
    ["post", "a/b", {}, EXISTS],
    ["post", "folder", {}, FOLDER],
    ["put", "none", {}, ABSENT],
    ["put", "folder", {}, ABSENT],
    ["delete", "none", {}, ABSENT],
    ["delete", "folder", {}, ABSENT],
    ["post", "../x", {}, `${NAME}cannot include directory traversal.`],
    [
      "post",
      "a b",
      {},
      `${NAME}can contain only letters, digits, '_', '-', '@' and '.'. Separate directories with a '/'.`,
    ],
    ["post", "", {}, "invalid path: ''"],
    ["put", "a/../a", {}, "invalid path: 'a/../a'"],
    ["delete", ".git/config", {}, "invalid path: '.git/config'"],
    ["post", ".git/config", {}, "invalid path: '.git/config'"],
    ["post", "x", { content: null }, "You must provide content."],
    ["put", "a", { content: "?", encoding: "base64" }, "The content of `a` is not valid base64."],
    ...methods.map((method): [(typeof methods)[number], string, Values, string] => [
      method,
      method === "post" ? "x" : "a",
      { branch_name: "none" },
      "You can only create or edit files when you are on a branch",
    ]),
  ])("%s of %j with %j", async (method, path, more, message) => {
    const seeded = await createSeeded({ a: "a", "folder/b": "b" });
    const { owner, project, first } = seeded;
    expect(await owner[method](filesPath(project), attributes(path, more))).toMatchObject(refusedWith(message));
    expect(await tipOf(seeded)).toBe(first);
  });

  test.each(["put", "delete"] as const)("%s in an empty repository", async (method) => {
    const { owner, project } = await createEmpty();
    expect(await owner[method](filesPath(project), attributes("a"))).toMatchObject(refusedWith(ABSENT));
  });
});

describe("parameters", () => {
  const common = "file_path is missing, branch_name is missing, commit_message is missing";

  test.each([
    ["post", {}, `${common}, content is missing`],
    ["put", {}, `${common}, content is missing`],
    ["delete", {}, common],
    ["post", attributes("b", { encoding: "utf-7" }), "encoding does not have a valid value"],
    ["put", attributes("b", { content: ["x"] }), "content is invalid"],
  ] as const)("of %s: %j", async (method, values, error) => {
    const { owner, project } = await createEmpty();
    expect(await owner[method](filesPath(project), values)).toMatchObject({ status: 400, body: { error } });
  });

  test("are reported only to users who may write", async () => {
    const { owner, project } = await createEmpty();
    const [outsider, reporter] = [await createUser(), await createUser()];
    await joinProject(owner, project, reporter, "reporter");
    for (const method of methods) {
      expect(await anonymous[method](filesPath(project), {})).toMatchObject({
        status: 401,
        body: { message: "401 Unauthorized" },
      });
      expect(await outsider[method](filesPath(project), {})).toMatchObject({
        status: 404,
        body: { message: "404 Project Not Found" },
      });
      expect(await reporter[method](filesPath(project), {})).toMatchObject({
        status: 403,
        body: { message: "403 Forbidden" },
      });
    }
  });
});

test("only masters can write files to a protected branch", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project, first } = seeded;
  const [developer, master] = [await createUser(), await createUser()];
  await joinProject(owner, project, developer, "developer");
  await joinProject(owner, project, master, "master");
  for (const method of methods) {
    expect(await developer[method](filesPath(project), attributes(method === "post" ? "b" : "a"))).toMatchObject(
      refusedWith("You are not allowed to push into this branch"),
    );
  }
  expect(await tipOf(seeded)).toBe(first);
  expect(await master.put(filesPath(project), attributes("a"))).toMatchObject({ status: 200 });
});
