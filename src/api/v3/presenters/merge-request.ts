// Merge requests.
import type {
  ExtendedMergeRequestRow,
  MergeRequestProjectRow,
  MergeRequestRow,
} from "../../../db/queries/merge-requests/row.ts";
import type { Flag } from "../../../db/schema/columns.ts";
import { isWorkInProgress } from "../../../services/merge-requests/work-in-progress.ts";
import { presentMilestoneOf, sortedTitles } from "./issue.ts";
import { presentUserBasic, presentUserExtended } from "./user.ts";

/** The project it is proposed to, as far as its URL tells. */
type TargetProject = Pick<MergeRequestProjectRow, "project_path" | "namespace_path">;

/** As lists, single ones and answers to creating, editing, accepting and cancelling have it: people with e-mail addresses. */
export const presentMergeRequest = (row: ExtendedMergeRequestRow, project: TargetProject, baseUrl: string) => ({
  ...presentFacts(row, project, baseUrl),
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

/** As all others have it: people as profiles. */
export const presentMergeRequestWithProfiles = (row: MergeRequestRow, project: TargetProject, baseUrl: string) => ({
  ...presentFacts(row, project, baseUrl),
  author: presentUserBasic(
    { id: row.author_id, username: row.author_username, name: row.author_name, state: row.author_state },
    baseUrl,
  ),
  assignee: presentAssignee(row, baseUrl),
});

const presentFacts = (row: MergeRequestRow, project: TargetProject, baseUrl: string) => ({
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
  web_url: `${baseUrl}/${project.namespace_path}/${project.project_path}/merge_requests/${row.iid}`,
});

/** null: never said. */
const booleanOrNull = (flag: Flag | null): boolean | null => (flag === null ? null : flag === 1);

function presentAssignee(row: MergeRequestRow, baseUrl: string) {
  const { assignee_id: id, assignee_username: username, assignee_name: name, assignee_state: state } = row;
  if (id === null || username === null || name === null || state === null) return null;
  return presentUserBasic({ id, username, name, state }, baseUrl);
}

function presentExtendedAssignee(row: ExtendedMergeRequestRow) {
  const { assignee_id: id, assignee_username: username, assignee_name: name, assignee_state: state } = row;
  const { assignee_email: email, assignee_created_at: created_at } = row;
  if (id === null || username === null || name === null || state === null) return null;
  if (email === null || created_at === null) return null;
  return presentUserExtended({ id, username, name, state, email, created_at });
}
