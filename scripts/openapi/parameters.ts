// Parameters and request bodies of an operation, from the parameters that its endpoint validates.

import type { Route } from "../../src/api/route-table.ts";
import type { JsonSchema } from "../../src/http/coerce.ts";
import type { Param } from "../../src/http/params.ts";
import { isParam } from "./names.ts";
import { parameterTexts } from "./texts.ts";

export interface Inputs {
  readonly parameters: readonly object[];
  /** Schemas of the request body: as JSON, and as a form, where lists are named with brackets. */
  readonly body: { readonly json: JsonSchema; readonly form: JsonSchema } | null;
}

type Named = readonly [name: string, param: Param<unknown>];

/** GET and DELETE take their parameters from the query, others from the body. Each takes both. */
export function inputsOf({ method, path, endpoint }: Route): Inputs {
  const inPath = new Map(path.split("/").filter(isParam).map(splitSegment));
  const declared = Object.entries(endpoint.params).flatMap(([key, param]): Named[] =>
    (param.sentAs ?? [key]).map((name, _, names) => [name, names.length > 1 ? { ...param, required: false } : param]),
  );
  const own = declared.filter(([name]) => inPath.has(name));
  const others = declared.filter(([name]) => !inPath.has(name));
  const parameters = [...inPath].map(([name, pattern]) => pathParameter(name, pattern, own));
  if (method === "GET" || method === "DELETE") {
    return { parameters: [...parameters, ...others.map(queryParameter)], body: null };
  }
  return { parameters, body: others.length === 0 ? null : bodyOf(others, endpoint.rules?.atLeastOneOf) };
}

/** `:id{[0-9]+}` is the parameter `id` with this pattern. */
function splitSegment(segment: string): [name: string, pattern: string | null] {
  const [, name = "", pattern = null] = /^:(\w+)(?:\{(.+)\})?$/.exec(segment) ?? [];
  return [name, pattern];
}

/** @param pattern of the route, which the schema cannot express: the value may contain slashes */
function pathParameter(name: string, pattern: string | null, declared: readonly Named[]): object {
  const schema = declared.find(([each]) => each === name)?.[1].coercion.json ?? { type: "string" };
  return {
    name,
    in: "path",
    required: true,
    schema,
    ...described(name),
    ...(pattern !== null && { "x-pattern": pattern }),
  };
}

function queryParameter([name, param]: Named): object {
  const isList = param.coercion.json.type === "array";
  const isCommaList = takesCommas(param.coercion.json);
  return {
    name: isList ? `${name}[]` : name,
    in: "query",
    ...(param.required && { required: true }),
    ...(isCommaList && { style: "form", explode: false }),
    schema: { ...withDefault(param), ...(isCommaList && { type: "array" }) },
    ...described(name),
  };
}

function bodyOf(declared: readonly Named[], atLeastOneOf: readonly string[] | undefined): Inputs["body"] {
  // A form has lists under names with brackets.
  const anyOf = (properties: Record<string, JsonSchema>) =>
    atLeastOneOf?.map((name) => ({ required: [name in properties ? name : `${name}[]`] }));
  const schema = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    ...(atLeastOneOf !== undefined && { anyOf: anyOf(properties) }),
  });
  const json = declared.map(([name, param]): [string, JsonSchema] => [name, bodyProperty(name, param)]);
  const required = declared.filter(([, param]) => param.required).map(([name]) => name);
  const form = json.flatMap(([name, property]) => formProperties(name, property));
  const formRequired = required.filter((name) => form.some(([each]) => each === name));
  return { json: schema(Object.fromEntries(json), required), form: schema(Object.fromEntries(form), formRequired) };
}

function bodyProperty(name: string, param: Param<unknown>): JsonSchema {
  const schema = withDefault(param);
  const isNullable = !param.required && (typeof schema.type === "string" || takesCommas(schema));
  return { ...schema, ...(isNullable && { type: [schema.type, "null"].flat() }), ...described(name) };
}

/** `scopes` is `scopes[]`, and the field `action` of `actions` is `actions[][action]`. */
function formProperties(name: string, property: JsonSchema): [string, JsonSchema][] {
  const items = itemsOf(property);
  if (items === null) return [[name, property]];
  if (takesCommas(property)) return [[name, { type: "string", ...described(name) }]];
  const list = (element: JsonSchema): JsonSchema => ({ type: "array", items: element, ...described(name) });
  const fields = fieldsOf(items);
  if (fields === null) return [[`${name}[]`, list(items)]];
  return fields.map(([field, schema]) => [`${name}[][${field}]`, list(schema)]);
}

/** True for a list that may be sent as `1,2`, too. */
const takesCommas = ({ type }: JsonSchema): boolean =>
  ["array", "string"].every((each) => Array.isArray(type) && type.includes(each));

/** The schema of a list's elements; null for other schemas. */
const itemsOf = (schema: JsonSchema): JsonSchema | null => ("items" in schema ? (schema.items as JsonSchema) : null);

/** The schemas of an object's fields; null for other schemas. */
const fieldsOf = (schema: JsonSchema): [string, JsonSchema][] | null =>
  "properties" in schema ? Object.entries(schema.properties as Record<string, JsonSchema>) : null;

const withDefault = ({ coercion, fallback }: Param<unknown>): JsonSchema => ({
  ...coercion.json,
  ...(fallback !== undefined && { default: fallback }),
});

const LEFT_OUT = "Leaves out those that the parameter of this name selects.";

function described(name: string): { description?: string } {
  const description = parameterTexts[name] ?? (name.startsWith("not[") ? LEFT_OUT : undefined);
  return description === undefined ? {} : { description };
}
