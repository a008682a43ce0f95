// The description of the API in OpenAPI 3.1, from the endpoints, their parameters and the types of their responses.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Endpoint } from "../../src/api/endpoint.ts";
import type { Route } from "../../src/api/route-table.ts";
import type { JsonSchema } from "../../src/http/coerce.ts";
import { Failure } from "../failure.ts";
import { collectSeldom } from "../few-collections.ts";
import { type LoadedApi, loadApi, readModules } from "./modules.ts";
import { tagOf } from "./names.ts";
import { type Example, type Operation, operationOf, type Sources, security } from "./operations.ts";
import { errorSchema, refusalResponses } from "./refusals.ts";
import { CheckedSources, Shapes } from "./shapes.ts";
import { introductions, tagTexts } from "./texts.ts";
import { describeWebhooks, type Webhooks } from "./webhooks.ts";

/** Requests and responses that were recorded; see test/openapi/examples.test.ts. */
interface Examples {
  readonly operations: Readonly<Record<string, Example>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
}

export type Paths = Record<string, Record<string, Operation>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Paths;
  readonly webhooks: Webhooks;
  readonly components: {
    readonly schemas: Record<string, JsonSchema>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;
    readonly [kind: string]: object;
  };
  readonly [field: string]: unknown;
}

const examplesPaths = { 3: "examples.json", 4: "examples-v4.json" } as const;

/**
 * The descriptions of both versions. The compiler reads the sources once.
 *
 * @throws Failure that names the endpoint or the presenter that cannot be described
 */
export async function describeApi(): Promise<Record<Version, OpenApiDocument>> {
  collectSeldom();
  const loading = loadApi();
  // esbuild works while the compiler reads the types.
  const sources = new CheckedSources();
  try {
    const api = await loading;
    return { 3: await describeVersion(3, api, sources), 4: await describeVersion(4, api, sources) };
  } finally {
    sources.close();
  }
}

async function describeVersion(version: Version, api: LoadedApi, checked: CheckedSources): Promise<OpenApiDocument> {
  const { routes, path } = api.dialects[`v${version}`];
  const modules = readModules(api, `src${path}`);
  const examples = await readExamples(version);
  const shapes = new Shapes(checked);
  nameShapes({ modules, shapes, routes });
  const sources: Sources = { modules, shapes, examples: examples.operations, bodies: {} };
  const paths = describePaths(sources, routes);
  const webhooks = describeWebhooks(shapes, examples.webhooks);
  const responses = usedIn(paths, "responses", refusalResponses);
  const tags = [...new Set(modules.resources.values())].sort().map(describeTag);
  return {
    openapi: "3.1.0",
    info: {
      title: "Tributary",
      version: String(version),
      summary: `A project host that speaks GitLab's API v${version}.`,
      description: introductions[version],
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: path }],
    security,
    tags: [...tags, { name: "Webhooks", description: "Requests that hooks send." }],
    paths,
    webhooks,
    components: {
      schemas: sorted({ ...shapes.components, ...sources.bodies, Error: errorSchema }),
      parameters: headerParameters,
      responses,
      headers: usedIn({ paths, responses }, "headers", headers),
      securitySchemes,
    },
  };
}

/** The components that the value refers to: not each version has all. */
function usedIn<T>(value: object, kind: string, components: Readonly<Record<string, T>>): Record<string, T> {
  const text = JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

function describeTag(resource: string): object {
  const description = tagTexts[resource];
  if (description === undefined) throw new Failure(`Describe the resource ${resource} in scripts/openapi/texts.ts.`);
  return { name: tagOf(resource), description };
}

type Version = 3 | 4;

/** The recorded examples. Those of webhooks are the same in both versions, and were recorded with those of v3. */
async function readExamples(version: Version): Promise<Examples> {
  const names = [examplesPaths[3], examplesPaths[version]];
  const texts = names.map((name) => readFile(join(import.meta.dirname, name), "utf8"));
  return Object.assign({}, ...(await Promise.all(texts)).map((text) => JSON.parse(text)));
}

interface Named extends Pick<Sources, "modules" | "shapes"> {
  readonly routes: readonly Route[];
}

/** Presenters that endpoints name come first: others may return the same type. */
function nameShapes({ modules, shapes, routes }: Named): void {
  const named = routes.flatMap(({ endpoint }) => endpoint.response?.given ?? []);
  const used = named.flatMap((present) => modules.exports.get(present) ?? []);
  for (const exported of [...used, ...modules.presenters]) {
    shapes.name(exported, exported.name.replace(/^present/, ""));
  }
}

function describePaths(sources: Sources, routes: readonly Route[]): Paths {
  const paths: Paths = {};
  const originals = new Map<Endpoint, Route>();
  const taken = new Map<string, string>();
  for (const route of routes) {
    const operation = operationOf(route, originals.get(route.endpoint) ?? null, sources);
    if (!originals.has(route.endpoint)) originals.set(route.endpoint, route);
    const name = `${route.method} ${route.path}`;
    const other = taken.get(operation.operationId);
    if (other !== undefined) {
      throw new Failure(
        `${name} and ${other} are both named ${operation.operationId}: name one in scripts/openapi/names.ts.`,
      );
    }
    taken.set(operation.operationId, name);
    const path = route.path.replace(/:(\w+)(?:\{[^}]+\})?/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  return paths;
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const header = (description: string, schema: JsonSchema) => ({ description, schema });
/** A header that no response lacks. */
const constant = (description: string, schema: JsonSchema) => ({ description, required: true, schema });
const count: JsonSchema = { type: "integer", minimum: 0 };
const pageOrNone: JsonSchema = { type: "string", pattern: "^\\d*$" };

const headers = {
  "X-Request-Id": constant("Names the request in the server's log.", { type: "string" }),
  "X-D1-Bookmark": header("The state of the database that the response shows, with GLOBAL_READS.", { type: "string" }),
  ETag: header("Names the content of the response, for `If-None-Match`. Absent where bytes are streamed.", {
    type: "string",
  }),
  Location: constant("The address to go on to.", { type: "string" }),
  "Idempotency-Replayed": header("`true` for the response of an earlier request with this key.", { const: "true" }),
  "X-Total": constant("The number of records on all pages.", count),
  "X-Total-Pages": constant("The number of pages.", count),
  "Bounded-Total": header("The number of records on all pages, or of pages; absent above 10,000 records.", count),
  "X-Per-Page": constant("The length of a page.", count),
  "X-Page": constant("The number of this page.", count),
  "X-Next-Page": constant("The number of the next page; empty on the last.", pageOrNone),
  "X-Prev-Page": constant("The number of the previous page; empty on the first.", pageOrNone),
  Link: header("The addresses of the other pages (RFC 8288); absent if they are too long.", { type: "string" }),
};

const headerParameter = (name: string, description: string, schema: JsonSchema) => ({
  in: "header",
  name,
  description,
  schema,
});

const headerParameters = {
  IfNoneMatch: headerParameter("If-None-Match", "The `ETag` of the client's copy: 304 if it is current.", {
    type: "string",
  }),
  IdempotencyKey: headerParameter(
    "Idempotency-Key",
    "A request that is repeated with the same key is carried out once (docs/idempotency.md).",
    { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  ),
};

const key = (place: "header" | "query", name: string, description: string) => ({
  type: "apiKey",
  in: place,
  name,
  description,
});

const securitySchemes = {
  privateToken: key("header", "PRIVATE-TOKEN", "An access token."),
  privateTokenParameter: key("query", "private_token", "An access token; it may be in the body, too."),
  bearer: { type: "http", scheme: "bearer", description: "An access token." },
  accessTokenParameter: key("query", "access_token", "An access token; it may be in the body, too."),
  sudo: key("header", "SUDO", "The id or name of the user in whose name an administrator acts (ROOT_TOKEN only)."),
  sudoParameter: key("query", "sudo", "As the header SUDO; it may be in the body, too."),
};
