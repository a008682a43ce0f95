// Divides a text that was edited twice into the regions that changed: on one side, or on both.
import type { LineChange } from "../diff/line-diff.ts";

/** Lines, counted from 0. */
export interface Range {
  readonly start: number;
  readonly count: number;
}

/** Lines of the base that changed, and the same lines as each side has them. */
export interface Region {
  readonly changedBy: "ours" | "theirs" | "both";
  readonly ours: Range;
  readonly theirs: Range;
}

/**
 * Changes of both sides that overlap in the base, or between which no line of it remains, are one region.
 *
 * @param ours the changes that lead from the base to our text, in order
 */
export function regionsOf(ours: readonly LineChange[], theirs: readonly LineChange[]): Region[] {
  const regions: Region[] = [];
  const [ourCursor, theirCursor] = [new Cursor(ours), new Cursor(theirs)];
  for (;;) {
    const start = Math.min(ourCursor.nextStart, theirCursor.nextStart);
    if (start === Number.POSITIVE_INFINITY) return regions;
    let end = start;
    // One side's change may reach the other's next one, and that one a further one of the first side.
    for (let before = -1; before !== end; ) {
      before = end;
      end = theirCursor.reach(ourCursor.reach(end));
    }
    const [our, their] = [ourCursor.leave(start, end), theirCursor.leave(start, end)];
    const changedBy = our.isChanged ? (their.isChanged ? "both" : "ours") : "theirs";
    regions.push({ changedBy, ours: our.range, theirs: their.range });
  }
}

/** A place in one side's list of changes. */
class Cursor {
  readonly #changes: readonly LineChange[];
  #next = 0;
  #isChanged = false;
  /** How many lines later in the side's text than in the base an unchanged line is: before the region, and after it. */
  #shiftBefore = 0;
  #shift = 0;

  constructor(changes: readonly LineChange[]) {
    this.#changes = changes;
  }

  /** The line of the base where the next change begins. */
  get nextStart(): number {
    return this.#changes[this.#next]?.aStart ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the changes into the region that begin at or before its end. @returns the region's new end */
  reach(end: number): number {
    let reached = end;
    for (let change = this.#changes[this.#next]; change !== undefined && change.aStart <= reached; ) {
      reached = Math.max(reached, change.aStart + change.aCount);
      this.#shift += change.bCount - change.aCount;
      this.#isChanged = true;
      change = this.#changes[++this.#next];
    }
    return reached;
  }

  /** Ends the region. */
  leave(start: number, end: number): { isChanged: boolean; range: Range } {
    const from = start + this.#shiftBefore;
    const left = { isChanged: this.#isChanged, range: { start: from, count: end + this.#shift - from } };
    this.#shiftBefore = this.#shift;
    this.#isChanged = false;
    return left;
  }
}
