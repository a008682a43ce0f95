// Events of the activity feeds.
import type { ActivityRow } from "../../../db/queries/events/activity.ts";
import { presentPush, wordingOf } from "../../events/wording.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentNote } from "./note.ts";
import { presentAuthor } from "./user.ts";

export function presentEvent(event: ActivityRow, context: PresenterContext) {
  const { action_name, target_type } = wordingOf(event);
  return {
    id: event.id,
    title: null,
    project_id: event.project_id,
    action_name,
    target_id: target_type === null ? null : event.target_id,
    target_type,
    author_id: event.author_id,
    data: presentData(event, context),
    target_title: event.target_title,
    created_at: event.created_at,
    ...presentNoteOf(event, context),
    author: presentAuthor(event, context),
    author_username: event.author_username,
    ...presentPush(event),
  };
}

function presentNoteOf(event: ActivityRow, context: PresenterContext) {
  if (event.note_id === null) return {};
  return {
    note: presentNote(
      {
        id: event.note_id,
        body: event.note_body,
        system: 0,
        created_at: event.note_created_at,
        updated_at: event.note_updated_at,
        target_type: event.note_target_type,
        target_id: event.note_target_id,
        author_id: event.note_author_id,
        author_username: event.note_author_username,
        author_name: event.note_author_name,
        author_state: event.note_author_state,
      },
      context,
    ),
  };
}

/** The object id of a ref that did not exist before, or does not exist afterwards. */
const NO_OBJECT = "0".repeat(40);

/** The payload of a push hook without the commits, which are in git. */
function presentData(event: ActivityRow, context: PresenterContext) {
  if (event.push_ref === null) return null;
  const path = `${event.namespace_path}/${event.project_path}`;
  const ssh = `git@${new URL(context.baseUrl).hostname}:${path}.git`;
  return {
    before: event.push_before ?? NO_OBJECT,
    after: event.push_after ?? NO_OBJECT,
    ref: event.push_ref,
    user_id: event.author_id,
    user_name: event.author_name,
    repository: {
      name: event.project_name,
      url: ssh,
      description: event.project_description,
      homepage: `${context.baseUrl}/${path}`,
      git_http_url: `${context.baseUrl}/${path}.git`,
      git_ssh_url: ssh,
      visibility_level: event.project_visibility_level,
    },
  };
}
