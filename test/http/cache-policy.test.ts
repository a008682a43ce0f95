// Cache policies: what may be shared, and what caches may store outside the API.
import { describe, expect, test } from "vitest";
import { isForEverybody } from "../../src/http/cache-policy.ts";
import { isKnown, unlessKnown } from "../../src/http/conditional.ts";
import { readQuery } from "../../src/http/sources.ts";
import { root } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { server } from "../support/server.ts";

describe("the response to a request is for everybody", () => {
  /** `fetch` sends no body with a GET. The method has no part in it. */
  const isShared = (query: string, init: RequestInit = {}) => {
    const url = `https://own.example/api/v3/projects/visible${query}`;
    return isForEverybody(new Request(url, init), readQuery(new URL(url)).given);
  };

  test.each(["", "?per_page=1", "?search=sudo"])("with the query %j", (query) => {
    expect(isShared(query)).toBe(true);
  });

  test.each([
    "?private_token=x",
    "?private_token",
    "?private%5Ftoken=",
    "?private_token[]=x",
    "?access_token=x",
    "?sudo=1",
    "?sudo[a]=1",
  ])("but not with the query %j", (query) => {
    expect(isShared(query)).toBe(false);
  });

  test.each(["authorization", "private-token", "sudo", "x-d1-bookmark"])(
    "but not with the header %s, even empty",
    (name) => {
      expect(isShared("", { headers: { [name]: "" } })).toBe(false);
    },
  );

  test("but not with a body, which may have a token", () => {
    expect(isShared("", { method: "POST", body: "private_token=x" })).toBe(false);
  });
});

test.each([
  ["/-/backup", 200],
  ["/-/backup/rows/users?until=1", 200],
  ["/-/unknown", 404],
  ["/nobody/nothing.git/info/refs?service=git-upload-pack", 404],
  ["/nobody/nothing.git/info/refs", 403],
])("%s, which is %i, is stored by no cache", async (path, status) => {
  const { status: given, headers } = await send(server.origin + path, { headers: root.headers });
  expect([given, headers.get("cache-control")]).toEqual([status, "no-store"]);
});

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', 'W/"a"', true],
  ['"b"', 'W/"a"', false],
])("If-None-Match %s knows the tag %s: %s", (condition, tag, expected) => {
  expect(isKnown(condition, tag)).toBe(expected);
});

test("the 304 of a cached response has its age and date", () => {
  const times = { age: "59", date: "Sun, 22 Nov 2026 10:47:42 GMT" };
  const cached = new Response("{}", { headers: { ...times, etag: '"a"', "content-length": "2" } });
  const request = new Request("https://own.example/", { headers: { "if-none-match": '"a"' } });
  const { status, headers } = unlessKnown(request, cached);
  expect([status, Object.fromEntries(headers)]).toEqual([304, { ...times, etag: '"a"' }]);
});
