// What may be written in descriptions and notes.
const MAX_CHARACTERS = 1_048_576;
/** A row holds 2 MB in all. */
const MAX_BYTES = 1_900_000;

/** What is wrong with a long text, in GitLab's words. */
export const checkLongText = (text: string): string[] =>
  isTooLong(text) ? [`is too long (maximum is ${MAX_CHARACTERS} characters)`] : [];

/** Characters are code points, of four bytes at most. */
function isTooLong(text: string): boolean {
  if (text.length <= MAX_BYTES / 4) return false;
  return [...text].length > MAX_CHARACTERS || new TextEncoder().encode(text).length > MAX_BYTES;
}
