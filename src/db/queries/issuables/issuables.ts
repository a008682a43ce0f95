// How statements name an issuable.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";

export interface IssuableKey {
  readonly type: IssuableType;
  readonly id: number;
  readonly project_id: number;
}

/** The issue that the same batch inserts, under the next iid of the project. */
export interface NewestIssue {
  readonly type: "Issue";
  readonly id: null;
  readonly iid: null;
  readonly project_id: number;
}

/** The merge request that the same batch inserts, under an iid reserved before. */
export interface NumberedMergeRequest {
  readonly type: "MergeRequest";
  readonly id: null;
  readonly iid: number;
  readonly project_id: number;
}

/** A reference to an issuable, whose id is not known yet if the same batch inserts it. */
export type IssuableReference = IssuableKey | NewestIssue | NumberedMergeRequest;

const tables: Record<IssuableType, SQL> = { Issue: sql.raw("issues"), MergeRequest: sql.raw("merge_requests") };

export const issuableTable = (type: IssuableType): SQL => tables[type];

export const issuableExists = ({ type, id }: Pick<IssuableKey, "type" | "id">): SQL =>
  sql`exists (select 1 from ${issuableTable(type)} where id = ${id})`;

/** The kinds of {@link IssuableReference}. */
export type ReferenceShape = IssuableType | "NewestIssue" | "NumberedMergeRequest";

export const shapeOf = (issuable: IssuableReference): ReferenceShape => {
  if (issuable.id !== null) return issuable.type;
  return issuable.type === "Issue" ? "NewestIssue" : "NumberedMergeRequest";
};

const conditions: Record<ReferenceShape, SQL> = {
  Issue: sql`c.id = ${sql.placeholder("id")}`,
  MergeRequest: sql`c.id = ${sql.placeholder("id")}`,
  NewestIssue: sql`c.project_id = ${sql.placeholder("project_id")}
    and c.iid = (select issue_seq from projects where id = ${sql.placeholder("project_id")})`,
  NumberedMergeRequest: sql`c.project_id = ${sql.placeholder("project_id")} and c.iid = ${sql.placeholder("iid")}`,
};

const typeOfShape = (shape: ReferenceShape): IssuableType =>
  shape === "Issue" || shape === "NewestIssue" ? "Issue" : "MergeRequest";

/**
 * The rest of a statement after `from`: the issuable `c`, joins, and the condition that finds it. Fill its placeholders
 * with {@link valuesOf}.
 */
export const issuableOf = (shape: ReferenceShape, joins: SQL = sql``): SQL =>
  sql`${issuableTable(typeOfShape(shape))} c ${joins} where ${conditions[shape]}`;

/** The type as an SQL literal. */
export const typeOf = (shape: ReferenceShape): SQL => sql.raw(`'${typeOfShape(shape)}'`);

export const valuesOf = (issuable: IssuableReference) => ({ iid: null, ...issuable });
