// Declared parameters: what an endpoint takes, as data. The same declaration validates and documents.
import * as v from "valibot";
import type { Coercion } from "./coerce.ts";
import { type ApiError, badParameters } from "./errors.ts";

/** One declared parameter. Coercion comes first, then "missing" is told beside what the coercion of nothing says. */
export interface Param<T> {
  readonly coercion: Coercion<T>;
  readonly required: boolean;
  readonly fallback?: T;
}

export type Params = Record<string, Param<unknown>>;

/** What a handler gets: undefined where an optional parameter was not given. */
export type ParamValues<P extends Params> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never };

/** The key must be there; an empty string satisfies that. */
export const required = <T>(coercion: Coercion<T>): Param<T> => ({ coercion, required: true });

export const optional = <T>(coercion: Coercion<T>): Param<T | undefined> => ({ coercion, required: false });

/** An absent parameter has this value, and so has null, or an empty one that is coerced to null. */
export const withDefault = <T>(coercion: Coercion<T | null>, fallback: T): Param<T> => ({
  coercion: v.pipe(
    coercion,
    v.transform((value) => value ?? fallback),
  ),
  required: false,
  fallback,
});

export interface ParamRules {
  /** Of these parameters one must be given; told after the last of them in declaration order. */
  readonly atLeastOneOf?: readonly string[];
}

/** Validates everything; what is wrong is told together, in the order of declaration. */
export function validateParams<P extends Params>(
  declared: P,
  rules: ParamRules,
  given: ReadonlyMap<string, unknown>,
): { values: ParamValues<P> } | { refusal: ApiError; valid: Record<string, unknown> } {
  const values: Record<string, unknown> = {};
  const messages: string[] = [];
  const group = rules.atLeastOneOf ?? [];
  for (const [name, param] of Object.entries(declared)) {
    const isGiven = given.has(name) && (given.get(name) !== null || param.fallback === undefined);
    if (isGiven) {
      const result = v.safeParse(param.coercion, given.get(name));
      if (result.success) values[name] = result.output;
      else messages.push(...result.issues.map((issue) => `${name} ${issue.message}`));
    } else {
      values[name] = param.fallback;
      if (param.required) messages.push(...missing(name, param));
    }
    if (name === group.at(-1) && !group.some((one) => given.has(one))) {
      messages.push(`${group.join(", ")} are missing, at least one parameter must be provided`);
    }
  }
  if (messages.length > 0) return { refusal: badParameters([...new Set(messages)]), valid: values };
  return { values: validated<P>(values) };
}

/** A missing enumeration fails twice in Grape: it is missing, and nothing is not one of its values. */
function missing(name: string, param: Param<unknown>): string[] {
  const result = v.safeParse(param.coercion, undefined);
  const enumeration = !result.success && result.issues.some((issue) => issue.message.includes("valid value"));
  return enumeration ? [`${name} is missing`, `${name} does not have a valid value`] : [`${name} is missing`];
}

/** Each value came out of its parameter's own coercion. */
function validated<P extends Params>(values: Record<string, unknown>): ParamValues<P> {
  return values as ParamValues<P>;
}
