// The descriptions of the API have exactly the routes that the server has.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../../scripts/openapi/document.ts";
import { documentPath, documentPathOfV4 } from "../../scripts/openapi/write.ts";

const versions = [
  { version: 3, document: read(documentPath), surface: "surface.txt" },
  { version: 4, document: read(documentPathOfV4), surface: "surface-v4.txt" },
];
const [{ document }] = versions as [(typeof versions)[number]];

function read(path: string): OpenApiDocument {
  return JSON.parse(readFileSync(path, "utf8"));
}

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

test.each(versions)("routes and access rules of v$version are those of the surface", ({ document, surface }) => {
  const text = readFileSync(join(import.meta.dirname, "../architecture", surface), "utf8");
  const listed = text
    .trim()
    .split("\n")
    .map((line) => {
      const [method, path = "", ...rule] = line.split(/\s+/);
      const access = rule.join(" ").replace(/, (read_user|any scope)/, "");
      return `${method} ${path.replace(/:(\w+)(?:\{[^}]+\})?/g, "{$1}")} ${access}`;
    });
  const described = operationsOf(document).map((each) => `${each.method} ${each.path} ${each.operation["x-access"]}`);
  expect(described.sort()).toEqual(listed.sort());
});

test.each(versions)("operations of v$version have names of their own", ({ document }) => {
  const names = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each(versions)("every operation and resource of v$version has a description", ({ document }) => {
  const undescribed = operationsOf(document).filter(({ operation }) => !operation.description);
  expect(undescribed.map(({ operation }) => operation.operationId)).toEqual([]);
  const tags = document.tags as readonly { readonly description: string }[];
  expect(tags.filter(({ description }) => description === "")).toEqual([]);
});

test.each(versions)("an alias of v$version is deprecated and names its original", ({ document }) => {
  const operations = operationsOf(document);
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
