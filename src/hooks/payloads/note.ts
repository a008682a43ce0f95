// The payload of comments on issues, merge requests and commits.
import type { HookCommitCommentRow, HookEventRow, HookIssueRow, HookNoteRow } from "../../db/queries/hooks/events.ts";
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import { commitUrl, describeCommit } from "./commit.ts";
import { describeActor, describeProject, describeRepository, type PayloadProject } from "./frame.ts";
import { describeIssue, issueUrl } from "./issue.ts";
import { describeMergeRequest, mergeRequestUrl, type PayloadMergeRequest } from "./merge-request.ts";

type NoteEventType = "note" | "confidential_note";

const frame = (project: PayloadProject, event: HookEventRow, type: NoteEventType = "note") => ({
  object_kind: "note" as const,
  event_type: type,
  user: describeActor(event),
  project_id: project.row.id,
  project: describeProject(project),
  repository: describeRepository(project),
});

export const describeNote = (note: HookNoteRow, issuableUrl: string) => ({
  id: note.id,
  note: note.body,
  noteable_type: note.target_type,
  noteable_id: note.target_id,
  author_id: note.author_id,
  project_id: note.project_id,
  created_at: note.created_at,
  updated_at: note.updated_at,
  attachment: null,
  line_code: null,
  commit_id: "",
  system: note.system === 1,
  st_diff: null,
  url: `${issuableUrl}#note_${note.id}`,
});

export const issueNotePayload = (
  project: PayloadProject,
  event: HookEventRow,
  note: HookNoteRow,
  issue: HookIssueRow,
) => ({
  ...frame(project, event, issue.confidential === 1 ? "confidential_note" : "note"),
  object_attributes: describeNote(note, issueUrl(project, issue)),
  issue: describeIssue(issue),
});

export const mergeRequestNotePayload = (
  project: PayloadProject,
  event: HookEventRow,
  note: HookNoteRow,
  mergeRequest: PayloadMergeRequest,
) => ({
  ...frame(project, event),
  object_attributes: describeNote(note, mergeRequestUrl(project, mergeRequest.row)),
  merge_request: describeMergeRequest(project, mergeRequest),
});

export const commitNotePayload = (
  project: PayloadProject,
  event: HookEventRow,
  comment: HookCommitCommentRow,
  commit: BriefCommit,
) => ({
  ...frame(project, event),
  object_attributes: {
    id: comment.id,
    note: comment.note,
    noteable_type: "Commit",
    noteable_id: null,
    author_id: comment.author_id,
    project_id: comment.project_id,
    created_at: comment.created_at,
    updated_at: comment.created_at,
    attachment: null,
    line_code: null,
    commit_id: comment.sha,
    system: false,
    st_diff: null,
    url: `${commitUrl(project, comment.sha)}#note_${comment.id}`,
  },
  commit: describeCommit(project, commit),
});
