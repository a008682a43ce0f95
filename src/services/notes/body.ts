// What a note's body may be. It is stored as it comes.
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

/** What is wrong with it, by GitLab's name for the attribute. */
export function checkBody(body: string): FieldErrors {
  const errors = body.trim() === "" ? ["can't be blank"] : checkLongText(body);
  return errors.length > 0 ? { note: errors } : {};
}
