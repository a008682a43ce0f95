// Separates the prose of Markdown from its code: mentions and references in code have no effect.
// Every step runs in linear time, because texts are untrusted and up to a megabyte long.

/** The offsets of a piece of code. */
type Piece = readonly [from: number, to: number];

/** A fence may be inside a list or a quotation. */
const FENCE = /^[ \t>]*(`{3,}|~{3,})([^\n]*)$/gm;

/** A run of backticks, or the end of a paragraph, which also ends the spans left open in it. */
const TICKS = /`+|(?:\n[ \t\r>]*){2,}/g;

/** Replaces a piece of code. It is neither white space nor part of a word. */
const CODE = "`";

/** The text with each piece of code replaced by one backtick. */
export const withoutCode = (text: string): string =>
  rebuilt(
    text,
    (prose) => prose,
    () => CODE,
  );

/** The text with `change` applied to its prose. */
export const changeProse = (text: string, change: (prose: string) => string): string =>
  rebuilt(text, change, (code) => code);

type Change = (part: string) => string;

function rebuilt(text: string, changeProse: Change, changeCode: Change): string {
  let whole = "";
  let from = 0;
  for (const [start, end] of codeIn(text)) {
    whole += changeProse(text.slice(from, start)) + changeCode(text.slice(start, end));
    from = end;
  }
  return whole + changeProse(text.slice(from));
}

/** Fenced blocks and spans, in order. An unclosed block extends to the end of the text. */
function codeIn(text: string): Piece[] {
  if (!/[`~]/.test(text)) return [];
  const pieces: Piece[] = [];
  let open: { readonly at: number; readonly mark: string } | null = null;
  let from = 0;
  for (const { 0: line, 1: mark = "", 2: rest = "", index } of text.matchAll(FENCE)) {
    if (open === null) {
      if (mark.startsWith("`") && rest.includes("`")) continue;
      addSpans(pieces, text.slice(from, index), from);
      open = { at: index, mark };
    } else if (mark.startsWith(open.mark) && rest.trim() === "") {
      from = index + line.length;
      pieces.push([open.at, from]);
      open = null;
    }
  }
  if (open === null) addSpans(pieces, text.slice(from), from);
  else pieces.push([open.at, text.length]);
  return pieces;
}

/**
 * Adds the spans between runs of equally many backticks.
 * @param offset of the prose in the text
 */
function addSpans(pieces: Piece[], prose: string, offset: number): void {
  const ticks = Array.from(prose.matchAll(TICKS), ({ 0: { length }, 0: run, index }) => ({
    from: index,
    to: index + length,
    length: run.startsWith("`") ? length : null,
  }));
  // Walks backwards to know, for each run, the next run of the same length in its paragraph.
  const next = new Map<number, number>();
  const closedAt = ticks.map(() => 0);
  for (let at = ticks.length - 1; at >= 0; at -= 1) {
    const tick = ticks[at];
    if (tick?.length == null) next.clear();
    else {
      closedAt[at] = next.get(tick.length) ?? 0;
      next.set(tick.length, tick.to);
    }
  }
  let end = 0;
  for (const [at, { from }] of ticks.entries()) {
    const close = closedAt[at] ?? 0;
    if (from < end || close === 0) continue;
    pieces.push([offset + from, offset + close]);
    end = close;
  }
}
