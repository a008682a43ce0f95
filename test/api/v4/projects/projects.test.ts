// Projects in API v4
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

const idsOf = (projects: readonly { id: number }[]) => projects.map(({ id }) => id);

test("a project is created with words for its visibility and features, and with topics", async () => {
  const owner = await createUser();
  const { status, body } = await owner.post(v4("/projects"), {
    name: "River Delta",
    visibility: "internal",
    issues_access_level: "disabled",
    jobs_enabled: false,
    topics: ["water", "maps"],
    initialize_with_readme: false,
    default_branch: "",
  });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      path: "river-delta",
      visibility: "internal",
      issues_enabled: false,
      issues_access_level: "disabled",
      jobs_enabled: false,
      topics: ["water", "maps"],
      tag_list: ["water", "maps"],
      empty_repo: true,
      default_branch: null,
      ssh_url_to_repo: `${baseUrl}/${owner.username}/river-delta.git`,
      merge_method: "merge",
      http_url_to_repo: `${baseUrl}/${owner.username}/river-delta.git`,
      namespace: { kind: "user", full_path: owner.username, parent_id: null },
      permissions: { project_access: { access_level: 40 } },
    },
  });
  expect(body).not.toHaveProperty("visibility_level");
});

test("initialize_with_readme makes the first commit on the named branch", async () => {
  const owner = await createUser();
  const { status, body } = await owner.post(v4("/projects"), {
    name: unique("p"),
    initialize_with_readme: true,
    default_branch: "trunk",
  });
  expect([status, body.default_branch, body.empty_repo]).toEqual([201, "trunk", false]);
});

test("a feature that only members shall have is refused", async () => {
  const { status, body } = await (await createUser()).post(v4("/projects"), {
    name: unique("p"),
    issues_access_level: "private",
  });
  expect([status, body]).toEqual([400, { error: "issues_access_level is invalid" }]);
});

test("PUT changes what is given, and nothing without parameters that it knows", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const path = v4(`/projects/${project.id}`);
  const { status, body } = await owner.put(path, { visibility: "public", tag_list: "a, b", public_jobs: false });
  expect([status, body.visibility, body.topics, body.public_jobs]).toEqual([200, "public", ["a", "b"], false]);
  expect((await owner.put(path, { squash_option: "always" })).status).toBe(200);
});

test("the anonymous see the simple shape of public projects, and 404 for others", async () => {
  const owner = await createUser();
  const open = await createProject(owner, { visibility_level: 20 });
  const closed = await createProject(owner);
  const { status, body } = await anonymous.get(v4(`/projects/${owner.username}%2F${open.path.replaceAll(".", "%2E")}`));
  expect([status, body.visibility, "permissions" in body]).toEqual([200, "public", false]);
  const hidden = await anonymous.get(v4(`/projects/${closed.id}`));
  expect([hidden.status, hidden.body]).toEqual([404, { message: "404 Project Not Found" }]);
});

test("DELETE is accepted", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const { status, body } = await owner.delete(v4(`/projects/${project.id}`));
  expect([status, body]).toEqual([202, { message: "202 Accepted" }]);
  expect((await owner.get(`/projects/${project.id}`)).status).toBe(404);
});

test("what one version creates the other one shows", async () => {
  const owner = await createUser();
  const created = await ok(owner.post(v4("/projects"), { name: unique("p"), visibility: "private", topics: ["x"] }));
  const old = await ok(owner.get(`/projects/${created.id}`));
  expect(old).toMatchObject({ name: created.name, visibility_level: 0, tag_list: ["x"], public: false });
  const older = await createProject(owner, { visibility_level: 10, builds_enabled: false });
  expect((await owner.get(v4(`/projects/${older.id}`))).body).toMatchObject({
    name: older.name,
    visibility: "internal",
    builds_access_level: "disabled",
  });
});

describe("a fork", () => {
  test("may have its own path, name and visibility, and is 409 if there is one", async () => {
    const [owner, user] = [await createUser(), await createUser()];
    const source = await createProject(owner, { visibility_level: 20 });
    const path = v4(`/projects/${source.id}/fork`);
    const values = { path: "mine", name: "Mine", visibility: "private" };
    const { status, body } = await user.post(path, values);
    expect([status, body]).toMatchObject([
      201,
      { path: "mine", name: "Mine", visibility: "private", forked_from_project: { id: source.id } },
    ]);
    expect((await user.post(path, values)).status).toBe(409);
  });

  test("goes into the namespace that is named by its path", async () => {
    const user = await createUser();
    const [source, group] = [await createProject(user, { visibility_level: 20 }), await createGroup(user)];
    const { status, body } = await user.post(v4(`/projects/${source.id}/fork`), { namespace_path: group.path });
    expect([status, body.namespace.full_path]).toEqual([201, group.path]);
  });
});

describe("the list", () => {
  test("has what the caller may see, or only what they belong to", async () => {
    const [owner, other] = [await createUser(), await createUser()];
    const name = unique("listed");
    const open = await createProject(other, { name, visibility_level: 20 });
    const mine = await createProject(owner, { name });
    await createProject(other, { name: `${name}-hidden` });
    const list = (query: object) => owner.get(v4("/projects"), { search: name, order_by: "id", sort: "asc", ...query });
    expect(idsOf((await list({})).body)).toEqual([open.id, mine.id]);
    expect(idsOf((await list({ membership: "True" })).body)).toEqual([mine.id]);
    expect(idsOf((await list({ owned: true })).body)).toEqual([mine.id]);
    expect(idsOf((await list({ min_access_level: 30 })).body)).toEqual([mine.id]);
    expect(idsOf((await list({ min_access_level: 50 })).body)).toEqual([mine.id]);
    expect(idsOf((await list({ visibility: "public" })).body)).toEqual([open.id]);
    await ok(owner.post(v4(`/projects/${open.id}/star`)));
    expect(idsOf((await list({ starred: true })).body)).toEqual([open.id]);
    for (const own of ["membership", "owned"])
      expect(idsOf((await list({ starred: true, [own]: true })).body)).toEqual([]);
    const unknown = await anonymous.get(v4("/projects"), { search: name });
    expect([unknown.status, idsOf(unknown.body), "permissions" in unknown.body[0]]).toEqual([200, [open.id], false]);
  });

  test("has archived projects unless the filter says otherwise", async () => {
    const owner = await createUser();
    const [kept, archived] = [await createProject(owner), await createProject(owner)];
    await ok(owner.post(`/projects/${archived.id}/archive`));
    const list = async (query: object) =>
      idsOf((await owner.get(v4("/projects"), { owned: true, order_by: "id", sort: "asc", ...query })).body);
    expect(await list({})).toEqual([kept.id, archived.id]);
    expect(await list({ archived: false })).toEqual([kept.id]);
    expect(await list({ archived: true })).toEqual([archived.id]);
  });

  test("is narrowed by features, topics, ids and activity", async () => {
    const owner = await createUser();
    const plain = await createProject(owner, { issues_enabled: false });
    const topics = ["a", "b"];
    const tagged = await ok(owner.post(v4("/projects"), { name: unique("p"), topics, merge_requests_enabled: false }));
    const list = async (query: object) =>
      idsOf((await owner.get(v4("/projects"), { membership: true, order_by: "id", sort: "asc", ...query })).body);
    expect(await list({ with_issues_enabled: true })).toEqual([tagged.id]);
    expect(await list({ with_issues_enabled: false })).toEqual([plain.id]);
    expect(await list({ with_merge_requests_enabled: true })).toEqual([plain.id]);
    expect(await list({ with_merge_requests_enabled: false })).toEqual([tagged.id]);
    expect(await list({ topic: "b,a" })).toEqual([tagged.id]);
    expect(await list({ topic: "a,c" })).toEqual([]);
    expect(await list({ id_after: plain.id })).toEqual([tagged.id]);
    expect(await list({ id_before: tagged.id })).toEqual([plain.id]);
    expect(await list({ last_activity_after: "2999-01-01" })).toEqual([]);
    expect(await list({ last_activity_before: "2999-01-01" })).toEqual([plain.id, tagged.id]);
  });

  test.each(["asc", "desc"])("of keyset pagination leads through all ids, %s", async (sort) => {
    const owner = await createUser();
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push((await createProject(owner)).id);
    const seen: number[] = [];
    let next: string | undefined = v4(`/projects?pagination=keyset&order_by=id&sort=${sort}&owned=true&per_page=2`);
    while (next !== undefined) {
      const { status, body, headers } = await owner.get(next);
      expect([status, headers.get("x-total")]).toEqual([200, null]);
      seen.push(...idsOf(body));
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(sort === "asc" ? ids : ids.toReversed());
  });

  test("of keyset pagination is refused if its Link would be too long, unless it is the last page", async () => {
    const owner = await createUser();
    for (const name of [unique("p"), unique("p")]) await ok(owner.post(v4("/projects"), { name, topics: ["a"] }));
    const topic = Array(3_000).fill("a").join(",");
    const query = { pagination: "keyset", order_by: "id", owned: true, topic };
    expect(await owner.get(v4("/projects"), { ...query, per_page: 1 })).toMatchObject({
      status: 400,
      body: { message: "The parameters are too long for a Link to the next page" },
    });
    const last = await owner.get(v4("/projects"), { ...query, per_page: 2 });
    expect([last.status, last.body.length]).toEqual([200, 2]);
  });

  test("is one round trip", async () => {
    expect((await (await createUser()).get(v4("/projects"))).cost.roundTrips).toBe(1);
  });
});
