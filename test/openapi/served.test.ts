// GET /api/v3/openapi.json
import { expect, test } from "vitest";
import { anonymous } from "../support/actors.ts";
import { send } from "../support/api.ts";

const PATH = "/openapi.json";

test("the description is served to everybody, from every origin", async () => {
  const { status, body, headers } = await anonymous.get(PATH);
  expect({ status, version: body.openapi, type: headers.get("content-type") }).toEqual({
    status: 200,
    version: "3.1.0",
    type: "application/json",
  });
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("a client that has it is not sent it again", async () => {
  const etag = (await anonymous.get(PATH)).headers.get("etag") ?? "";
  expect(await send(PATH, { headers: { "if-none-match": etag } })).toMatchObject({ status: 304, body: null });
});
