// Validates a label's attributes.
import type { LabelParams } from "../../db/queries/labels/labels.ts";
import { checkLength } from "../names.ts";
import type { FieldErrors } from "../verb.ts";
import { checkColor } from "./colors.ts";
import { checkTitle } from "./title.ts";

/** @param label the given attributes: a cleaned title, a colour code */
export function checkLabel({ title, color, description, priority }: LabelParams): FieldErrors {
  const errors = {
    color: color === undefined ? [] : checkColor(color),
    title: title === undefined ? [] : checkTitle(title),
    description: checkLength(description ?? "", 255),
    priority: (priority ?? 0) < 0 ? ["must be greater than or equal to 0"] : [],
  };
  return Object.fromEntries(Object.entries(errors).filter(([, reasons]) => reasons.length > 0));
}
