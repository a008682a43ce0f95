// GitLab's words for events, as both versions of the API show them.
import type { ActivityKind, ActivityRow } from "../../db/queries/events/activity.ts";

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

const pushes = { created: "pushed new", removed: "deleted", pushed: "pushed to" } as const;

function actionOf({ push_before, push_after }: ActivityRow): keyof typeof pushes {
  if (push_before === null) return "created";
  return push_after === null ? "removed" : "pushed";
}

/** The action and the type of the target. */
export function wordingOf(event: ActivityRow): Wording {
  if (event.kind === "pushed") return { action_name: pushes[actionOf(event)], target_type: null };
  return wordings[event.kind];
}

/** Empty unless the event is a push. */
export function presentPush(event: ActivityRow) {
  if (event.push_ref === null) return {};
  return {
    push_data: {
      action: actionOf(event),
      ref_type: refTypeOf(event.push_ref),
      commit_from: event.push_before,
      commit_to: event.push_after,
      ref: event.push_ref.replace(/^refs\/(heads|tags)\//, ""),
    },
  };
}

const refTypeOf = (ref: string) => (ref.startsWith("refs/tags/") ? "tag" : "branch");
