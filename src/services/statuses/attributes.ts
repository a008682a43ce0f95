// Validates the attributes of a commit status.
import { checkLength, checkText } from "../names.ts";
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

/** Characters. */
const LONGEST = 255;

export interface StatusAttributes {
  readonly ref: string;
  readonly name: string;
  /** Null keeps the current value, if there is one. */
  readonly target_url: string | null;
  readonly description: string | null;
}

export function checkStatus({ ref, name, target_url, description }: StatusAttributes): FieldErrors {
  const found: FieldErrors = {
    ref: checkLength(ref, LONGEST),
    name: checkText(name, LONGEST),
    target_url: target_url === null ? [] : checkUrl(target_url),
    description: checkLongText(description ?? ""),
  };
  return Object.fromEntries(Object.entries(found).filter(([, messages]) => messages.length > 0));
}

const checkUrl = (url: string): string[] => [
  ...(isUrl(url) ? [] : ["must be a valid URL"]),
  ...checkLength(url, LONGEST),
];

/** Accepts GitLab's schemes. Characters outside ASCII have to be percent-encoded. */
const isUrl = (text: string): boolean =>
  /^(https?|ssh|git):\/\/[!#-;=?-Z[\]_a-z~%]+$/i.test(text) && !/%(?![0-9a-f]{2})/i.test(text) && URL.canParse(text);
