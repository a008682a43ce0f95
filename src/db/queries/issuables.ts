// Issues and merge requests, as statements name them.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../schema/issuables.ts";

export interface IssuableKey {
  readonly type: IssuableType;
  readonly id: number;
  readonly project_id: number;
}

const tables: Record<IssuableType, SQL> = { Issue: sql.raw("issues"), MergeRequest: sql.raw("merge_requests") };

export const issuableTable = (type: IssuableType): SQL => tables[type];
