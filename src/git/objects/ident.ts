// Who made a commit or a tag, and when.

export interface Ident {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** As written: `+0200`. */
  readonly timeZone: string;
}

/**
 * Reads what stands behind `author `, `committer ` or `tagger `, as forgivingly as git does: old histories have
 * idents without a date or with a time zone of six digits. What cannot be read is empty, 0 or `+0000`.
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

/** What git strips from the ends; control characters and blanks besides. */
const crud = new Set(".,:;<>\"\\'");
const isCrud = (character: string): boolean => character <= " " || crud.has(character);

const breaking = /[\0\n<>]/g;

/** As git cleans a name or an address: nothing that would break the line, no punctuation at the ends. */
export function identText(text: string): string {
  // By hand: a pattern for the end would try every run of such characters in the middle.
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
