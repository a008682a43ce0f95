// The words of a search in the trigram indexes of titles and descriptions.

/**
 * Characters of a token in the index. A shorter search text is searched in every issuable that passes the other filters.
 */
const TRIGRAM = 3;

/**
 * Characters of a search text that are used. FTS5 compares each position of each trigram, which takes seconds for ten
 * thousand times the same letter in a text of the same kind.
 */
const MAX_SEARCHED = 64;

/** The first characters. A character has two UTF-16 units at most. */
const prefixOf = (search: string, characters: number): string[] =>
  [...search.slice(0, 2 * characters)].slice(0, characters);

/** The part of a text that is searched without an index. */
export const searchedPart = (search: string): string => prefixOf(search, MAX_SEARCHED).join("");

/**
 * The search text is cut where one trigram occurs more often. For each occurrence, FTS5 reads all positions of the
 * trigram, of which a text of spaces or of one repeated word has a million.
 */
const MAX_REPEATED = 4;

/** The part of a search text that is used. */
function searched(search: string): string {
  const letters = prefixOf(search, MAX_SEARCHED);
  const counts = new Map<string, number>();
  for (let end = TRIGRAM; end <= letters.length; end += 1) {
    const trigram = letters
      .slice(end - TRIGRAM, end)
      .join("")
      .toLowerCase();
    const count = (counts.get(trigram) ?? 0) + 1;
    if (count > MAX_REPEATED) return letters.slice(0, end - 1).join("");
    counts.set(trigram, count);
  }
  return letters.join("");
}

const isShort = (search: string): boolean => prefixOf(search, TRIGRAM).length < TRIGRAM;

/** A short text in every combination of cases, because SQLite folds ASCII only. The index folds its trigrams itself. */
const casingsOf = (text: string): string[] =>
  [...text].reduce<string[]>(
    (begun, letter) => begun.flatMap((start) => casesOf(letter).map((end) => start + end)),
    [""],
  );

const casesOf = (letter: string): string[] => [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])];

/** The columns that are searched. */
export type SearchedIn = "title" | "description" | "both";

/** The filter for a text that is not blank, see {@link FilterValues}. */
export function searchFilter(search: string, searchedIn: SearchedIn = "both"): Record<string, string> {
  return isShort(search)
    ? { [`${searchedIn}_short`]: JSON.stringify(casingsOf(search)) }
    : { [`${searchedIn}_phrase`]: `"${searched(search).replaceAll('"', '""')}"` };
}
