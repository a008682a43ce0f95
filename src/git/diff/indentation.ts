// Rates the two ends of a run of changed lines by blank lines and indentation; lower is more readable. This is git's
// indent heuristic, as Michael Haggerty describes it in the message of git's commit 433860f3d0 (2016). He fitted its
// weights to thousands of diffs that people had rated, so they cannot be derived.
import { at, byteAt } from "./elements.ts";
import type { Lines } from "./lines.ts";

const mostIndent = 200;
const mostBlanks = 20;

const startOfFile = 1;
const endOfFile = 21;
const eachBlank = -30;
const eachBlankAfter = 6;
const indented = { plain: -4, withBlank: 10 };
const outdented = { plain: 24, withBlank: 17 };
const dedented = { plain: 23, withBlank: 17 };
const indentWeight = 60;

export interface Rating {
  readonly indent: number;
  readonly penalty: number;
}

export const isBetterOrSame = (one: Rating, other: Rating): boolean =>
  indentWeight * Math.sign(one.indent - other.indent) + one.penalty - other.penalty <= 0;

/** Rates a run of changed lines that begins before line `start` and ends before line `end`. */
export function rateRun(text: Lines, start: number, end: number): Rating {
  const [top, bottom] = [rateSplit(text, start), rateSplit(text, end)];
  return { indent: top.indent + bottom.indent, penalty: top.penalty + bottom.penalty };
}

function rateSplit(text: Lines, split: number): Rating {
  const own = split < text.count ? indentOf(text, split) : null;
  const before = nextIndent(text, split, -1);
  const after = nextIndent(text, split, 1);
  const blanksAfter = own === null ? 1 + after.blanks : 0;
  const blanks = before.blanks + blanksAfter;
  const indent = own ?? after.indent;
  let penalty = eachBlank * blanks + eachBlankAfter * blanksAfter;
  if (before.indent === null && before.blanks === 0) penalty += startOfFile;
  if (split >= text.count) penalty += endOfFile;
  if (indent !== null && before.indent !== null && indent !== before.indent) {
    const isOutdent = after.indent !== null && after.indent > indent;
    const weights = indent > before.indent ? indented : isOutdent ? outdented : dedented;
    penalty += blanks === 0 ? weights.plain : weights.withBlank;
  }
  return { indent: indent ?? -1, penalty };
}

/** Indentation of the next line that is not blank, and the number of blank lines before it. */
function nextIndent(text: Lines, from: number, step: 1 | -1): { indent: number | null; blanks: number } {
  let blanks = 0;
  for (let line = from + step; line >= 0 && line < text.count; line += step) {
    const indent = indentOf(text, line);
    if (indent !== null) return { indent, blanks };
    if (++blanks === mostBlanks) return { indent: 0, blanks };
  }
  return { indent: null, blanks };
}

/** In columns; null for a blank line. */
function indentOf(text: Lines, line: number): number | null {
  const end = at(text.starts, line + 1);
  let indent = 0;
  for (let index = at(text.starts, line); index < end; index++) {
    const byte = byteAt(text.bytes, index);
    if (byte === 0x20) indent++;
    else if (byte === 0x09) indent += 8 - (indent % 8);
    else if (byte !== 0x0a && byte !== 0x0d) return indent;
    if (indent >= mostIndent) return mostIndent;
  }
  return null;
}
