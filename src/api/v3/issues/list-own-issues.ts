// GET /issues

import { endpoint } from "../../endpoint.ts";
import { paged } from "../../response.ts";
import { presentIssue } from "../presenters/issue.ts";
import { issueListParams, serveIssueList } from "./issue-list.ts";

/** Issues that the viewer created, in projects that they can still read. */
export const listOwnIssues = endpoint({
  access: "user",
  params: issueListParams,
  response: paged(presentIssue),
  handle: (call) =>
    serveIssueList(call, { scope: { kind: "everywhere" }, labels: "any", filters: { own: 1 } }, () => {}),
});
