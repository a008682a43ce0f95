// Events of the activity feeds.
import type { ActivityRow } from "../../../db/queries/events/activity.ts";
import { presentPush, wordingOf } from "../../events/wording.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserBasic } from "./user.ts";

/** A comment is its own target, as in GitLab, with the title of what it is on. */
export function presentEvent(event: ActivityRow, context: PresenterContext) {
  const { action_name, target_type } = wordingOf(event);
  const { author_id: id, author_username: username, author_name: name, author_state: state } = event;
  return {
    id: event.id,
    project_id: event.project_id,
    action_name,
    target_id: target_type === null ? null : event.target_id,
    target_iid: target_type === "Note" ? event.target_id : event.target_iid,
    target_type,
    author_id: id,
    target_title: event.target_title ?? event.note_target_title,
    created_at: event.created_at,
    ...presentNoteOf(event, context),
    author: presentUserBasic({ id, username, name, state }, context),
    author_username: username,
    imported: false,
    imported_from: "none",
    ...presentPushOf(event),
  };
}

function presentNoteOf(event: ActivityRow, context: PresenterContext) {
  if (event.note_id === null) return {};
  const { note_author_id: id, note_author_username: username, note_author_name: name } = event;
  return {
    note: {
      id: event.note_id,
      body: event.note_body,
      attachment: null,
      author: presentUserBasic({ id, username, name, state: event.note_author_state }, context),
      created_at: event.note_created_at,
      updated_at: event.note_updated_at,
      system: false,
      noteable_id: event.note_target_id,
      noteable_type: event.note_target_type,
      noteable_iid: event.note_target_iid,
      project_id: event.project_id,
    },
  };
}

/** The commits of a push are not known: they are in git. */
function presentPushOf(event: ActivityRow) {
  const { push_data } = presentPush(event);
  return push_data && { push_data: { ...push_data, commit_count: null, commit_title: null, ref_count: null } };
}
