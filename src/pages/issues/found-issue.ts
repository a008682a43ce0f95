// The issue of a page: as v3 shows it, and whether its discussion is locked.
import { gettingIssue } from "../../api/issues/get-issue.ts";
import type { PlacedIssue } from "../../api/issues/issue-params.ts";
import type { PresenterContext } from "../../api/presenter-context.ts";
import { issueParams } from "../../api/v3/issues/issue-params.ts";
import { presentIssue } from "../../api/v3/presenters/issue.ts";

const presentFound = (issue: PlacedIssue, context: PresenterContext) => ({
  ...presentIssue(issue, context),
  discussion_locked: issue.discussion_locked === 1,
});

export const findIssue = gettingIssue(issueParams, presentFound);
