// Validates the body of a note, which is stored unchanged.
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

/** GitLab's name of the attribute is `note`. */
export function checkBody(body: string): FieldErrors {
  const errors = body.trim() === "" ? ["can't be blank"] : checkLongText(body);
  return errors.length > 0 ? { note: errors } : {};
}
