// Sources of parameters: query, body (JSON, form, multipart) and path, and their precedence.
import { expect, test } from "vitest";
import { type Actor, createUser, unique } from "../support/actors.ts";
import { type Answer, send, withQuery } from "../support/api.ts";
import { createGroup } from "../support/factories.ts";

type Pairs = readonly (readonly [string, string])[];
type Send = (caller: Actor, method: string, path: string, pairs: Pairs) => Promise<Answer>;

const inQuery: Send = (caller, method, path, pairs) =>
  send(`${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, value]))}`, {
    method,
    headers: caller.headers,
  });

const asForm: Send = (caller, method, path, pairs) =>
  send(path, {
    method,
    headers: caller.headers,
    body: new URLSearchParams(pairs.map(([name, value]) => [name, value])),
  });

const asMultipart: Send = (caller, method, path, pairs) => {
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value);
  return send(path, { method, headers: caller.headers, body });
};

/** A body with this text and type. */
const withBody = (
  caller: Actor,
  method: string,
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Answer> => send(path, { method, headers: { ...caller.headers, "content-type": type }, body });

/** `skip_groups[]` twice is an array, also in JSON. */
const asJson: Send = (caller, method, path, pairs) => {
  const values: Record<string, unknown> = {};
  for (const [name, value] of pairs) {
    if (name.endsWith("[]")) {
      const key = name.slice(0, -2);
      const known = values[key];
      values[key] = [...(Array.isArray(known) ? known : []), value];
    } else values[name] = value;
  }
  return withBody(caller, method, path, "application/json", JSON.stringify(values));
};

const encodings: [string, Send][] = [
  ["the query", inQuery],
  ["a form", asForm],
  ["a multipart body", asMultipart],
  ["a JSON body", asJson],
];

const groupMissing = { status: 400, body: { error: "name is missing, path is missing" } };

test.each(encodings)("POST takes its parameters from %s", async (_name, via) => {
  const path = unique("group");
  const pairs: Pairs = [
    ["name", path],
    ["path", path],
    ["description", "ä & b=c + d%41"],
  ];
  expect(await via(await createUser(), "POST", "/groups", pairs)).toMatchObject({
    status: 201,
    body: { name: path, path, description: "ä & b=c + d%41" },
  });
});

test.each(encodings)("PUT takes its parameters from %s", async (_name, via) => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await via(user, "PUT", `/groups/${group.id}`, [["description", "new"]])).toMatchObject({
    status: 200,
    body: { id: group.id, description: "new" },
  });
});

test.each(encodings)("DELETE takes its parameters from %s", async (_name, via) => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await via(user, "DELETE", `/groups/${group.id}`, [["private_token", "wrong"]])).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test.each(encodings)("an array is taken from %s", async (_name, via) => {
  const pairs: Pairs = [
    ["name", "two scopes"],
    ["scopes[]", "api"],
    ["scopes[]", "read_user"],
  ];
  expect(await via(await createUser(), "POST", "/user/personal_access_tokens", pairs)).toMatchObject({
    status: 201,
    body: { scopes: ["api", "read_user"] },
  });
});

test.each(encodings)("a scalar in %s is not an array", async (_name, via) => {
  const pairs: Pairs = [
    ["name", "one scope"],
    ["scopes", "api"],
  ];
  expect(await via(await createUser(), "POST", "/user/personal_access_tokens", pairs)).toMatchObject({
    status: 400,
    body: { error: "scopes is invalid" },
  });
});

test.each(encodings)("an array in %s is not text", async (_name, via) => {
  const pairs: Pairs = [
    ["name[]", "a"],
    ["path", unique("group")],
  ];
  expect(await via(await createUser(), "POST", "/groups", pairs)).toMatchObject({
    status: 400,
    body: { error: "name is invalid" },
  });
});

test.each(encodings)("undeclared parameters are ignored in %s", async (_name, via) => {
  const path = unique("group");
  const pairs: Pairs = [
    ["name", path],
    ["path", path],
    ["id", "1"],
    ["web_url", "http://elsewhere"],
    ["no[such]", "thing"],
    ["__proto__", "polluted"],
  ];
  expect(await via(await createUser(), "POST", "/groups", pairs)).toMatchObject({ status: 201, body: { path } });
});

test("a GET takes arrays from the query", async () => {
  const user = await createUser();
  const [skipped, listed] = [await createGroup(user), await createGroup(user)];
  expect(await user.get("/groups", { skip_groups: [skipped.id, 0] })).toMatchObject({
    status: 200,
    body: [{ id: listed.id }],
  });
});

test.each([
  ["/groups?skip_groups=5", "skip_groups is invalid"],
  ["/groups?skip_groups[]=abc", "skip_groups is invalid"],
  ["/groups?page[]=1", "page is invalid"],
  ["/groups?page[a]=1", "page is invalid"],
  ["/groups?search[a]=1", "search is invalid"],
])("GET %s is 400", async (path, error) => {
  expect(await (await createUser()).get(path)).toMatchObject({ status: 400, body: { error } });
});

test("the last of several values wins", async () => {
  const user = await createUser();
  expect(await user.get("/groups?order_by=wrong&order_by=path")).toMatchObject({ status: 200, body: [] });
});

test("the body takes precedence over the query", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await user.put(`/groups/${group.id}?description=query`, { description: "body" })).toMatchObject({
    status: 200,
    body: { description: "body" },
  });
});

test("the query and the body are merged", async () => {
  const path = unique("group");
  expect(await (await createUser()).post(withQuery("/groups", { name: path }), { path })).toMatchObject({
    status: 201,
    body: { name: path, path },
  });
});

test("the path takes precedence over the query and the body", async () => {
  const user = await createUser();
  const [meant, other] = [await createGroup(user), await createGroup(user)];
  expect(await user.put(`/groups/${meant.id}?id=${other.id}`, { id: other.id, description: "changed" })).toMatchObject({
    status: 200,
    body: { id: meant.id, description: "changed" },
  });
});

test.each(['{"name": ', "{name: 1}", "nonsense", '{"a": 1} b'])("invalid JSON is 400: %s", async (body) => {
  expect(await withBody(await createUser(), "POST", "/groups", "application/json", body)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/./) },
  });
});

test.each(["[]", '[{"name": "a"}]', '"name"', "17", "null", "true"])(
  "JSON that is not an object has no parameters: %s",
  async (body) => {
    expect(await withBody(await createUser(), "POST", "/groups", "application/json", body)).toMatchObject(groupMissing);
  },
);

test.each(["application/json", "application/x-www-form-urlencoded", "application/xml", "text/plain"])(
  "an empty body of type %s has no parameters",
  async (type) => {
    expect(await withBody(await createUser(), "POST", "/groups", type, "")).toMatchObject(groupMissing);
  },
);

test("a text/plain body has no parameters", async () => {
  expect(await withBody(await createUser(), "POST", "/groups", "text/plain", "name=a&path=b")).toMatchObject(
    groupMissing,
  );
});

test.each([
  ["application/xml", "application/xml"],
  ["application/xml; charset=utf-8", "application/xml"],
  ["application/octet-stream", "application/octet-stream"],
])("a body of type %s is 406", async (type, named) => {
  expect(await withBody(await createUser(), "POST", "/groups", type, "<name>a</name>")).toMatchObject({
    status: 406,
    body: { error: `The requested content-type '${named}' is not supported.` },
  });
});

test.each(["application/json; charset=utf-8", "Application/JSON"])("%s is JSON", async (type) => {
  const path = unique("group");
  const body = JSON.stringify({ name: path, path });
  expect(await withBody(await createUser(), "POST", "/groups", type, body)).toMatchObject({
    status: 201,
    body: { path },
  });
});

test("a body without a type is a form", async () => {
  const path = unique("group");
  const user = await createUser();
  const body = new TextEncoder().encode(`name=${path}&path=${path}`);
  expect(await send("/groups", { method: "POST", headers: user.headers, body })).toMatchObject({
    status: 201,
    body: { path },
  });
});

test("a multipart body without its boundary is 400", async () => {
  expect(await withBody(await createUser(), "POST", "/groups", "multipart/form-data", "name=a")).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/./) },
  });
});

test("a file is not text", async () => {
  const user = await createUser();
  const body = new FormData();
  body.append("name", new Blob(["a"]), "a.txt");
  body.append("path", unique("group"));
  expect(await send("/groups", { method: "POST", headers: user.headers, body })).toMatchObject({
    status: 400,
    body: { error: "name is invalid" },
  });
});

test("a body that is not UTF-8 is 400", async () => {
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  expect(await withBody(await createUser(), "POST", "/groups", "application/json", body)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/./) },
  });
});
