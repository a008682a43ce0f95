// Validates a milestone's attributes.
import type { MilestoneRow } from "../../db/queries/milestones/milestones.ts";
import { checkText } from "../names.ts";
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

type Dates = Pick<MilestoneRow, "due_date" | "start_date">;

export function checkMilestone(milestone: Pick<MilestoneRow, "title" | "description"> & Dates): FieldErrors {
  const title = checkText(milestone.title, 255);
  const description = checkLongText(milestone.description ?? "");
  return {
    ...(title.length > 0 && { title }),
    ...(description.length > 0 && { description }),
    ...checkDates(milestone),
  };
}

/** ISO dates compare as text. */
export const checkDates = ({ due_date, start_date }: Dates): FieldErrors =>
  due_date !== null && start_date !== null && due_date <= start_date
    ? { start_date: ["Can't be greater than due date"] }
    : {};
