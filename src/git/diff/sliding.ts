// Moves runs of changed lines to where they read best. A run may slide up when the line before it equals its last one, and
// down when the line after it equals its first: the edit stays the same, only which of the equal lines counts as changed
// differs. Where it goes is git's choice (git-diff, --indent-heuristic; docs/git-sources.md).
import type { Budget, Work } from "../budget.ts";
import { at, byteAt } from "./elements.ts";
import { isBetterOrSame, type Rating, rateRun } from "./indentation.ts";
import type { Lines } from "./lines.ts";

/** Of more places than this the lowest ones are rated. */
const mostSliding = 100;

export interface MarkedText {
  readonly lines: Lines;
  readonly ids: Int32Array;
  /** By line: 1 if it is changed. */
  readonly changed: Uint8Array;
}

/** Where a run goes that may slide freely: where it reads best by indentation (`git diff`), or down (`git merge`). */
export type Sliding = "best" | "down";

/** Slides the runs of `text`, from the first to the last. @returns false when the budget is spent. */
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
 * The unchanged lines of both texts are the same, and have gaps before, between and after them.
 *
 * @returns by gap: 1 if there are changed lines in it
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

/** The lowest place where the other text has changes as well: deleted and added lines are shown together there. */
function lastOpposed(isOpposed: Uint8Array, highest: number, lowest: number): number | null {
  for (let gap = lowest; gap >= highest; gap--) if (byteAt(isOpposed, gap) === 1) return gap;
  return null;
}

/** @param run at its lowest place. @returns the gap where it reads best */
function bestGap({ start, end, gap: lowest }: LiftedRun, highest: number, text: Lines): number {
  const size = end - start;
  let best: { gap: number; rating: Rating } | null = null;
  for (let gap = Math.max(highest, lowest - size - 1, lowest - mostSliding); gap <= lowest; gap++) {
    const rating = rateRun(text, start - (lowest - gap), end - (lowest - gap));
    if (best === null || isBetterOrSame(rating, best.rating)) best = { gap, rating };
  }
  return best?.gap ?? lowest;
}

/** A run of changed lines that counts as unchanged until it is put down again. */
class LiftedRun {
  start: number;
  end: number;
  /** How many unchanged lines are before it. */
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

  /** Takes in the runs that it touches, which may let it slide further. */
  #join(): void {
    while (this.start > 0 && byteAt(this.#changed, this.start - 1) === 1) this.#changed[--this.start] = 0;
    while (this.end < this.#changed.length && byteAt(this.#changed, this.end) === 1) this.#changed[this.end++] = 0;
  }

  /** @returns the highest gap to which it could slide from there */
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
