// Approvals of a merge request.
import type { ApprovalRow } from "../../../db/queries/merge-requests/approvals.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserBasic } from "./user.ts";

export interface Approvals {
  /** Oldest first. */
  readonly rows: readonly ApprovalRow[];
  /** The viewer. */
  readonly viewerId: number;
  /** True if the viewer may approve merge requests of the project now. */
  readonly mayApprove: boolean;
}

export function presentApprovals({ rows, viewerId, mayApprove }: Approvals, context: PresenterContext) {
  const hasApproved = rows.some(({ user_id }) => user_id === viewerId);
  return {
    user_has_approved: hasApproved,
    user_can_approve: mayApprove && !hasApproved,
    approved: rows.length > 0,
    approved_by: rows.map(({ user_id: id, username, name, state, approved_at }) => ({
      user: presentUserBasic({ id, username, name, state }, context),
      approved_at,
    })),
  };
}

/** Rules of approval are not in GitLab's free edition: there are none. */
export const presentApprovalState = () => ({ approval_rules_overwritten: false, rules: noRules() });

export const noRules = (): never[] => [];
