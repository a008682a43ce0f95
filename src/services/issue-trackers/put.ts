// Creates or replaces a project's external issue tracker.
import { type IssueTrackerParams, putIssueTracker as put } from "../../db/queries/projects/issue-trackers.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type PutIssueTrackerOutcome =
  | { kind: "put" }
  /** A URL is not an HTTP URL, or a text is too long. */
  | { kind: "invalid" }
  | { kind: "project_gone" };

/** UTF-16 units. */
const LONGEST_TEXT = 2_000;

export async function putIssueTracker(
  context: VerbContext,
  projectId: number,
  params: IssueTrackerParams,
): Promise<PutIssueTrackerOutcome> {
  const { title, description, project_url, issues_url, new_issue_url } = params;
  if (![project_url, issues_url, new_issue_url].every(isHttpUrl)) return { kind: "invalid" };
  if ([title, description].some((text) => (text?.length ?? 0) > LONGEST_TEXT)) return { kind: "invalid" };
  const attempt = await context.db.attempt(
    put(projectId, params, context.now),
    recordEvent(context, { kind: "issue_tracker_set", project_id: projectId }),
  );
  return attempt.violated === undefined ? { kind: "put" } : { kind: "project_gone" };
}

function isHttpUrl(text: string): boolean {
  return text.length <= LONGEST_TEXT && /^https?:\/\//i.test(text) && URL.canParse(text);
}
