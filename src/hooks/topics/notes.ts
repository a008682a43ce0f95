// Messages about comments on issues, merge requests and commits.
import {
  findHookCommitComment,
  findHookIssue,
  findHookMergeRequest,
  findHookNote,
  type HookIssueRow,
} from "../../db/queries/hooks/events.ts";
import { commitNotePayload, issueNotePayload, mergeRequestNotePayload } from "../payloads/note.ts";
import { findCommit } from "./commit.ts";
import { withSource } from "./merge-requests.ts";
import { type HookSetting, projectTopic, type RequiredSetting } from "./topic.ts";

/** System notes have no message: the change they describe has one. */
const noteCreated = projectTopic(["note_events", "confidential_note_events"], async (sources, event, noteId) => {
  const { db, project } = sources;
  const [[note]] = await db.batch(findHookNote(noteId));
  if (note === undefined || note.system === 1) return null;
  switch (note.target_type) {
    case "Issue": {
      const [[issue]] = await db.batch(findHookIssue(note.target_id));
      if (issue === undefined) return null;
      const payload = issueNotePayload(project, event, note, issue);
      return { event: "Note Hook", settings: noteSettings(issue), payload };
    }
    case "MergeRequest": {
      const [[row]] = await db.batch(findHookMergeRequest(note.target_id));
      if (row === undefined) return null;
      const payload = mergeRequestNotePayload(project, event, note, await withSource(sources, row));
      return { event: "Note Hook", settings: ["note_events"], payload };
    }
  }
});

/** Notes of confidential issues: both settings of v3, or the one of v4. */
export const noteSettings = ({ confidential }: HookIssueRow): RequiredSetting[] =>
  confidential === 1
    ? [orConfidentialNote("note_events"), orConfidentialNote("confidential_issues_events")]
    : ["note_events"];

const orConfidentialNote = (setting: HookSetting): HookSetting[] => [setting, "confidential_note_events"];

const commitCommentCreated = projectTopic(["note_events"], async (sources, event, commentId) => {
  const { db, project } = sources;
  const [[comment]] = await db.batch(findHookCommitComment(commentId));
  if (comment === undefined) return null;
  const commit = await findCommit(sources, comment.sha);
  if (commit === null) return null;
  const payload = commitNotePayload(project, event, comment, commit);
  return { event: "Note Hook", settings: ["note_events"], payload };
});

export const noteTopics = { note_created: noteCreated, commit_comment_created: commitCommentCreated };
