// Reads fields of a server's JSON, whose types are not known to be what its documentation says.
import { Failure } from "../failure.ts";

export type Json = Record<string, unknown>;

/** Null for a missing or empty value. */
export function textOf(json: Json, name: string): string | null {
  const value = json[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** @throws Failure for a missing value: the resource is not what GitLab documents */
export function requiredText(json: Json, name: string): string {
  const value = textOf(json, name);
  if (value === null) throw unexpected(json, name);
  return value;
}

/** @throws Failure for a missing value */
export function numberOf(json: Json, name: string): number {
  const value = json[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw unexpected(json, name);
  return value;
}

/** @throws Failure for a resource without an id */
export const idOf = (json: Json): number => numberOf(json, "id");

export const flagOf = (json: Json, name: string): 0 | 1 => (json[name] === true ? 1 : 0);

/** Null for a missing value. */
export function objectOf(json: Json, name: string): Json | null {
  const value = json[name];
  return isObject(value) ? value : null;
}

export function objectsOf(json: Json, name: string): Json[] {
  const value = json[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The strings of a list, such as the titles of labels. */
export function textsOf(json: Json, name: string): string[] {
  const value = json[name];
  return Array.isArray(value) ? value.filter((element) => typeof element === "string") : [];
}

/**
 * A time as the database stores it: ISO 8601 in UTC with milliseconds. Null for a missing value.
 *
 * @throws Failure for a text that is no time
 */
export function timeOf(json: Json, name: string): string | null {
  const text = textOf(json, name);
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw unexpected(json, name);
  return new Date(time).toISOString();
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const unexpected = (json: Json, name: string): Failure =>
  new Failure(
    `The server returned ${JSON.stringify(json[name]) ?? "nothing"} as ${name} of ${JSON.stringify(json).slice(0, 200)}`,
  );
