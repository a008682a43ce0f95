// What cannot be described is named, and schemas of several shapes are short.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { operationOf, type Sources } from "../../scripts/openapi/operations.ts";
import { CheckedSources, Shapes, united } from "../../scripts/openapi/shapes.ts";
import { assertKeyed, keyOfSources } from "../../scripts/openapi/sources.ts";
import { projectRoot } from "../../scripts/project.ts";
import { hashSources } from "../../scripts/source-hash.ts";
import { endpoint } from "../../src/api/endpoint.ts";
import { type EndpointResponse, one } from "../../src/api/response.ts";
import type { Route } from "../../src/api/route-table.ts";

function routeWith(response: EndpointResponse): Route {
  return {
    method: "GET",
    path: "/things",
    endpoint: endpoint({ access: "user", params: {}, response, handle: async () => 1 }),
  };
}

/** As an endpoint that the compiler would refuse. */
const undeclared = () => undefined as unknown as EndpointResponse;

const refusals: [string, () => EndpointResponse, string][] = [
  ["without a response", undeclared, "The endpoint of GET /things declares no response."],
  [
    "whose presenter is not exported",
    () => one(() => 1),
    "The response of GET /things names a function that no module",
  ],
  ["with an unknown status", () => one(() => 1, 418), "Describe the status 418"],
];

const checked = new CheckedSources();
afterAll(() => checked.close());
const shapes = new Shapes(checked);

describe("an endpoint is refused", () => {
  test.each(refusals)("%s", (_, response, message) => {
    const modules = { exports: new Map(), presenters: [], resources: new Map([["GET /things", "things"]]) };
    const sources: Sources = { modules, shapes, examples: {}, bodies: {} };
    expect(() => operationOf(routeWith(response()), null, sources)).toThrow(message);
  });
});

describe("a name", () => {
  test("is refused for the shape of a second presenter", () => {
    shapes.name({ file: "src/api/v3/presenters/label.ts", name: "presentLabel" }, "Label");
    expect(() => shapes.name({ file: "src/api/v4/presenters/label.ts", name: "presentLabel" }, "Label")).toThrow(
      "presentLabel (src/api/v4/presenters/label.ts) and presentLabel (src/api/v3/presenters/label.ts) return different",
    );
  });

  test("may be given to the same shape again", () => {
    const presenter = { file: "src/api/v3/presenters/milestone.ts", name: "presentMilestone" };
    shapes.name(presenter, "Milestone");
    expect(() => shapes.name(presenter, "Milestone")).not.toThrow();
  });
});

describe("the key of the sources", () => {
  const others = ["package-lock.json", "tsconfig.json"];
  const folders = ["src", "scripts/openapi"];

  test("leaves out the pages and nothing else", () => {
    const files = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })
      .map((path) => join("src", path))
      .filter((path) => !path.startsWith("src/pages/") && /\.\w+$/.test(path));
    expect(keyOfSources()).toBe(hashSources("", ["scripts/openapi"], [...files, ...others]));
    expect(keyOfSources()).not.toBe(hashSources("", folders, others));
  });

  test("has what the description is made of", () => {
    expect(() => assertKeyed(["src/api/v3/dialect.ts", "node_modules/hono/dist/hono.js"])).not.toThrow();
    for (const path of ["src/pages/router.ts", "drizzle/schema.ts"])
      expect(() => assertKeyed(["src/api/v3/dialect.ts", path])).toThrow(`depends on ${path}`);
  });
});

test.each([
  [
    "a type and null",
    [{ type: "string", format: "date" }, { type: "null" }],
    { type: ["string", "null"], format: "date" },
  ],
  ["texts", [{ const: "a" }, { const: "b" }, { type: "null" }], { enum: ["a", "b", null] }],
  ["both truth values", [{ const: true }, { const: false }], { type: "boolean" }],
  ["a reference and null", [{ $ref: "#/a" }, { type: "null" }], { anyOf: [{ $ref: "#/a" }, { type: "null" }] }],
  ["the same twice", [{ $ref: "#/a" }, { $ref: "#/a" }], { $ref: "#/a" }],
])("the schema of %s", (_, schemas, expected) => {
  expect(united(schemas)).toEqual(expected);
});
