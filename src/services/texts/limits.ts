// Limits of descriptions and notes.

/** Limits of distinct mentions and references per text. Further ones have no effect. */
export const MOST_MENTIONS = 1_000;
export const MOST_REFERENCES = 1_000;

const MAX_CHARACTERS = 1_048_576;
/** A database row holds at most 2 MB. */
const MAX_BYTES = 1_900_000;

/** Returns GitLab's errors of a description or a note. */
export const checkLongText = (text: string): string[] =>
  isTooLong(text) ? [`is too long (maximum is ${MAX_CHARACTERS} characters)`] : [];

/** Characters are code points: one UTF-16 unit and at most three bytes, or two units and four bytes. */
function isTooLong(text: string): boolean {
  if (text.length <= MAX_BYTES / 3) return false;
  if (text.length > 2 * MAX_CHARACTERS) return true;
  return charactersIn(text) > MAX_CHARACTERS || new TextEncoder().encode(text).length > MAX_BYTES;
}

/** Counts code points without allocating an array of them. */
function charactersIn(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) if (isLowSurrogate(text.charCodeAt(at))) pairs += 1;
  return text.length - pairs;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
