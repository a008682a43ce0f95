// Pages of issues.
import { issuableActions } from "../issuables/actions.ts";
import { issueKind } from "../issuables/kinds.ts";
import type { PageTable } from "../page.ts";
import { deleteIssueAction, editIssue, editIssuePage, moveIssueAction } from "./edit-issue.tsx";
import { groupIssuesPage } from "./group-issues.ts";
import { issueListPage } from "./issue-list.tsx";
import { issuePage } from "./issue-page.tsx";
import { addLink, removeLink } from "./linked-issues.tsx";
import { createIssueAction, newIssuePage } from "./new-issue.tsx";
import { ownIssuesPage } from "./own-issues.tsx";

export const issuePages: PageTable = {
  "GET /-/issues": ownIssuesPage,
  "GET /groups/:group/issues": groupIssuesPage,
  "GET /:namespace/:project/issues": issueListPage,
  "POST /:namespace/:project/issues": createIssueAction,
  "GET /:namespace/:project/issues/new": newIssuePage,
  "GET /:namespace/:project/issues/:iid": issuePage,
  "GET /:namespace/:project/issues/:iid/edit": editIssuePage,
  "POST /:namespace/:project/issues/:iid/edit": editIssue,
  "POST /:namespace/:project/issues/:iid/move": moveIssueAction,
  "POST /:namespace/:project/issues/:iid/delete": deleteIssueAction,
  "POST /:namespace/:project/issues/:iid/links": { submit: addLink, form: issuePage },
  "POST /:namespace/:project/issues/:iid/links/:link{[0-9]+}/delete": { submit: removeLink, form: issuePage },
  ...issuableActions(issueKind, issuePage),
};
