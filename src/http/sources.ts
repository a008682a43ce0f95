// Where parameters come from: query, body (JSON, form, multipart) and path, merged as Grape merges them.
import { ApiError, badParameters } from "./errors.ts";

export type GivenParams = Map<string, unknown>;

const UNREADABLE = "The request body is not what its content type says it is.";

/** Query first, then the body over it; the path's own parameters are put over both by the router. */
export async function readParams(request: Request, url: URL): Promise<GivenParams> {
  const given = parseForm(url.search.slice(1));
  if (request.method === "GET" || request.method === "HEAD") return given;
  for (const [name, value] of await readBody(request)) given.set(name, value);
  return given;
}

async function readBody(request: Request): Promise<GivenParams> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return new Map();
  const contentType = request.headers.get("content-type") ?? "application/x-www-form-urlencoded";
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase();
  switch (mediaType) {
    case "application/json":
      return parseJson(decodeUtf8(bytes));
    case "application/x-www-form-urlencoded":
      return parseForm(decodeUtf8(bytes));
    case "multipart/form-data":
      return parseMultipart(bytes, contentType);
    case "text/plain":
      return new Map();
    default:
      throw new ApiError(406, { error: `The requested content-type '${mediaType}' is not supported.` });
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw badParameters(["The request body is not valid UTF-8."]);
  }
}

function parseJson(source: string): GivenParams {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw badParameters([UNREADABLE]);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value));
}

function parseForm(source: string): GivenParams {
  if (!isUtf8(source)) throw badParameters(["The request is not valid UTF-8."]);
  return nest(pairsOf(source));
}

/** A name without `=` has no value, which is not an empty one. */
function pairsOf(source: string): [string, string | null][] {
  const parts = source.split("&").filter((part) => part !== "");
  const pairs = [...new URLSearchParams(source)];
  return pairs.map(([name, value], at) => [name, parts[at]?.includes("=") === false ? null : value]);
}

/** Percent signs that introduce no byte stand for themselves; the bytes must be UTF-8. */
function isUtf8(source: string): boolean {
  if (!source.includes("%")) return true;
  try {
    decodeURIComponent(source.replace(/%(?![0-9a-fA-F]{2})/g, "%25"));
    return true;
  } catch {
    return false;
  }
}

async function parseMultipart(bytes: Uint8Array, contentType: string): Promise<GivenParams> {
  try {
    const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
    return nest(form);
  } catch {
    throw badParameters([UNREADABLE]);
  }
}

/**
 * `a[]=1&a[]=2` is an array, `a[b]=1` an object, `a[][b]=1&a[][c]=2` an array of objects, of plain names the last wins.
 */
function nest(pairs: Iterable<[string, unknown]>): GivenParams {
  const given: GivenParams = new Map();
  for (const [name, value] of pairs) {
    const [, list, field] = /^([^[\]]+)\[\]\[([^[\]]+)\]$/.exec(name) ?? [];
    if (list !== undefined && field !== undefined) {
      given.set(list, withField(given.get(list), field, value));
      continue;
    }
    const bracket = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name);
    const base = bracket?.[1];
    const key = bracket?.[2];
    if (base === undefined || key === undefined) given.set(name, value);
    else if (key === "") given.set(base, [...asArray(given.get(base)), value]);
    else given.set(base, new Map([[key, value]]));
  }
  return given;
}

/** The last object takes the field; if it has that already, the next one begins. */
function withField(list: unknown, field: string, value: unknown): Record<string, unknown>[] {
  const objects: Record<string, unknown>[] = Array.isArray(list) ? list : [];
  const last = objects.at(-1);
  if (typeof last !== "object" || last === null || Object.hasOwn(last, field)) objects.push({ [field]: value });
  else last[field] = value;
  return objects;
}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
