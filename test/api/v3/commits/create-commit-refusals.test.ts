// POST /projects/:id/repository/commits: refused requests leave the branch where it was.
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast } from "../../../support/factories.ts";
import { once } from "../../../support/once.ts";
import { createEmpty, createSeeded, postCommit, postLargeCommit, refusedWith, tipOf } from "./commits.ts";

const exists = (path: string, thing = "file") =>
  `Your changes could not be committed because a ${thing} with the name \`${path}\` already exists.`;
const badName = (path: string, why: string) =>
  `Your changes could not be committed, because the file name, \`${path}\` ${why}`;
const TRAVERSAL = "cannot include directory traversal.";
const CHARACTERS = "can contain only letters, digits, '_', '-', '@' and '.'. Separate directories with a '/'.";

describe("in a repository with the files a and folder/b these actions are refused:", () => {
  /** Each test finds that it is unchanged. */
  const createShared = once(() => createSeeded({ a: "a", "folder/b": "b" }));

  test.each<[object, string]>([
    [{ action: "create", file_path: "a", content: "x" }, exists("a")],
    [{ action: "create", file_path: "/a", content: "x" }, exists("a")],
    [{ action: "create", file_path: "folder", content: "x" }, exists("folder", "directory")],
    [{ action: "create", file_path: "a/below", content: "x" }, exists("a")],
    [{ action: "create", file_path: "folder/b/c/d", content: "x" }, exists("folder/b")],
    [{ action: "update", file_path: "none", content: "x" }, "File to be updated `none` does not exist."],
    [{ action: "update", file_path: "folder", content: "x" }, "File to be updated `folder` does not exist."],
    [{ action: "update", file_path: "a/b", content: "x" }, "File to be updated `a/b` does not exist."],
    [{ action: "delete", file_path: "none" }, "File to be deleted `none` does not exist."],
    [{ action: "delete", file_path: "folder" }, "File to be deleted `folder` does not exist."],
    [{ action: "move", file_path: "new", previous_path: "none" }, "File to be moved `none` does not exist."],
    [{ action: "move", file_path: "a", previous_path: "folder/b" }, "Move destination `a` already exists."],
    [{ action: "move", file_path: "a", previous_path: "a" }, "Move destination `a` already exists."],
    [{ action: "move", file_path: "folder", previous_path: "a" }, "Move destination `folder` already exists."],
    [{ action: "move", file_path: "new" }, "You must supply the original file path when moving file `new`."],
    [{ action: "chmod", file_path: "a" }, "Unknown action type `chmod`."],
    [{ file_path: "a" }, "Unknown action type ``."],
    [{ action: "create", content: "x" }, "You must specify a file_path."],
    [{ action: "create", file_path: " ", content: "x" }, "You must specify a file_path."],
    [{ action: "create", file_path: "new" }, "You must provide content."],
    [{ action: "update", file_path: "a", content: null }, "You must provide content."],
    [{ action: "create", file_path: "../x", content: "x" }, badName("../x", TRAVERSAL)],
    [{ action: "create", file_path: "x/../y", content: "x" }, badName("x/../y", TRAVERSAL)],
    [{ action: "create", file_path: "x..y", content: "x" }, badName("x..y", TRAVERSAL)],
    [{ action: "move", file_path: "x", previous_path: "../a" }, badName("../a", TRAVERSAL)],
    [{ action: "create", file_path: "a b", content: "x" }, badName("a b", CHARACTERS)],
    [{ action: "create", file_path: "a\\b", content: "x" }, badName("a\\b", CHARACTERS)],
    [{ action: "create", file_path: "a\nb", content: "x" }, badName("a\nb", CHARACTERS)],
    [{ action: "create", file_path: "new/", content: "x" }, "invalid path: 'new/'"],
    [{ action: "create", file_path: "//new", content: "x" }, "invalid path: '/new'"],
    [{ action: "create", file_path: "x/./y", content: "x" }, "invalid path: 'x/./y'"],
    [{ action: "create", file_path: ".git/config", content: "x" }, "invalid path: '.git/config'"],
    [{ action: "create", file_path: "x/.GIT/y", content: "x" }, "invalid path: 'x/.GIT/y'"],
    [{ action: "move", file_path: ".git", previous_path: "a" }, "invalid path: '.git'"],
    [{ action: "create", file_path: "x", content: "*", encoding: "base64" }, "The content of `x` is not valid base64."],
    [
      { action: "create", file_path: "x", content: "YQ=", encoding: "base64" },
      "The content of `x` is not valid base64.",
    ],
  ])("%j", async (action, message) => {
    const seeded = await createShared();
    const { owner, project, first } = seeded;
    const good = { action: "create", file_path: "good", content: "good" };
    expect(await postCommit(owner, project, [good, action])).toMatchObject(refusedWith(message));
    expect(await tipOf(seeded)).toBe(first);
  });

  test("more than 5,000 of them at once", async () => {
    const { owner, project } = await createShared();
    const remove = { action: "delete", file_path: "none" };
    const most = Array.from({ length: 5_000 }, () => remove);
    expect(await postCommit(owner, project, [...most, remove])).toMatchObject(
      refusedWith("A commit can have at most 5000 actions"),
    );
    expect(await postCommit(owner, project, most)).toMatchObject(
      refusedWith("File to be deleted `none` does not exist."),
    );
  });

  test("using a path that an earlier action has removed or created", async () => {
    const { owner, project } = await createSeeded({ a: "a", "folder/b": "b" });
    const remove = { action: "delete", file_path: "a" };
    expect(await postCommit(owner, project, [remove, remove])).toMatchObject(
      refusedWith("File to be deleted `a` does not exist."),
    );
    const create = { action: "create", file_path: "x", content: "x" };
    expect(await postCommit(owner, project, [create, create])).toMatchObject(refusedWith(exists("x")));
  });

  test("a .gitmodules that git refuses", async () => {
    const seeded = await createSeeded({ a: '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n' });
    const { owner, project, first } = seeded;
    const { status, body } = await postCommit(owner, project, [
      { action: "move", file_path: ".gitmodules", previous_path: "a" },
    ]);
    expect({ status, body }).toEqual(refusedWith(expect.stringContaining("gitmodulesUrl: disallowed submodule url")));
    expect(await tipOf(seeded)).toBe(first);
  });
});

const createWithOneFile = once(() => createSeeded({ a: "a" }));

test.each(["none", "", "main2", "refs/heads/main", "HEAD"])("a missing branch: %j", async (branch) => {
  const { owner, project } = await createWithOneFile();
  const actions = [{ action: "create", file_path: "b", content: "b" }];
  expect(await postCommit(owner, project, actions, { branch_name: branch })).toMatchObject(
    refusedWith("You can only create or edit files when you are on a branch"),
  );
});

describe("sizes", () => {
  const create = (file_path: string, length: number) => ({ action: "create", file_path, content: `x*${length}` });

  test("a file of 20 MB is accepted, a larger one refused", async () => {
    const { owner, project } = await createEmpty();
    expect(await postLargeCommit(owner, project, [create("large", 20_000_000)])).toMatchObject({ status: 201 });
    expect(await postLargeCommit(owner, project, [create("larger", 20_000_001)])).toMatchObject(
      refusedWith("`larger` is larger than 20 MB, which a file may not be."),
    );
  });

  test.each<[string, number, Record<string, unknown>]>([
    ["files of over 30 MB together", 15_000_000, {}],
    ["files and texts of over 30 MB together", 13_000_000, { commit_message: "x*2000000" }],
  ])("%s are refused, smaller ones accepted", async (_what, length, more) => {
    const { owner, project } = await createEmpty();
    const actions = [create("a", length), create("b", length)];
    expect(await postLargeCommit(owner, project, actions, more)).toMatchObject(
      refusedWith("A commit through the API is at most 30 MB. Push larger ones."),
    );
    const fewer = [create("a", length - 10_000), create("b", length - 10_000)];
    expect(await postLargeCommit(owner, project, fewer, more)).toMatchObject({ status: 201 });
  });
});

describe("parameters", () => {
  const createShared = once(() => createEmpty());

  test.each<[object, string]>([
    [
      { branch_name: undefined, commit_message: undefined, actions: undefined },
      "branch_name is missing, commit_message is missing, actions is missing",
    ],
    [{ actions: "create" }, "actions is invalid"],
    [{ actions: "" }, "actions is invalid"],
    [{ actions: null }, "actions is invalid"],
    [{ actions: { action: "create" } }, "actions is invalid"],
    [{ actions: ["create"] }, "actions is invalid"],
    [{ actions: [null] }, "actions is invalid"],
    [{ actions: [{ action: "create", file_path: { a: 1 } }] }, "actions is invalid"],
    [{ actions: [{ action: "create", file_path: "a\0b" }] }, "actions is invalid"],
    [{ branch_name: ["a"] }, "branch_name is invalid"],
  ])("%j", async (attributes, error) => {
    const { owner, project } = await createShared();
    expect(await postCommit(owner, project, [], { ...attributes })).toMatchObject({ status: 400, body: { error } });
  });
});

describe("access", () => {
  const actions = [{ action: "create", file_path: "b", content: "b" }];
  const forbidden = { status: 403, body: { message: "403 Forbidden" } };
  const absent = { status: 404, body: { message: "404 Project Not Found" } };
  const unknown = { status: 401, body: { message: "401 Unauthorized" } };

  test.each([
    [0, absent],
    [20, forbidden],
  ])("of a project of visibility %i", async (visibility_level, outside) => {
    const { cast, project } = await createCast({ visibility_level }, { visibility_level });
    const { external, outsider, guest, reporter, developer, master, owner, admin } = cast;
    await ok(postCommit(owner, project, [{ action: "create", file_path: "a", content: "a" }]));
    const createAs = (name: string) => [{ ...actions[0], file_path: name }];
    expect(await postCommit(anonymous, project, actions)).toMatchObject(unknown);
    for (const caller of [external, outsider])
      expect(await postCommit(caller, project, actions)).toMatchObject(outside);
    for (const caller of [guest, reporter]) expect(await postCommit(caller, project, actions)).toMatchObject(forbidden);
    expect(await postCommit(developer, project, actions)).toMatchObject(
      refusedWith("You are not allowed to push into this branch"),
    );
    for (const caller of [master, owner, admin]) {
      expect(await postCommit(caller, project, createAs(caller.username))).toMatchObject({ status: 201 });
    }
    await owner.put(`/projects/${project.id}/repository/branches/main/protect`, { developers_can_push: true });
    expect(await postCommit(developer, project, actions)).toMatchObject({ status: 201 });
  });

  test("is checked before the parameters", async () => {
    const { owner, project } = await createEmpty();
    const [outsider, reporter] = [await createUser(), await createUser()];
    await joinProject(owner, project, reporter, "reporter");
    expect(await postCommit(anonymous, project, "x")).toMatchObject(unknown);
    expect(await postCommit(outsider, project, "x")).toMatchObject(absent);
    expect(await postCommit(reporter, project, "x")).toMatchObject(forbidden);
  });

  test("to an archived project is refused", async () => {
    const { owner, project } = await createSeeded({ a: "a" });
    await owner.post(`/projects/${project.id}/archive`);
    expect(await postCommit(owner, project, actions)).toMatchObject(forbidden);
  });
});
