// The union of domain events. Every verb records its event in the batch of the change itself; hooks, notifications and the
// activity feed read this stream and nothing else.
import type { SQL } from "drizzle-orm";
import { type Authorship, insertEvent, insertEventsOfProjects, type ProjectsOf } from "../db/queries/events/events.ts";
import type { Statement } from "../db/statement.ts";

type Id = number | SQL<number>;

export type DomainEvent =
  | { kind: "group_created" | "group_updated" | "group_deleted"; namespace_id: Id }
  | { kind: "group_member_added" | "group_member_updated" | "group_member_removed"; namespace_id: Id; target_id: Id }
  | {
      kind:
        | "project_created"
        | "project_forked"
        | "project_updated"
        | "project_archived"
        | "project_unarchived"
        | "project_deleted"
        | "project_starred"
        | "project_unstarred"
        | "fork_linked"
        | "fork_unlinked"
        | "issue_tracker_set"
        | "issue_tracker_removed";
      project_id: Id;
    }
  | { kind: "project_transferred"; project_id: Id; namespace_id: Id }
  | { kind: "project_shared" | "project_unshared"; project_id: Id; namespace_id: Id }
  | {
      kind: "project_member_added" | "project_member_updated" | "project_member_removed";
      project_id: Id;
      target_id: Id;
    }
  /** A user's, for a project or a group. */
  | { kind: "access_requested" | "access_request_denied"; project_id?: Id; namespace_id?: Id; target_id: Id }
  | {
      kind:
        | "issue_opened"
        | "issue_updated"
        | "issue_closed"
        | "issue_reopened"
        | "issue_moved"
        | "issue_linked"
        | "issue_unlinked"
        | "issue_deleted";
      project_id: Id;
      target_id: Id;
    }
  | { kind: "pushed"; project_id: Id; target_id: Id }
  | { kind: "commit_status_updated" | "pipeline_updated" | "commit_comment_created"; project_id: Id; target_id: Id }
  | {
      kind:
        | "merge_request_opened"
        | "merge_request_updated"
        | "merge_request_closed"
        | "merge_request_reopened"
        | "merge_request_merged"
        | "merge_request_approved"
        | "merge_request_unapproved"
        | "merge_request_deleted";
      project_id: Id;
      target_id: Id;
    }
  | { kind: "note_created" | "note_updated" | "note_deleted"; project_id: Id; target_id: Id }
  /** In a merge request. */
  | { kind: "discussions_resolved" | "discussion_reopened"; project_id: Id; target_id: Id }
  | { kind: "award_emoji_given" | "award_emoji_revoked"; project_id: Id; target_id: Id }
  /** With {@link ReleaseDetails}. */
  | { kind: "release_created" | "release_updated" | "release_deleted"; project_id: Id }
  /** A project's, a group's or the server's. */
  | { kind: "hook_created" | "hook_updated" | "hook_deleted"; project_id?: Id; namespace_id?: Id; target_id: Id }
  | { kind: "label_created" | "label_updated" | "label_deleted"; project_id: Id; target_id: Id }
  | { kind: "milestone_created" | "milestone_updated" | "milestone_deleted"; project_id: Id; target_id: Id }
  | {
      kind: "user_created" | "user_updated" | "user_blocked" | "user_unblocked" | "user_deleted";
      target_id: Id;
    };

/** With details that may be gone or changed when the event is read: JSON, see db/queries/events/details.ts. */
export type DetailedEvent = DomainEvent & { readonly details?: string | SQL };

/**
 * The statement that records an event.
 *
 * @param when records the event only if this holds; the statement then precedes the change it depends on
 */
export const recordEvent = ({ actorId, now }: Authorship, event: DetailedEvent, when?: SQL): Statement =>
  insertEvent({ ...event, actor_id: actorId, created_at: now }, when);

/** For a namespace about to be deleted: one event for each of its projects. */
export const recordProjectsDeleted = (authorship: Authorship, projects: ProjectsOf): Statement =>
  insertEventsOfProjects("project_deleted" satisfies DomainEvent["kind"], authorship, projects);
