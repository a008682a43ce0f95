// GET /projects/:id/repository/archive: all files in one archive.
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { api, type Caller } from "../../../support/api.ts";
import { checkResponse } from "../../../support/conformance.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { once } from "../../../support/once.ts";
import { runSync } from "../../../support/programs.ts";
import { readZip } from "../../../support/zip.ts";

/** Shared by the tests that do not change it. */
const sharedFiles = once(createFiles);

async function createFiles() {
  const owner = await createUser();
  const project = await createProject(owner, { path: "river" });
  using folder = await WorkingFolder.create(owner, project);
  const long = `${"deep/".repeat(50)}file`;
  const bytes = Uint8Array.from({ length: 2_000_000 }, (_, index) => (index * 7919) >> 5);
  const first = await folder.commit({ "a.md": "1\n", [long]: "2\n", "b.bin": bytes });
  const second = await folder.commit({ "a.md": "2\n" });
  await folder.deliver("main", "main:refs/heads/Feature/one");
  const tarOf = async (commit: string, prefix: string) =>
    runSync("git", ["archive", `--prefix=${prefix}/`, commit], { cwd: folder.path }).stdout;
  const tars = {
    first: await tarOf(first, `river-${first}-${first}`),
    main: await tarOf(second, `river-main-${second}`),
    feature: await tarOf(second, `river-feature-one-${second}`),
  };
  return { owner, at: `/projects/${project.id}/repository/archive`, first, second, tars };
}

async function download(caller: Caller, path: string) {
  const response = await checkResponse("GET", await fetch(`${api}${path}`, { headers: caller.headers }));
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, bytes, type: headers.get("content-type"), disposition: headers.get("content-disposition") };
}

test("the default branch is sent as a tar.gz with the contents of git archive", async () => {
  const { owner, at, second, tars } = await sharedFiles();
  for (const path of [at, `${at}.tar.gz`, `${at}.tgz`, `${at}?format=gz`]) {
    const { status, bytes, type, disposition } = await download(owner, path);
    expect({ status, type, disposition }, path).toEqual({
      status: 200,
      type: "application/gzip",
      disposition: `attachment; filename="river-main-${second}.tar.gz"`,
    });
    expect(gunzipSync(bytes).equals(tars.main)).toBe(true);
  }
});

test("the folder name has the commit and the branch, in plain characters", async () => {
  const { owner, at, first, tars } = await sharedFiles();
  const byId = await download(owner, `${at}.tar?sha=${first}`);
  expect({ status: byId.status, type: byId.type }).toEqual({ status: 200, type: "application/x-tar" });
  expect(byId.bytes.equals(tars.first)).toBe(true);
  const byBranch = await download(owner, `${at}?format=tar&sha=Feature%2Fone`);
  expect(byBranch.bytes.equals(tars.feature)).toBe(true);
});

test("a zip file is complete", async () => {
  const { owner, at, second } = await sharedFiles();
  const { status, bytes, type, disposition } = await download(owner, `${at}.zip`);
  expect({ status, type, disposition }).toEqual({
    status: 200,
    type: "application/zip",
    disposition: `attachment; filename="river-main-${second}.zip"`,
  });
  // The folder itself, 50 folders in it, 3 files.
  expect(readZip(bytes).entries).toHaveLength(54);
});

test("an unknown revision and an empty repository answer 404", async () => {
  const { owner, at } = await sharedFiles();
  const { id } = await createProject(owner);
  const missing = { status: 404, body: { message: "404 File Not Found" } };
  expect(await owner.get(at, { sha: "nothing" })).toMatchObject(missing);
  expect(await owner.get(`/projects/${id}/repository/archive`)).toMatchObject(missing);
});

test("unsupported formats are refused", async () => {
  const { owner, at } = await sharedFiles();
  expect(await owner.get(at, { format: "tar.bz2" })).toMatchObject({
    status: 406,
    body: { error: "The requested format 'tar.bz2' is not supported." },
  });
  expect(await owner.get(`${at}.rar`)).toMatchObject({ status: 404, body: { error: "404 Not Found" } });
});
