// GET /issues
import { endpoint } from "../../endpoint.ts";
import { issueListParams, serveIssueList } from "./issue-list.ts";

/** Issues that the viewer created, in projects that they can still read. */
export const listOwnIssues = endpoint({
  access: "user",
  params: issueListParams,
  handle: (call) => serveIssueList(call, { scope: { kind: "own" }, labels: "any" }, () => {}),
});
