// Markdown as far as mentions and references need it: what stands in code is quoted, not said.
// Each step goes once through the text, whatever it is: texts are a megabyte long and written by strangers.

/** Where a piece of code begins and ends. */
type Piece = readonly [from: number, to: number];

/** Maybe in a list or in a quotation. */
const FENCE = /^[ \t>]*(`{3,}|~{3,})([^\n]*)$/gm;

/** A run of backticks, or the end of a paragraph and of whatever span was left open in it. */
const TICKS = /`+|(?:\n[ \t\r>]*){2,}/g;

/** Stands for a piece of code: neither a blank nor part of a word. */
const CODE = "`";

/** The text with a mark for each piece of code. */
export const withoutCode = (text: string): string =>
  rebuilt(
    text,
    (prose) => prose,
    () => CODE,
  );

/** The text with `change` applied to all but its code. */
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

/** Fenced blocks (left open, one runs to the end), and spans between backticks of one number. */
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

/** @param offset of the prose in its text */
function addSpans(pieces: Piece[], prose: string, offset: number): void {
  const ticks = Array.from(prose.matchAll(TICKS), ({ 0: { length }, 0: run, index }) => ({
    from: index,
    to: index + length,
    length: run.startsWith("`") ? length : null,
  }));
  // From the end, so that for each run the next one of its length in the paragraph is known.
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
