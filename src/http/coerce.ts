// Parameter types with the coercions of Grape 0.19 and Virtus: valibot schemas from the given value to the coerced one.
// An empty string is null, except for strings and enumerations.
import * as v from "valibot";
import { parseDateTime } from "./date-values.ts";

const INVALID = "is invalid";
const NOT_A_VALUE = "does not have a valid value";

export type JsonSchema = { readonly [keyword: string]: unknown };

/** A schema from anything to T, whose issues are Grape's messages without the parameter's name. */
export type Coercion<T> = v.GenericSchema<unknown, T> & {
  /** The values that clients should send, for the description of the API. The coercion accepts more. */
  readonly json: JsonSchema;
};

/** Returns undefined for a value that cannot be coerced. */
type Coerce<T> = (raw: unknown) => T | undefined;

function coercion<T>(json: JsonSchema, coerce: Coerce<T>): Coercion<T> {
  return described(
    json,
    v.pipe(
      v.unknown(),
      v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
        const value = coerce(dataset.value);
        if (value !== undefined) return value;
        addIssue({ message: INVALID });
        return NEVER;
      }),
    ),
  );
}

/** Pipes that begin with the schema have the same description. */
const described = <T>(json: JsonSchema, schema: v.GenericSchema<unknown, T>): Coercion<T> => ({ ...schema, json });

const STRING: JsonSchema = { type: "string" };

/** Limits to the safe integers: no id is beyond them. */
export const clamp = (n: number) =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(n))) + 0;

/** The numbers that Ruby parses. */
const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** Characters. A longer number would take too long to parse. */
const LONGEST_NUMBER = 1_000;

const isDecimal = (text: string): boolean => text.length <= LONGEST_NUMBER && DECIMAL.test(text);

function toInteger(raw: unknown): number | null | undefined {
  if (raw === null || raw === "") return null;
  if (typeof raw === "number") return Number.isNaN(raw) ? undefined : clamp(raw);
  if (typeof raw !== "string") return undefined;
  if (!isDecimal(raw)) return undefined;
  return clamp(Number(raw));
}

function toFloat(raw: unknown): number | null | undefined {
  if (raw === null || raw === "") return null;
  const number = typeof raw === "string" && isDecimal(raw) ? Number(raw) : raw;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

const TRUE = new Set(["1", "on", "t", "true", "y", "yes"]);
const FALSE = new Set(["0", "off", "f", "false", "n", "no"]);

function toBoolean(raw: unknown): boolean | null | undefined {
  if (raw === null || raw === "") return null;
  if (typeof raw === "boolean") return raw;
  const word = String(raw).toLowerCase();
  if (typeof raw !== "string" && typeof raw !== "number") return undefined;
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : undefined;
}

/** NUL and lone surrogates cannot be stored as text. */
const storable = (text: string) => !text.includes("\0") && text.isWellFormed();

function toText(raw: unknown): string | null | undefined {
  if (raw === null) return null;
  if (typeof raw === "number" || typeof raw === "boolean") return String(raw);
  return typeof raw === "string" && storable(raw) ? raw : undefined;
}

const emptyIsNull =
  (parse: (text: string) => string | undefined): Coerce<string | null> =>
  (raw) => {
    if (raw === null || raw === "") return null;
    return typeof raw === "string" ? parse(raw) : undefined;
  };

export const integer = coercion<number | null>({ type: "integer" }, toInteger);
export const float = coercion<number | null>({ type: "number" }, toFloat);
export const boolean = coercion<boolean | null>({ type: "boolean" }, toBoolean);
export const text = coercion<string | null>(STRING, toText);
/** An integer that is at least 1 and less than 2^31. */
export const counted: Coercion<number> = v.pipe(
  integer,
  v.transform((value) => value ?? 0),
  v.check((value) => value > 0 && value < 2 ** 31, INVALID),
);
/** A text that is not blank. */
export const filledText: Coercion<string> = v.pipe(
  text,
  v.transform((value) => value ?? ""),
  v.check((value) => value.trim() !== "", "is empty"),
);
/** Nothing: any value is refused for this reason. */
export const nothing = (reason: string): Coercion<null> =>
  v.pipe(
    text,
    v.check((value) => value === null || value === "", reason),
    v.transform(() => null),
  );
/** An empty list: one with elements is refused. */
export const noElements = coercion<[]>({ type: "array", maxItems: 0 }, (raw) =>
  raw === null || raw === "" || (Array.isArray(raw) && raw.length === 0) ? [] : undefined,
);
/** False or nothing: true is refused for this reason. */
export const neverTrue = (reason: string): Coercion<boolean | null> =>
  v.pipe(
    boolean,
    v.check((value) => value !== true, reason),
  );
/** Content of a file: as {@link text}, but with NUL allowed. */
export const fileText = coercion<string | null>(STRING, (raw) =>
  typeof raw === "string" && raw.isWellFormed() ? raw : toText(raw),
);
/** A file of a multipart body. */
export const file = coercion<File>({ type: "string", format: "binary" }, (raw) =>
  raw instanceof File ? raw : undefined,
);
/** `YYYY-MM-DD`. */
export const date = coercion<string | null>(
  { type: "string", format: "date" },
  emptyIsNull((raw) => parseDateTime(raw, new Date())?.date),
);
/** `2016-04-05T21:40:50.169Z`. */
export const dateTime = coercion<string | null>(
  { type: "string", format: "date-time" },
  emptyIsNull((raw) => parseDateTime(raw, new Date())?.instant),
);

/** As the coercion, and instances of a class: no request can carry one, only callers in this process give them. */
export const orInstance = <T, I extends object>(
  base: Coercion<T>,
  kind: abstract new (...args: never[]) => I,
): Coercion<T | I> =>
  coercion<T | I>(base.json, (raw) => {
    if (raw instanceof kind) return raw;
    const result = v.safeParse(base, raw);
    return result.success ? result.output : undefined;
  });

/** As the first coercion that accepts the value. */
export const orElse = <T, U>(first: Coercion<T>, second: Coercion<U>): Coercion<T | U> =>
  coercion<T | U>({ anyOf: [first.json, second.json] }, (raw) => {
    const result = v.safeParse(first, raw);
    if (result.success) return result.output;
    const other = v.safeParse(second, raw);
    return other.success ? other.output : undefined;
  });

/** The coerced value, converted. */
export const mapped = <T, U>(base: Coercion<T>, convert: (value: T) => U): Coercion<U> =>
  described(base.json, v.pipe(base, v.transform(convert)));

/** Values in a list of their own, `[1, 2]`, or in a text: `1,2`. */
export const commaList = <T>(element: Coercion<T>): Coercion<T[]> =>
  coercion({ type: ["array", "string", "integer"], items: element.json }, (raw) =>
    elements(element, raw === null || raw === "" ? raw : Array.isArray(raw) ? raw : splitList(raw)),
  );

/** As {@link commaList}, with one value at most. */
export const listOfOne = <T>(element: Coercion<T>): Coercion<T | undefined> =>
  described(
    element.json,
    v.pipe(
      commaList(element),
      v.check((list) => list.length <= 1, "allows one value"),
      v.transform(([value]) => value),
    ),
  );

const splitList = (raw: unknown): unknown[] =>
  typeof raw === "string" ? raw.split(",").map((one) => one.trim()) : [raw];

/** An array whose elements all coerce; a scalar is invalid. */
export const arrayOf = <T>(element: Coercion<T>): Coercion<T[]> =>
  coercion({ type: "array", items: element.json }, (raw) => elements(element, raw));

/** As {@link arrayOf}, or a scalar for a single element: `iid=3`, `iid[]=3&iid[]=5`. */
export const oneOrSeveral = <T>(element: Coercion<T>): Coercion<T[]> =>
  coercion({ type: "array", items: element.json }, (raw) =>
    elements(element, raw === null || raw === "" || Array.isArray(raw) ? raw : [raw]),
  );

function elements<T>(element: Coercion<T>, raw: unknown): T[] | undefined {
  if (raw === null || raw === "") return [];
  if (!Array.isArray(raw)) return undefined;
  const results = raw.map((item) => v.safeParse(element, item));
  return results.every((result) => result.success) ? results.map((result) => result.output) : undefined;
}

/** An element of {@link objectsOf}. */
export type FieldsOf<F extends Record<string, Coercion<unknown>>> = { [K in keyof F]: v.InferOutput<F[K]> | null };

/** An array of objects with these fields, each optional: `actions[][action]=create`. */
export const objectsOf = <F extends Record<string, Coercion<unknown>>>(fields: F): Coercion<FieldsOf<F>[]> =>
  coercion({ type: "array", items: fieldsOf(fields).json }, (raw) =>
    Array.isArray(raw) ? elements(fieldsOf(fields), raw) : undefined,
  );

/** One object with these fields, each optional: `assets[links][][name]=program`. */
export const fieldsOf = <F extends Record<string, Coercion<unknown>>>(fields: F): Coercion<FieldsOf<F>> => {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { json }]) => [name, json]));
  return coercion({ type: "object", properties }, (raw) => {
    if (typeof raw !== "object" || raw === null) return undefined;
    const given = raw instanceof Map ? raw : new Map<string, unknown>(Object.entries(raw));
    const values: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const value = given.get(name) ?? null;
      const result = v.safeParse(field, value);
      if (!result.success && value !== null) return undefined;
      values[name] = result.success ? result.output : null;
    }
    return withFields<F>(values);
  });
};

/** Every value was coerced by its field. */
function withFields<F extends Record<string, Coercion<unknown>>>(values: Record<string, unknown>): FieldsOf<F> {
  return values as FieldsOf<F>;
}

function listed<T extends string | number>(coerce: Coerce<unknown>, values: readonly T[]): Coercion<T> {
  return described(
    { enum: values },
    v.pipe(
      v.unknown(),
      v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
        const value = coerce(dataset.value);
        if (value === undefined) addIssue({ message: INVALID });
        const found = values.find((allowed) => allowed === value);
        if (found !== undefined) return found;
        addIssue({ message: NOT_A_VALUE });
        return NEVER;
      }),
    ),
  );
}

/** Exactly one of these words; an empty string is invalid. */
export const oneOf = <const T extends string>(...values: T[]): Coercion<T> => listed(toText, values);

/** One of these numbers. */
export const oneOfIntegers = <const T extends number>(...values: T[]): Coercion<T> => listed(toInteger, values);

/** A path segment of this form. */
export const matching = (form: RegExp): Coercion<string> =>
  coercion<string>(STRING, (raw) => (typeof raw === "string" && form.test(raw) ? raw : undefined));

/** An untyped path segment. Text that cannot be stored becomes empty, which matches nothing. */
export const segment = coercion<string>(STRING, (raw) => (typeof raw === "string" && storable(raw) ? raw : ""));

/** A numeric id or a full path, whichever `:id` is; the other one is null. */
export interface IdOrPath {
  readonly id: number | null;
  readonly path: string | null;
}

/** Digits are an id, anything else is a path. Text that cannot be stored becomes the id 0, which matches nothing. */
export const idOrPath = coercion<IdOrPath>({ type: ["integer", "string"] }, (raw) => {
  const value = typeof raw === "number" ? String(raw) : raw;
  if (typeof value !== "string") return { id: 0, path: null };
  if (/^\d+$/.test(value)) return { id: clamp(Number(value)), path: null };
  // The paths of a namespace and a project together are shorter.
  return storable(value) && value.length <= 1_000 ? { id: null, path: value } : { id: 0, path: null };
});
