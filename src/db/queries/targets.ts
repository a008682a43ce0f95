// What notes, awards, todos, labels and time hang on, as statements name it.
import { type SQL, sql } from "drizzle-orm";
import type { TargetType } from "../schema/targets.ts";

export interface TargetKey {
  readonly type: TargetType;
  readonly id: number;
  readonly project_id: number;
}

/** As {@link TargetKey}, where the id may be how to find one that this batch has just given out. */
export interface AnyTargetKey extends Omit<TargetKey, "id"> {
  readonly id: number | SQL<number>;
}

const tables: Record<TargetType, SQL> = { Issue: sql.raw("issues"), MergeRequest: sql.raw("merge_requests") };

export const targetTable = (type: TargetType): SQL => tables[type];

export const targetExists = ({ type, id }: Pick<AnyTargetKey, "type" | "id">): SQL =>
  sql`exists (select 1 from ${targetTable(type)} where id = ${id})`;
