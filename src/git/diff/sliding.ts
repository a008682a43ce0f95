// Slides runs of changed lines to their most readable position. A run can slide up if the line before it equals its
// last line, and down if the line after it equals its first: the edit stays the same, only a different one of the equal
// lines counts as changed. The choice is git's (git-diff, --indent-heuristic; docs/git-sources.md).
import type { Budget, Work } from "../budget.ts";
import { at, byteAt } from "./elements.ts";
import { isBetterOrSame, type Rating, rateRun } from "./indentation.ts";
import type { Lines } from "./lines.ts";

/** Number of positions that are rated, from the lowest up. */
const mostSliding = 100;

export interface MarkedText {
  readonly lines: Lines;
  readonly ids: Int32Array;
  /** By line: 1 if it has changed. */
  readonly changed: Uint8Array;
}

/** The position of a run that can slide freely: the best by indentation (`git diff`), or the lowest (`git merge`). */
export type Sliding = "best" | "down";

/** Slides the runs of `text` in order. @returns false when the budget is spent */
export function* slideRuns(
  { lines, ids, changed }: MarkedText,
  other: MarkedText,
  budget: Budget,
  sliding: Sliding = "best",
): Work<boolean> {
  const isOpposed = gapsWithChanges(other.changed);
  let gap = 0;
  for (let line = 0; line < changed.length; ) {
    budget.spend(1);
    if (byteAt(changed, line) === 0) {
      line++;
      gap++;
      continue;
    }
    const run = new LiftedRun(ids, changed, line, gap);
    const highest = run.slideToLowest(budget);
    if (budget.isSpent) return false;
    if (budget.endsSlice()) yield;
    const lowest = run.gap;
    if (highest < lowest) {
      const shared = lastOpposed(isOpposed, highest, lowest);
      run.moveUp(lowest - (shared ?? (sliding === "down" ? lowest : bestGap(run, highest, lines))));
    }
    run.putDown();
    line = run.end;
    gap = run.gap;
  }
  return !budget.isSpent;
}

/**
 * Both texts have the same unchanged lines, with gaps before, between and after them.
 *
 * @returns by gap: 1 if it contains changed lines
 */
function gapsWithChanges(changed: Uint8Array): Uint8Array {
  const gaps = new Uint8Array(changed.length + 1);
  let gap = 0;
  for (let line = 0; line < changed.length; line++) {
    if (byteAt(changed, line) === 1) gaps[gap] = 1;
    else gap++;
  }
  return gaps;
}

/** The lowest gap with changes in the other text, too, so that deleted and added lines are shown together. */
function lastOpposed(isOpposed: Uint8Array, highest: number, lowest: number): number | null {
  for (let gap = lowest; gap >= highest; gap--) if (byteAt(isOpposed, gap) === 1) return gap;
  return null;
}

/** @param run at its lowest position @returns the gap with the best rating */
function bestGap({ start, end, gap: lowest }: LiftedRun, highest: number, text: Lines): number {
  const size = end - start;
  let best: { gap: number; rating: Rating } | null = null;
  for (let gap = Math.max(highest, lowest - size - 1, lowest - mostSliding); gap <= lowest; gap++) {
    const rating = rateRun(text, start - (lowest - gap), end - (lowest - gap));
    if (best === null || isBetterOrSame(rating, best.rating)) best = { gap, rating };
  }
  return best?.gap ?? lowest;
}

/** A run of changed lines, marked as unchanged until `putDown`. */
class LiftedRun {
  start: number;
  end: number;
  /** Number of unchanged lines before it. */
  gap: number;
  readonly #ids: Int32Array;
  readonly #changed: Uint8Array;

  constructor(ids: Int32Array, changed: Uint8Array, start: number, gap: number) {
    this.#ids = ids;
    this.#changed = changed;
    this.start = start;
    this.end = start;
    this.gap = gap;
    this.#join();
  }

  /** Absorbs adjacent runs, which may let it slide further. */
  #join(): void {
    while (this.start > 0 && byteAt(this.#changed, this.start - 1) === 1) this.#changed[--this.start] = 0;
    while (this.end < this.#changed.length && byteAt(this.#changed, this.end) === 1) this.#changed[this.end++] = 0;
  }

  /** @returns the highest gap that it can slide to from the lowest one */
  slideToLowest(budget: Budget): number {
    for (;;) {
      const size = this.end - this.start;
      while (this.start > 0 && at(this.#ids, this.start - 1) === at(this.#ids, this.end - 1)) {
        this.moveUp(1);
        this.#join();
        budget.spend(1);
      }
      const highest = this.gap;
      while (this.end < this.#ids.length && at(this.#ids, this.start) === at(this.#ids, this.end)) {
        this.moveUp(-1);
        this.#join();
        budget.spend(1);
      }
      if (this.end - this.start === size || budget.isSpent) return highest;
    }
  }

  moveUp(lines: number): void {
    this.start -= lines;
    this.end -= lines;
    this.gap -= lines;
  }

  putDown(): void {
    this.#changed.fill(1, this.start, this.end);
  }
}
