// Merge requests.

import type {
  ExtendedMergeRequestRow,
  MergeRequestProjectRow,
  MergeRequestRow,
} from "../../../db/queries/merge-requests/row.ts";
import type { Flag } from "../../../db/schema/columns.ts";
import type { Change } from "../../../git/diff/changes.ts";
import { isWorkInProgress } from "../../../services/merge-requests/work-in-progress.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { sortedTitles } from "../../presenters/milestone.ts";
import { presentChange } from "./change.ts";
import { presentMilestoneOf } from "./milestone.ts";
import { presentAssignee, presentAuthor, presentUserExtended } from "./user.ts";

/** The path of the target project. */
type TargetPath = Pick<MergeRequestProjectRow, "project_path" | "namespace_path">;

/** The shape of the endpoints of merge requests: users in the extended shape, with e-mail addresses. */
export const presentMergeRequest = (row: ExtendedMergeRequestRow & TargetPath, context: PresenterContext) => ({
  ...presentFields(row, context),
  author: presentUserExtended({
    id: row.author_id,
    username: row.author_username,
    name: row.author_name,
    state: row.author_state,
    email: row.author_email,
    created_at: row.author_created_at,
  }),
  assignee: presentExtendedAssignee(row),
});

/** The shape of changes, todos, notifications and subscriptions: users in the basic shape. */
export const presentMergeRequestWithProfiles = (row: MergeRequestRow & TargetPath, context: PresenterContext) => ({
  ...presentFields(row, context),
  author: presentAuthor(row, context),
  assignee: presentAssignee(row, context),
});

const presentFields = (row: MergeRequestRow & TargetPath, context: PresenterContext) => ({
  id: row.id,
  iid: row.iid,
  project_id: row.project_id,
  title: row.title,
  description: row.description,
  state: row.state,
  created_at: row.created_at,
  updated_at: row.updated_at,
  target_branch: row.target_branch,
  source_branch: row.source_branch,
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  source_project_id: row.source_project_id,
  target_project_id: row.project_id,
  labels: sortedTitles(row.labels),
  work_in_progress: isWorkInProgress(row.title),
  milestone: presentMilestoneOf(row),
  merge_when_build_succeeds: row.merge_when_build_succeeds === 1,
  merge_status: row.merge_status,
  sha: row.head_sha,
  merge_commit_sha: row.merge_commit_sha,
  subscribed: row.subscribed === 1,
  user_notes_count: row.user_notes_count,
  should_remove_source_branch: booleanOrNull(row.should_remove_source_branch),
  force_remove_source_branch: booleanOrNull(row.force_remove_source_branch),
  web_url: joined("/", context.baseUrl, row.namespace_path, row.project_path, "merge_requests", row.iid),
});

/** null if no user has chosen a value. */
const booleanOrNull = (flag: Flag | null): boolean | null => (flag === null ? null : flag === 1);

function presentExtendedAssignee(row: ExtendedMergeRequestRow) {
  const { assignee_id: id, assignee_username: username, assignee_name: name, assignee_state: state } = row;
  const { assignee_email: email, assignee_created_at: created_at } = row;
  if (id === null || username === null || name === null || state === null) return null;
  if (email === null || created_at === null) return null;
  return presentUserExtended({ id, username, name, state, email, created_at });
}

interface ChangedMergeRequest {
  readonly row: MergeRequestRow & TargetPath;
  readonly changes: readonly Change[];
}

export const presentMergeRequestWithChanges = ({ row, changes }: ChangedMergeRequest, context: PresenterContext) => ({
  ...presentMergeRequestWithProfiles(row, context),
  changes: changes.map(presentChange),
});
