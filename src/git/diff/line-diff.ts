// The changed lines between two texts, exactly as in `git diff`.
import type { Budget, Work } from "../budget.ts";
import { chooseCandidates } from "./confusing-lines.ts";
import { byteAt } from "./elements.ts";
import { identifyLines, type Lines } from "./lines.ts";
import { markShortestEdit } from "./shortest-edit.ts";
import { slideRuns } from "./sliding.ts";

/** Lines of a that are replaced by lines of b; one of the counts may be 0. Lines are numbered from 0. */
export interface LineChange {
  readonly aStart: number;
  readonly aCount: number;
  readonly bStart: number;
  readonly bCount: number;
}

/** @returns null when the budget is spent */
export function* diffLines(a: Lines, b: Lines, budget: Budget): Work<LineChange[] | null> {
  const ids = yield* identifyLines(a, b, budget);
  if (ids === null) return null;
  const candidates = chooseCandidates(ids);
  if (!(yield* markShortestEdit(candidates.a, candidates.b, budget))) return null;
  const markedA = { lines: a, ids: ids.a, changed: candidates.a.changed };
  const markedB = { lines: b, ids: ids.b, changed: candidates.b.changed };
  if (!(yield* slideRuns(markedA, markedB, budget))) return null;
  if (!(yield* slideRuns(markedB, markedA, budget))) return null;
  return collectChanges(markedA.changed, markedB.changed);
}

/** @param a by line: 1 if it has changed */
export function collectChanges(a: Uint8Array, b: Uint8Array): LineChange[] {
  const changes: LineChange[] = [];
  let aEnd = 0;
  let bEnd = 0;
  while (aEnd < a.length || bEnd < b.length) {
    const [aStart, bStart] = [aEnd, bEnd];
    while (aEnd < a.length && byteAt(a, aEnd) === 1) aEnd++;
    while (bEnd < b.length && byteAt(b, bEnd) === 1) bEnd++;
    if (aEnd > aStart || bEnd > bStart) changes.push({ aStart, aCount: aEnd - aStart, bStart, bCount: bEnd - bStart });
    aEnd++;
    bEnd++;
  }
  return changes;
}
