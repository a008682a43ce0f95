// Issues and merge requests, as statements name them.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../schema/issuables.ts";

export interface IssuableKey {
  readonly type: IssuableType;
  readonly id: number;
  readonly project_id: number;
}

/** An issue that its batch inserts, under the next iid of the project. */
export interface NewestIssue {
  readonly type: "Issue";
  readonly id: null;
  readonly iid: null;
  readonly project_id: number;
}

/** A merge request that its batch inserts, under an iid that was reserved before. */
export interface NumberedMergeRequest {
  readonly type: "MergeRequest";
  readonly id: null;
  readonly iid: number;
  readonly project_id: number;
}

/** By its id, which nobody knows yet of one that is inserted by the same batch. */
export type IssuableReference = IssuableKey | NewestIssue | NumberedMergeRequest;

const tables: Record<IssuableType, SQL> = { Issue: sql.raw("issues"), MergeRequest: sql.raw("merge_requests") };

export const issuableTable = (type: IssuableType): SQL => tables[type];

/** The ways in which statements find an issuable. */
export type ReferenceShape = IssuableType | "NewestIssue" | "NumberedMergeRequest";

export const shapeOf = (issuable: IssuableReference): ReferenceShape => {
  if (issuable.id !== null) return issuable.type;
  return issuable.type === "Issue" ? "NewestIssue" : "NumberedMergeRequest";
};

const found: Record<ReferenceShape, SQL> = {
  Issue: sql`issues c where c.id = ${sql.placeholder("id")}`,
  MergeRequest: sql`merge_requests c where c.id = ${sql.placeholder("id")}`,
  NewestIssue: sql`issues c where c.project_id = ${sql.placeholder("project_id")}
    and c.iid = (select issue_seq from projects where id = ${sql.placeholder("project_id")})`,
  NumberedMergeRequest: sql`merge_requests c where c.project_id = ${sql.placeholder("project_id")} and c.iid = ${sql.placeholder("iid")}`,
};

/** Follows `from`: the issuable `c`, if it is there. Its placeholders are filled by {@link valuesOf}. */
export const issuableOf = (shape: ReferenceShape): SQL => found[shape];

/** As its columns name the type: a literal. */
export const typeOf = (shape: ReferenceShape): SQL =>
  shape === "Issue" || shape === "NewestIssue" ? sql`'Issue'` : sql`'MergeRequest'`;

export const valuesOf = (issuable: IssuableReference) => ({ iid: null, ...issuable });
