// GET /api/v3/openapi.json and /api/v4/openapi.json
import { expect, test } from "vitest";
import { anonymous } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { v4 } from "../support/v4.ts";

const versions = [
  { version: 3, path: "/openapi.json" },
  { version: 4, path: v4("/openapi.json") },
];

test.each(versions)("the description of v$version is served to everybody, from every origin", async ({ path }) => {
  const { status, body, headers } = await anonymous.get(path);
  expect({ status, version: body.openapi, type: headers.get("content-type") }).toEqual({
    status: 200,
    version: "3.1.0",
    type: "application/json",
  });
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test.each(versions)("a client that has the description of v$version is not sent it again", async ({ path }) => {
  const etag = (await anonymous.get(path)).headers.get("etag") ?? "";
  expect(await send(path, { headers: { "if-none-match": etag } })).toMatchObject({ status: 304, body: null });
});
