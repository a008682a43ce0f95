// The description of the API has exactly the routes that the server has.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../../scripts/openapi/document.ts";
import { documentPath } from "../../scripts/openapi/write.ts";

const document: OpenApiDocument = JSON.parse(readFileSync(documentPath, "utf8"));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

test("routes and access rules are those of the surface", () => {
  const surface = readFileSync(join(import.meta.dirname, "../architecture/surface.txt"), "utf8");
  const listed = surface
    .trim()
    .split("\n")
    .map((line) => {
      const [method, path = "", ...rule] = line.split(/\s+/);
      return `${method} ${path.replace(/:(\w+)(?:\{[^}]+\})?/g, "{$1}")} ${rule.join(" ").replace(", read_user", "")}`;
    });
  const described = operations.map(({ method, path, operation }) => `${method} ${path} ${operation["x-access"]}`);
  expect(described.sort()).toEqual(listed.sort());
});

test("operations have names of their own", () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("an alias is deprecated and names its original", () => {
  const aliases = operations.filter(({ operation }) => "x-alias-of" in operation);
  const names = new Set(operations.map(({ operation }) => operation.operationId));
  expect(aliases.length).toBeGreaterThan(0);
  expect(
    aliases.filter(({ operation }) => operation.deprecated !== true || !names.has(`${operation["x-alias-of"]}`)),
  ).toEqual([]);
});

test.each(["Project", "Issue", "IssuePayload", "MergeRequestPayload"])("%s is a schema of its own", (name) => {
  expect(document.components.schemas).toHaveProperty(name);
});

test.each([
  ["IssuePayload", "issue"],
  ["MergeRequestPayload", "merge_request"],
  ["IssueNotePayload", "note"],
  ["BuildPayload", "build"],
  ["PipelinePayload", "pipeline"],
])("%s has one object_kind", (name, kind) => {
  expect(document.components.schemas[name]).toMatchObject({ properties: { object_kind: { const: kind } } });
});
