// Splits a text that was edited twice into regions that one side or both changed.
import type { LineChange } from "../diff/line-diff.ts";

/** Lines, numbered from 0. */
export interface Range {
  readonly start: number;
  readonly count: number;
}

/** A changed range of the base, as each side has it. */
export interface Region {
  readonly changedBy: "ours" | "theirs" | "both";
  readonly ours: Range;
  readonly theirs: Range;
}

/**
 * Changes of both sides that overlap in the base, or that no line of it separates, form one region.
 *
 * @param ours the changes from the base to our text, in order
 */
export function regionsOf(ours: readonly LineChange[], theirs: readonly LineChange[]): Region[] {
  const regions: Region[] = [];
  const [ourCursor, theirCursor] = [new Cursor(ours), new Cursor(theirs)];
  for (;;) {
    const start = Math.min(ourCursor.nextStart, theirCursor.nextStart);
    if (start === Number.POSITIVE_INFINITY) return regions;
    let end = start;
    // A change of one side may reach the next one of the other, which may reach a further one of the first side.
    for (let before = -1; before !== end; ) {
      before = end;
      end = theirCursor.reach(ourCursor.reach(end));
    }
    const [our, their] = [ourCursor.leave(start, end), theirCursor.leave(start, end)];
    const changedBy = our.isChanged ? (their.isChanged ? "both" : "ours") : "theirs";
    regions.push({ changedBy, ours: our.range, theirs: their.range });
  }
}

/** A position in one side's list of changes. */
class Cursor {
  readonly #changes: readonly LineChange[];
  #next = 0;
  #isChanged = false;
  /** Offset of unchanged lines in the side's text from those in the base: before the region, and after it. */
  #shiftBefore = 0;
  #shift = 0;

  constructor(changes: readonly LineChange[]) {
    this.#changes = changes;
  }

  /** Line of the base at which the next change begins. */
  get nextStart(): number {
    return this.#changes[this.#next]?.aStart ?? Number.POSITIVE_INFINITY;
  }

  /** Adds the changes that begin at or before the region's end. @returns the new end of the region */
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

  /** Finishes the region and returns the side's range. */
  leave(start: number, end: number): { isChanged: boolean; range: Range } {
    const from = start + this.#shiftBefore;
    const left = { isChanged: this.#isChanged, range: { start: from, count: end + this.#shift - from } };
    this.#shiftBefore = this.#shift;
    this.#isChanged = false;
    return left;
  }
}
