// Events of the activity feeds.
import type { ActivityRow } from "../../../db/queries/events/activity.ts";
import { presentPush, wordingOf } from "../../events/wording.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentUserBasic } from "./user.ts";

/** A comment is its own target, as in GitLab, with the title of what it is on. */
export function presentEvent(event: ActivityRow, context: PresenterContext) {
  const { action_name, target_type } = wordingOf(event);
  return {
    id: event.id,
    project_id: event.project_id,
    action_name,
    target_id: target_type === null ? null : event.target_id,
    target_iid: target_type === "Note" ? event.target_id : event.target_iid,
    target_type,
    author_id: event.author_id,
    target_title: event.target_title ?? event.note_target_title,
    created_at: event.created_at,
    ...presentNoteOf(event, context),
    author: presentUserBasic(personIn(event, "author"), context),
    author_username: event.author_username,
    imported: false,
    imported_from: "none",
    ...presentPushOf(event),
  };
}

function presentNoteOf(event: ActivityRow, context: PresenterContext) {
  if (event.note_id === null) return {};
  return {
    note: {
      id: event.note_id,
      body: event.note_body,
      attachment: null,
      author: presentUserBasic(personIn(event, "note_author"), context),
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
