// Milestones.
import type { MilestoneOfRow } from "../../db/queries/issuables/row.ts";
import type { MilestoneRow } from "../../db/queries/milestones/milestones.ts";

export type ShownMilestone = Omit<MilestoneRow, "lock_version">;

export interface PlacedMilestone {
  readonly milestone: ShownMilestone;
  /** Full path of the project. */
  readonly place: string;
}

/** The fields that both versions of the API have. */
export const milestoneFields = (milestone: ShownMilestone) => ({
  id: milestone.id,
  iid: milestone.iid,
  project_id: milestone.project_id,
  title: milestone.title,
  description: milestone.description,
  state: milestone.state,
  created_at: milestone.created_at,
  updated_at: milestone.updated_at,
  due_date: milestone.due_date,
  start_date: milestone.start_date,
});

/** The milestone of an issue or a merge request, which is in the same project; null if there is none. */
export const milestoneIn = (issuable: MilestoneOfRow): ShownMilestone | null =>
  issuable.milestone_id === null
    ? null
    : {
        id: issuable.milestone_id,
        iid: issuable.milestone_iid,
        project_id: issuable.project_id,
        title: issuable.milestone_title,
        description: issuable.milestone_description,
        state: issuable.milestone_state,
        due_date: issuable.milestone_due_date,
        start_date: issuable.milestone_start_date,
        created_at: issuable.milestone_created_at,
        updated_at: issuable.milestone_updated_at,
      };

/** @param titles JSON array of the label titles of an issuable */
export const sortedTitles = (titles: string): string[] => JSON.parse(titles).sort();
