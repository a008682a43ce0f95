// Finds the words in which two versions of a line differ.

/** Characters. Longer lines are not compared. */
const LONGEST = 1_000;

/** Without so much in common, a line was replaced rather than edited. Part of the longer line. */
const LEAST_IN_COMMON = 0.3;

/** The part that differs. */
export interface Emphasis {
  readonly start: number;
  /** Exclusive, in the old and in the new text. */
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Null if the texts have too little in common or are too long. */
export function differingWords(old: string, text: string): Emphasis | null {
  const [shorter, longer] = [Math.min(old.length, text.length), Math.max(old.length, text.length)];
  if (longer > LONGEST) return null;
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === text.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end))
    end++;
  if (start + end < longer * LEAST_IN_COMMON) return null;
  while (start > 0 && isWord(old, start - 1) && (isWord(old, start) || isWord(text, start))) start--;
  while (
    end > 0 &&
    isWord(old, old.length - end) &&
    (isWord(old, old.length - end - 1) || isWord(text, text.length - end - 1))
  )
    end--;
  return { start, oldEnd: old.length - end, newEnd: text.length - end };
}

/** Letters outside ASCII count, and so do both halves of a surrogate pair, which must not be parted. */
function isWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (
    code >= 0x80 || code === 0x5f || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
  );
}
