// Statuses of refusals: which an operation may have, and what their bodies look like.
import type { Route } from "../../src/api/route-table.ts";
import type { JsonSchema } from "../../src/http/coerce.ts";

const descriptions: Readonly<Record<number, [name: string, description: string]>> = {
  302: ["Found", "The address is in `Location`."],
  304: ["NotModified", "The client's copy is current (`If-None-Match`), or the state is already the requested one."],
  400: ["BadRequest", "A parameter is missing or invalid, or the request cannot be read."],
  401: ["Unauthorized", "There is no valid token, or it does not permit this."],
  403: [
    "Forbidden",
    "The caller may see the record but not do this, or may not use sudo; in v4 also if the token lacks the scope.",
  ],
  404: ["NotFound", "The record does not exist, or the caller may not see it."],
  405: ["MethodNotAllowed", "The state of the record does not allow this."],
  406: ["NotAcceptable", "The content type is not supported, or the state of the record does not allow this."],
  409: [
    "Conflict",
    "There is such a record already, others changed the record at the same time, or a request with this `Idempotency-Key` is in progress.",
  ],
  413: ["ContentTooLarge", "The request body is larger than the server accepts."],
  422: ["UnprocessableEntity", "A value is not possible, or another request has this `Idempotency-Key`."],
  429: ["TooManyRequests", "Wait for `Retry-After` seconds."],
};

/** The components of refusals, by name. */
export const refusalResponses: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(descriptions).map(([status, [name, description]]) => [
    name,
    {
      description,
      headers: {
        "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
        ...(status === "302" && { Location: { $ref: "#/components/headers/Location" } }),
      },
      ...(!status.startsWith("3") && {
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      }),
    },
  ]),
);

export const isRefusal = (status: number): boolean => status in descriptions;

export const refusalNamed = (status: number): object => ({
  $ref: `#/components/responses/${descriptions[status]?.[0]}`,
});

const texts: JsonSchema = { type: "array", items: { type: "string" } };

export const errorSchema: JsonSchema = {
  description:
    "`message` is a text, or has the errors of each attribute of a record. `error` is about parameters, and about routes that do not exist.",
  anyOf: [
    {
      type: "object",
      properties: {
        message: { anyOf: [{ type: "string" }, texts, { type: "object", additionalProperties: texts }] },
        error_code: { type: "string" },
      },
      required: ["message"],
      additionalProperties: false,
    },
    {
      type: "object",
      properties: {
        error: { anyOf: [{ type: "string" }, texts] },
        error_description: { type: "string" },
        scope: { type: "string" },
      },
      required: ["error"],
      additionalProperties: false,
    },
  ],
};

/**
 * The refusals that follow from the access rule, the method and the path. Every endpoint reads the name of a sudo, and
 * refuses those who may not use it (401, 403); all but those for anyone look the user up (404). GET is conditional, POST
 * and PUT take an `Idempotency-Key`.
 */
export function commonRefusals({ method, endpoint }: Route): number[] {
  const isKeyed = method === "POST" || method === "PUT";
  return [
    ...(method === "GET" ? [304] : [406, 413]),
    ...(isKeyed ? [409, 422] : []),
    ...(endpoint.access === "anyone" ? [] : [404]),
    ...[400, 401, 403, 429],
  ];
}
