// GET /projects/:id/repository/blobs/:sha, .../commits/:sha/blob and .../raw_blobs/:sha: the bytes of a file.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { api } from "../../../support/api.ts";
import { checkResponse } from "../../../support/conformance.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

const page = "<script>alert(1)</script>\n";
const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919) >> 5);

async function createFiles() {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "web/page.html": page, "b.bin": bytes });
  await folder.deliver("main", "main:refs/heads/feature/blob");
  const [blob, binary, head] = (await folder.git("rev-parse", "main:web/page.html", "main:b.bin", "main")).split("\n");
  return { owner, at: `/projects/${project.id}/repository`, blob, binary, head };
}

test("a file of a commit is sent as plain text that no browser executes", async () => {
  const { owner, at, blob, head } = await createFiles();
  const query = "filepath=web%2Fpage.html";
  const paths = [
    ...["main", "feature%2Fblob", "feature/blob", head].flatMap((sha) => [
      `/blobs/${sha}?${query}`,
      `/commits/${sha}/blob?${query}`,
    ]),
    `/raw_blobs/${blob}`,
  ];
  for (const path of paths) {
    const { status, text, headers } = await owner.get(at + path);
    expect({ status, text }, path).toEqual({ status: 200, text: page });
    expect(headers.get("content-type")).toBe("text/plain");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  }
});

test("binary content is sent byte for byte", async () => {
  const { owner, at, binary } = await createFiles();
  for (const path of [`/blobs/main?filepath=b.bin`, `/raw_blobs/${binary}`]) {
    const response = await checkResponse("GET", await fetch(`${api}${at}${path}`, { headers: owner.headers }));
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }
});

test.each([
  ["/blobs/nothing?filepath=b.bin", "Commit"],
  ["/blobs/main?filepath=nothing", "File"],
  ["/blobs/main?filepath=web", "File"],
  ["/blobs/main?filepath=", "File"],
  ["/commits/nothing/blob?filepath=b.bin", "Commit"],
  ["/commits/main/blob?filepath=nothing", "File"],
  [`/raw_blobs/${"0".repeat(40)}`, "Blob"],
  ["/raw_blobs/main", "Blob"],
])("%s answers 404", async (path, missing) => {
  const { owner, at } = await createFiles();
  expect(await owner.get(at + path)).toMatchObject({ status: 404, body: { message: `404 ${missing} Not Found` } });
});

test("a commit and a tree are no blobs", async () => {
  const { owner, at, head } = await createFiles();
  expect(await owner.get(`${at}/raw_blobs/${head}`)).toMatchObject({
    status: 404,
    body: { message: "404 Blob Not Found" },
  });
});

test("the file path is required", async () => {
  const { owner, at } = await createFiles();
  const missing = { status: 400, body: { error: "filepath is missing" } };
  expect(await owner.get(`${at}/blobs/main`)).toMatchObject(missing);
  expect(await owner.get(`${at}/commits/main/blob`)).toMatchObject(missing);
});
