// Branches, tags, trees, commits, comparisons and files in API v4
import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";
import { baseUrl, send } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { v4, withScopes } from "../../../support/v4.ts";

const files = { "README.md": "Read me\n", "docs/a.b.txt": "One\n", "docs/deep/c.txt": "Three\n" };

async function setUp(attributes = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  await seedRepository(owner, project, files);
  const path = v4(`/projects/${project.id}/repository`);
  return { owner, project, path, old: `/projects/${project.id}/repository` };
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe("branches", () => {
  test("are created, shown, listed and deleted", async () => {
    const { owner, project, path } = await setUp();
    const created = await owner.post(`${path}/branches`, { branch: "feature/x", ref: "main" });
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        name: "feature/x",
        merged: false,
        protected: false,
        default: false,
        can_push: true,
        web_url: `${baseUrl}/${project.path_with_namespace}/-/tree/feature/x`,
        commit: { short_id: created.body.commit.id.slice(0, 8), trailers: {} },
      },
    ]);
    expect((await owner.get(`${path}/branches/feature%2Fx`)).body).toEqual(created.body);
    const listed = await owner.get(`${path}/branches`, { per_page: 1 });
    expect([namesOf(listed.body), listed.headers.get("x-total"), listed.headers.get("x-next-page")]).toEqual([
      ["feature/x"],
      "2",
      "2",
    ]);
    const deleted = await owner.delete(`${path}/branches/feature%2Fx`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect((await owner.head(`${path}/branches/feature%2Fx`)).status).toBe(404);
  });

  test.each([
    ["MAI", ["main"]],
    ["^fe", ["feature"]],
    ["n$", ["main"]],
    ["^main$", ["main"]],
    ["x", []],
  ])("are found by %s", async (search, names) => {
    const { owner, path, old } = await setUp();
    await ok(owner.post(`${old}/branches`, { branch_name: "feature", ref: "main" }));
    expect(namesOf((await owner.get(`${path}/branches`, { search })).body)).toEqual(names);
  });
});

describe("tags", () => {
  test("are created, shown, sorted and deleted", async () => {
    const { owner, path, old } = await setUp();
    const created = await owner.post(`${path}/tags`, { tag_name: "v1.10", ref: "main", message: "Ten" });
    expect([created.status, created.body]).toMatchObject(
      [201, { name: "v1.10", message: "Ten", protected: false, release: null, commit: { title: "Seed" } }].map(
        (value) => (typeof value === "number" ? value : { ...value, commit: expect.any(Object) }),
      ),
    );
    expect(created.body.target).toMatch(/^[0-9a-f]{40}$/);
    expect(created.body.target).not.toBe(created.body.commit.id);
    const light = await ok(owner.post(`${old}/tags`, { tag_name: "v1.9", ref: "main" }));
    const shown = await owner.get(`${path}/tags/v1%2E9`);
    expect([shown.status, shown.body.target, shown.body.message]).toEqual([200, light.commit.id, ""]);
    const sorted = async (query: object) => namesOf((await owner.get(`${path}/tags`, { ...query })).body);
    expect(await sorted({ order_by: "version", sort: "asc" })).toEqual(["v1.9", "v1.10"]);
    expect(await sorted({ order_by: "name", sort: "asc" })).toEqual(["v1.10", "v1.9"]);
    expect(await sorted({ search: "^v1.1" })).toEqual(["v1.10"]);
    expect((await owner.delete(`${path}/tags/v1%2E9`)).status).toBe(204);
    expect((await owner.get(`${old}/tags`)).body).toMatchObject([{ name: "v1.10" }]);
  });

  test("are listed by the time of their commit, newest first, and those of the same time by name", async () => {
    const { owner, path } = await setUp();
    const change = { branch: "topic", start_branch: "main", commit_message: "Later", content: "x" };
    await ok(owner.post(`${path}/files/later`, change));
    const refs = { b: "main", a: "topic", c: "topic" };
    for (const [tag_name, ref] of Object.entries(refs)) await ok(owner.post(`${path}/tags`, { tag_name, ref }));
    expect(namesOf(await ok(owner.get(`${path}/tags`)))).toEqual(["c", "a", "b"]);
    expect(namesOf(await ok(owner.get(`${path}/tags`, { sort: "asc" })))).toEqual(["b", "a", "c"]);
  });
});

describe("the tree", () => {
  test("has pages, and the entries of folders on demand", async () => {
    const { owner, path } = await setUp();
    const page = await owner.get(`${path}/tree`, { per_page: 1, page: 2 });
    expect([page.status, namesOf(page.body), page.headers.get("x-total")]).toEqual([200, ["README.md"], "2"]);
    const deep = await owner.get(`${path}/tree`, { path: "docs", recursive: "True", ref: "main" });
    expect(deep.body.map((entry: { path: string }) => entry.path)).toEqual([
      "docs/deep",
      "docs/a.b.txt",
      "docs/deep/c.txt",
    ]);
  });

  test("of an unknown path or revision is 404", async () => {
    const { owner, path } = await setUp();
    const missing = await owner.get(`${path}/tree`, { path: "nowhere" });
    expect([missing.status, missing.body]).toEqual([404, { message: "404 invalid revision or path Not Found" }]);
    expect((await owner.get(`${path}/tree`, { ref: "nothing" })).status).toBe(404);
  });

  test("of an empty repository is empty", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const { status, body } = await owner.get(v4(`/projects/${project.id}/repository/tree`));
    expect([status, body]).toEqual([200, []]);
  });
});

describe("files", () => {
  test("are shown with what HEAD says of them", async () => {
    const { owner, path } = await setUp();
    const address = `${path}/files/docs%2Fa%2Eb%2Etxt`;
    const { status, body, headers } = await owner.get(address, { ref: "HEAD" });
    expect([status, body]).toMatchObject([
      200,
      {
        file_name: "a.b.txt",
        file_path: "docs/a.b.txt",
        size: 4,
        encoding: "base64",
        content: btoa("One\n"),
        content_sha256: hash("sha256", "One\n"),
        ref: "HEAD",
        execute_filemode: false,
      },
    ]);
    const head = await owner.head(`${address}?ref=main`);
    expect(head.status).toBe(200);
    expect(head.headers.get("x-gitlab-blob-id")).toBe(body.blob_id);
    expect(head.headers.get("x-gitlab-last-commit-id")).toBe(body.last_commit_id);
    expect(headers.get("x-gitlab-size")).toBe("4");
  });

  test("are read as bytes that browsers do not run", async () => {
    const { owner, path } = await setUp();
    const { status, text, headers } = await owner.get(`${path}/files/docs%2Fa%2Eb%2Etxt/raw`);
    expect([status, text, headers.get("content-type")]).toEqual([200, "One\n", "text/plain"]);
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  });

  test.each([
    ["docs%2Fnone", "main", "404 File Not Found"],
    ["README.md", "none", "404 Commit Not Found"],
  ])("%s at %s is 404", async (name, ref, message) => {
    const { owner, path } = await setUp();
    const { status, body } = await owner.get(`${path}/files/${name}`, { ref });
    expect([status, body]).toEqual([404, { message }]);
  });

  test("are created on a new branch, changed and deleted", async () => {
    const { owner, path, old } = await setUp();
    const address = `${path}/files/new%2Ftxt`;
    const values = {
      branch: "topic",
      start_branch: "main",
      commit_message: "Add",
      content: btoa("1"),
      encoding: "base64",
    };
    const created = await owner.post(address, values);
    expect([created.status, created.body]).toEqual([201, { file_path: "new/txt", branch: "topic" }]);
    const shown = await ok(owner.get(`${old}/files`, { file_path: "new/txt", ref: "topic" }));
    expect(shown.content).toBe(btoa("1"));
    const change = { branch: "topic", start_branch: null, commit_message: "Change", content: "2" };
    const changed = await owner.put(address, { ...change, last_commit_id: shown.last_commit_id });
    expect([changed.status, changed.body]).toEqual([200, { file_path: "new/txt", branch: "topic" }]);
    const late = await owner.put(address, { ...change, content: "3", last_commit_id: shown.last_commit_id });
    expect([late.status, late.body.message]).toEqual([
      400,
      "You are attempting to update a file that has changed since you started editing it.",
    ]);
    const deleted = await owner.delete(`${address}?branch=topic&commit_message=Delete`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect((await owner.get(address, { ref: "topic" })).status).toBe(404);
  });

  test("are added to a branch that exists, whatever start_branch names", async () => {
    const { owner, path } = await setUp();
    const add = (name: string) =>
      owner.post(`${path}/files/${name}`, {
        branch: "topic",
        start_branch: "main",
        commit_message: name,
        content: "x",
      });
    await ok(add("first"));
    await ok(add("second"));
    expect(namesOf(await ok(owner.get(`${path}/tree`, { ref: "topic" })))).toEqual([
      "docs",
      "README.md",
      "first",
      "second",
    ]);
  });
});

describe("commits", () => {
  test("are made of several actions, on a new branch, and shown with stats and diff", async () => {
    const { owner, project, path } = await setUp();
    const actions = [
      { action: "update", file_path: "README.md", content: "Read me\nnow\n" },
      { action: "delete", file_path: "docs/a.b.txt" },
    ];
    const { status, body } = await send(`${path}/commits`, {
      method: "POST",
      headers: { ...owner.headers, "content-type": "application/json" },
      body: JSON.stringify({ branch: "topic", start_branch: "main", commit_message: "Two changes", actions }),
    });
    expect([status, body]).toMatchObject([
      201,
      {
        title: "Two changes",
        stats: { additions: 1, deletions: 1, total: 2 },
        project_id: project.id,
        last_pipeline: null,
        web_url: `${baseUrl}/${project.path_with_namespace}/-/commit/${body.id}`,
      },
    ]);
    expect((await owner.get(`${path}/commits/topic`)).body).toEqual(body);
    expect((await owner.get(`${path}/commits/topic`, { stats: false })).body).not.toHaveProperty("stats");
    const diff = await owner.get(`${path}/commits/${body.id}/diff`, { per_page: 1 });
    expect([diff.headers.get("x-total"), diff.body]).toMatchObject([
      "2",
      [{ new_path: "README.md", diff: "@@ -1 +1,2 @@\n Read me\n+now\n", too_large: false, collapsed: false }],
    ]);
    const whole = await owner.get(`${path}/commits/${body.id}/diff`, { unidiff: true });
    expect(whole.body[0].diff).toMatch(/^--- a\/README.md\n\+\+\+ b\/README.md\n@@/);
  });

  test("have the pipeline that statuses have made", async () => {
    const { owner, project, path } = await setUp();
    const [{ id }] = (await owner.get(`${path}/commits`)).body;
    await ok(owner.post(`/projects/${project.id}/statuses/${id}`, { state: "success", ref: "main" }));
    const { body } = await owner.get(`${path}/commits/${id}`);
    expect([body.status, body.last_pipeline]).toMatchObject([
      "success",
      { id: expect.any(Number), sha: id, ref: "main", status: "success", source: "external", project_id: project.id },
    ]);
  });

  test("are listed in pages from 1 with links to the pages beside, without totals", async () => {
    const { owner, project, path, old } = await setUp();
    for (const [commit_message, file_path] of [
      ["Second", "x"],
      ["Third", "y"],
    ])
      await ok(owner.post(`${old}/files`, { branch_name: "main", commit_message, content: "x", file_path }));
    const pages = await Promise.all(
      [1, 2, 3].map((page) => owner.get(`${path}/commits`, { page, per_page: 1, ref_name: "main" })),
    );
    const link = (page: number, rel: string) =>
      `<${path}/commits?id=${project.id}&page=${page}&per_page=1&ref_name=main>; rel="${rel}"`;
    expect(
      pages.map(({ status, body, headers }) => [
        status,
        body.map(({ title }: { title: string }) => title),
        ...["x-page", "x-prev-page", "x-next-page", "x-total"].map((name) => headers.get(name)),
        headers.get("link")?.split(", "),
      ]),
    ).toEqual([
      [200, ["Third"], "1", "", "2", null, [link(2, "next"), link(1, "first")]],
      [200, ["Second"], "2", "1", "3", null, [link(1, "prev"), link(3, "next"), link(1, "first")]],
      [200, ["Begin"], "3", "2", "", null, [link(2, "prev"), link(1, "first")]],
    ]);
  });

  test("unknown ones are 404", async () => {
    const { owner, path } = await setUp();
    const { status, body } = await owner.get(`${path}/commits/nothing`);
    expect([status, body]).toEqual([404, { message: "404 Commit Not Found" }]);
  });
});

test("a comparison begins at the merge base, or at the revision itself", async () => {
  const { owner, project, path, old } = await setUp();
  await ok(owner.post(`${old}/branches`, { branch_name: "topic", ref: "main" }));
  for (const branch_name of ["main", "topic"]) {
    const file_path = `on-${branch_name}`;
    await ok(owner.post(`${old}/files`, { branch_name, file_path, commit_message: "x", content: file_path }));
  }
  const compare = async (query: object) => {
    const { status, body } = await owner.get(`${path}/compare`, { from: "main", to: "topic", ...query });
    return [
      status,
      body.diffs.map(({ new_path }: { new_path: string }) => new_path),
      body.commits.length,
      body.web_url,
    ];
  };
  const address = `${baseUrl}/${project.path_with_namespace}/-/compare/main...topic`;
  expect(await compare({})).toEqual([200, ["on-topic"], 1, address]);
  expect(await compare({ straight: true })).toEqual([200, ["on-main", "on-topic"], 1, address]);
});

test("code of public projects is open to the anonymous and to tokens of scope read_repository", async () => {
  const { owner, path } = await setUp({ visibility_level: 20 });
  const hidden = await setUp();
  const reader = await withScopes(owner, "read_repository");
  for (const place of ["branches", "tags", "tree", "commits", "files/README.md", "files/README.md/raw"]) {
    expect([place, (await anonymous.get(`${path}/${place}`)).status]).toEqual([place, 200]);
    expect([place, (await anonymous.get(`${hidden.path}/${place}`)).status]).toEqual([place, 404]);
    expect([place, (await reader.get(`${path}/${place}`)).status]).toEqual([place, 200]);
  }
  expect((await reader.post(`${path}/branches`, { branch: "x", ref: "main" })).status).toBe(403);
});
