// Names of files in POST /projects/:id/repository/files/:file_path and /projects/:id/repository/commits
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

async function createRepository() {
  const user = await createUser();
  const { id } = await createProject(user);
  return { user, at: v4(`/projects/${id}/repository`) };
}

/** API v3 refuses all of them but the last. */
const names = ["a file.txt", "src/[id]+page (1).tsx", "a..b", "naïve"];

test.each(names)("the file %j is created, read and deleted", async (name) => {
  const { user, at } = await createRepository();
  const path = `${at}/files/${encodeURIComponent(name)}`;
  const written = { branch: "main", commit_message: "Change" };
  const created = await user.post(path, { ...written, content: "text" });
  expect(created).toMatchObject({ status: 201, body: { file_path: name, branch: "main" } });
  expect(await user.get(`${path}/raw?ref=main`)).toMatchObject({ status: 200, text: "text" });
  expect(await user.delete(path, written)).toMatchObject({ status: 204 });
});

test("a commit creates and moves files of such names", async () => {
  const { user, at } = await createRepository();
  const commit = (...actions: object[]) =>
    user.post(`${at}/commits`, { branch: "main", commit_message: "Change", actions: actions as never });
  await ok(commit({ action: "create", file_path: "a b", content: "text" }));
  await ok(commit({ action: "move", previous_path: "a b", file_path: "c+d" }));
  expect(await user.get(`${at}/tree?ref=main`)).toMatchObject({ status: 200, body: [{ path: "c+d" }] });
});

test.each(["../x", "a/../../x", ".."])("the path %j is refused", async (path) => {
  const { user, at } = await createRepository();
  const actions = [{ action: "create", file_path: path, content: "" }];
  const refused = await user.post(`${at}/commits`, {
    branch: "main",
    commit_message: "Change",
    actions: actions as never,
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      message: `Your changes could not be committed, because the file name, \`${path}\` cannot include directory traversal.`,
    },
  });
});
