// Events of the activity feeds.
import type { ActivityKind, ActivityRow } from "../../../db/queries/events/activity.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentNote } from "./note.ts";
import { presentAuthor } from "./user.ts";

interface Wording {
  readonly action_name: string;
  readonly target_type: "Issue" | "MergeRequest" | "Milestone" | "Note" | null;
}

/** GitLab's action and target type of each kind; the action of a push depends on what it did to the ref. */
const wordings: Record<Exclude<ActivityKind, "pushed">, Wording> = {
  project_created: { action_name: "created", target_type: null },
  project_forked: { action_name: "created", target_type: null },
  project_member_added: { action_name: "joined", target_type: null },
  project_member_removed: { action_name: "left", target_type: null },
  group_member_added: { action_name: "joined", target_type: null },
  group_member_removed: { action_name: "left", target_type: null },
  milestone_created: { action_name: "opened", target_type: "Milestone" },
  issue_opened: { action_name: "opened", target_type: "Issue" },
  issue_closed: { action_name: "closed", target_type: "Issue" },
  issue_moved: { action_name: "closed", target_type: "Issue" },
  issue_reopened: { action_name: "reopened", target_type: "Issue" },
  merge_request_opened: { action_name: "opened", target_type: "MergeRequest" },
  merge_request_closed: { action_name: "closed", target_type: "MergeRequest" },
  merge_request_reopened: { action_name: "reopened", target_type: "MergeRequest" },
  merge_request_merged: { action_name: "accepted", target_type: "MergeRequest" },
  note_created: { action_name: "commented on", target_type: "Note" },
  commit_comment_created: { action_name: "commented on", target_type: "Note" },
};

export function presentEvent(event: ActivityRow, context: PresenterContext) {
  const { action_name, target_type } =
    event.kind === "pushed" ? { action_name: pushes[actionOf(event)], target_type: null } : wordings[event.kind];
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

const pushes = { created: "pushed new", removed: "deleted", pushed: "pushed to" } as const;

function actionOf({ push_before, push_after }: ActivityRow): keyof typeof pushes {
  if (push_before === null) return "created";
  return push_after === null ? "removed" : "pushed";
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

/** The form of API v4. */
function presentPush(event: ActivityRow) {
  if (event.push_ref === null) return {};
  return {
    push_data: {
      action: actionOf(event),
      ref_type: event.push_ref.startsWith("refs/tags/") ? "tag" : "branch",
      commit_from: event.push_before,
      commit_to: event.push_after,
      ref: event.push_ref.replace(/^refs\/(heads|tags)\//, ""),
    },
  };
}
