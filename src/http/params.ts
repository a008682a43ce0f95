// Declared parameters of endpoints, and their validation.
import * as v from "valibot";
import type { Coercion } from "./coerce.ts";
import { type ApiError, badParameters } from "./errors.ts";

/** One declared parameter. */
export interface Param<T> {
  readonly coercion: Coercion<T>;
  readonly required: boolean;
  readonly fallback?: T;
  /** Its names in requests, if the handler knows it by another one. The first that is given counts. */
  readonly sentAs?: readonly string[];
}

export type Params = Record<string, Param<unknown>>;

/** The coerced values: undefined for an optional parameter that was not given. */
export type ParamValues<P extends Params> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never };

/** The key must be given; its value may be an empty string. */
export const required = <T>(coercion: Coercion<T>): Param<T> => ({ coercion, required: true });

export const optional = <T>(coercion: Coercion<T>): Param<T | undefined> => ({ coercion, required: false });

/** The value for a parameter that is absent, null, or coerced to null from an empty string. */
export const withDefault = <T>(coercion: Coercion<T | null>, fallback: T): Param<T> => ({
  coercion: v.pipe(
    coercion,
    v.transform((value) => value ?? fallback),
  ),
  required: false,
  fallback,
});

/** A parameter that requests name in another way than the handler: `sentAs(required(iid), "issue_iid")`. */
export const sentAs = <T>(param: Param<T>, ...names: string[]): Param<T> => ({ ...param, sentAs: names });

/** The name by which a request gives the parameter. */
export const nameIn = (given: ReadonlyMap<string, unknown>, name: string, { sentAs }: Param<unknown>): string =>
  sentAs === undefined ? name : (sentAs.find((one) => given.has(one)) ?? sentAs[0] ?? name);

export interface ParamRules {
  /** At least one of these, as requests name them, must be given. The error follows those of the last of them in declaration order. */
  readonly atLeastOneOf?: readonly string[];
}

/** Validates all parameters. The refusal lists every error in the order of declaration. */
export function validateParams<P extends Params>(
  declared: P,
  rules: ParamRules,
  given: ReadonlyMap<string, unknown>,
): { values: ParamValues<P> } | { refusal: ApiError; valid: Record<string, unknown> } {
  const values: Record<string, unknown> = {};
  const messages: string[] = [];
  const group = rules.atLeastOneOf ?? [];
  for (const [key, param] of Object.entries(declared)) {
    const name = nameIn(given, key, param);
    const isGiven = given.has(name) && (given.get(name) !== null || param.fallback === undefined);
    if (isGiven) {
      const result = v.safeParse(param.coercion, given.get(name));
      if (result.success) values[key] = result.output;
      else messages.push(...result.issues.map((issue) => `${name} ${issue.message}`));
    } else {
      values[key] = param.fallback;
      if (param.required) messages.push(...missing(name, param));
    }
    if ((param.sentAs ?? [key]).includes(group.at(-1) ?? "") && !group.some((one) => given.has(one))) {
      messages.push(`${group.join(", ")} are missing, at least one parameter must be provided`);
    }
  }
  if (messages.length > 0) return { refusal: badParameters([...new Set(messages)]), valid: values };
  return { values: validated<P>(values) };
}

/** A missing enumeration has two errors in Grape: it is missing, and nil is not one of its values. */
function missing(name: string, param: Param<unknown>): string[] {
  const result = v.safeParse(param.coercion, undefined);
  const enumeration = !result.success && result.issues.some((issue) => issue.message.includes("valid value"));
  return enumeration ? [`${name} is missing`, `${name} does not have a valid value`] : [`${name} is missing`];
}

/** Every value was coerced by its parameter. */
function validated<P extends Params>(values: Record<string, unknown>): ParamValues<P> {
  return values as ParamValues<P>;
}
