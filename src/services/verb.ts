// The context and the helpers that verbs share. Verbs know nothing of HTTP: they return named outcomes, which endpoints
// map to statuses.
import type { Database } from "../db/database.ts";
import type { AuditAuthorship } from "../db/queries/audit-events/record.ts";
import type { Repositories } from "../durable-objects/repositories.ts";
import type { ViewerKey } from "../permissions/visible.ts";

export interface VerbContext extends AuditAuthorship {
  readonly db: Database;
  readonly repositories: Repositories;
  readonly viewer: ViewerKey;
  /** `https://host` */
  readonly baseUrl: string;
  /** True if verbs read records back with the columns that only some responses show. */
  readonly isDetailed: boolean;
}

/** Validation errors by attribute, in GitLab's words. */
export type FieldErrors = Record<string, string[]>;

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

/** The row a batch inserted and selected. Throws if it is missing, which would be a bug. */
export function insertedRow<Row extends { id: number | null }>(row: Row | undefined): Row & { id: number } {
  if (row === undefined || row.id === null) throw new Error("A batch did not return the row it inserted.");
  return { ...row, id: row.id };
}
