// Notes on issues, merge requests and commits.
import type { ShownNote } from "../../../db/queries/noteables/notes.ts";
import type { Position } from "../../../db/queries/noteables/positions.ts";
import { readPosition } from "../../../services/discussions/positions.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentUserBasic, presentUserIfAny } from "./user.ts";

export function presentNote(note: ShownNote, context: PresenterContext) {
  const { discussion_id } = note;
  const position = readPosition(note.position);
  return {
    id: note.id,
    type: typeOf(note),
    body: note.body,
    attachment: null,
    author: presentUserBasic(personIn(note, "author"), context),
    created_at: note.created_at,
    updated_at: note.updated_at,
    system: note.system === 1,
    noteable_id: note.target_id,
    noteable_type: note.target_type,
    project_id: note.project_id,
    ...((position !== null || note.target_type === "Commit") && { commit_id: note.commit_sha ?? null }),
    ...(position !== null && { position: presentPosition(position) }),
    resolvable: discussion_id !== null,
    ...(discussion_id !== null && presentResolution(note, context)),
    confidential: false,
    internal: false,
    imported: false,
    imported_from: "none",
    noteable_iid: note.noteable_iid,
    commands_changes: noCommands(),
  };
}

const typeOf = ({ thread_id, position }: ShownNote) => {
  if (position !== null) return "DiffNote";
  return thread_id === null ? null : "DiscussionNote";
};

const noCommands = (): Record<string, never> => ({});

const presentResolution = (note: ShownNote, context: PresenterContext) => ({
  resolved: note.resolved_at !== null,
  resolved_by: presentUserIfAny(personIn(note, "resolved_by"), context),
  resolved_at: note.resolved_at,
});

const presentPosition = (position: Position) => ({
  base_sha: position.base_sha,
  start_sha: position.start_sha,
  head_sha: position.head_sha,
  old_path: position.old_path,
  new_path: position.new_path,
  position_type: position.position_type,
  old_line: position.old_line,
  new_line: position.new_line,
  line_range: position.line_range,
});
