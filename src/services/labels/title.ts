// Cleans, validates and splits label titles.
import { checkLength, checkText } from "../names.ts";

const MAX_TITLE = 255;
const INVALID = "is invalid";

/** Replaces codes that are not characters, or that cannot be stored. */
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

/** Removes HTML tags, decodes entities and trims, as GitLab does before it stores a title. */
export const cleanTitle = (title: string): string =>
  title
    .replace(/<(?:[/!?]?[a-z]|!--)[^<>]*>/gi, "")
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos|nbsp));/gi, decoded)
    .trim();

/** Checks a cleaned title. */
export function checkTitle(title: string): string[] {
  if (title === "") return [...checkText(title, MAX_TITLE), INVALID];
  return [...(title.includes(",") ? [INVALID] : []), ...checkLength(title, MAX_TITLE)];
}

/** Limit of labels per issuable. Further titles are ignored. */
const MOST_LABELS = 1_000;

/** The distinct titles in a comma-separated text. Invalid titles are ignored. */
export function labelTitles(text: string): string[] {
  const titles = new Set<string>();
  for (const given of new Set(text.split(","))) {
    const title = cleanTitle(given);
    if (checkTitle(title).length === 0) titles.add(title);
    if (titles.size === MOST_LABELS) break;
  }
  return [...titles];
}
