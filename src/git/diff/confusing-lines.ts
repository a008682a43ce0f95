// Excludes lines from the search for the shortest edit: lines that the other text does not contain, which have changed
// in any case, and lines that are frequent in the other text and surrounded by excluded ones, where a match would be
// chance. The rule is that of GNU diff ("discard confusing lines"); the limits are git's (docs/git-sources.md).
import { at, byteAt } from "./elements.ts";
import type { LineIds } from "./lines.ts";

/** The lines of one text that take part in the search. */
export interface Candidates {
  /** By candidate: its id, and its line number among all lines. */
  readonly ids: Int32Array;
  readonly lines: Int32Array;
  /** By line of the text: 1 if it has changed. */
  readonly changed: Uint8Array;
}

const alone = 0;
const matched = 1;
const common = 2;

/** Number of lines examined on each side of a common line. */
const scanWindow = 100;
/** A line that occurs this often in the other text is always common. */
const mostLikes = 1024;

/** Also excludes the common beginning and the common end of the texts. */
export function chooseCandidates(ids: LineIds): { a: Candidates; b: Candidates } {
  const { a, b } = ids;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && at(a, start) === at(b, start)) start++;
  let ending = 0;
  while (ending < shorter - start && at(a, a.length - 1 - ending) === at(b, b.length - 1 - ending)) ending++;
  return {
    a: choose(a, ids.countsInB, start, a.length - ending),
    b: choose(b, ids.countsInA, start, b.length - ending),
  };
}

function choose(ids: Int32Array, likes: Int32Array, start: number, end: number): Candidates {
  const many = Math.min(roughRoot(ids.length), mostLikes);
  const kinds = new Uint8Array(end - start);
  for (let index = 0; index < kinds.length; index++) {
    const count = at(likes, at(ids, start + index));
    kinds[index] = count === 0 ? alone : count < many ? matched : common;
  }
  const changed = new Uint8Array(ids.length);
  const lines = new Int32Array(kinds.length);
  let chosen = 0;
  for (let index = 0; index < kinds.length; index++) {
    const kind = byteAt(kinds, index);
    if (kind === matched || (kind === common && !isLost(kinds, index))) lines[chosen++] = start + index;
    else changed[start + index] = 1;
  }
  return { ids: lines.slice(0, chosen).map((line) => at(ids, line)), lines: lines.slice(0, chosen), changed };
}

/** True if on both sides of a common line, over three quarters of the lines nearby are missing in the other text. */
function isLost(kinds: Uint8Array, index: number): boolean {
  const before = scan(kinds, index, -1);
  if (before.lonely === 0) return false;
  const after = scan(kinds, index, 1);
  if (after.lonely === 0) return false;
  const lonely = before.lonely + after.lonely;
  const commons = before.commons + after.commons + 2; // git counts the line itself once for each side
  return commons * 4 < commons + lonely;
}

/** Counts the lines next to `index` on one side, up to a matched one. */
function scan(kinds: Uint8Array, index: number, step: 1 | -1): { lonely: number; commons: number } {
  let lonely = 0;
  let commons = 0;
  for (let distance = 1; distance <= scanWindow; distance++) {
    const place = index + step * distance;
    if (place < 0 || place >= kinds.length) break;
    const kind = byteAt(kinds, place);
    if (kind === matched) break;
    if (kind === alone) lonely++;
    else commons++;
  }
  return { lonely, commons };
}

/** A power of two near the square root. */
export function roughRoot(number: number): number {
  let root = 1;
  for (let rest = number; rest > 0; rest >>= 2) root <<= 1;
  return root;
}
