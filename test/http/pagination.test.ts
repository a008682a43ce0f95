// Pagination of lists, and the headers with links to other pages.
import { expect, test } from "vitest";
import { type Actor, createUser, ok, unique } from "../support/actors.ts";
import { type Answer, api, send, type Values } from "../support/api.ts";
import { createGroup, createIssue, createProject, type Group } from "../support/factories.ts";

/** A user with this many groups, in the order of their names. */
async function ownerOf(count: number): Promise<{ user: Actor; groups: Group[] }> {
  const user = await createUser();
  const prefix = unique("page");
  const groups: Group[] = [];
  for (let i = 0; i < count; i += 1) groups.push(await createGroup(user, named(`${prefix}-${i}`)));
  return { user, groups };
}

const named = (name: string): Values => ({ name, path: name });

const pageHeaders = ({ headers }: Answer) => ({
  total: headers.get("x-total"),
  pages: headers.get("x-total-pages"),
  perPage: headers.get("x-per-page"),
  page: headers.get("x-page"),
  next: headers.get("x-next-page"),
  prev: headers.get("x-prev-page"),
});

/** The URLs of a Link header by relation, in its order. */
function links({ headers }: Answer): Record<string, URL> {
  const entries = (headers.get("link") ?? "").split(", ").map((entry) => {
    const [, url = "", rel = ""] = /^<([^>]+)>; rel="(\w+)"$/.exec(entry) ?? [];
    return [rel, new URL(url)] as const;
  });
  return Object.fromEntries(entries);
}

const pagesOf = (answer: Answer) =>
  Object.entries(links(answer)).map(([rel, url]) => `${rel} ${url.searchParams.get("page")}`);

test("a page in the middle links all the others", async () => {
  const { user, groups } = await ownerOf(5);
  const answer = await user.get("/groups?per_page=2&page=2");
  expect({ status: answer.status, ids: answer.body.map(({ id }: Group) => id), ...pageHeaders(answer) }).toEqual({
    status: 200,
    ids: [groups[2]?.id, groups[3]?.id],
    total: "5",
    pages: "3",
    perPage: "2",
    page: "2",
    next: "3",
    prev: "1",
  });
});

test("Link has the previous, the next, the first and the last page", async () => {
  const { user } = await ownerOf(5);
  const answer = await user.get("/groups?per_page=2&page=2");
  const at = (page: number) => `<${api}/groups?order_by=name&page=${page}&per_page=2&sort=asc&statistics=false>`;
  expect(answer.headers.get("link")).toBe(
    `${at(1)}; rel="prev", ${at(3)}; rel="next", ${at(1)}; rel="first", ${at(3)}; rel="last"`,
  );
});

test("the first page has no previous one", async () => {
  const { user } = await ownerOf(3);
  const answer = await user.get("/groups?per_page=2");
  expect([pagesOf(answer), pageHeaders(answer)]).toMatchObject([
    ["next 2", "first 1", "last 2"],
    { page: "1", prev: "", next: "2" },
  ]);
});

test("the last page has no next one", async () => {
  const { user, groups } = await ownerOf(3);
  const answer = await user.get("/groups?per_page=2&page=2");
  expect([answer.body, pagesOf(answer), pageHeaders(answer)]).toMatchObject([
    [{ id: groups[2]?.id }],
    ["prev 1", "first 1", "last 2"],
    { page: "2", prev: "1", next: "" },
  ]);
});

test("a last page that is exactly full has no next one", async () => {
  const { user } = await ownerOf(2);
  const answer = await user.get("/groups?per_page=2");
  expect([pagesOf(answer), pageHeaders(answer)]).toMatchObject([
    ["first 1", "last 1"],
    { total: "2", pages: "1", next: "" },
  ]);
});

test("a page beyond the end is empty and keeps its number", async () => {
  const { user } = await ownerOf(3);
  const answer = await user.get("/groups?per_page=2&page=7");
  expect([answer.status, answer.body, pagesOf(answer), pageHeaders(answer)]).toEqual([
    200,
    [],
    ["prev 6", "first 1", "last 2"],
    { total: "3", pages: "2", perPage: "2", page: "7", next: "", prev: "6" },
  ]);
});

test("an empty list has a first page and no last one", async () => {
  const answer = await (await createUser()).get("/groups");
  expect([answer.status, answer.body, pagesOf(answer), pageHeaders(answer)]).toEqual([
    200,
    [],
    ["first 1", "last 0"],
    { total: "0", pages: "0", perPage: "20", page: "1", next: "", prev: "" },
  ]);
});

test.each([
  ["", "20"],
  ["per_page=", "20"],
  ["per_page=0", "20"],
  ["per_page=-5", "20"],
  ["per_page=1", "1"],
  ["per_page=100", "100"],
  ["per_page=101", "100"],
  [`per_page=${"9".repeat(40)}`, "100"],
  ["per_page=2.5", "2"],
  ["per_page=1e1", "10"],
])("with %j a page has at most %s rows", async (query, perPage) => {
  const answer = await (await createUser()).get(`/groups?${query}`);
  expect([answer.status, answer.headers.get("x-per-page")]).toEqual([200, perPage]);
});

test("a page has 20 rows by default", async () => {
  const { user } = await ownerOf(21);
  const answer = await user.get("/groups");
  expect([answer.body.length, pageHeaders(answer)]).toMatchObject([20, { total: "21", pages: "2", perPage: "20" }]);
});

test.each([
  ["page=", "1"],
  ["page=0", "1"],
  ["page=-3", "1"],
  ["page=01", "1"],
  ["page=3", "3"],
])("with %j the page is %s", async (query, page) => {
  const answer = await (await createUser()).get(`/groups?${query}`);
  expect([answer.status, answer.headers.get("x-page")]).toEqual([200, page]);
});

test.each([
  ["page=a", "page is invalid"],
  ["per_page=a", "per_page is invalid"],
  ["per_page=b&page=a", "page is invalid, per_page is invalid"],
])("%s is 400", async (query, error) => {
  expect(await (await createUser()).get(`/groups?${query}`)).toMatchObject({ status: 400, body: { error } });
});

test("Link has the effective page size", async () => {
  const { user } = await ownerOf(1);
  const { first } = links(await user.get("/groups?per_page=1000"));
  expect(first?.searchParams.get("per_page")).toBe("100");
});

test("Link keeps all parameters of the request, including undeclared ones", async () => {
  const user = await createUser();
  const { first } = links(
    await user.get("/groups", { search: "a&b=c d/ä%2F+", skip_groups: [1, 2], undeclared: "x y" }),
  );
  expect([...(first?.searchParams ?? [])]).toEqual([
    ["order_by", "name"],
    ["page", "1"],
    ["per_page", "20"],
    ["search", "a&b=c d/ä%2F+"],
    ["skip_groups[]", "1"],
    ["skip_groups[]", "2"],
    ["sort", "asc"],
    ["statistics", "false"],
    ["undeclared", "x y"],
  ]);
});

test("Link keeps the id of the path", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  const { last } = links(await user.get(`/groups/${group.path}/projects?simple=true`));
  expect([last?.pathname, last?.searchParams.get("id"), last?.searchParams.get("simple")]).toEqual([
    `/api/v3/groups/${group.path}/projects`,
    group.path,
    "true",
  ]);
});

test("Link keeps an encoded path", async () => {
  const user = await createUser();
  const project = await createProject(user);
  await createIssue(user, project);
  const issue = await createIssue(user, project);
  const path = `/projects/${encodeURIComponent(project.path_with_namespace)}/issues`;
  const { next } = links(await user.get(`${path}?per_page=1&order_by=created_at&sort=asc`));
  expect(await send(String(next), { headers: user.headers })).toMatchObject({ status: 200, body: [{ id: issue.id }] });
});

test("a request too long to be repeated in Link is answered without one", async () => {
  const answer = await (await createUser()).get("/groups", { search: "x".repeat(7_000) });
  expect([answer.status, answer.headers.get("link"), answer.headers.get("x-total")]).toEqual([200, null, "0"]);
});

test("a client that follows Link with the token in the query gets every row once", async () => {
  const { user, groups } = await ownerOf(5);
  const seen: number[] = [];
  let url: string | undefined = `${api}/groups?private_token=${user.token}&per_page=2`;
  while (url !== undefined) {
    const answer: Answer = await send(url);
    seen.push(...answer.body.map(({ id }: Group) => id));
    url = links(answer).next?.href;
  }
  expect(seen).toEqual(groups.map(({ id }) => id));
});

test("the last page of Link is the end of the chain of next links", async () => {
  const { user, groups } = await ownerOf(3);
  const { last } = links(await user.get("/groups?per_page=2"));
  expect(await send(String(last), { headers: user.headers })).toMatchObject({
    status: 200,
    body: [{ id: groups[2]?.id }],
  });
});

test.each(["asc", "desc"])("rows with equal sort values (%s) are neither repeated nor left out", async (sort) => {
  const user = await createUser();
  const project = await createProject(user);
  const issues = await Promise.all(
    Array.from({ length: 5 }, () => createIssue(user, project, { created_at: "2016-04-05T21:40:50.169Z" })),
  );
  const pages = await Promise.all(
    [1, 2, 3].map((page) => ok(user.get(`/projects/${project.id}/issues`, { sort, per_page: 2, page }))),
  );
  const seen = pages.flat().map(({ id }: { id: number }) => id);
  expect(seen.toSorted()).toEqual(issues.map(({ id }) => id).toSorted());
});

test.each([
  "/users",
  "/namespaces",
  "/groups",
  "/groups/owned",
  "/projects",
  "/projects/owned",
  "/projects/starred",
  "/projects/visible",
  "/projects/search/a",
  "/user/personal_access_tokens",
])("GET %s is paginated", async (path) => {
  const answer = await (await createUser()).get(`${path}?per_page=3&page=2`);
  expect([answer.status, pageHeaders(answer)]).toMatchObject([200, { perPage: "3", page: "2", prev: "1" }]);
});

test.each([
  "/groups/:group/projects",
  "/groups/:group/members",
  "/projects/:project/members",
  "/projects/:project/users",
])("GET %s is paginated", async (path) => {
  const user = await createUser();
  const group = await createGroup(user);
  const project = await createProject(user, { namespace_id: group.id });
  const filled = path.replace(":group", String(group.id)).replace(":project", String(project.id));
  const answer = await user.get(`${filled}?per_page=3&page=2`);
  expect([answer.status, pageHeaders(answer)]).toMatchObject([200, { perPage: "3", page: "2", prev: "1" }]);
});
