// The fields that issues and merge requests have in common.
import type { MilestoneOfRow } from "../../../db/queries/issuables/row.ts";
import type { Flag } from "../../../db/schema/columns.ts";
import { countTasks } from "../../../services/texts/tasks.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentTimeStats } from "../../time-tracking/present-time-stats.ts";
import { presentMilestone } from "./milestone.ts";
import { presentUserBasic, type UserProfile } from "./user.ts";

export interface PresentedIssuable extends MilestoneOfRow {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  /** As {@link presentProfileIn}. */
  readonly closed_by: string | null;
  /** JSON array of titles. */
  readonly labels: string;
  readonly author_id: number;
  readonly author_username: string;
  readonly author_name: string;
  readonly author_state: string;
  readonly assignee_id: number | null;
  readonly assignee_username: string | null;
  readonly assignee_name: string | null;
  readonly assignee_state: string | null;
  readonly user_notes_count: number;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly discussion_locked: Flag;
  readonly time_estimate: number;
  /** Seconds. */
  readonly time_spent: number;
  readonly project_path: string;
  readonly namespace_path: string;
}

/** @param page the part of the address that names the type: `issues` or `merge_requests` */
export function presentIssuable(row: PresentedIssuable, page: string, context: PresenterContext) {
  const assignee = presentAssignee(row, context);
  const tasks = countTasks(row.description);
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.project_id,
    title: row.title,
    description: row.description,
    state: row.state === "reopened" ? "opened" : row.state,
    created_at: row.created_at,
    updated_at: row.updated_at,
    closed_at: row.closed_at,
    closed_by: presentProfileIn(row.closed_by, context),
    labels: titlesIn(row.labels),
    milestone: presentMilestoneOf(row, context),
    author: presentUserBasic(
      { id: row.author_id, username: row.author_username, name: row.author_name, state: row.author_state },
      context,
    ),
    assignees: assignee === null ? [] : [assignee],
    assignee,
    user_notes_count: row.user_notes_count,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    discussion_locked: row.discussion_locked === 1,
    time_stats: presentTimeStats(row),
    task_completion_status: tasks,
    web_url: `${context.baseUrl}/${placeOf(row)}/-/${page}/${row.iid}`,
  };
}

/** @param json {id, username, name, state}; null for nobody */
export const presentProfileIn = (json: string | null, context: PresenterContext) =>
  json === null ? null : presentUserBasic(profileIn(json), context);

const profileIn = (json: string): UserProfile => JSON.parse(json);

const titlesIn = (json: string): string[] => JSON.parse(json).sort();

const placeOf = ({ namespace_path, project_path }: PresentedIssuable): string => `${namespace_path}/${project_path}`;

/**
 * How texts refer to the issuable.
 * @param short `#1` or `!1`
 * @param isElsewhere in a list of several projects
 */
export function presentReferences(row: PresentedIssuable, short: string, isElsewhere: boolean) {
  const full = placeOf(row) + short;
  return { short, relative: isElsewhere ? full : short, full };
}

function presentAssignee(row: PresentedIssuable, context: PresenterContext) {
  const { assignee_id: id, assignee_username: username, assignee_name: name, assignee_state: state } = row;
  if (id === null || username === null || name === null || state === null) return null;
  return presentUserBasic({ id, username, name, state }, context);
}

function presentMilestoneOf(row: PresentedIssuable, context: PresenterContext) {
  if (row.milestone_id === null) return null;
  const milestone = {
    id: row.milestone_id,
    iid: row.milestone_iid,
    project_id: row.project_id,
    title: row.milestone_title,
    description: row.milestone_description,
    state: row.milestone_state,
    due_date: row.milestone_due_date,
    start_date: row.milestone_start_date,
    created_at: row.milestone_created_at,
    updated_at: row.milestone_updated_at,
  };
  return presentMilestone({ milestone, place: placeOf(row) }, context);
}
