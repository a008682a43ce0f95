// Removes changes of whitespace from the rows of a diff, like `git diff --ignore-all-space`. docs/quirks.md has the
// differences from git.
import { forEachRun, type Run } from "./change-runs.ts";
import type { Row } from "./parse-diff.ts";

/** Work that is left for a page, in comparisons of two lines. */
export interface ComparisonBudget {
  comparisons: number;
}

/** Comparisons for one run: 2,000 lines by 2,000. */
const MOST_OF_RUN = 4_000_000;

/**
 * In each run of changed lines, lines that are equal without whitespace become context with their new text: as many as
 * possible in order. Hunks without other changes are removed.
 */
export function ignoreWhitespace(rows: readonly Row[], budget: ComparisonBudget): Row[] {
  const left: Row[] = [];
  const keepRow = (row: Row) => void left.push(row);
  forEachRun(rows, keepRow, (run) => mergeEqual(run, budget, keepRow));
  return withoutUnchangedHunks(left);
}

/** Numbers the rows' texts, so that equal ones without whitespace have the same number. */
function numbered(rows: readonly Row[], ids: Map<string, number>): number[] {
  return rows.map(({ text }) => {
    const key = text.replaceAll(/\s+/g, "");
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  });
}

function mergeEqual({ removed, added }: Run, budget: ComparisonBudget, keep: (row: Row) => void): void {
  const ids = new Map<string, number>();
  const [a, b] = [numbered(removed, ids), numbered(added, ids)];
  let [oldNext, newNext] = [0, 0];
  const keepUntil = (oldEnd: number, newEnd: number) => {
    for (const row of removed.slice(oldNext, oldEnd)) keep(row);
    for (const row of added.slice(newNext, newEnd)) keep(row);
    [oldNext, newNext] = [oldEnd + 1, newEnd + 1];
  };
  for (const [oldIndex, newIndex] of commonLines(a, b, budget)) {
    keepUntil(oldIndex, newIndex);
    const [before, after] = [removed[oldIndex], added[newIndex]];
    if (before !== undefined && after !== undefined) keep({ ...after, kind: "context", old: before.old });
  }
  keepUntil(removed.length, added.length);
}

/** Pairs of indexes of equal lines, ascending: the common beginning, the longest common subsequence, the common end. */
function commonLines(a: readonly number[], b: readonly number[], budget: ComparisonBudget): [number, number][] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const beginning = Array.from({ length: start }, (_, index): [number, number] => [index, index]);
  const middle = longestCommon(a.slice(start, a.length - end), b.slice(start, b.length - end), budget);
  return [
    ...beginning,
    ...middle.map(([x, y]): [number, number] => [x + start, y + start]),
    ...Array.from({ length: end }, (_, index): [number, number] => [a.length - end + index, b.length - end + index]),
  ];
}

/** Empty beyond the budget. */
function longestCommon(a: readonly number[], b: readonly number[], budget: ComparisonBudget): [number, number][] {
  const cost = a.length * b.length;
  if (cost === 0 || cost > MOST_OF_RUN || cost > budget.comparisons) return [];
  budget.comparisons -= cost;
  const width = b.length + 1;
  // By the rest of both texts: the length of their longest common subsequence.
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (x: number, y: number): number => lengths[x * width + y] ?? 0;
  for (let x = a.length - 1; x >= 0; x--) {
    for (let y = b.length - 1; y >= 0; y--) {
      lengths[x * width + y] = a[x] === b[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [x, y] = [0, 0]; x < a.length && y < b.length; ) {
    if (a[x] === b[y]) pairs.push([x++, y++]);
    else if (at(x + 1, y) >= at(x, y + 1)) x++;
    else y++;
  }
  return pairs;
}

function withoutUnchangedHunks(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  let start = 0;
  let isChanged = false;
  const endHunk = () => {
    if (!isChanged) kept.length = start;
    [start, isChanged] = [kept.length, false];
  };
  for (const row of rows) {
    if (row.kind === "hunk") endHunk();
    else if (row.kind !== "context") isChanged = true;
    kept.push(row);
  }
  endHunk();
  return kept;
}
