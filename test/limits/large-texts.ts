// Texts of the largest accepted size, each expensive for another part of the server.
import { baseUrl } from "../support/api.ts";

/** Characters of a description or a note. */
export const MOST_CHARACTERS = 1_048_576;
/** The same limit in bytes. */
const MOST_BYTES = 1_900_000;

const filled = (unit: string): string => unit.repeat(Math.floor(MOST_CHARACTERS / unit.length));

/** As many copies as fit, each with its number. */
function numbered(make: (n: number) => string): string {
  const parts: string[] = [];
  for (let n = 1, length = 0; ; n += 1) {
    const part = make(n);
    length += part.length;
    if (length > MOST_CHARACTERS) return parts.join("");
    parts.push(part);
  }
}

/** Expectations for any text: it can be stored, searched for and shown. */
export const plainText = filled("abc ");

export type LargeTexts = readonly (readonly [name: string, text: string])[];

/** Inputs on which a regular expression may backtrack. */
export const malformedTexts: LargeTexts = [
  ["blanks with a letter at the end", `a${" ".repeat(MOST_CHARACTERS - 2)}a`],
  ["runs of blanks and punctuation", filled(`${" ".repeat(500)}.,:;a`)],
  ["empty lines", `a${"\n".repeat(MOST_CHARACTERS - 2)}a`],
  ["commas with a letter at the end", `a${",".repeat(MOST_CHARACTERS - 2)}a`],
  ["digits with a letter at the end", `${"1".repeat(MOST_CHARACTERS - 1)}x`],
  ["a date with much behind it", `2016-01-01 ${" ".repeat(MOST_CHARACTERS - 20)}\nx`],
];

export const largeTexts: LargeTexts = [
  ["mentions", numbered((n) => `@u${n} `)],
  ["references", numbered((n) => `#${n} `)],
  ["references to merge requests of projects", numbered((n) => `g${n}/p!${n} `)],
  ["addresses of issues", numbered((n) => `${baseUrl}/g/p/issues/${n} `)],
  ["closing words", numbered((n) => `closes #${n}, #${n}1 and `)],
  ["tasks", numbered((n) => `- [ ] t${n}\n`)],
  ["fences", filled("```\na\n")],
  ["code spans that are left open", numbered((n) => `${"`".repeat((n % 200) + 1)} `)],
  ["emoji", "\u{1F4A5}".repeat(MOST_BYTES / 4)],
  ["titles between commas", numbered((n) => `t${n},`)],
  ["words that are almost paths", filled(`${"a.".repeat(126)}/${"a.".repeat(126)} `)],
  ["brackets and tags that are left open", filled("<a&[")],
  ...malformedTexts,
];
