// Validates the description of a release.
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

export const isBlank = (description: string): boolean => description.trim() === "";

export function checkDescription(description: string): FieldErrors {
  const errors = isBlank(description) ? ["can't be blank"] : checkLongText(description);
  return errors.length > 0 ? { description: errors } : {};
}
