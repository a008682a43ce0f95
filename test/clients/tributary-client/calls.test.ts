// The built package tributary-client calls the API: records, bytes and errors.
import { ApiError, createClient, type Issue, type Project } from "tributary-client";
import { expect, test } from "vitest";
import { unique } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createProject } from "../../support/factories.ts";
import { createProposing } from "../../support/merge-requests.ts";
import { clientOf, connect, errorOf } from "./connect.ts";

test("creates, shows, lists and deletes a project by its path", async () => {
  const { client } = await connect();
  const name = unique("project");
  const { data: project }: { data: Project } = await client.POST("/projects", { body: { name } });
  const params = { path: { id: project.path_with_namespace } };
  expect(await client.GET("/projects/{id}", { params })).toMatchObject({ data: { id: project.id, name } });
  expect(await client.GET("/projects")).toMatchObject({ data: [{ id: project.id }] });
  expect(await client.DELETE("/projects/{id}", { params })).toMatchObject({ data: true, response: { status: 200 } });
});

test("creates, edits, closes and comments on an issue", async () => {
  const { user, client } = await connect();
  const { id } = await createProject(user);
  const { data: issue }: { data: Issue } = await client.POST("/projects/{id}/issues", {
    params: { path: { id } },
    body: { title: "The mouth silts up", labels: "silt,mud", assignee_id: user.id, confidential: true },
  });
  expect(issue).toMatchObject({ iid: 1, labels: ["mud", "silt"], assignee: { id: user.id }, confidential: true });
  const params = { path: { id, issue_id: issue.id } };
  const { data: closed } = await client.PUT("/projects/{id}/issues/{issue_id}", {
    params,
    body: { title: "It silted up", state_event: "close" },
  });
  expect(closed).toMatchObject({ title: "It silted up", state: "closed" });
  await client.POST("/projects/{id}/issues/{noteable_id}/notes", {
    params: { path: { id, noteable_id: issue.id } },
    body: { body: "Two barges are stuck." },
  });
  const { data: notes } = await client.GET("/projects/{id}/issues/{noteable_id}/notes", {
    params: { path: { id, noteable_id: issue.id } },
  });
  expect(notes.map(({ body }) => body)).toContain("Two barges are stuck.");
});

test("proposes, reads and merges a branch", async () => {
  const { owner, project, tips } = await createProposing();
  const client = clientOf(owner);
  const { data: created } = await client.POST("/projects/{id}/merge_requests", {
    params: { path: { id: project.id } },
    body: { source_branch: "feature", target_branch: "main", title: "Add it" },
  });
  const params = { path: { id: project.id, merge_request_id: created.id } };
  expect(await client.GET("/projects/{id}/merge_requests/{merge_request_id}", { params })).toMatchObject({
    data: { sha: tips.feature, merge_status: "can_be_merged" },
  });
  const { data: merged } = await client.PUT("/projects/{id}/merge_requests/{merge_request_id}/merge", { params });
  expect(merged.state).toBe("merged");
});

test("sends lists and objects in a body", async () => {
  const { owner, project } = await createProposing();
  const client = clientOf(owner);
  const params = { path: { id: project.id } };
  await client.POST("/projects/{id}/repository/commits", {
    params,
    body: {
      branch_name: "main",
      commit_message: "Write two files",
      actions: [
        { action: "create", file_path: "one", content: "1\n" },
        { action: "create", file_path: "two", content: "2\n" },
      ],
    },
  });
  const { data: tree } = await client.GET("/projects/{id}/repository/tree", { params });
  expect(tree.map(({ name }) => name)).toEqual(["README.md", "one", "two"]);
});

test("encodes what a path and a query contain", async () => {
  const { owner, project } = await createProposing();
  const client = clientOf(owner);
  const path = { id: project.path_with_namespace };
  await client.POST("/projects/{id}/repository/branches", {
    params: { path },
    body: { branch_name: "a/b#c&d", ref: "main" },
  });
  expect(
    await client.GET("/projects/{id}/repository/branches/{branch}", {
      params: { path: { ...path, branch: "a/b#c&d" } },
    }),
  ).toMatchObject({ data: { name: "a/b#c&d" } });
  expect(
    await client.GET("/projects/{id}/repository/commits", { params: { path, query: { ref_name: "a/b#c&d" } } }),
  ).toMatchObject({ data: [{ title: "Begin" }] });
});

test("reads bytes and texts", async () => {
  const { owner, project } = await createProposing();
  const client = clientOf(owner);
  const { data: archive } = await client.GET("/projects/{id}/repository/archive", {
    params: { path: { id: project.id } },
    parseAs: "arrayBuffer",
  });
  expect(Buffer.from(archive).subarray(0, 2).toString("hex")).toBe("1f8b");
  const { data: text } = await client.GET("/projects/{id}/repository/blobs/{sha}", {
    params: { path: { id: project.id, sha: "main" }, query: { filepath: "README.md" } },
    parseAs: "text",
  });
  expect(text).toBe("Begin\n");
});

test("a response without a body has no data", async () => {
  const { client } = await connect();
  const { data: token } = await client.POST("/user/personal_access_tokens", {
    body: { name: "laptop", scopes: ["api"] },
  });
  const params = { path: { token_id: token.id } };
  expect(await client.DELETE("/user/personal_access_tokens/{token_id}", { params })).toMatchObject({
    data: undefined,
    response: { status: 204 },
  });
});

test("without a token what is not public is 401", async () => {
  const client = createClient({ url: `${baseUrl}/` });
  const error = await errorOf(client.GET("/user"));
  expect(error).toMatchObject({ name: "ApiError", status: 401, message: "401 Unauthorized", fields: {} });
});

test("a refusal has the server's text and the request's id", async () => {
  const { client } = await connect();
  const error = await errorOf(
    client.GET("/projects/{id}", { params: { path: { id: 999_999_999 } }, headers: { "X-Request-Id": "nightly-42" } }),
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 404,
    message: "404 Project Not Found",
    requestId: "nightly-42",
    retryAfter: null,
  });
});

test("a refused parameter is named", async () => {
  const { user, client } = await connect();
  const { id } = await createProject(user);
  const error = await errorOf(
    client.GET("/projects/{id}/issues", { params: { path: { id }, query: { order_by: anyOrder("size") } } }),
  );
  expect(error).toMatchObject({ status: 400, message: "order_by does not have a valid value", fields: {} });
});

/** As a caller without types. */
const anyOrder = (order: string) => order as "created_at";

test("a record that would be invalid names its attributes", async () => {
  const { client } = await connect();
  const name = unique("project");
  await client.POST("/projects", { body: { name } });
  const error = await errorOf(client.POST("/projects", { body: { name } }));
  expect(error).toMatchObject({
    status: 400,
    message: "name has already been taken, path has already been taken",
    fields: { name: ["has already been taken"], path: ["has already been taken"] },
  });
});

test("what has not changed is a 304", async () => {
  const { client } = await connect();
  const { response } = await client.GET("/user");
  const etag = response.headers.get("etag") ?? "";
  expect(await errorOf(client.GET("/user", { params: { header: { "If-None-Match": etag } } }))).toMatchObject({
    status: 304,
    message: "304 Not Modified",
  });
});

test.each([
  [
    "a page of a proxy",
    new Response("<h1>Bad gateway</h1>", { status: 502, statusText: "Bad Gateway" }),
    "502 Bad Gateway",
  ],
  ["JSON of another server", Response.json({ detail: "no" }, { status: 500 }), "500"],
  ["a redirect in a browser, which has no status", Response.error(), "A redirect, which is not followed"],
  ["a redirect", new Response(null, { status: 302, statusText: "Found", headers: { location: "/" } }), "302 Found"],
])("%s is an error with the status", async (_, response, message) => {
  const client = createClient({ url: baseUrl, fetch: async () => response });
  const { status } = response;
  expect(await errorOf(client.GET("/user"))).toMatchObject({ status, message, requestId: null });
});

test("redirects are left to the caller, for they would take the token along", async () => {
  const sent: Request[] = [];
  const client = createClient({
    url: baseUrl,
    token: "t",
    fetch: async (request) => {
      sent.push(request);
      return Response.json({});
    },
  });
  await client.GET("/user");
  expect(sent.map(({ redirect, headers }) => [redirect, headers.get("private-token")])).toEqual([["manual", "t"]]);
});

test("a broken connection is the error of fetch", async () => {
  const failure = new TypeError("fetch failed");
  const client = createClient({ url: baseUrl, fetch: async () => Promise.reject(failure) });
  await expect(client.GET("/user")).rejects.toBe(failure);
});

test("a call is cancelled by its signal", async () => {
  const { client } = await connect();
  await expect(client.GET("/user", { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});
