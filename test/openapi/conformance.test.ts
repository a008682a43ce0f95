// Responses and webhooks that the description does not have are refused, with a text that says where they differ.
import { expect, test } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { api } from "../support/api.ts";
import { type CheckedResponse, checkConformance, checkWebhook } from "../support/conformance.ts";

const namespaces = `${api}/namespaces`;

/** A response to GET /namespaces as it should be, apart from what is given. */
async function altered(
  changes: (body: object[], headers: Headers) => Partial<CheckedResponse>,
): Promise<CheckedResponse> {
  const { body, headers: given, status, text } = await (await createUser()).get("/namespaces");
  const headers = new Headers(given);
  return { method: "GET", url: namespaces, status, text, headers, ...changes(body, headers) };
}

const withBody = (body: unknown) => ({ text: JSON.stringify(body) });

test.each<[string, Parameters<typeof altered>[0], string]>([
  ["a status", () => ({ status: 418 }), "GET /namespaces 418 is not described"],
  [
    "a property",
    ([first]) => withBody([{ ...first, colour: "red" }]),
    'GET /namespaces 200: the body at /0 must NOT have additional properties {"additionalProperty":"colour"}',
  ],
  [
    "a missing property",
    () => withBody([{ id: 1 }]),
    "GET /namespaces 200: the body at /0 must have required property",
  ],
  [
    "another type",
    ([first]) => withBody([{ ...first, id: "1" }]),
    "GET /namespaces 200: the body at /0/id must be integer",
  ],
  ["another form", (body) => withBody({ rows: body }), "GET /namespaces 200: the body at / must be array"],
  [
    "a missing header",
    (_, headers) => {
      headers.delete("x-total");
      return {};
    },
    "GET /namespaces 200: the header x-total is missing",
  ],
  [
    "a header",
    (_, headers) => {
      headers.set("x-runtime", "0.1");
      return {};
    },
    "GET /namespaces 200: the header x-runtime is not described",
  ],
  ["a route", () => ({ url: `${api}/nowhere` }), "/nowhere is not described"],
])("%s that is not described", async (_, changes, message) => {
  const response = await altered(changes);
  expect(() => checkConformance(response)).toThrow(message);
});

test("a payload of a webhook that is not described", async () => {
  expect(() => checkWebhook("Issue Hook", { object_kind: "issue", colour: "red" })).toThrow("additional properties");
  expect(() => checkWebhook("Star Hook", {})).toThrow("Star Hook");
});

test("the response itself is described", async () => {
  const response = await altered(() => ({}));
  expect(() => checkConformance(response)).not.toThrow();
  expect(await ok((await createUser()).get("/namespaces"))).toHaveLength(1);
});
