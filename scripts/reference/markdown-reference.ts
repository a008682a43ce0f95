// The description of the API as one Markdown page, for programs and people that read text.
import type { OpenApiDocument } from "../openapi/document.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** @param version of the API that the document describes */
export function markdownReference(document: OpenApiDocument, version: 3 | 4): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, described] of Object.entries(operations)) {
      const operation = described as unknown as Operation;
      const tag = operation.tags?.[0] ?? "Others";
      const section = sectionOf(document, method, path, operation);
      byTag.set(tag, [...(byTag.get(tag) ?? []), section]);
    }
  }
  const tags = [...byTag].sort(([a], [b]) => (a < b ? -1 : 1));
  return `# Tributary: API v${version}

Paths are below \`/api/v${version}\`. Send an access token in the header \`PRIVATE-TOKEN\`. Parameters may be in the query, in a JSON
body or in a form. \`*\` marks what is required.

${tags.map(([tag, sections]) => `## ${tag}\n\n${sections.join("\n")}`).join("\n")}
## Objects

${objectsOf(document)}`;
}

function sectionOf(document: OpenApiDocument, method: string, path: string, operation: Operation): string {
  const { summary = "", description = "", deprecated, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  const inputs = [...parameters.flatMap(parameterOf), ...propertiesOf(document, body)];
  const statuses = Object.entries(responses).map(([status, response]) => statusOf(status, response));
  return `### ${method.toUpperCase()} ${path}

${deprecated === true ? "Deprecated. " : ""}${[summary, description].filter((text) => text !== "").join(". ")}

${inputs.length === 0 ? "" : `Parameters: ${inputs.join(", ")}.\n\n`}Responses: ${statuses.join(", ")}.
`;
}

/** Those of every route are left out: their definitions are shared. */
function parameterOf({ name, required, schema }: Parameter): string[] {
  return name === undefined ? [] : [`\`${name}\`${required === true ? "*" : ""} ${typeOf(schema ?? {})}`];
}

function propertiesOf(document: OpenApiDocument, schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = resolved(document, schema);
  return Object.entries(properties).map(
    ([name, property]) => `\`${name}\`${required.includes(name) ? "*" : ""} ${typeOf(property)}`,
  );
}

/** Refusals share their body: only successes have a type. */
function statusOf(status: string, { $ref, content }: Response): string {
  const schema = content?.["application/json"]?.schema;
  return $ref !== undefined || schema === undefined ? status : `${status} ${typeOf(schema)}`;
}

function objectsOf(document: OpenApiDocument): string {
  return Object.entries(document.components.schemas)
    .filter(([name, schema]) => !/(Body|Form)$/.test(name) && "properties" in schema)
    .map(([name]) => `### ${name}\n\n${propertiesOf(document, { $ref: `#/components/schemas/${name}` }).join(", ")}\n`)
    .join("\n");
}

function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) as Schema;
}

/** `integer`, `array of Issue`, `string or null`, `one of opened, closed` */
function typeOf({ $ref, type, format, enum: values, items, anyOf }: Schema): string {
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (values !== undefined) return `one of ${values.join(", ")}`;
  const names = [type ?? "any"]
    .flat()
    .map((name) => (name === "array" && items !== undefined ? `array of ${typeOf(items)}` : name));
  return `${names.join(" or ")}${format === undefined ? "" : ` (${format})`}`;
}
