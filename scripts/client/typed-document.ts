// The part of the description that the client's types are generated from.
import type { JsonSchema } from "../../src/http/coerce.ts";
import type { OpenApiDocument } from "../openapi/document.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * The description without examples, refusals (which the client throws), headers of responses, and forms (the client sends
 * JSON). Request bodies lose `anyOf`, which says that one of the properties is required: openapi-typescript makes
 * `unknown` of it, which any body would match.
 */
export function typedDocument(document: OpenApiDocument): OpenApiDocument {
  const { schemas, parameters, securitySchemes } = document.components;
  const isForm = (name: string) => name.endsWith("Form") && name.replace(/Form$/, "Body") in schemas;
  const kept = Object.entries(schemas).filter(([name]) => !isForm(name));
  return withTypes({
    ...document,
    paths: mapValues(document.paths, (operations) => mapValues(operations, withoutRest)),
    webhooks: mapValues(document.webhooks, ({ post }) => ({ post: { ...post, ...bodyOf(post) } })),
    components: {
      schemas: Object.fromEntries(kept.map(([name, schema]) => [name, withoutChoice(name, schema)])),
      headers: {},
      parameters: parameters ?? {},
      securitySchemes: securitySchemes ?? {},
    },
  });
}

function withoutRest<Operation extends Json>(operation: Operation): Operation {
  const { responses } = operation;
  return {
    ...operation,
    ...bodyOf(operation),
    ...(isRecord(responses) && { responses: successesOf(responses) }),
  };
}

/** The JSON of the request, if there is a body. */
function bodyOf({ requestBody }: Json): { requestBody?: Json } {
  if (!isRecord(requestBody) || !isRecord(requestBody.content)) return {};
  const { "application/json": json } = requestBody.content;
  return { requestBody: { ...requestBody, content: { "application/json": withoutExample(json) } } };
}

function successesOf(responses: Json): Json {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return mapValues(Object.fromEntries(successes), (response) => {
    if (!isRecord(response) || !isRecord(response.content)) return { description: "Done." };
    return { description: "", content: mapValues(response.content, withoutExample) };
  });
}

function withoutExample(media: unknown): Json {
  return isRecord(media) && "schema" in media ? { schema: media.schema } : {};
}

function withoutChoice(name: string, schema: JsonSchema): JsonSchema {
  if (!name.endsWith("Body")) return schema;
  const { anyOf: _, ...rest } = schema;
  return rest;
}

/**
 * The document with a `type` beside each `enum`, without which openapi-typescript comments it as unknown, and without the
 * advice to encode paths, which openapi-fetch does.
 */
function withTypes(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === "description" && typeof value === "string") return value.replace(" with slashes encoded as %2F", "");
    if (!isRecord(value) || !Array.isArray(value.enum) || "type" in value) return value;
    return { type: [...new Set(value.enum.map(typeOf))], ...value };
  });
}

const typeOf = (value: unknown): string => (value === null ? "null" : typeof value);

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapValues = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
