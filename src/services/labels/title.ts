// What a label may be called.
import { checkLength, checkText } from "../names.ts";

const MAX_TITLE = 255;
const INVALID = "is invalid";

/** Stands for codes that are no character, or none that can be stored. */
const REPLACEMENT = 0xfffd;

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

function character(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return String.fromCodePoint(isCharacter ? code : REPLACEMENT);
}

const decoded = (whole: string, hex?: string, decimal?: string, name = ""): string => {
  if (hex !== undefined) return character(Number.parseInt(hex, 16));
  return decimal === undefined ? (named[name.toLowerCase()] ?? whole) : character(Number.parseInt(decimal, 10));
};

/** Without HTML tags, entities decoded, trimmed: as GitLab stores it. */
export const cleanTitle = (title: string): string =>
  title
    .replace(/<(?:[/!?]?[a-z]|!--)[^<>]*>/gi, "")
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos|nbsp));/gi, decoded)
    .trim();

/** What is wrong with a title that has been cleaned. */
export function checkTitle(title: string): string[] {
  if (title === "") return [...checkText(title, MAX_TITLE), INVALID];
  return [...(title.includes(",") ? [INVALID] : []), ...checkLength(title, MAX_TITLE)];
}

/** So many labels one issuable carries at most: what follows is left out. */
const MOST = 1_000;

/** The titles in a comma-separated text, each once; those that cannot be titles are left out. */
export function labelTitles(text: string): string[] {
  const titles = new Set<string>();
  for (const given of new Set(text.split(","))) {
    const title = cleanTitle(given);
    if (checkTitle(title).length === 0) titles.add(title);
    if (titles.size === MOST) break;
  }
  return [...titles];
}
