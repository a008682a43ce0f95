// What may be written in descriptions and notes, and to how much of it there is an effect.

/** To so many people one text speaks, and to so many issues and merge requests it refers; what follows has no effect. */
export const MOST_MENTIONS = 1_000;
export const MOST_REFERENCES = 1_000;

const MAX_CHARACTERS = 1_048_576;
/** A row holds 2 MB in all. */
const MAX_BYTES = 1_900_000;

/** What is wrong with a long text, in GitLab's words. */
export const checkLongText = (text: string): string[] =>
  isTooLong(text) ? [`is too long (maximum is ${MAX_CHARACTERS} characters)`] : [];

/** Characters are code points: of three bytes at most, or of four where they are two units of the text. */
function isTooLong(text: string): boolean {
  if (text.length <= MAX_BYTES / 3) return false;
  if (text.length > 2 * MAX_CHARACTERS) return true;
  return charactersIn(text) > MAX_CHARACTERS || new TextEncoder().encode(text).length > MAX_BYTES;
}

/** Without making an array of them. */
function charactersIn(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) if (isLowSurrogate(text.charCodeAt(at))) pairs += 1;
  return text.length - pairs;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
