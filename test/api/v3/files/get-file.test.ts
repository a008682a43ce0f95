// GET /projects/:id/repository/files: a file with its content.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

async function createFiles() {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) >> 5);
  const first = await folder.commit({ "src/a.ts": "1\n", "b.bin": bytes, empty: "" });
  const second = await folder.commit({ "src/b.ts": "2\n" });
  await folder.deliver();
  const blob = await folder.git("rev-parse", "main:src/a.ts");
  return { owner, at: `/projects/${project.id}/repository/files`, bytes, first, second, blob };
}

test("a file is answered with its content, its ids and the last commit that changed it", async () => {
  const { owner, at, first, second, blob } = await createFiles();
  const answer = await owner.get(at, { file_path: "src/a.ts", ref: "main" });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    file_name: "a.ts",
    file_path: "src/a.ts",
    size: 2,
    encoding: "base64",
    content: "MQo=",
    ref: "main",
    blob_id: blob,
    commit_id: second,
    last_commit_id: first,
  });
});

test("any bytes are returned unchanged", async () => {
  const { owner, at, bytes } = await createFiles();
  const { status, body } = await owner.get(at, { file_path: "b.bin", ref: "main" });
  expect({ status, size: body.size }).toEqual({ status: 200, size: 300_000 });
  expect(Buffer.from(body.content, "base64").equals(bytes)).toBe(true);
  expect(await owner.get(at, { file_path: "empty", ref: "main" })).toMatchObject({
    status: 200,
    body: { size: 0, content: "" },
  });
});

test.each([
  ["a file that is not there", { file_path: "src/c.ts", ref: "main" }, "File"],
  ["a file before it was added", { file_path: "src/b.ts", ref: "main~" }, "File"],
  ["a folder", { file_path: "src", ref: "main" }, "File"],
  ["a path out of the repository", { file_path: "../src/a.ts", ref: "main" }, "File"],
  ["nothing", { file_path: "", ref: "main" }, "File"],
  ["no ref", { file_path: "src/a.ts", ref: "nothing" }, "Commit"],
  ["an empty ref", { file_path: "src/a.ts", ref: "" }, "Commit"],
])("%s answers 404", async (_what, query, missing) => {
  const { owner, at } = await createFiles();
  expect(await owner.get(at, query)).toMatchObject({ status: 404, body: { message: `404 ${missing} Not Found` } });
});

test("both parameters are required", async () => {
  const { owner, at } = await createFiles();
  expect(await owner.get(at)).toMatchObject({ status: 400, body: { error: "file_path is missing, ref is missing" } });
});
