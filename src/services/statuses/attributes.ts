// What may be told of a status.
import { checkLength, checkText } from "../names.ts";
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

const LONGEST = 255;

export interface StatusAttributes {
  readonly ref: string;
  readonly name: string;
  /** Null: none, or as it is. */
  readonly target_url: string | null;
  readonly description: string | null;
}

/** What is wrong with them, by GitLab's names of the attributes. */
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

/** Of a scheme that GitLab takes, in ASCII: anything else goes percent-encoded. */
const isUrl = (text: string): boolean =>
  /^(https?|ssh|git):\/\/[!#-;=?-Z[\]_a-z~%]+$/i.test(text) && !/%(?![0-9a-f]{2})/i.test(text) && URL.canParse(text);
