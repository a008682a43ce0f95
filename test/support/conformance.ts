// Holds responses to the description of the API: anything that it does not say fails the test.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020.js";
import type { OpenApiDocument } from "../../scripts/openapi/document.ts";
import { documentPath, documentPathOfV4 } from "../../scripts/openapi/write.ts";
import { projectRoot } from "../../scripts/project.ts";

export interface CheckedResponse {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null; keys(): Iterable<string> };
  readonly text: string;
  /** The parsed JSON of the text. */
  readonly body?: unknown;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId: string;
  /** `GET /projects/{id}` */
  readonly name: string;
  /** Of the path below /api/v3 or /api/v4. */
  readonly pattern: RegExp;
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject & { readonly $ref?: string }>>;
  /** JSON pointer of `responses`. */
  readonly pointer: string;
  /** The first and the third segment of the path; null for any. */
  readonly fixed: readonly (string | null)[];
  /** By status. */
  readonly checks: Map<number, Checks | null>;
}

interface Checks {
  readonly types: readonly string[];
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, ValidateFunction>;
  /** Names in lower case. */
  readonly required: ReadonlySet<string>;
  readonly body: ValidateFunction | null;
}

const versions = { "/api/v3": [3, documentPath], "/api/v4": [4, documentPathOfV4] } as const;
type ApiPath = keyof typeof versions;

/** The part of a path that names the version; undefined for paths beside the API. */
const apiOf = (pathname: string): ApiPath | undefined =>
  (["/api/v3", "/api/v4"] as const).find((path) => pathname.startsWith(`${path}/`));

const DOCUMENT = "openapi.json";

/** Within `content`. */
export const JSON_SCHEMA = "application~1json/schema";

export const escaped = (segment: string): string => segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** Where `response-checks.ts` writes what it has compiled. */
export const checksPath = (version: 3 | 4): string => join(projectRoot, `dist/response-checks-v${version}.cjs`);

/** By the JSON pointers of their schemas. */
type CompiledChecks = Readonly<Record<string, ValidateFunction | undefined>>;

class Description {
  readonly #document: OpenApiDocument;
  readonly #compiled: CompiledChecks;
  readonly #operations = new Map<string, Operation[]>();
  /** Those that a method and the {@link fixedSegments} of a path leave. */
  readonly #candidates = new Map<string, readonly Operation[]>();

  constructor(document: OpenApiDocument, compiled: CompiledChecks) {
    this.#document = document;
    this.#compiled = compiled;
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { operationId, responses, parameters }] of Object.entries(operations)) {
        const name = `${method.toUpperCase()} ${path}`;
        const pointer = `/paths/${escaped(path)}/${method}/responses`;
        const known = this.#operations.get(method) ?? [];
        const pattern = patternOf(path, parameters);
        const fixed = fixedSegments(path, parameters);
        known.push({
          operationId,
          name,
          pattern,
          responses: responsesIn(responses),
          pointer,
          fixed,
          checks: new Map(),
        });
        this.#operations.set(method, known);
      }
    }
  }

  /** The operation of a request; undefined if there is none. @param pathname of its URL */
  operation(method: string, pathname: string): Operation | undefined {
    const path = pathname
      .replace(/\/{2,}/g, "/")
      .replace(/(.)\/$/, "$1")
      .slice("/api/v3".length);
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    return this.#candidatesFor(name, path).find(({ pattern }) => pattern.test(path));
  }

  #candidatesFor(method: string, path: string): readonly Operation[] {
    const given = atFixed(path.split("/"));
    const key = `${method} ${given.join(" ")}`;
    const known = this.#candidates.get(key);
    if (known !== undefined) return known;
    const all = this.#operations.get(method) ?? [];
    const found = all.filter(({ fixed }) => fixed.every((segment, at) => segment === null || segment === given[at]));
    this.#candidates.set(key, found);
    return found;
  }

  /** The differences between a response and the document, one a line. */
  differences(response: CheckedResponse, pathname: string): string[] {
    const { method, url } = response;
    const operation = this.operation(method, pathname);
    if (operation === undefined) return isUnknownRoute(response) ? [] : [`${method} ${url} is not described`];
    const place = `${operation.name} ${response.status}`;
    const checks = this.#checksFor(operation, response.status);
    if (checks === null) return [`${place} is not described: ${response.text.slice(0, 200)}`];
    return [...differingHeaders(response, checks), ...differingBody(response, checks)].map(
      (text) => `${place}: ${text}`,
    );
  }

  /** The differences between a delivery of a webhook and the document. @param event `X-Gitlab-Event` */
  webhookDifferences(event: string, payload: unknown): string[] {
    const checks = Object.entries(this.#document.webhooks)
      .filter(([, { post }]) => event === "System Hook" || post.parameters[0]?.schema.enum?.includes(event))
      .map(([name]) => this.#at(`/webhooks/${name}/post/requestBody/content/${JSON_SCHEMA}`));
    if (checks.some((check) => check(payload))) return [];
    return [`${event}: ${checks.flatMap(errorsOf).join(", ")} in ${JSON.stringify(payload)}`];
  }

  #checksFor({ pointer, responses, checks: made }: Operation, status: number): Checks | null {
    const known = made.get(status);
    if (known !== undefined) return known;
    const reference = responses[status]?.$ref?.slice(1);
    const described = reference === undefined ? responses[status] : responseAt(this.#document, reference);
    const checks = described === undefined ? null : this.#compile(described, reference ?? `${pointer}/${status}`);
    made.set(status, checks);
    return checks;
  }

  #compile({ headers = {}, content = {} }: ResponseObject, pointer: string): Checks {
    const described = Object.entries(headers).map(([name, { $ref }]) => ({
      name: name.toLowerCase(),
      pointer: $ref.slice(1),
      isRequired: this.#isRequired($ref),
    }));
    return {
      types: Object.keys(content),
      headers: new Map(described.map(({ name, pointer }) => [name, this.#at(`${pointer}/schema`)])),
      required: new Set(described.filter(({ isRequired }) => isRequired).map(({ name }) => name)),
      body: "application/json" in content ? this.#at(`${pointer}/content/${JSON_SCHEMA}`) : null,
    };
  }

  #isRequired(pointer: string): boolean {
    return this.#document.components.headers[pointer.split("/").at(-1) ?? ""]?.required === true;
  }

  #at(pointer: string): ValidateFunction {
    const validate = this.#compiled[pointer];
    if (validate === undefined) throw new Error(`The description has nothing at ${pointer}.`);
    return validate;
  }
}

/** Headers that responses have whatever the operation. */
const general = /^(?!x-|link$)|^x-content-type-options$|^x-gitlab-/;

function differingHeaders({ headers }: CheckedResponse, checks: Checks): string[] {
  const names = new Set(headers.keys());
  const unknown = [...names].filter((name) => !general.test(name) && !checks.headers.has(name));
  const wrong = [...checks.headers].flatMap(([name, validate]) => {
    const value = names.has(name) ? headers.get(name) : null;
    if (value === null) return checks.required.has(name) ? [`the header ${name} is missing`] : [];
    const isNumber = /^\d+$/.test(value) && validate(Number(value));
    return isNumber || validate(value) ? [] : [`the header ${name} is ${JSON.stringify(value)}`];
  });
  return [...unknown.map((name) => `the header ${name} is not described`), ...wrong];
}

function differingBody({ method, headers, text, ...given }: CheckedResponse, { types, body }: Checks): string[] {
  if (method === "HEAD") return [];
  const type = headers.get("content-type")?.split(";", 1)[0] ?? "";
  if (types.length === 0) return text === "" ? [] : ["there is a body"];
  if (!types.includes(type)) return [`the content type is ${type}`];
  if (body === null || type !== "application/json") return [];
  return body(given.body === undefined ? JSON.parse(text) : given.body) ? [] : errorsOf(body);
}

/** Those of its last call. */
const errorsOf = ({ errors }: ValidateFunction): string[] =>
  (errors ?? []).map(
    ({ instancePath, message, params }) => `the body at ${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
  );

const isUnknownRoute = ({ method, status, text }: CheckedResponse): boolean =>
  method === "OPTIONS" || (status === 404 && (text === '{"error":"404 Not Found"}' || method === "HEAD"));

/** Hono's own patterns are in the extension `x-pattern`. */
function patternOf(path: string, parameters: unknown): RegExp {
  const patterns = new Map(parametersIn(parameters).map((parameter) => [parameter.name, parameter["x-pattern"]]));
  const source = path
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 1 ? `(?:${patterns.get(part) ?? "[^/]+"})` : part.replaceAll(".", "\\.")));
  return new RegExp(`^${source.join("")}$`);
}

const atFixed = (segments: readonly string[]) => [segments[1] ?? "", segments[3] ?? ""];

/** For `atFixed` of a path. A parameter before them that may hold slashes leaves nothing fixed. */
function fixedSegments(path: string, parameters: unknown): readonly (string | null)[] {
  const segments = path.split("/");
  const spans = parametersIn(parameters).filter((parameter) => parameter["x-pattern"]?.includes("."));
  const isLoose = segments.slice(0, 4).some((one) => spans.some(({ name }) => one.includes(`{${name}}`)));
  return atFixed(segments).map((segment) => (isLoose || segment.includes("{") ? null : segment));
}

const parametersIn = (parameters: unknown) =>
  (parameters ?? []) as readonly { readonly name: string; readonly "x-pattern"?: string }[];

const responsesIn = (responses: unknown) => responses as Operation["responses"];

/** @param pointer a JSON pointer */
function responseAt(document: object, pointer: string): ResponseObject | undefined {
  let value: unknown = document;
  for (const key of pointer.split("/").slice(1)) value = (value as Record<string, unknown>)[key];
  return value as ResponseObject | undefined;
}

const require = createRequire(import.meta.url);
const known = new Map<ApiPath, Description>();

function description(path: ApiPath = "/api/v3"): Description {
  const made = known.get(path);
  if (made !== undefined) return made;
  const [version, documentAt] = versions[path];
  const read = new Description(JSON.parse(readFileSync(documentAt, "utf8")), require(checksPath(version)));
  known.set(path, read);
  return read;
}

/** @throws Error that names route, status and what is not described */
export function checkConformance(response: CheckedResponse): void {
  const { pathname } = new URL(response.url);
  const path = apiOf(pathname);
  if (path === undefined || pathname === `${path}/${DOCUMENT}`) return;
  const differences = description(path).differences(response, pathname);
  if (differences.length > 0) {
    throw new Error(
      `The response differs from the description of the API (docs/openapi.md):\n${differences.join("\n")}`,
    );
  }
}

/** @throws Error that says what is not described @param event `X-Gitlab-Event` */
export function checkWebhook(event: string, payload: unknown): void {
  const differences = description().webhookDifferences(event, payload);
  if (differences.length > 0) throw new Error(`A webhook differs from its description:\n${differences.join("\n")}`);
}

/** The name of the operation that a request calls. @throws Error if there is none */
export function operationAt(method: string, url: string): string {
  const { pathname } = new URL(url);
  const operation = description(apiOf(pathname)).operation(method, pathname);
  if (operation === undefined) throw new Error(`${method} ${url} is not described.`);
  return operation.operationId;
}

/** As {@link checkConformance}, for a response that remains readable. */
export async function checkResponse(method: string, response: Response): Promise<Response> {
  const { status, headers, url } = response;
  const isJson = headers.get("content-type") === "application/json";
  // Bytes are not described, and there may be many.
  const text = isJson ? await response.clone().text() : "";
  checkConformance({ method, url, status, headers, text });
  return response;
}
