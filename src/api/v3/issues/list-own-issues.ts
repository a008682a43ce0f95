// GET /issues
import { endpoint } from "../../endpoint.ts";
import { answerIssueList, issueListParams } from "./issue-list.ts";

/** Those the viewer wrote, in projects they can still read. */
export const listOwnIssues = endpoint({
  access: "user",
  params: issueListParams,
  handle: (call) => answerIssueList(call, { scope: { kind: "own" }, labels: "any" }, () => {}),
});
