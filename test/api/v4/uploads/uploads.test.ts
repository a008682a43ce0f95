// Uploads to a project: who stores and reads them, and how browsers treat them
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok } from "../../../support/actors.ts";
import { baseUrl, send } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Project } from "../../../support/factories.ts";
import { browserOf } from "../../../support/pages.ts";
import { server } from "../../../support/server.ts";
import { v4 } from "../../../support/v4.ts";

const uploads = ({ id }: Project) => v4(`/projects/${id}/uploads`);

function upload(
  caller: { headers: Record<string, string> },
  project: Project,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const body = new FormData();
  body.set("file", new Blob([content], { type: "text/html" }), name);
  return send(uploads(project), { method: "POST", headers: caller.headers, body });
}

async function setUp(attributes = {}) {
  const owner = await createUser();
  return { owner, project: await createProject(owner, attributes) };
}

const read = (address: string, caller: Pick<Actor, "headers"> = anonymous) =>
  server.fetch(address.startsWith("http") ? address : baseUrl + address, { headers: caller.headers });

test("an upload answers its address and the Markdown for it", async () => {
  const { owner, project } = await setUp();
  const { status, body } = await upload(owner, project, "a picture.png", "bytes");
  expect(body.url).toMatch(/^\/uploads\/[0-9a-f]{32}\/a_picture\.png$/);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      alt: "a_picture",
      url: body.url,
      full_path: `/${project.path_with_namespace}${body.url}`,
      markdown: `![a_picture](${body.url})`,
    },
  ]);
  const file = await read(v4(`/projects/${project.id}${body.url}`), owner);
  expect([file.status, await file.text()]).toEqual([200, "bytes"]);
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["a b?#%.txt", "a_b___.txt"],
  ["Grüße.pdf", "Grüße.pdf"],
  ["..", "_.."],
])("a file %s is stored as %s", async (given, name) => {
  const { owner, project } = await setUp();
  const { body } = await upload(owner, project, given, "x");
  expect(body.url.split("/").at(-1)).toBe(name);
  expect((await read(v4(`/projects/${project.id}${encodeURI(body.url)}`), owner)).status).toBe(200);
});

test.each([
  ["a.png", "image/png", "inline"],
  ["a.JPG", "image/jpeg", "inline"],
  ["a.html", "application/octet-stream", "attachment"],
  ["a.svg", "application/octet-stream", "attachment"],
  ["a.js", "application/octet-stream", "attachment"],
])("%s is sent as %s, %s", async (name, type, disposition) => {
  const { owner, project } = await setUp({ public: true });
  const { body } = await upload(owner, project, name, "<script>alert(1)</script>");
  const { headers } = await read(body.full_path);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": type,
    "content-disposition": `${disposition}; filename*=UTF-8''${name}`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  });
});

test("10 MB are stored, in the order of their bytes, and a byte more is refused", async () => {
  const { owner, project } = await setUp();
  const most = new Uint8Array(10 * 1024 * 1024).map((_, at) => (at >> 8) ^ at);
  const { body } = await upload(owner, project, "a.bin", most);
  const file = await read(v4(`/projects/${project.id}${body.url}`), owner);
  expect(Buffer.from(await file.arrayBuffer()).equals(most)).toBe(true);
  const refused = await upload(owner, project, "a.bin", new Uint8Array(most.length + 1));
  expect([refused.status, refused.body]).toEqual([413, { message: "413 Request Entity Too Large" }]);
});

test("an upload counts toward the size of the repository", async () => {
  const { owner, project } = await setUp();
  await upload(owner, project, "a.bin", new Uint8Array(3_000_000));
  const { statistics } = await ok(owner.get(v4("/projects"), { statistics: true, owned: true })).then(([one]) => one);
  expect(statistics.repository_size).toBeGreaterThan(3_000_000);
});

describe("a request without a file", () => {
  test("has no file", async () => {
    const { owner, project } = await setUp();
    const missing = await owner.post(uploads(project));
    expect([missing.status, missing.body]).toEqual([400, { error: "file is missing" }]);
  });

  test("has a text in its place", async () => {
    const { owner, project } = await setUp();
    const text = await owner.post(uploads(project), { file: "text" });
    expect([text.status, text.body]).toEqual([400, { error: "file is invalid" }]);
  });
});

describe("who may read the project", () => {
  test("uploads and reads, as a guest too", async () => {
    const { owner, project } = await setUp();
    const guest = await createUser();
    await joinProject(owner, project, guest, "guest");
    const { status, body } = await upload(guest, project, "a.png", "x");
    expect(status).toBe(201);
    expect((await read(v4(`/projects/${project.id}${body.url}`), guest)).status).toBe(200);
  });

  test("others get the 404 of a project that does not exist", async () => {
    const { owner, project } = await setUp();
    const stranger = await createUser();
    const { body } = await upload(owner, project, "a.png", "x");
    const refused = await upload(stranger, project, "a.png", "x");
    expect([refused.status, refused.body]).toEqual([404, { message: "404 Project Not Found" }]);
    for (const caller of [stranger, anonymous]) {
      const file = await read(v4(`/projects/${project.id}${body.url}`), caller);
      expect([file.status, await file.json()]).toEqual([404, { message: "404 Project Not Found" }]);
    }
    expect((await read(body.full_path)).status).toBe(404);
  });

  test("the anonymous read those of public projects, and upload none", async () => {
    const { owner, project } = await setUp({ public: true });
    const { body } = await upload(owner, project, "a.png", "x");
    expect((await read(body.full_path)).status).toBe(200);
    expect((await upload(anonymous, project, "a.png", "x")).status).toBe(401);
  });

  test("needs the secret and the name", async () => {
    const { owner, project } = await setUp();
    const other = await createProject(owner);
    const { body } = await upload(owner, project, "a.png", "x");
    const address = v4(`/projects/${project.id}${body.url}`);
    const wrong = [address.replace("a.png", "b.png"), address.replace(/[0-9a-f]{32}/, "0".repeat(32))];
    for (const one of [...wrong, v4(`/projects/${other.id}${body.url}`)]) {
      expect((await read(one, owner)).status).toBe(404);
    }
  });
});

test("the pages show uploads of the texts of a project to those who may read it", async () => {
  const { owner, project } = await setUp();
  const { body } = await upload(owner, project, "a.png", "x");
  const text = `${body.markdown} [file](${body.url}) <img src="${body.url}">`;
  const issue = await createIssue(owner, project, { description: text });
  const browser = await browserOf(owner);
  const { html } = await browser.open(`/${project.path_with_namespace}/issues/${issue.iid}`);
  const address = `/${project.path_with_namespace}${body.url}`;
  expect(html.split(`src="${address}"`)).toHaveLength(3);
  expect(html).toContain(`href="${address}"`);
  const shown = await browser.open(address);
  expect([shown.status, shown.html, shown.headers.get("cache-control")]).toEqual([200, "x", "private, no-cache"]);
});

test("a lasting address of a release's link leads to its file", async () => {
  const { owner, project } = await setUp({ public: true });
  const files = `/projects/${project.id}/repository/files`;
  await ok(owner.post(files, { file_path: "a", branch_name: "main", content: "a", commit_message: "Begin" }));
  const path = v4(`/projects/${project.id}/releases`);
  await ok(owner.post(path, { tag_name: "a/v1", ref: "main" }));
  const link = { name: "program", url: "https://example.com/p", direct_asset_path: "/bin/p" };
  const { direct_asset_url } = await ok(owner.post(`${path}/a%2Fv1/assets/links`, link));
  const follow = (url: string) => server.fetch(url, { redirect: "manual" });
  const { headers } = await follow(direct_asset_url);
  const found = await follow(new URL(headers.get("location") ?? "", baseUrl).href);
  expect([found.status, found.headers.get("location")]).toEqual([303, "https://example.com/p"]);
  expect((await follow(direct_asset_url.replace("bin/p", "bin/q").replace("/-/", "/"))).status).toBe(404);
});

describe("for maintainers", () => {
  test("uploads are listed, newest first, with who made them", async () => {
    const { owner, project } = await setUp();
    const guest = await createUser();
    await joinProject(owner, project, guest, "guest");
    const one = (await upload(owner, project, "one.txt", "1")).body;
    const two = (await upload(guest, project, "two.txt", "22")).body;
    const listed = await send(`${uploads(project)}?per_page=1`, { headers: owner.headers });
    const by = ({ id, username }: Actor) => ({ id, name: `Name of ${username}`, username });
    const shown = { id: two.id, size: 2, filename: "two.txt", created_at: expect.stringMatching(/Z$/) };
    expect([listed.status, listed.body]).toEqual([200, [{ ...shown, uploaded_by: by(guest) }]]);
    expect([listed.headers.get("x-total"), listed.headers.get("x-next-page")]).toEqual(["2", "2"]);
    const next = await ok(send(`${uploads(project)}?per_page=1&page=2`, { headers: owner.headers }));
    expect(next).toMatchObject([{ id: one.id, filename: "one.txt", uploaded_by: by(owner) }]);
  });

  test("an upload is read by its id as by its address", async () => {
    const { owner, project } = await setUp();
    const { id, url } = (await upload(owner, project, "a.png", "bytes")).body;
    const headersOf = ({ headers }: Response) => [
      ...["content-type", "content-disposition", "etag"].map((name) => headers.get(name)),
    ];
    const byId = await read(`${uploads(project)}/${id}`, owner);
    const byAddress = await read(v4(`/projects/${project.id}${url}`), owner);
    expect([byId.status, headersOf(byId), await byId.text()]).toEqual([
      200,
      headersOf(byAddress),
      await byAddress.text(),
    ]);
  });

  test.each(["id", "address"])("an upload is deleted by its %s, once", async (name) => {
    const { owner, project } = await setUp();
    const { id, url } = (await upload(owner, project, "a.txt", "x")).body;
    const address = v4(`/projects/${project.id}${url}`);
    const target = name === "id" ? `${uploads(project)}/${id}` : address;
    const remove = () => send(target, { method: "DELETE", headers: owner.headers });
    expect([await remove(), await remove()]).toMatchObject([
      { status: 204, text: "" },
      { status: 404, body: { message: "404 Upload Not Found" } },
    ]);
    expect((await read(address, owner)).status).toBe(404);
    expect(await ok(send(uploads(project), { headers: owner.headers }))).toEqual([]);
  });

  test("an upload is not deleted under another name, nor in another project", async () => {
    const { owner, project } = await setUp();
    const other = await createProject(owner);
    const { id, url } = (await upload(owner, project, "a.txt", "x")).body;
    const targets = [
      v4(`/projects/${project.id}${url}`).replace("a.txt", "b.txt"),
      v4(`/projects/${other.id}${url}`),
      `${uploads(other)}/${id}`,
    ];
    for (const target of targets) {
      expect((await send(target, { method: "DELETE", headers: owner.headers })).status).toBe(404);
    }
    expect((await read(v4(`/projects/${project.id}${url}`), owner)).status).toBe(200);
  });
});
