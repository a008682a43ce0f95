// The level somebody merges with.
import type { MergeRequestProjectRow } from "../../db/queries/merge-request-row.ts";
import type { Actor } from "../../permissions/require.ts";

/** Administrators are as good as owners. */
export const mergeLevelOf = (
  { viewer_admin }: Pick<Actor, "viewer_admin">,
  { access_level }: Pick<MergeRequestProjectRow, "access_level">,
): number => (viewer_admin === 1 ? 50 : access_level);
