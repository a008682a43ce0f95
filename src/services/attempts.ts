// Reads the rows of an attempted batch, where every violated constraint means the same as a missing row.
import type { ConstraintName } from "../db/constraints.ts";

interface Refused {
  readonly violated: ConstraintName;
}

/** The row that a change returned; undefined if it returned none or a constraint refused the batch. */
export const rowOf = <Row>(
  change: Refused | { readonly violated: undefined; readonly row: Row | undefined },
): Row | undefined => (change.violated === undefined ? change.row : undefined);

/** The rows of each statement of a batch; undefined if a constraint refused it. */
export const rowsOf = <Rows>(
  attempt: Refused | { readonly violated: undefined; readonly rows: Rows },
): Rows | undefined => (attempt.violated === undefined ? attempt.rows : undefined);
