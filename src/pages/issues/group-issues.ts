// GET /groups/:group/issues: the issues of a group's projects.
import { listGroupIssues } from "../../api/v3/issues/list-group-issues.ts";
import { issueStates } from "../issuables/filters.tsx";
import { groupListPage } from "../issuables/group-list.tsx";

export const groupIssuesPage = groupListPage(
  { title: "Issues", tab: "issues", sign: "#", states: issueStates },
  (visit, values) => visit.api.list(listGroupIssues, values),
);
