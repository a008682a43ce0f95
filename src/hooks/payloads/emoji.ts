// The payload of emoji that are awarded or revoked.
import type { AwardDetails } from "../../db/queries/events/details.ts";
import type { HookEventRow, HookIssueRow, HookNoteRow } from "../../db/queries/hooks/events.ts";
import { describeActor, describeProject, type PayloadProject } from "./frame.ts";
import { describeIssue, issueUrl } from "./issue.ts";
import { describeMergeRequest, mergeRequestUrl, type PayloadMergeRequest } from "./merge-request.ts";
import { describeNote } from "./note.ts";

export type EmojiAction = "award" | "revoke";

/** An issuable; with a note of it, the note has the emoji. */
export type EmojiTarget = { readonly note?: HookNoteRow } & (
  | { readonly issue: HookIssueRow; readonly mergeRequest?: undefined }
  | { readonly issue?: undefined; readonly mergeRequest: PayloadMergeRequest }
);

export function emojiPayload(
  project: PayloadProject,
  event: HookEventRow,
  award: AwardDetails,
  action: EmojiAction,
  { note, issue, mergeRequest }: EmojiTarget,
) {
  const url = issue === undefined ? mergeRequestUrl(project, mergeRequest.row) : issueUrl(project, issue);
  return {
    object_kind: "emoji" as const,
    event_type: action,
    user: describeActor(event),
    project_id: project.row.id,
    project: describeProject(project),
    object_attributes: {
      user_id: award.user_id,
      created_at: award.created_at,
      id: award.id,
      name: award.name,
      awardable_type: award.target_type,
      awardable_id: award.target_id,
      updated_at: award.updated_at,
      action,
      awarded_on_url: note === undefined ? url : `${url}#note_${note.id}`,
    },
    ...(note !== undefined && { note: { ...describeNote(note, url), description: note.body } }),
    ...(issue !== undefined && { issue: { ...describeIssue(issue), url } }),
    ...(mergeRequest !== undefined && { merge_request: { ...describeMergeRequest(project, mergeRequest), url } }),
  };
}
