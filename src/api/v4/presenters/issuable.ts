// What the JSON of issues and of merge requests has in common.
import type { MilestoneOfRow } from "../../../db/queries/issuables/row.ts";
import { countTasks } from "../../../services/texts/tasks.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { milestoneIn, sortedTitles } from "../../presenters/milestone.ts";
import { escaped } from "./html.ts";
import { textColor } from "./label.ts";
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
  relative: isDistant ? joined("", place, short) : short,
  full: joined("", place, short),
});

interface LabelledRow {
  readonly labels: string;
  readonly label_details?: string;
}

/** The titles, or whole labels if the list has them. */
export const presentLabelsOf = ({ labels, label_details }: LabelledRow) =>
  label_details === undefined ? sortedTitles(labels) : presentLabels(label_details);

interface LabelDetails {
  readonly id: number;
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
}

const labelsIn = (json: string): LabelDetails[] => JSON.parse(json);

/** By title. */
const presentLabels = (json: string) =>
  labelsIn(json)
    .sort((one, other) => (one.title < other.title ? -1 : 1))
    .map(({ id, title, color, description }) => ({
      id,
      name: title,
      color,
      description,
      description_html: escaped(description ?? ""),
      text_color: textColor(color),
    }));

/** The tasks of the description. */
export const presentTasks = (description: string | null) => countTasks(description ?? "");

/** The milestone of an issue or a merge request, which is in the same project. */
export function presentMilestoneOf(issuable: MilestoneOfRow & PlacedRow, context: PresenterContext) {
  const milestone = milestoneIn(issuable);
  return milestone && presentMilestone({ milestone, place: placeOf(issuable) }, context);
}
