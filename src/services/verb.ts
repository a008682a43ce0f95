// What every verb works with. Verbs never speak HTTP: they answer named outcomes, which routes turn into statuses.
import type { Database } from "../db/database.ts";
import type { Authorship } from "../db/queries/events/events.ts";
import type { Repositories } from "../durable-objects/repositories.ts";
import type { ViewerKey } from "../permissions/visible.ts";

export interface VerbContext extends Authorship {
  readonly db: Database;
  readonly repositories: Repositories;
  /** Who will read the answer. */
  readonly viewer: ViewerKey;
  /** `https://host` */
  readonly baseUrl: string;
}

/** What a model refuses, by attribute, in GitLab's words. */
export type FieldErrors = Record<string, string[]>;

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

/** A head always answers one row; the ids in it were made by this very batch. */
export function made<Row extends { id: number | null }>(row: Row | undefined): Row & { id: number } {
  if (row === undefined || row.id === null) throw new Error("A batch did not answer the row it has just written.");
  return withId(row);
}

function withId<Row extends { id: number | null }>(row: Row): Row & { id: number } {
  return row as Row & { id: number };
}
