// Releases and their links in API v4
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok, root } from "../../../support/actors.ts";
import { baseUrl, send } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { server } from "../../../support/server.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp(attributes = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const commit = await seedRepository(owner, project, { "README.md": "Read me\n" });
  return {
    owner,
    project,
    commit,
    path: v4(`/projects/${project.id}/releases`),
    old: `/projects/${project.id}/repository`,
  };
}

const post = ({ headers }: Actor, path: string, body: object) =>
  send(path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a release makes its tag, and shows all of it", async () => {
  const { owner, project, path, old } = await setUp();
  const created = await post(owner, path, {
    tag_name: "v1.0",
    ref: "main",
    tag_message: "One",
    name: "First",
    description: "It *works*",
    assets: {
      links: [{ name: "program", url: "https://example.com/p", direct_asset_path: "/bin/p", link_type: "package" }],
    },
  });
  const page = `${baseUrl}/${project.path_with_namespace}/-`;
  const tag = await ok(owner.get(`${old}/tags/v1.0`));
  const source = `${v4(`/projects/${project.id}/repository/archive`)}`;
  expect([created.status, created.body]).toEqual([
    201,
    {
      tag_name: "v1.0",
      name: "First",
      description: "It *works*",
      created_at: expect.stringMatching(/Z$/),
      released_at: created.body.created_at,
      upcoming_release: false,
      author: expect.objectContaining({ username: owner.username, avatar_url: null }),
      commit: expect.objectContaining({ id: tag.commit.id, title: "Begin" }),
      milestones: [],
      commit_path: `/${project.path_with_namespace}/-/commit/${tag.commit.id}`,
      tag_path: `/${project.path_with_namespace}/-/tags/v1.0`,
      assets: {
        count: 4,
        sources: ["zip", "tar.gz", "tar"].map((format) => ({ format, url: `${source}.${format}?sha=v1.0` })),
        links: [
          {
            id: expect.any(Number),
            name: "program",
            url: "https://example.com/p",
            direct_asset_url: `${page}/releases/v1.0/downloads/bin/p`,
            link_type: "package",
          },
        ],
      },
      evidences: [],
      _links: { self: `${page}/releases/v1.0` },
    },
  ]);
  expect(tag).toMatchObject({ message: "One", release: { tag_name: "v1.0", description: "It *works*" } });
  expect((await owner.get(`${path}/v1%2E0`)).body).toEqual(created.body);
});

test("a release of v3 is one of v4, and the other way round", async () => {
  const { owner, path, old } = await setUp();
  await ok(owner.post(`${old}/tags`, { tag_name: "a/b", ref: "main", release_description: "Old" }));
  expect((await owner.get(`${path}/a%2Fb`)).body).toMatchObject({
    name: "a/b",
    description: "Old",
    author: { username: owner.username },
  });
  await ok(owner.put(`${path}/a%2Fb`, { description: "New" }));
  expect((await owner.get(`${old}/tags/a%2Fb`)).body.release).toEqual({ tag_name: "a/b", description: "New" });
});

describe("creating a release", () => {
  test("of a tag that has one is 409", async () => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { tag_name: "v1", ref: "main" }));
    const again = await owner.post(path, { tag_name: "v1", ref: "main" });
    expect([again.status, again.body]).toEqual([409, { message: "Release already exists" }]);
  });

  test("without a tag and a ref is 422", async () => {
    const { owner, path } = await setUp();
    const refused = await owner.post(path, { tag_name: "v1" });
    expect([refused.status, refused.body]).toEqual([422, { message: "Ref is not specified" }]);
  });

  test.each([
    [{ ref: "main" }, { error: "tag_name is missing" }],
    [{ tag_name: "v1", ref: "none" }, { message: "Target none is invalid" }],
    [{ tag_name: "a b", ref: "main" }, { message: "Tag name invalid" }],
    [{ tag_name: "v1", ref: "main", milestones: ["1.0"] }, { error: "milestones is invalid" }],
    [{ tag_name: "v1", ref: "main", released_at: "never" }, { error: "released_at is invalid" }],
    [
      { tag_name: "v1", ref: "main", assets: { links: [{ name: "x", url: "javascript:alert(1)" }] } },
      { message: { url: ["is blocked: Only allowed schemes are http, https, ftp"] } },
    ],
    [
      { tag_name: "v1", ref: "main", assets: { links: [{ name: " ", url: "https://x.com" }] } },
      { message: { name: ["can't be blank"] } },
    ],
    [
      { tag_name: "v1", ref: "main", assets: { links: [{ name: "x", url: "https://x.com", filepath: "../x" }] } },
      { message: { filepath: ["is invalid"] } },
    ],
    [
      {
        tag_name: "v1",
        ref: "main",
        assets: {
          links: [
            { name: "x", url: "https://x.com" },
            { name: "x", url: "https://y.com" },
          ],
        },
      },
      { message: { name: ["has already been taken"] } },
    ],
  ])("with %j is 400", async (values, body) => {
    const { owner, path } = await setUp();
    const refused = await post(owner, path, values);
    expect([refused.status, refused.body]).toEqual([400, body]);
    expect((await owner.get(path)).body).toEqual([]);
  });

  test("of one tag at the same time makes one", async () => {
    const { owner, path } = await setUp();
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.post(path, { tag_name: "v1", ref: "main" })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await owner.get(path)).headers.get("x-total")).toBe("1");
  });

  test("with more than a hundred links is 400, and with a hundred is not", async () => {
    const { owner, path } = await setUp();
    const links = Array.from({ length: 101 }, (_, index) => ({ name: `n${index}`, url: `https://x.com/${index}` }));
    const release = (count: number) => ({ tag_name: "v1", ref: "main", assets: { links: links.slice(0, count) } });
    const refused = await post(owner, path, release(101));
    expect([refused, (await post(owner, path, release(100))).status]).toMatchObject([
      { status: 400, body: { message: { links: ["are too many (maximum is 100)"] } } },
      201,
    ]);
  });
});

test("releases are listed by the time of their release, with pages", async () => {
  const { owner, path } = await setUp();
  for (const [tag_name, released_at] of [
    ["a", "2031-01-01"],
    ["b", "2020-01-01"],
    ["c", "2010-01-01"],
  ]) {
    await ok(owner.post(path, { tag_name, ref: "main", released_at }));
  }
  const names = async (query: object) =>
    (await ok(owner.get(path, { ...query }))).map(({ tag_name }: { tag_name: string }) => tag_name);
  expect(await names({})).toEqual(["a", "b", "c"]);
  expect(await names({ sort: "asc" })).toEqual(["c", "b", "a"]);
  expect(await names({ order_by: "created_at" })).toEqual(["c", "b", "a"]);
  const page = await owner.get(path, { per_page: 1, page: 2 });
  expect([page.body[0].tag_name, page.headers.get("x-total"), page.headers.get("x-next-page")]).toEqual([
    "b",
    "3",
    "3",
  ]);
  expect(page.body[0]).toEqual((await owner.get(`${path}/b`)).body);
  expect((await owner.get(`${path}/a`)).body.upcoming_release).toBe(true);
});

test("an update changes what it names", async () => {
  const { owner, path } = await setUp();
  const before = await ok(owner.post(path, { tag_name: "v1", ref: "main", name: "One", description: "Text" }));
  const updated = await owner.put(`${path}/v1`, { name: "Two", released_at: "2020-05-05T00:00:00Z" });
  expect([updated.status, updated.body]).toEqual([
    200,
    { ...before, name: "Two", released_at: "2020-05-05T00:00:00.000Z" },
  ]);
  const empty = await owner.put(`${path}/v1`, {});
  expect([empty.status, empty.body]).toEqual([
    400,
    { error: "name, description, released_at, milestones are missing, at least one parameter must be provided" },
  ]);
  expect((await owner.put(`${path}/none`, { name: "x" })).status).toBe(404);
});

test("other releases of the project, and of the same tag elsewhere, stay when one is changed and deleted", async () => {
  const { owner, path } = await setUp();
  const elsewhere = await setUp();
  const others = [
    await ok(owner.post(path, { tag_name: "v2", ref: "main", name: "Two" })),
    await ok(elsewhere.owner.post(elsewhere.path, { tag_name: "v1", ref: "main", name: "Other" })),
  ];
  await ok(owner.post(path, { tag_name: "v1", ref: "main", name: "One" }));
  const read = async () => [await ok(owner.get(`${path}/v2`)), await ok(elsewhere.owner.get(`${elsewhere.path}/v1`))];
  await ok(owner.put(`${path}/v1`, { name: "Changed" }));
  expect(await read()).toEqual(others);
  await ok(owner.delete(`${path}/v1`));
  expect(await read()).toEqual(others);
});

test("a deleted release is shown once more, and its tag stays", async () => {
  const { owner, path, old } = await setUp();
  const release = await ok(owner.post(path, { tag_name: "v1", ref: "main" }));
  await ok(owner.post(`${path}/v1/assets/links`, { name: "x", url: "https://x.com" }));
  const deleted = await owner.delete(`${path}/v1`);
  expect([deleted.status, deleted.body.tag_name]).toEqual([200, release.tag_name]);
  expect((await owner.get(`${path}/v1`)).body).toEqual({ message: "404 Not found" });
  expect((await owner.get(`${old}/tags/v1`)).body).toMatchObject({ name: "v1", release: null });
  const again = await ok(owner.post(path, { tag_name: "v1" }));
  expect(again.assets.links).toEqual([]);
});

test("a release that does not exist is not deleted", async () => {
  const { owner, path, old } = await setUp();
  await ok(owner.post(`${old}/tags`, { tag_name: "v1", ref: "main" }));
  for (const tag of ["v1", "none"])
    expect(await owner.delete(`${path}/${tag}`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
});

test("a release goes with its tag", async () => {
  const { owner, path, old } = await setUp();
  await ok(
    post(owner, path, { tag_name: "v1", ref: "main", assets: { links: [{ name: "x", url: "https://x.com" }] } }),
  );
  await owner.delete(`${old}/tags/v1`);
  expect((await owner.get(path)).body).toEqual([]);
});

test("the releases of a deleted user are the ghost's", async () => {
  const { owner, project, path } = await setUp();
  const developer = await createUser();
  await joinProject(owner, project, developer, "developer");
  await ok(developer.post(path, { tag_name: "v1", ref: "main" }));
  await root.delete(`/users/${developer.id}`);
  expect((await owner.get(`${path}/v1`)).body.author).toMatchObject({ username: "ghost" });
});

describe("links", () => {
  test("are added, listed, shown, changed and deleted", async () => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { tag_name: "v1", ref: "main" }));
    const links = `${path}/v1/assets/links`;
    const first = await owner.post(links, { name: "x", url: "https://x.com/1" });
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "x",
        url: "https://x.com/1",
        direct_asset_url: "https://x.com/1",
        link_type: "other",
      },
    ]);
    const second = await ok(owner.post(links, { name: "y", url: "https://x.com/2", link_type: "image" }));
    const listed = await owner.get(links, { per_page: 1 });
    expect([listed.body, listed.headers.get("x-total")]).toEqual([[second], "2"]);
    const changed = await owner.put(`${links}/${first.body.id}`, { name: "z" });
    expect([changed.status, changed.body]).toEqual([200, { ...first.body, name: "z" }]);
    expect((await owner.get(`${links}/${first.body.id}`)).body).toEqual(changed.body);
    const deleted = await owner.delete(`${links}/${first.body.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, changed.body]);
    expect((await owner.get(`${links}/${first.body.id}`)).status).toBe(404);
  });

  test.each([
    [{ url: "https://x.com/2" }, { error: "name is missing" }],
    [{ name: "x", url: "https://x.com/2" }, { message: { name: ["has already been taken"] } }],
    [{ name: "y", url: "https://x.com/1" }, { message: { url: ["has already been taken"] } }],
    [{ name: "y", url: "https://x.com/2", filepath: "/a" }, { message: { filepath: ["has already been taken"] } }],
    [{ name: "y", url: "https://x.com/2", link_type: "zip" }, { error: "link_type does not have a valid value" }],
  ])("with %j are 400", async (values, body) => {
    const { owner, path } = await setUp();
    const link = { name: "x", url: "https://x.com/1", filepath: "/a" };
    await ok(post(owner, path, { tag_name: "v1", ref: "main", assets: { links: [link] } }));
    const refused = await owner.post(`${path}/v1/assets/links`, values);
    expect([refused.status, refused.body]).toEqual([400, body]);
  });

  test.each([
    ["name", "x".repeat(255), "x", "is too long (maximum is 255 characters)"],
    ["url", `https://x.com/${"x".repeat(1_986)}`, "x", "is too long (maximum is 2000 characters)"],
    ["filepath", `/${"x".repeat(127)}`, "x", "is invalid"],
  ])("have a %s of limited length", async (attribute, longest, more, error) => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { tag_name: "v1", ref: "main" }));
    const links = `${path}/v1/assets/links`;
    const refused = await owner.post(links, { name: "x", url: "https://x.com", [attribute]: longest + more });
    const created = await owner.post(links, { name: "x", url: "https://x.com", [attribute]: longest });
    expect([refused.status, refused.body]).toEqual([400, { message: { [attribute]: [error] } }]);
    expect(created.status).toBe(201);
  });

  test("are edited by a request with at least one attribute", async () => {
    const { owner, path } = await setUp();
    await ok(owner.post(path, { tag_name: "v1", ref: "main" }));
    const { id } = await ok(owner.post(`${path}/v1/assets/links`, { name: "x", url: "https://x.com" }));
    const refused = await owner.put(`${path}/v1/assets/links/${id}`, {});
    const error =
      "name, url, link_type, direct_asset_path, filepath are missing, at least one parameter must be provided";
    expect([refused.status, refused.body]).toEqual([400, { error }]);
    for (const name of ["filepath", "direct_asset_path"]) {
      const edited = await owner.put(`${path}/v1/assets/links/${id}`, { [name]: `/${name}` });
      expect([edited.status, edited.body.direct_asset_url]).toEqual([200, expect.stringMatching(`/${name}$`)]);
    }
  });

  test("are at most a hundred", async () => {
    const { owner, path } = await setUp();
    const link = (index: number) => ({ name: `n${index}`, url: `https://x.com/${index}` });
    const links = Array.from({ length: 99 }, (_, index) => link(index));
    await ok(post(owner, path, { tag_name: "v1", ref: "main", assets: { links } }));
    const hundredth = await owner.post(`${path}/v1/assets/links`, link(99));
    expect([hundredth.status, await owner.post(`${path}/v1/assets/links`, link(100))]).toMatchObject([
      201,
      { status: 400, body: { message: "A release has at most 100 links" } },
    ]);
  });

  test("of another release are not found", async () => {
    const { owner, path } = await setUp();
    for (const tag_name of ["v1", "v2"]) await ok(owner.post(path, { tag_name, ref: "main" }));
    const { id } = await ok(owner.post(`${path}/v1/assets/links`, { name: "x", url: "https://x.com" }));
    expect((await owner.get(`${path}/v2/assets/links/${id}`)).status).toBe(404);
    expect((await owner.post(`${path}/v3/assets/links`, { name: "x", url: "https://x.com" })).status).toBe(404);
  });
});

describe("permissions", () => {
  test("a reporter reads and does not write", async () => {
    const { owner, project, path } = await setUp();
    await ok(owner.post(path, { tag_name: "v1", ref: "main" }));
    const reporter = await createUser();
    await joinProject(owner, project, reporter, "reporter");
    expect((await reporter.get(`${path}/v1`)).status).toBe(200);
    const refused = [
      await reporter.post(path, { tag_name: "v2", ref: "main" }),
      await reporter.put(`${path}/v1`, { name: "x" }),
      await reporter.delete(`${path}/v1`),
      await reporter.post(`${path}/v1/assets/links`, { name: "x", url: "https://x.com" }),
    ];
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      refused.map(() => [403, { message: "403 Forbidden" }]),
    );
  });

  test("the anonymous read those of public projects", async () => {
    const { owner, path } = await setUp({ public: true });
    await ok(owner.post(path, { tag_name: "v1", ref: "main" }));
    expect((await anonymous.get(path)).body).toHaveLength(1);
    const hidden = await setUp();
    expect((await anonymous.get(hidden.path)).status).toBe(404);
  });
});

describe("the latest release", () => {
  async function setUpReleases() {
    const all = await setUp();
    const { owner, path } = all;
    for (const [tag_name, released_at] of [
      ["v2.0", "2026-02-01T00:00:00Z"],
      ["v3/rc-1", "2026-03-01T00:00:00Z"],
      ["v1.0", "2026-01-01T00:00:00Z"],
    ])
      await ok(owner.post(path, { tag_name, ref: "main", released_at }));
    return all;
  }

  const locationOf = async ({ headers }: Pick<Actor, "headers">, address: string) => {
    const { status, headers: answered } = await server.fetch(address, { headers, redirect: "manual" });
    return [status, answered.get("location")];
  };

  test.each([
    ["", ""],
    ["?order_by=created_at", ""],
    ["?page=2&x=a%20b", "?page=2&x=a+b"],
    ["/assets/links", "/assets/links"],
    ["/downloads/bin/a%3Fb?x=1", "/downloads/bin/a%3Fb?x=1"],
  ])("is where permalink/latest%s leads to", async (given, expected) => {
    const { owner, path } = await setUpReleases();
    const location = `${path}/v3%2Frc-1${expected}`;
    expect(await locationOf(owner, `${path}/permalink/latest${given}`)).toEqual([302, location]);
  });

  test("is found by clients that follow redirects", async () => {
    const { owner, path } = await setUpReleases();
    const follow = async (suffix: string) =>
      (await fetch(`${path}/permalink/latest${suffix}`, { headers: owner.headers })).json();
    expect(await follow("")).toMatchObject({ tag_name: "v3/rc-1" });
    expect(await follow("/assets/links")).toEqual([]);
  });

  test("is unknown where there is none, and to those who may not read the code", async () => {
    const { owner, path } = await setUp();
    expect((await owner.get(`${path}/permalink/latest`)).status).toBe(404);
    expect((await anonymous.get(`${path}/permalink/latest`)).status).toBe(404);
  });
});

test("descriptions as HTML are refused", async () => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, { tag_name: "v1.0", ref: "main" }));
  for (const target of [path, `${path}/v1.0`]) {
    const refused = { status: 400, body: { error: "include_html_description is not supported" } };
    expect(await owner.get(target, { include_html_description: true })).toMatchObject(refused);
    expect((await owner.get(target, { include_html_description: false })).status).toBe(200);
  }
});
