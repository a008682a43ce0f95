// Validates the attributes of releases and of their links.
import type { NewLink } from "../../db/queries/repositories/release-details.ts";
import type { ReleaseChanges } from "../../db/queries/repositories/releases.ts";
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

export const isBlank = (description: string): boolean => description.trim() === "";

export function checkDescription(description: string): FieldErrors {
  const errors = isBlank(description) ? ["can't be blank"] : checkLongText(description);
  return errors.length > 0 ? { description: errors } : {};
}

const LONGEST_TEXT = 255;
const LONGEST_URL = 2_000;
/** GitLab's limit. */
const LONGEST_FILEPATH = 128;

const tooLong = (text: string, most: number): string[] =>
  text.length > most ? [`is too long (maximum is ${most} characters)`] : [];

/** A description may be blank. */
export function checkRelease({ description, name }: ReleaseChanges): FieldErrors {
  return keepErrors({ description: checkLongText(description ?? ""), name: tooLong(name ?? "", LONGEST_TEXT) });
}

/** Without control characters, blanks and backslashes, which the URL standard drops or converts. */
const URL_FORM = /^(https?|ftp):\/\/[^\s/\\\p{Cc}][^\s\\\p{Cc}]*$/iu;
const FILEPATH_FORM = /^\/([\w.~-]+\/)*[\w.~-]+$/;

/** @param link undefined is not checked */
export function checkLink({ name, url, filepath }: Partial<NewLink>): FieldErrors {
  return keepErrors({
    name: name === undefined ? [] : isBlank(name) ? ["can't be blank"] : tooLong(name, LONGEST_TEXT),
    url: url === undefined ? [] : urlErrors(url),
    filepath:
      filepath == null || (FILEPATH_FORM.test(filepath) && filepath.length <= LONGEST_FILEPATH) ? [] : ["is invalid"],
  });
}

const urlErrors = (url: string): string[] =>
  URL_FORM.test(url) && URL.canParse(url)
    ? tooLong(url, LONGEST_URL)
    : ["is blocked: Only allowed schemes are http, https, ftp"];

const keepErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, messages]) => messages.length > 0));

/** What a violated constraint of links says. */
export const takenLink: Partial<Record<string, FieldErrors>> = {
  release_links_name_key: { name: ["has already been taken"] },
  release_links_url_key: { url: ["has already been taken"] },
  release_links_filepath_key: { filepath: ["has already been taken"] },
};
