// Moves runs of changed lines to where they read best. A run may slide when the line before it equals its last one (or
// the line after it its first): the edit stays the same, only which of the equal lines counts as changed differs.
import type { Budget, Work } from "../budget.ts";
import { at, byteAt } from "./elements.ts";
import { isBetterOrSame, type Rating, rateRun } from "./indentation.ts";
import type { Lines } from "./lines.ts";

const mostSliding = 100;

export interface MarkedText {
  readonly lines: Lines;
  readonly ids: Int32Array;
  /** By line: 1 if it is changed. */
  readonly changed: Uint8Array;
}

/** Where a run goes that may slide freely: where it reads best by indentation (`git diff`), or down (`git merge`). */
export type Sliding = "best" | "down";

/** Slides the runs of `text`; `other` is the other side, whose runs stay. @returns false when the budget is spent. */
export function* slideRuns(
  text: MarkedText,
  other: MarkedText,
  budget: Budget,
  sliding: Sliding = "best",
): Work<boolean> {
  const run = new Run(text);
  const opposite = new Run(other);
  do {
    if (!run.isEmpty && !(yield* slideRun(run, opposite, text.lines, budget, sliding))) return false;
    budget.spend(1);
    if (budget.endsSlice()) yield;
  } while (run.next() && opposite.next());
  return !budget.isSpent;
}

/** `opposite` always is the run between the same two unchanged lines. @returns false when the budget is spent. */
function* slideRun(run: Run, opposite: Run, text: Lines, budget: Budget, sliding: Sliding): Work<boolean> {
  let size: number;
  let highestEnd: number;
  /** The lowest place where something was changed on the other side too. */
  let sharedEnd: number | null;
  do {
    size = run.end - run.start;
    sharedEnd = null;
    while (run.slideUp()) {
      opposite.previous();
      budget.spend(1);
    }
    highestEnd = run.end;
    if (!opposite.isEmpty) sharedEnd = run.end;
    while (run.slideDown()) {
      opposite.next();
      if (!opposite.isEmpty) sharedEnd = run.end;
      budget.spend(1);
    }
    if (budget.isSpent) return false;
    if (budget.endsSlice()) yield;
    // Having run into another run it is a longer one, which may slide further.
  } while (size !== run.end - run.start);

  if (run.end === highestEnd) return true;
  const end = sharedEnd ?? (sliding === "down" ? run.end : bestEnd(run, size, highestEnd, text));
  while (run.end > end) {
    run.slideUp();
    opposite.previous();
  }
  return true;
}

function bestEnd(run: Run, size: number, highestEnd: number, text: Lines): number {
  let best: { end: number; rating: Rating } | null = null;
  for (let end = Math.max(highestEnd, run.end - size - 1, run.end - mostSliding); end <= run.end; end++) {
    const rating = rateRun(text, end - size, end);
    if (best === null || isBetterOrSame(rating, best.rating)) best = { end, rating };
  }
  return best?.end ?? run.end;
}

/** A run of changed lines, or the empty place between two unchanged ones. */
class Run {
  start = 0;
  end = 0;
  readonly #ids: Int32Array;
  readonly #changed: Uint8Array;

  constructor(text: MarkedText) {
    this.#ids = text.ids;
    this.#changed = text.changed;
    this.#growDown();
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  /** Goes to the run after the next unchanged line. */
  next(): boolean {
    if (this.end === this.#ids.length) return false;
    this.start = ++this.end;
    this.#growDown();
    return true;
  }

  /** Goes to the run before the unchanged line above. */
  previous(): boolean {
    if (this.start === 0) return false;
    this.end = --this.start;
    this.#growUp();
    return true;
  }

  slideUp(): boolean {
    if (this.start === 0 || at(this.#ids, this.start - 1) !== at(this.#ids, this.end - 1)) return false;
    this.#changed[--this.start] = 1;
    this.#changed[--this.end] = 0;
    this.#growUp();
    return true;
  }

  slideDown(): boolean {
    if (this.end === this.#ids.length || at(this.#ids, this.start) !== at(this.#ids, this.end)) return false;
    this.#changed[this.start++] = 0;
    this.#changed[this.end++] = 1;
    this.#growDown();
    return true;
  }

  #growDown(): void {
    while (this.end < this.#changed.length && byteAt(this.#changed, this.end) === 1) this.end++;
  }

  #growUp(): void {
    while (this.start > 0 && byteAt(this.#changed, this.start - 1) === 1) this.start--;
  }
}
