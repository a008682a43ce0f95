// Reads and checks the bodies of backup requests.

import { isBackupTable } from "../../db/queries/backup/tables.ts";
import type { RepositoryState } from "../../git/operations/backup/export-repository.ts";
import type { ImportedRef } from "../../git/operations/backup/import-repository.ts";
import { badRequest } from "../../http/errors.ts";
import { MOST_API_BODY_BYTES } from "../../http/limits.ts";
import { readBody } from "../../http/request-body.ts";

export const textIn = async (request: Request): Promise<string> =>
  new TextDecoder().decode(await readBody(request, MOST_API_BODY_BYTES));

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object in a text; null for any other JSON, and for none. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws ApiError 400 */
export async function jsonIn(request: Request): Promise<JsonObject> {
  const body = parseObject(await textIn(request));
  if (body === null) throw badRequest("The body is no JSON object");
  return body;
}

/** @throws ApiError 400 */
export function integer(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw badRequest(`${name} is no number`);
  return value;
}

/** A number for each of some tables, as JSON. @throws ApiError 400 */
export function countsOf(value: unknown, name: string): string {
  if (!isObject(value)) throw badRequest(`${name} is no object`);
  for (const [table, count] of Object.entries(value)) {
    if (!isBackupTable(table)) throw badRequest(`There is no table ${table}`);
    integer(count, `${name}.${table}`);
  }
  return JSON.stringify(value);
}

export interface RefsBody {
  readonly refs: readonly ImportedRef[];
  readonly state: RepositoryState | null;
}

/** @throws ApiError 400 */
export function refsBody({ refs, state }: JsonObject): RefsBody {
  if (isList<ImportedRef>(refs, { name: "string", oid: "string" }) && (state === null || isState(state))) {
    return { refs, state };
  }
  throw badRequest("refs or state is malformed");
}

const isState = (value: unknown): value is RepositoryState =>
  isObject(value) &&
  (value.head === null || typeof value.head === "string") &&
  isList(value.merges, { merge_request_id: "number", commit: "string" }) &&
  isList(value.protected_branches, {
    name: "string",
    developers_can_push: "boolean",
    developers_can_merge: "boolean",
  });

/** @param types of the members of each item, as `typeof` names them */
const isList = <T>(value: unknown, types: Readonly<Record<string, string>>): value is readonly T[] =>
  Array.isArray(value) &&
  value.every((item) => isObject(item) && Object.entries(types).every(([name, type]) => typeof item[name] === type));
