// Links between issues.
import type { LinkedIssueRow } from "../../../db/queries/issues/links.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { type PresentedIssue, presentDistantIssue } from "./issue.ts";

/** There is one type: the others need a licence of GitLab. */
const link_type = "relates_to" as const;

/** The issue at the other end. A link does not change. */
export const presentLinkedIssue = (issue: LinkedIssueRow, context: PresenterContext) => ({
  ...presentDistantIssue(issue, context),
  issue_link_id: issue.link_id,
  link_type,
  link_created_at: issue.linked_at,
  link_updated_at: issue.linked_at,
});

interface PresentedLink {
  readonly id: number;
  readonly source: PresentedIssue;
  readonly target: PresentedIssue;
}

export const presentIssueLink = ({ id, source, target }: PresentedLink, context: PresenterContext) => ({
  id,
  source_issue: presentDistantIssue(source, context),
  target_issue: presentDistantIssue(target, context),
  link_type,
});
