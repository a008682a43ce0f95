// Messages about issues.
import { findHookIssue } from "../../db/queries/hooks/events.ts";
import { type IssueAction, issuePayload } from "../payloads/issue.ts";
import { projectTopic } from "./topic.ts";

const issueTopic = (action: IssueAction) =>
  projectTopic(["issues_events", "confidential_issues_events"], async ({ db, project }, event, issueId) => {
    const [[issue]] = await db.batch(findHookIssue(issueId));
    if (issue === undefined) return null;
    const setting = issue.confidential === 1 ? "confidential_issues_events" : "issues_events";
    return { event: "Issue Hook", settings: [setting], payload: issuePayload(project, event, issue, action) };
  });

export const issueTopics = {
  issue_opened: issueTopic("open"),
  issue_updated: issueTopic("update"),
  issue_closed: issueTopic("close"),
  issue_reopened: issueTopic("reopen"),
  issue_moved: issueTopic("close"),
};
