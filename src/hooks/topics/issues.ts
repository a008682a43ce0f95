// Messages about issues.
import { findHookIssue } from "../../db/queries/hooks/events.ts";
import { type IssueAction, issuePayload } from "../payloads/issue.ts";
import { readChanges } from "./changes.ts";
import { projectTopic } from "./topic.ts";

const issueTopic = (action: IssueAction) =>
  projectTopic(["issues_events", "confidential_issues_events"], async (sources, event, issueId) => {
    const [[issue]] = await sources.db.batch(findHookIssue(issueId));
    if (issue === undefined) return null;
    const setting = issue.confidential === 1 ? "confidential_issues_events" : "issues_events";
    const changes = await readChanges(sources, event, action, issue);
    const payload = issuePayload(sources.project, event, issue, action, changes);
    return { event: "Issue Hook", settings: [setting], payload };
  });

export const issueTopics = {
  issue_opened: issueTopic("open"),
  issue_updated: issueTopic("update"),
  issue_closed: issueTopic("close"),
  issue_reopened: issueTopic("reopen"),
  issue_moved: issueTopic("close"),
};
