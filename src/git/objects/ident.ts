// Idents: name, email address and time of an author, committer or tagger.

export interface Ident {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** As written, such as `+0200`. */
  readonly timeZone: string;
}

/**
 * Parses the value of `author`, `committer` or `tagger` as leniently as git: old histories have idents without a date
 * or with a time zone of six digits. Unreadable parts become empty, 0 or `+0000`.
 */
export function parseIdent(line: string): Ident {
  const open = line.indexOf("<");
  const close = line.indexOf(">", open);
  const hasEmail = open >= 0 && close > open;
  const date = /^\s*(\d+)(?:\s+([+-]\d+))?\s*$/.exec(line.slice(line.lastIndexOf(">") + 1));
  const time = Number(date?.[1] ?? 0);
  return {
    name: (hasEmail ? line.slice(0, open) : "").trim(),
    email: (hasEmail ? line.slice(open + 1, close) : "").trim(),
    time: Number.isSafeInteger(time) ? time : 0,
    timeZone: date?.[2] ?? "+0000",
  };
}

export const serialiseIdent = ({ name, email, time, timeZone }: Ident): string =>
  `${identText(name)} <${identText(email)}> ${time} ${timeZone}`;

/** Characters that git strips from both ends, besides control characters and spaces. */
const crud = new Set(".,:;<>\"\\'");
const isCrud = (character: string): boolean => character <= " " || crud.has(character);

const breaking = /[\0\n<>]/g;

/** Cleans a name or an address as git does: no characters that would break the line, no punctuation at the ends. */
export function identText(text: string): string {
  // A loop: a regular expression for the end would be tried at every run of such characters in the middle.
  let start = 0;
  while (start < text.length && isCrud(text.charAt(start))) start += 1;
  let end = text.length;
  while (end > start && isCrud(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).replace(breaking, "");
}

/** Minutes east of Greenwich: `+0530` is 330. */
export function timeZoneMinutes(timeZone: string): number {
  const digits = Number(timeZone.slice(1));
  const minutes = Math.trunc(digits / 100) * 60 + (digits % 100);
  return timeZone.startsWith("-") ? -minutes : minutes;
}
