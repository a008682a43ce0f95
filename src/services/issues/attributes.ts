// Validates an issue's attributes.
import { checkText } from "../names.ts";
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

/** Checks only the attributes that are given. */
export function checkIssue({ title, description }: { title?: string; description?: string | null }): FieldErrors {
  const titleErrors = title === undefined ? [] : checkText(title, 255);
  const descriptionErrors = checkLongText(description ?? "");
  return {
    ...(titleErrors.length > 0 && { title: titleErrors }),
    ...(descriptionErrors.length > 0 && { description: descriptionErrors }),
  };
}
