// The description, as the types of tributary-client are generated from it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { typedDocument } from "../../../scripts/client/typed-document.ts";
import type { OpenApiDocument } from "../../../scripts/openapi/document.ts";
import { documentPath } from "../../../scripts/openapi/write.ts";

const full: OpenApiDocument = JSON.parse(readFileSync(documentPath, "utf8"));
const document = typedDocument(full);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every value below, with the name of its property. */
function* valuesIn(value: unknown, name = ""): Generator<[string, unknown]> {
  yield [name, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) yield* valuesIn(each, key);
}

test("every operation is kept", () => {
  const named = (paths: OpenApiDocument["paths"]) =>
    Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(named(document.paths)).toEqual(named(full.paths));
});

test("a request body is JSON", () => {
  const types = operations.flatMap(({ requestBody }) =>
    requestBody === undefined ? [] : Object.keys((requestBody as { content: object }).content),
  );
  expect(new Set(types)).toEqual(new Set(["application/json"]));
});

test("responses are successes", () => {
  const statuses = operations.flatMap(({ responses }) => Object.keys(responses as object));
  expect(statuses.filter((status) => Number(status) >= 300)).toEqual([]);
});

test("a body that needs one of its properties is the object with all of them", () => {
  expect(full.components.schemas.UpdateProjectBody).toHaveProperty("anyOf");
  expect(document.components.schemas.UpdateProjectBody).toMatchObject({ type: "object", properties: {} });
  expect(document.components.schemas.UpdateProjectBody).not.toHaveProperty("anyOf");
});

test("there are no examples, and each enum has a type", () => {
  const found = [...valuesIn(document)];
  const untyped = found.filter(
    ([, value]) => typeof value === "object" && value !== null && "enum" in value && !("type" in value),
  );
  expect({ examples: found.filter(([name]) => name === "example").length, untyped }).toEqual({
    examples: 0,
    untyped: [],
  });
});

test("nobody is advised to encode what openapi-fetch encodes", () => {
  expect(JSON.stringify(full)).toContain("%2F");
  const advised = [...valuesIn(document)].filter(
    ([name, value]) => name === "description" && String(value).includes("encoded as %2F"),
  );
  expect(advised).toEqual([]);
});
