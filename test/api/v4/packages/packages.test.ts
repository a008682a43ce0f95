// Generic packages in API v4
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok } from "../../../support/actors.ts";
import { type Answer, send } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { server } from "../../../support/server.ts";
import { v4 } from "../../../support/v4.ts";

interface Target {
  readonly id: number;
}

const packagesOf = ({ id }: Target) => v4(`/projects/${id}/packages`);
const fileOf = (project: Target, name = "tool/1.0.0/tool.bin") => `${packagesOf(project)}/generic/${name}`;

/** With the file as the body, as `curl --upload-file` sends it. */
const put = (caller: Pick<Actor, "headers">, path: string, body: BodyInit, type?: string): Promise<Answer> =>
  send(path, { method: "PUT", headers: { ...caller.headers, ...(type && { "content-type": type }) }, body });

async function download(path: string, caller: Pick<Actor, "headers"> = anonymous) {
  const response = await server.fetch(path, { headers: caller.headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function setUp(attributes = {}) {
  const owner = await createUser();
  return { owner, project: await createProject(owner, attributes) };
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

test("a file is published, listed, described and downloaded", async () => {
  const { owner, project } = await setUp();
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251);
  const published = await put(owner, fileOf(project), bytes);
  expect([published.status, published.body]).toEqual([201, { message: "201 Created" }]);
  const [shown] = await ok(owner.get(packagesOf(project)));
  expect(shown).toEqual({
    id: expect.any(Number),
    name: "tool",
    version: "1.0.0",
    package_type: "generic",
    status: "default",
    _links: { delete_api_path: expect.stringMatching(`/api/v4/projects/${project.id}/packages/${shown.id}$`) },
    created_at: expect.stringMatching(/Z$/),
    last_downloaded_at: null,
    tags: [],
  });
  expect((await owner.get(`${packagesOf(project)}/${shown.id}`)).body).toEqual(shown);
  const files = await owner.get(`${packagesOf(project)}/${shown.id}/package_files`);
  expect([files.headers.get("x-total"), files.body]).toEqual([
    "1",
    [
      {
        id: expect.any(Number),
        package_id: shown.id,
        created_at: expect.stringMatching(/Z$/),
        file_name: "tool.bin",
        size: bytes.length,
        file_md5: null,
        file_sha1: null,
        file_sha256: sha256(bytes),
      },
    ],
  ]);
  const response = await server.fetch(fileOf(project), { headers: owner.headers });
  expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(bytes));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": "attachment; filename*=UTF-8''tool.bin",
    "x-content-type-options": "nosniff",
    etag: `"${sha256(bytes)}"`,
  });
});

test("select=package_file shows the file with its address", async () => {
  const { owner, project } = await setUp();
  const { status, body } = await put(owner, `${fileOf(project)}?select=package_file`, "text", "text/plain");
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      package_id: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      file_name: "tool.bin",
      size: 4,
      file_md5: null,
      file_sha1: null,
      file_sha256: sha256("text"),
      file: { url: fileOf(project) },
    },
  ]);
  expect((await download(body.file.url, owner)).text).toBe("text");
});

test.each<[string, BodyInit, string | undefined]>([
  ["JSON", '{"a": [1]}', "application/json"],
  ["a form that is none", "a=1&b=%", "application/x-www-form-urlencoded"],
  ["no media type", new Blob(["plain"]), undefined],
])("a body of %s is the file, byte for byte", async (_, body, type) => {
  const { owner, project } = await setUp();
  expect((await put(owner, fileOf(project), body, type)).status).toBe(201);
  expect((await download(fileOf(project), owner)).text).toBe(await new Response(body).text());
});

test("a form has the file as a field", async () => {
  const { owner, project } = await setUp();
  const form = new FormData();
  form.set("file", new Blob(["of a form"]), "other name");
  form.set("select", "package_file");
  const { body } = await send(fileOf(project), { method: "PUT", headers: owner.headers, body: form });
  expect(body).toMatchObject({ file_name: "tool.bin", size: 9 });
  expect((await download(fileOf(project), owner)).text).toBe("of a form");
});

test("of several files with one name, the newest is downloaded", async () => {
  const { owner, project } = await setUp();
  for (const text of ["old", "new"]) await put(owner, fileOf(project), text);
  await put(owner, fileOf(project, "tool/1.0.0/other.txt"), "other");
  const [one, ...others] = await ok(owner.get(packagesOf(project)));
  expect(others).toEqual([]);
  const files = await ok(owner.get(`${packagesOf(project)}/${one.id}/package_files`));
  expect(files.map(({ file_name }: { file_name: string }) => file_name)).toEqual(["tool.bin", "tool.bin", "other.txt"]);
  expect((await download(fileOf(project), owner)).text).toBe("new");
  await ok(owner.delete(`${packagesOf(project)}/${one.id}/package_files/${files[1].id}`));
  expect((await download(fileOf(project), owner)).text).toBe("old");
});

test("packages are filtered, ordered and counted", async () => {
  const { owner, project } = await setUp();
  for (const name of ["beta/1.0", "alpha/2.0", "alpha/1.0"]) await put(owner, fileOf(project, `${name}/a.txt`), "a");
  await put(owner, `${fileOf(project, "gamma/1.0/a.txt")}?status=hidden`, "a");
  const list = async (query: Record<string, string | number>) => {
    const { body, headers } = await owner.get(packagesOf(project), query);
    const names = body.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`);
    return [names, headers.get("x-total")];
  };
  expect(await list({})).toEqual([["beta 1.0", "alpha 2.0", "alpha 1.0"], "3"]);
  expect(await list({ order_by: "name" })).toEqual([["alpha 2.0", "alpha 1.0", "beta 1.0"], "3"]);
  expect(await list({ order_by: "version", sort: "desc", per_page: 1 })).toEqual([["alpha 2.0"], "3"]);
  expect(await list({ package_name: "LPH", package_version: "1.0" })).toEqual([["alpha 1.0"], "1"]);
  expect(await list({ package_type: "npm" })).toEqual([[], "0"]);
  expect(await list({ package_type: "generic", status: "hidden" })).toEqual([["gamma 1.0"], "1"]);
  expect((await download(fileOf(project, "gamma/1.0/a.txt"), owner)).status).toBe(200);
  await put(owner, `${fileOf(project, "gamma/1.0/b.txt")}?status=default`, "b");
  expect(await list({ package_name: "gamma" })).toEqual([["gamma 1.0"], "1"]);
});

test("each package has its own files, and none through another project", async () => {
  const { owner, project } = await setUp();
  const other = await createProject(owner);
  for (const name of ["one", "two"]) await put(owner, fileOf(project, `${name}/1.0.0/${name}.bin`), name);
  await put(owner, fileOf(other, "three/1.0.0/three.bin"), "three");
  const packages = await ok(owner.get(packagesOf(project), { order_by: "name", sort: "asc" }));
  const filesOf = async (of: Target, id: number) => {
    const { status, body } = await owner.get(`${packagesOf(of)}/${id}/package_files`);
    return [status, status === 200 ? body.map(({ file_name }: { file_name: string }) => file_name) : body];
  };
  const ids = packages.map(({ id }: Target) => id);
  expect([await filesOf(project, ids[0]), await filesOf(project, ids[1]), await filesOf(other, ids[0])]).toEqual([
    [200, ["one.bin"]],
    [200, ["two.bin"]],
    [404, { message: "404 Package Not Found" }],
  ]);
});

test("a deleted package and its files are gone, and their room is free", async () => {
  const { owner, project } = await setUp();
  for (const name of ["a.txt", "b.txt"]) await put(owner, fileOf(project, `tool/1.0.0/${name}`), name);
  const [one] = await ok(owner.get(packagesOf(project)));
  const { id } = one;
  expect(await owner.delete(`${packagesOf(project)}/${id}`)).toMatchObject({ status: 204, body: null });
  const gone = { status: 404, body: { message: "404 Package Not Found" } };
  expect(await owner.get(`${packagesOf(project)}/${id}`)).toMatchObject(gone);
  expect(await owner.get(`${packagesOf(project)}/${id}/package_files`)).toMatchObject(gone);
  expect(await owner.delete(`${packagesOf(project)}/${id}`)).toMatchObject(gone);
  expect((await download(fileOf(project, "tool/1.0.0/a.txt"), owner)).status).toBe(404);
  expect((await owner.get(packagesOf(project))).body).toEqual([]);
});

test("those who may read the code download, developers publish, masters delete", async () => {
  const { owner, project } = await setUp({ visibility_level: 0 });
  await put(owner, fileOf(project), "bytes");
  const [one] = await ok(owner.get(packagesOf(project)));
  const statuses: Record<string, number[]> = {};
  for (const role of ["stranger", "guest", "reporter", "developer", "master"] as const) {
    const user = await createUser();
    if (role !== "stranger") await joinProject(owner, project, user, role);
    const answers = [
      await download(fileOf(project), user),
      await user.get(packagesOf(project)),
      await user.get(`${packagesOf(project)}/${one.id}/package_files`),
      await put(user, fileOf(project, `${role}/1/a.txt`), "a"),
      await user.delete(`${packagesOf(project)}/${role === "master" ? one.id : 0}`),
    ];
    statuses[role] = answers.map(({ status }) => status);
  }
  expect(statuses).toEqual({
    stranger: [404, 404, 404, 404, 404],
    guest: [403, 403, 403, 403, 403],
    reporter: [200, 200, 200, 403, 403],
    developer: [200, 200, 200, 201, 403],
    master: [200, 200, 200, 201, 204],
  });
  expect((await download(fileOf(project))).status).toBe(404);
  expect((await put(anonymous, fileOf(project), "a")).status).toBe(401);
});

test("packages of a public project are for everybody, and those of an archived one are kept", async () => {
  const { owner, project } = await setUp({ visibility_level: 20 });
  await put(owner, fileOf(project), "bytes");
  expect((await download(fileOf(project))).text).toBe("bytes");
  const [one] = await ok(anonymous.get(packagesOf(project)));
  await ok(owner.post(`/projects/${project.id}/archive`));
  expect((await put(owner, fileOf(project), "more")).status).toBe(403);
  expect((await owner.delete(`${packagesOf(project)}/${one.id}`)).status).toBe(403);
  expect((await download(fileOf(project))).text).toBe("bytes");
});

test.each<[string, string]>([
  ["package_name", "a%20b/1.0/a.txt"],
  ["package_version", "a/1..0/a.txt"],
  ["file_name", "a/1.0/~a.txt"],
  ["file_name", "a/1.0/a%2Fb.txt"],
])("%s of %s is refused", async (name, path) => {
  const { owner, project } = await setUp();
  const { status, body } = await put(owner, fileOf(project, path), "a");
  expect([status, body]).toEqual([400, { error: `${name} is invalid` }]);
});

test("a file is required, and has 10 MB at most", async () => {
  const { owner, project } = await setUp();
  expect(await put(owner, fileOf(project), "")).toMatchObject({ status: 400, body: { error: "file is missing" } });
  const large = await put(owner, fileOf(project), new Uint8Array(10 * 1024 ** 2 + 1));
  expect([large.status, large.body]).toEqual([413, { message: "413 Request Entity Too Large" }]);
  expect((await owner.get(packagesOf(project))).body).toEqual([]);
});

test("a project says that it has packages", async () => {
  const { owner, project } = await setUp();
  expect((await owner.get(v4(`/projects/${project.id}`))).body).toMatchObject({ packages_enabled: true });
});

test("files of packages are neither listed nor deleted as uploads", async () => {
  const { owner, project } = await setUp();
  await ok(put(owner, fileOf(project), "tool"));
  const uploads = v4(`/projects/${project.id}/uploads`);
  // The repository's first upload.
  const deleted = await owner.delete(`${uploads}/1`);
  const [list, file] = [await owner.get(uploads), await download(fileOf(project), owner)];
  expect([list.body, deleted.status, file.text]).toEqual([[], 404, "tool"]);
});
