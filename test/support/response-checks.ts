// The checks of responses and webhooks as code, compiled from the descriptions of the API once: Ajv takes a second for
// that, and each process of the tests needs most of them.
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { OpenApiDocument } from "../../scripts/openapi/document.ts";
import { documentPath, documentPathOfV4, writeAtomically } from "../../scripts/openapi/write.ts";
import { projectRoot } from "../../scripts/project.ts";
import { hashSources } from "../../scripts/source-hash.ts";
import { checksPath, escaped, JSON_SCHEMA } from "./conformance.ts";

/** The hash of what the checks were compiled from. */
const keyPath = join(projectRoot, "dist/response-checks.key");

/** Writes the checks unless they are current. The descriptions must be there. */
export async function ensureChecks(): Promise<void> {
  const [v3, v4] = [await readFile(documentPath, "utf8"), await readFile(documentPathOfV4, "utf8")];
  const key = hashSources(
    v3 + v4,
    [],
    ["test/support/conformance.ts", "test/support/response-checks.ts", "package-lock.json"],
  );
  const isThere = existsSync(checksPath(3)) && existsSync(checksPath(4));
  if (isThere && (await readFile(keyPath, "utf8").catch(() => "")) === key) return;
  // Nothing is taken for current that was written in part.
  await rm(keyPath, { force: true });
  await writeAtomically(checksPath(3), compiled(JSON.parse(v3)));
  await writeAtomically(checksPath(4), compiled(JSON.parse(v4)));
  await writeAtomically(keyPath, key);
}

const DOCUMENT = "openapi.json";

const formats = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(Z|[-+]\d{2}:\d{2})$/,
  uri: /^https?:\/\//,
};

/** One function for all places with the same schema, which most lists and objects share with others. */
function compiled(document: OpenApiDocument): string {
  const places = new Map<string, string[]>();
  for (const pointer of pointersIn(document)) {
    const text = JSON.stringify(schemaAt(document, pointer));
    places.set(text, [...(places.get(text) ?? []), pointer]);
  }
  const checked = `[${[...places.keys()]}]`;
  // Shared and plain code takes a third of the time to compile. An unknown keyword would hold nothing: Ajv refuses it.
  const options = { strict: false, strictSchema: true, validateSchema: false, formats } as const;
  const ajv = new Ajv({ ...options, inlineRefs: false, code: { optimize: false, source: true } });
  const definitions = JSON.stringify({ ...document.components.schemas, checked: JSON.parse(checked) });
  ajv.addSchema({ $defs: JSON.parse(definitions.replaceAll('"#/components/schemas/', '"#/$defs/')) }, DOCUMENT);
  const firsts = [...places.values()].map(([first = ""], at) => [first, `${DOCUMENT}#/$defs/checked/${at}`]);
  const others = [...places.values()].flatMap(([first, ...rest]) =>
    rest.map((other) => `exports[${JSON.stringify(other)}] = exports[${JSON.stringify(first)}];`),
  );
  return [standalone(ajv, Object.fromEntries(firsts)), ...others].join("\n");
}

function schemaAt(document: object, pointer: string): unknown {
  let value: unknown = document;
  for (const key of pointer.split("/").slice(1)) {
    value = (value as Record<string, unknown>)[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value;
}

/** The JSON pointers of what responses and webhooks are held to: headers and JSON. */
function pointersIn({ components, paths, webhooks }: OpenApiDocument): string[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ at: `/paths/${escaped(path)}/${method}`, responses })),
  );
  return [
    ...operations.flatMap(({ at, responses }) => jsonIn(`${at}/responses`, responses)),
    ...jsonIn("/components/responses", components.responses),
    ...Object.keys(components.headers).map((name) => `/components/headers/${name}/schema`),
    ...Object.keys(webhooks).map((name) => `/webhooks/${name}/post/requestBody/content/${JSON_SCHEMA}`),
  ];
}

const jsonIn = (pointer: string, responses: unknown): string[] =>
  Object.entries((responses ?? {}) as Record<string, { content?: object }>)
    .filter(([, { content = {} }]) => "application/json" in content)
    .map(([name]) => `${pointer}/${name}/content/${JSON_SCHEMA}`);
