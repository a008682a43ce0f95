// What notes, awards, todos, labels and time hang on, as statements name it.
import { type SQL, sql } from "drizzle-orm";
import type { TargetType } from "../../schema/targets.ts";

export interface TargetKey {
  readonly type: TargetType;
  readonly id: number;
  readonly project_id: number;
}

const tables: Record<TargetType, SQL> = { Issue: sql.raw("issues"), MergeRequest: sql.raw("merge_requests") };

export const targetTable = (type: TargetType): SQL => tables[type];

export const targetExists = ({ type, id }: Pick<TargetKey, "type" | "id">): SQL =>
  sql`exists (select 1 from ${targetTable(type)} where id = ${id})`;
