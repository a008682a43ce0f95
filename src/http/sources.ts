// Reads parameters from the query and the body (JSON, form, multipart), and merges them as Grape does.
import { Buffer } from "node:buffer";
import { ApiError, badParameters } from "./errors.ts";
import { jsonExcess } from "./json-bounds.ts";
import { MOST_JSON_DEPTH, MOST_JSON_VALUES, MOST_PARAMETERS } from "./limits.ts";
import { readBody } from "./request-body.ts";

export type GivenParams = Map<string, unknown>;

/** The parameters of one source and their number, in which each element of a list counts. */
interface Counted {
  readonly given: GivenParams;
  readonly count: number;
}

const UNREADABLE = "The request body is not what its content type says it is.";

/** @throws ApiError 400 for more than {@link MOST_PARAMETERS} parameters and for invalid UTF-8 */
export const readQuery = (url: URL): Counted => parseForm(url.search.slice(1), MOST_PARAMETERS);

/**
 * Parameters of the body take precedence over those of the query; serve-endpoint.ts sets those of the path over both.
 * Every method may have a body, GET too: `curl -X GET -d search=x`.
 *
 * @param mostBytes of the body
 * @param isRaw true if a body that is no form is the param `file`
 * @throws ApiError 400, 406 and 413
 */
export async function readParams(
  request: Request,
  query: Counted,
  mostBytes: number,
  isRaw = false,
): Promise<GivenParams> {
  const bytes = await readBody(request, mostBytes);
  const given = new Map(query.given);
  const isForm = request.headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data");
  if (isRaw && !isForm && bytes.length > 0) return given.set("file", new File([bytes], "file"));
  for (const [name, value] of await parseBody(request.headers, bytes, MOST_PARAMETERS - query.count)) {
    given.set(name, value);
  }
  return given;
}

/** @param most parameters */
async function parseBody(headers: Headers, bytes: Uint8Array<ArrayBuffer>, most: number): Promise<GivenParams> {
  if (bytes.length === 0) return new Map();
  const contentType = headers.get("content-type") ?? "application/x-www-form-urlencoded";
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase();
  switch (mediaType) {
    case "application/json":
      return parseJson(decodeUtf8(bytes), most);
    case "application/x-www-form-urlencoded":
      return parseForm(decodeUtf8(bytes), most).given;
    case "multipart/form-data":
      return parseMultipart(bytes, contentType, most);
    case "text/plain":
      return new Map();
    default:
      throw new ApiError(406, { error: `The requested content-type '${mediaType}' is not supported.` });
  }
}

const tooManyParameters = () => badParameters([`There are more than ${MOST_PARAMETERS} parameters.`]);

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw badParameters(["The request body is not valid UTF-8."]);
  }
}

function parseJson(source: string, most: number): GivenParams {
  const excess = jsonExcess(source);
  if (excess === "depth") throw badParameters([`The JSON is nested more than ${MOST_JSON_DEPTH} levels deep.`]);
  if (excess === "values") throw badParameters([`The JSON holds more than ${MOST_JSON_VALUES} values.`]);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw badParameters([UNREADABLE]);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  const given = new Map<string, unknown>(Object.entries(value));
  if ([...given.values()].reduce<number>((sum, one) => sum + countOf(one), 0) > most) throw tooManyParameters();
  return given;
}

/** A list of objects counts as one parameter: the endpoint that takes it limits its length. */
const countOf = (value: unknown): number =>
  Array.isArray(value) ? Math.max(1, value.filter((element) => typeof element !== "object").length) : 1;

/** Checks the number before decoding. @param most parameters */
function parseForm(source: string, most: number): Counted {
  const count = source === "" ? 0 : countUpTo(most, (from) => source.indexOf("&", from)) + 1;
  if (count > most) throw tooManyParameters();
  if (!isUtf8(source)) throw badParameters(["The request is not valid UTF-8."]);
  return { given: nest(pairsOf(source)), count };
}

/** Counts matches, and stops beyond `most`. @param find returns the index of the next match, or -1 */
function countUpTo(most: number, find: (from: number) => number): number {
  let count = 0;
  for (let at = find(0); at !== -1 && count <= most; at = find(at + 1)) count += 1;
  return count;
}

/** Characters. Longer sources are left to URLSearchParams: each plus sign that JavaScript replaces costs an object. */
const LONGEST_SPLIT = 10_000;

/** A name without `=` has the value null rather than an empty one. URLSearchParams takes three times as long. */
function pairsOf(source: string): [string, string | null][] {
  // URLSearchParams ignores a question mark at the start, too.
  const parts = source
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "");
  if (source.length <= LONGEST_SPLIT && !source.includes("%")) return parts.map(plainPair);
  const pairs = [...new URLSearchParams(source)];
  return pairs.map(([name, value], at) => [name, parts[at]?.includes("=") === false ? null : value]);
}

function plainPair(part: string): [string, string | null] {
  const text = part.replaceAll("+", " ");
  const at = text.indexOf("=");
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** Percent signs without two hex digits are literal; the encoded bytes must be UTF-8. */
function isUtf8(source: string): boolean {
  if (!source.includes("%")) return true;
  try {
    decodeURIComponent(source.replace(/%(?![0-9a-fA-F]{2})/g, "%25"));
    return true;
  } catch {
    return false;
  }
}

/** Checks the number of delimiters before parsing the parts. @param most parameters */
async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string, most: number): Promise<GivenParams> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw badParameters([UNREADABLE]);
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const content = Buffer.from(bytes.buffer);
  // The last delimiter ends the body.
  const parts = countUpTo(most + 1, (from) => content.indexOf(delimiter, from)) - 1;
  if (parts > most) throw tooManyParameters();
  try {
    const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
    return nest(form);
  } catch {
    throw badParameters([UNREADABLE]);
  }
}

/** The name of a parameter, with a key of its own. Each key of `not` is a parameter: `not[labels]`. */
const NESTED = /^(not\[[^[\]]+\]|(?!not\[[^\]])[^[\]]+)\[([^[\]]*)\](?:\[([^[\]]+)\])?$/;

/** An object in objects. */
const DEEP = /^([^[\]]+)((?:\[[^[\]]+\]){2,4})$/;

function setDeep(given: GivenParams, name: string, keys: readonly string[], value: unknown): void {
  const fields = keys.slice(0, -1).reduce(mapIn, mapIn(given, name));
  fields.set(keys.at(-1) ?? "", value);
}

/**
 * `a[]=1&a[]=2` is an array, `a[b]=1` an object, `a[][b]=1&a[][c]=2` an array of objects. The last of equal names wins.
 */
function nest(pairs: Iterable<[string, unknown]>): GivenParams {
  const given: GivenParams = new Map();
  for (const [name, value] of pairs) {
    const [, base, key, field] = NESTED.exec(name) ?? [];
    const [, outer = "", inner] = DEEP.exec(name) ?? [];
    if (inner !== undefined) setDeep(given, outer, inner.slice(1, -1).split("]["), value);
    else if (base === undefined || key === undefined || (field !== undefined && key !== "")) given.set(name, value);
    else if (field !== undefined) addField(listIn(given, base), field, value);
    else if (key === "") listIn(given, base).push(value);
    else mapIn(given, base).set(key, value);
  }
  return given;
}

/** The object of that name, created if missing. */
function mapIn(given: Map<string, unknown>, name: string): Map<string, unknown> {
  const known = given.get(name);
  if (known instanceof Map) return known;
  const fields = new Map<string, unknown>();
  given.set(name, fields);
  return fields;
}

/** The list of that name, created if missing. */
function listIn(given: GivenParams, name: string): unknown[] {
  const known = given.get(name);
  if (Array.isArray(known)) return known;
  const list: unknown[] = [];
  given.set(name, list);
  return list;
}

/** Adds the field to the last object, or to a new one if the last has it already. */
function addField(list: unknown[], field: string, value: unknown): void {
  const last = list.at(-1);
  if (isFields(last) && !Object.hasOwn(last, field)) last[field] = value;
  else list.push({ [field]: value });
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
