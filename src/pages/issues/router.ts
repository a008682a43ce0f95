// Pages of issues.
import { issuableActions } from "../issuables/actions.ts";
import { issuePages } from "../issuables/kinds.ts";
import type { PageTable } from "../page.ts";
import { issueListPage } from "./issue-list.tsx";
import { issuePage } from "./issue-page.tsx";

export const issuePageTable: PageTable = {
  "GET /:namespace/:project/issues": issueListPage,
  "GET /:namespace/:project/issues/:iid": issuePage,
  ...issuableActions(issuePages, issuePage),
};
