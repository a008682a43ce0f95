// One operation of the document from one route.

import type { Access, Endpoint } from "../../src/api/endpoint.ts";
import type { EndpointResponse, Present } from "../../src/api/response.ts";
import type { Method, Route } from "../../src/api/route-table.ts";
import type { JsonSchema } from "../../src/http/coerce.ts";
import { groupAbilities, projectAbilities } from "../../src/permissions/abilities.ts";
import { Failure } from "../failure.ts";
import { commentAbove } from "./comments.ts";
import type { ApiModules } from "./modules.ts";
import { aliasIdOf, operationIdOf, summaryOf, tagOf } from "./names.ts";
import { type Inputs, inputsOf } from "./parameters.ts";
import { commonRefusals, isRefusal, refusalNamed } from "./refusals.ts";
import { type ExportedFunction, type Shapes, united } from "./shapes.ts";

/** A request and its response, as recorded. */
export interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

export interface Sources {
  readonly modules: ApiModules;
  readonly shapes: Shapes;
  readonly examples: Readonly<Record<string, Example>>;
  /** Schemas of request bodies are added here. */
  readonly bodies: Record<string, JsonSchema>;
}

export interface Operation {
  readonly operationId: string;
  readonly [field: string]: unknown;
}

/** @param original the earlier route with the same endpoint, of which this one is an alias */
export function operationOf(route: Route, original: Route | null, sources: Sources): Operation {
  const { method, path, endpoint } = route;
  const name = `${method} ${path}`;
  const resource = sources.modules.resources.get(name);
  if (resource === undefined) throw new Failure(`${name} is in no router.ts.`);
  const isList = ["all", "paged", "boundedPaged", "openPaged"].includes(responseOf(route).form);
  const ownId = operationIdOf(original ?? route, isList);
  const operationId = original === null ? ownId : aliasIdOf(route, original, ownId);
  const inputs = inputsOf(route);
  const parameters = [...inputs.parameters, ...headerParameters(method)];
  const example = sources.examples[ownId];
  return {
    operationId,
    summary: summaryOf(ownId),
    description: descriptionOf(endpoint, original, sources),
    tags: [tagOf(resource)],
    ...(original !== null && { deprecated: true, "x-alias-of": ownId }),
    ...securityOf(endpoint.access),
    "x-access": accessName(endpoint.access),
    ...(parameters.length > 0 && { parameters }),
    ...(inputs.body !== null && {
      requestBody: requestBody(ownId, inputs.body, example, sources.bodies, route.endpoint.rawBody),
    }),
    responses: responsesOf(route, example, sources),
  };
}

/** Headers that every route of the method takes, in the components of the document. */
function headerParameters(method: Method): object[] {
  if (method === "GET") return [{ $ref: "#/components/parameters/IfNoneMatch" }];
  return method === "DELETE" ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }];
}

/** The type requires it, but the types are not checked when the document is generated. */
function responseOf({ method, path, endpoint }: Route) {
  if (endpoint.response === undefined) {
    const fix = "Add a line such as `response: one(presentIssue),` to it (src/api/response.ts, docs/openapi.md).";
    throw new Failure(`The endpoint of ${method} ${path} declares no response. ${fix}`);
  }
  return endpoint.response;
}

function descriptionOf(endpoint: Endpoint, original: Route | null, { modules }: Sources): string {
  const exported = modules.exports.get(endpoint);
  const alias = original === null ? "" : `The same as \`${original.method} ${original.path}\`.`;
  const scope = endpoint.readUser === true ? "A token of scope `read_user` suffices." : "";
  const anyScope = endpoint.anyScope === true ? "A token of any scope suffices." : "";
  const comment = exported === undefined ? "" : commentAbove(exported);
  return [alias, comment, accessText(endpoint.access), scope, anyScope].filter((text) => text !== "").join(" ");
}

const levels: Readonly<Record<number, string>> = { 20: "reporters", 30: "developers", 40: "masters", 50: "owners" };

function accessText(access: Access): string {
  if (access === "anyone") return "Needs no token.";
  if (access === "visible") return "Open to the anonymous for what they may see.";
  if (access === "visible_code") return "Open to the anonymous for projects whose code they may read.";
  if (access === "user") return "For every user.";
  if (access === "admin") return "For administrators.";
  const level = "project" in access ? projectAbilities[access.project] : groupAbilities[access.group];
  const place = "project" in access ? "project" : "group";
  return level === 0 ? `For those who may see the ${place}.` : `For ${levels[level]} of the ${place} and up.`;
}

const accessName = (access: Access): string =>
  typeof access === "string" ? access : Object.entries(access).flat().join(" ");

/** The document's own security requires a token. */
function securityOf(access: Access): { security?: readonly object[] } {
  if (access === "anyone") return { security: [] };
  return access === "visible" || access === "visible_code" ? { security: [{}, ...security] } : {};
}

export const security: readonly object[] = [
  { privateToken: [] },
  { bearer: [] },
  { privateTokenParameter: [] },
  { accessTokenParameter: [] },
  { privateToken: [], sudo: [] },
  { privateTokenParameter: [], sudoParameter: [] },
];

/** @param operationId names the components of the schemas */
function requestBody(
  operationId: string,
  { json, form }: NonNullable<Inputs["body"]>,
  example: Example | undefined,
  bodies: Record<string, JsonSchema>,
  isRaw = false,
): object {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const hasLists = JSON.stringify(json) !== JSON.stringify(form);
  bodies[`${name}Body`] = json;
  if (hasLists) bodies[`${name}Form`] = form;
  const reference = (suffix: string) => ({ schema: { $ref: `#/components/schemas/${name}${suffix}` } });
  const formReference = reference(hasLists ? "Form" : "Body");
  return {
    ...(("required" in json || "anyOf" in json) && { required: true }),
    content: {
      "application/json": {
        ...reference("Body"),
        ...(example?.request !== undefined && { example: example.request }),
      },
      "application/x-www-form-urlencoded": formReference,
      "multipart/form-data": formReference,
      ...(isRaw && { "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
    },
  };
}

function responsesOf(route: Route, example: Example | undefined, sources: Sources): Record<string, object> {
  const { form, given } = responseOf(route);
  const statuses = given.filter((each) => typeof each === "number");
  const own = statuses.filter((status) => status < 300);
  const isRefusedAlways = form === "empty" && own.length === 0;
  const successes = own.length > 0 ? own : [route.method === "POST" ? 201 : 200];
  const unknown = statuses.find((status) => status >= 300 && !isRefusal(status));
  if (unknown !== undefined) throw new Failure(`Describe the status ${unknown} in scripts/openapi/refusals.ts.`);
  const refusals = [...commonRefusals(route), ...statuses].filter(isRefusal);
  return Object.fromEntries([
    ...(isRefusedAlways ? [] : successes.map((success) => [success, successOf(route, example, sources)] as const)),
    ...[...new Set(refusals)].sort((a, b) => a - b).map((status) => [status, refusalNamed(status)] as const),
  ]);
}

const pageHeaders = ["X-Per-Page", "X-Page", "X-Next-Page", "X-Prev-Page", "Link"];
const headersOf = {
  one: [],
  all: [],
  bytes: [],
  empty: [],
  paged: ["X-Total", "X-Total-Pages", ...pageHeaders],
  boundedPaged: ["X-Total", "X-Total-Pages", ...pageHeaders],
  openPaged: pageHeaders,
} as const;

const headersOfMethod = {
  GET: ["ETag"],
  POST: ["Idempotency-Replayed"],
  PUT: ["Idempotency-Replayed"],
  PATCH: [],
  DELETE: [],
};

function successOf(route: Route, example: Example | undefined, sources: Sources): object {
  const { form, given } = responseOf(route);
  const headers = ["X-Request-Id", "X-D1-Bookmark", ...headersOf[form], ...headersOfMethod[route.method]];
  const response = {
    description: form === "empty" ? "Done." : form === "bytes" ? "The bytes." : "The JSON of the result.",
    headers: Object.fromEntries(headers.map((name) => [name, headerNamed(name, form)])),
  };
  if (form === "empty") return response;
  if (form === "bytes") {
    const types = given.filter((each) => typeof each === "string");
    return { ...response, content: Object.fromEntries(types.map((type) => [type, {}])) };
  }
  const shapes = given.filter((each) => typeof each === "function").map((present) => shapeOf(present, route, sources));
  const schema = form === "one" ? united(shapes) : { type: "array", items: united(shapes) };
  const content = { schema, ...(example?.response !== undefined && { example: example.response }) };
  return { ...response, content: { "application/json": content } };
}

function headerNamed(name: string, form: EndpointResponse["form"]): object {
  const isBounded = form === "boundedPaged" && name.startsWith("X-Total");
  return { $ref: `#/components/headers/${isBounded ? "Bounded-Total" : name}` };
}

function shapeOf(present: Present, { method, path }: Route, { modules, shapes }: Sources): JsonSchema {
  const exported: ExportedFunction | undefined = modules.exports.get(present);
  if (exported === undefined) {
    throw new Failure(`The response of ${method} ${path} names a function that no module of its version exports.`);
  }
  return shapes.returned(exported);
}
