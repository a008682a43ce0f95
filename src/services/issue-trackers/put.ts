// Makes or changes the issue tracker a project keeps elsewhere.
import { type IssueTrackerParams, putIssueTracker as put } from "../../db/queries/projects/issue-trackers.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type PutIssueTrackerOutcome =
  | { kind: "put" }
  /** One of the addresses is none of the web's, or a text is too long. */
  | { kind: "invalid" }
  | { kind: "project_gone" };

const LONGEST_TEXT = 2_000;

export async function putIssueTracker(
  context: VerbContext,
  projectId: number,
  params: IssueTrackerParams,
): Promise<PutIssueTrackerOutcome> {
  const { title, description, project_url, issues_url, new_issue_url } = params;
  if (![project_url, issues_url, new_issue_url].every(isWebAddress)) return { kind: "invalid" };
  if ([title, description].some((text) => (text?.length ?? 0) > LONGEST_TEXT)) return { kind: "invalid" };
  const attempt = await context.db.attempt(
    put(projectId, params, context.now),
    recordEvent(context, { kind: "issue_tracker_set", project_id: projectId }),
  );
  return attempt.violated === undefined ? { kind: "put" } : { kind: "project_gone" };
}

function isWebAddress(text: string): boolean {
  return text.length <= LONGEST_TEXT && /^https?:\/\//i.test(text) && URL.canParse(text);
}
