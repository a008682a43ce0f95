// The columns of a merge request for its presenter, and of its target project.
import { sql } from "drizzle-orm";
import { readsMergeRequests, visibleMergeRequest } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { MergeRequestState, MergeStatus } from "../../schema/merge-requests.ts";
import type { VisibilityLevel } from "../../schema/namespaces.ts";
import type { RowOf } from "../../statement.ts";
import { labelTitles, milestoneColumns, participation, subscribedTo } from "../issuables/row.ts";

export const mergeRequestColumns = {
  id: sql<number>`r.id`,
  iid: sql<number>`r.iid`,
  /** The target project. */
  project_id: sql<number>`r.project_id`,
  source_project_id: sql<number>`r.source_project_id`,
  source_branch: sql<string>`r.source_branch`,
  target_branch: sql<string>`r.target_branch`,
  title: sql<string>`r.title`,
  description: sql<string | null>`r.description`,
  state: sql<MergeRequestState>`r.state`,
  merge_status: sql<MergeStatus>`r.merge_status`,
  head_sha: sql<string | null>`r.head_sha`,
  merge_commit_sha: sql<string | null>`r.merge_commit_sha`,
  merge_user_id: sql<number | null>`r.merge_user_id`,
  merge_when_build_succeeds: sql<Flag>`r.merge_when_build_succeeds`,
  merge_message: sql<string | null>`r.merge_message`,
  should_remove_source_branch: sql<Flag | null>`r.should_remove_source_branch`,
  force_remove_source_branch: sql<Flag | null>`r.force_remove_source_branch`,
  closed_at: sql<string | null>`r.closed_at`,
  merged_at: sql<string | null>`r.merged_at`,
  reviewer_id: sql<number | null>`r.reviewer_id`,
  squash: sql<Flag>`r.squash`,
  squash_commit_sha: sql<string | null>`r.squash_commit_sha`,
  discussion_locked: sql<Flag>`r.discussion_locked`,
  time_estimate: sql<number>`r.time_estimate`,
  time_spent: sql<number>`r.time_spent`,
  user_notes_count: sql<number>`r.user_notes_count`,
  upvotes: sql<number>`r.upvotes`,
  downvotes: sql<number>`r.downvotes`,
  created_at: sql<string>`r.created_at`,
  updated_at: sql<string>`r.updated_at`,
  author_id: sql<number>`r.author_id`,
  author_username: sql<string>`a.username`,
  author_name: sql<string>`a.name`,
  author_state: sql<string>`a.state`,
  assignee_id: sql<number | null>`r.assignee_id`,
  assignee_username: sql<string | null>`b.username`,
  assignee_name: sql<string | null>`b.name`,
  assignee_state: sql<string | null>`b.state`,
  ...milestoneColumns,
  labels: labelTitles("r", "MergeRequest"),
  subscribed: subscribedTo("r", "MergeRequest"),
};

export type MergeRequestRow = RowOf<typeof mergeRequestColumns>;

/** Additional columns of author and assignee, for some responses. */
export const extendedUserColumns = {
  author_email: sql<string>`a.email`,
  author_created_at: sql<string>`a.created_at`,
  assignee_email: sql<string | null>`b.email`,
  assignee_created_at: sql<string | null>`b.created_at`,
};

export type ExtendedMergeRequestRow = MergeRequestRow & RowOf<typeof extendedUserColumns>;

/** Joins after `merge_requests r`. */
export const mergeRequestJoins = (kind: "join" | "left join") =>
  sql.raw(`${kind} users a on a.id = r.author_id left join users b on b.id = r.assignee_id
    left join milestones m on m.id = r.milestone_id ${participation("r", "MergeRequest")}`);

/** The columns of the found project `p` that its merge requests need. */
export const mergeRequestProjectColumns = {
  project_id: sql<number>`p.id`,
  project_path: sql<string>`p.path`,
  namespace_id: sql<number>`n.id`,
  namespace_path: sql<string>`n.path`,
  visibility_level: sql<VisibilityLevel>`p.visibility_level`,
  default_branch: sql<string | null>`p.default_branch`,
  forked_from_id: sql<number | null>`p.forked_from_id`,
  archived: sql<Flag>`p.archived`,
  merge_requests_enabled: sql<Flag>`p.merge_requests_enabled`,
  only_allow_merge_if_build_succeeds: sql<Flag>`p.only_allow_merge_if_build_succeeds`,
  only_allow_merge_if_all_discussions_are_resolved: sql<Flag>`p.only_allow_merge_if_all_discussions_are_resolved`,
  access_level: sql<number>`found_level`,
  /** True if the viewer may read all merge requests of the project. */
  reads_merge_requests: readsMergeRequests("p", sql`found_level`),
};

export type MergeRequestProjectRow = RowOf<typeof mergeRequestProjectColumns>;

/** A merge request with its target project. */
export type PlacedMergeRequest = ExtendedMergeRequestRow & MergeRequestProjectRow;

/** True if the viewer sees merge request `r` of the found project `p`. */
export const visibleInFound = visibleMergeRequest("r", "p", sql`found_level`);
