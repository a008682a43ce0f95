// What the JSON of issues and of merge requests has in common.
import type { MilestoneOfRow } from "../../../db/queries/issuables/row.ts";
import { countTasks } from "../../../services/texts/tasks.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentMilestone } from "./milestone.ts";

/** Path of the project. */
interface PlacedRow {
  readonly project_path: string;
  readonly namespace_path: string;
}

export const placeOf = ({ namespace_path, project_path }: PlacedRow): string => `${namespace_path}/${project_path}`;

/** @param short the sigil and the iid: `#1` @param isDistant true in lists beyond the project */
export const presentReferences = (short: string, place: string, isDistant: boolean) => ({
  short,
  relative: isDistant ? place + short : short,
  full: place + short,
});

/** @param titles JSON array of the label titles */
export const sortedTitles = (titles: string): string[] => JSON.parse(titles).sort();

/** The tasks of the description. */
export const presentTasks = (description: string | null) => countTasks(description ?? "");

/** The milestone of an issue or a merge request, which is in the same project. */
export function presentMilestoneOf(issuable: MilestoneOfRow & PlacedRow, context: PresenterContext) {
  const { milestone_id: id } = issuable;
  if (id === null) return null;
  const milestone = {
    id,
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
  return presentMilestone({ milestone, place: placeOf(issuable) }, context);
}
