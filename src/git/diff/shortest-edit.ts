// The shortest edit between two sequences, by the linear space refinement of Myers, "An O(ND) Difference Algorithm and
// Its Variations" (Algorithmica, 1986), section 4b: it follows paths from both ends of a box until they meet, then
// solves the boxes before and after that point. Git stops early where that takes long. The point at which it stops, and
// its choice among several points, affect the diff, so these limits are git's (docs/git-sources.md).
import type { Budget, Work } from "../budget.ts";
import { type Candidates, roughRoot } from "./confusing-lines.ts";
import { at } from "./elements.ts";

/** Length of a run of equal lines that makes a path promising. */
const longRun = 20;
/** Cost from which a promising path is taken at once. */
const patience = 256;
/** A promising path has advanced this many times its cost. */
const promise = 4;

/** Marks the changed candidates of both texts. @returns false when the budget is spent */
export function* markShortestEdit(a: Candidates, b: Candidates, budget: Budget): Work<boolean> {
  const search = new Search(a.ids, b.ids, budget);
  const boxes: Box[] = [{ aFrom: 0, aTo: a.ids.length, bFrom: 0, bTo: b.ids.length, isThorough: false }];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    const { aFrom, aTo, bFrom, bTo, isThorough } = shrink(box, a.ids, b.ids);
    if (aFrom === aTo || bFrom === bTo) {
      for (let index = aFrom; index < aTo; index++) a.changed[at(a.lines, index)] = 1;
      for (let index = bFrom; index < bTo; index++) b.changed[at(b.lines, index)] = 1;
      continue;
    }
    const split = yield* search.split({ aFrom, aTo, bFrom, bTo, isThorough });
    if (split === null) return false;
    boxes.push({ aFrom, aTo: split.a, bFrom, bTo: split.b, isThorough: split.isThoroughBefore });
    boxes.push({ aFrom: split.a, aTo, bFrom: split.b, bTo, isThorough: split.isThoroughAfter });
  }
  return true;
}

/** A range of both sequences; the ends are exclusive. */
interface Box {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
  /** True to find the shortest edit at any cost. */
  readonly isThorough: boolean;
}

/** Removes the common beginning and the common end. */
function shrink({ aFrom, aTo, bFrom, bTo, isThorough }: Box, a: Int32Array, b: Int32Array): Box {
  const shorter = Math.min(aTo - aFrom, bTo - bFrom);
  let start = 0;
  while (start < shorter && at(a, aFrom + start) === at(b, bFrom + start)) start++;
  let end = 0;
  while (end < shorter - start && at(a, aTo - 1 - end) === at(b, bTo - 1 - end)) end++;
  return { aFrom: aFrom + start, aTo: aTo - end, bFrom: bFrom + start, bTo: bTo - end, isThorough };
}

/**
 * A point on the path. After an early stop, only the half that a path reached from its corner is searched thoroughly.
 */
interface Split {
  readonly a: number;
  readonly b: number;
  readonly isThoroughBefore: boolean;
  readonly isThoroughAfter: boolean;
}

/** The end of a path, in the coordinates of its front. */
interface Point {
  readonly x: number;
  readonly y: number;
}

class Search {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #budget: Budget;
  readonly #forward: Front;
  readonly #backward: Front;
  /** Cost at which the search accepts the best path so far. */
  readonly #limit: number;

  constructor(a: Int32Array, b: Int32Array, budget: Budget) {
    this.#a = a;
    this.#b = b;
    this.#budget = budget;
    this.#forward = new Front(a, b, budget, "from high diagonals");
    this.#backward = new Front(a.toReversed(), b.toReversed(), budget, "from low diagonals");
    this.#limit = Math.max(roughRoot(a.length + b.length + 3), patience);
  }

  /** @returns null when the budget is spent */
  *split({ aFrom, aTo, bFrom, bTo, isThorough }: Box): Work<Split | null> {
    const [forward, backward] = [this.#forward, this.#backward];
    const [aLength, bLength] = [this.#a.length, this.#b.length];
    forward.enter(aFrom, aTo, bFrom, bTo);
    backward.enter(aLength - aTo, aLength - aFrom, bLength - bTo, bLength - bFrom);
    // The parity of the edit's length decides which of the two fronts runs into the other.
    const isOdd = ((aTo - aFrom - (bTo - bFrom)) & 1) !== 0;
    for (let cost = 1; !this.#budget.isSpent; cost++) {
      const met = forward.advance(isOdd ? backward : null);
      if (met !== null) return splitAt(met, true, true);
      const metBackward = backward.advance(isOdd ? null : forward);
      if (metBackward !== null) return this.#splitBehind(metBackward, true);
      if (this.#budget.endsSlice()) yield;
      if (isThorough) continue;
      if (cost > patience && (forward.hasLongRun || backward.hasLongRun)) {
        const promising = forward.promising(cost);
        if (promising !== null) return splitAt(promising, true, false);
        const promisingBackward = backward.promising(cost);
        if (promisingBackward !== null) return this.#splitBehind(promisingBackward, false);
      }
      if (cost >= this.#limit) {
        const [ahead, behind] = [forward.furthest(), backward.furthest()];
        return behind.progress < ahead.progress ? splitAt(ahead, true, false) : this.#splitBehind(behind, false);
      }
    }
    return null;
  }

  /** Splits at a point of the backward front. */
  #splitBehind({ x, y }: Point, isThoroughBefore: boolean): Split {
    return splitAt({ x: this.#a.length - x, y: this.#b.length - y }, isThoroughBefore, true);
  }
}

const splitAt = ({ x, y }: Point, isThoroughBefore: boolean, isThoroughAfter: boolean): Split => ({
  a: x,
  b: y,
  isThoroughBefore,
  isThoroughAfter,
});

/**
 * The ends of the paths from one corner of a box, one per diagonal: the difference of the positions x in a and y in b.
 * The backward front uses reversed sequences, so that both fronts advance alike.
 */
class Front {
  /** True if a path followed a long run of equal lines in the last step. */
  hasLongRun = false;
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #budget: Budget;
  /** By diagonal, offset by {@link #zero}: x of the path's end. */
  readonly #ends: Int32Array;
  /** Index of diagonal 0 in {@link #ends}. */
  readonly #zero: number;
  /** The order of the diagonals decides between equally good ones. */
  readonly #isFromHigh: boolean;
  #aFrom = 0;
  #aTo = 0;
  #bFrom = 0;
  #bTo = 0;
  #low = 0;
  #high = 0;

  constructor(a: Int32Array, b: Int32Array, budget: Budget, order: "from high diagonals" | "from low diagonals") {
    this.#a = a;
    this.#b = b;
    this.#budget = budget;
    this.#ends = new Int32Array(a.length + b.length + 3);
    this.#zero = b.length + 1;
    this.#isFromHigh = order === "from high diagonals";
  }

  enter(aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    this.#aFrom = aFrom;
    this.#aTo = aTo;
    this.#bFrom = bFrom;
    this.#bTo = bTo;
    this.#low = this.#high = aFrom - bFrom;
    this.#ends[this.#zero + this.#low] = aFrom;
  }

  /** Extends each path by one step and the equal lines after it. @returns the first point at which it meets `other` */
  advance(other: Front | null): Point | null {
    const [a, b, ends, zero, aTo, bTo] = [this.#a, this.#b, this.#ends, this.#zero, this.#aTo, this.#bTo];
    this.#widen();
    this.hasLongRun = false;
    let steps = 0;
    let met: Point | null = null;
    for (let diagonal = this.#first(); this.#isWithin(diagonal); diagonal = this.#next(diagonal)) {
      const start = Math.max(at(ends, zero + diagonal - 1) + 1, at(ends, zero + diagonal + 1));
      let x = start;
      let y = x - diagonal;
      while (x < aTo && y < bTo && at(a, x) === at(b, y)) {
        x++;
        y++;
      }
      ends[zero + diagonal] = x;
      if (x - start > longRun) this.hasLongRun = true;
      steps += x - start + 1;
      if (other === null || !other.#covers(x, diagonal)) continue;
      met = { x, y };
      break;
    }
    this.#budget.spend(steps);
    return met;
  }

  /**
   * Adds a diagonal on each side; at the border of the box it removes one, because paths alternate between diagonals.
   */
  #widen(): void {
    if (this.#low > this.#aFrom - this.#bTo) this.#ends[this.#zero + --this.#low - 1] = -1;
    else this.#low++;
    if (this.#high < this.#aTo - this.#bFrom) this.#ends[this.#zero + ++this.#high + 1] = -1;
    else this.#high--;
  }

  #first(): number {
    return this.#isFromHigh ? this.#high : this.#low;
  }

  #next(diagonal: number): number {
    return this.#isFromHigh ? diagonal - 2 : diagonal + 2;
  }

  #isWithin(diagonal: number): boolean {
    return diagonal >= this.#low && diagonal <= this.#high;
  }

  /** True if a path of this front has reached or passed a point of the opposite front. */
  #covers(x: number, diagonal: number): boolean {
    const mirrored = this.#a.length - this.#b.length - diagonal;
    return this.#isWithin(mirrored) && x + at(this.#ends, this.#zero + mirrored) >= this.#a.length;
  }

  /** The best end of a path that has advanced far for its cost and has just followed a long run. */
  promising(cost: number): Point | null {
    const home = this.#aFrom - this.#bFrom;
    let most = promise * cost;
    let best: Point | null = null;
    for (let diagonal = this.#first(); this.#isWithin(diagonal); diagonal = this.#next(diagonal)) {
      const x = at(this.#ends, this.#zero + diagonal);
      const y = x - diagonal;
      const merit = x - this.#aFrom + (y - this.#bFrom) - Math.abs(diagonal - home);
      if (merit <= most || x >= this.#aTo || y >= this.#bTo || !this.#endsLongRun(x, y)) continue;
      most = merit;
      best = { x, y };
    }
    return best;
  }

  /** For a point that has advanced by more than a long run in both sequences, as every promising one has. */
  #endsLongRun(x: number, y: number): boolean {
    let length = 0;
    while (length < longRun && at(this.#a, x - 1 - length) === at(this.#b, y - 1 - length)) length++;
    return length === longRun;
  }

  /** The end of the path that has advanced furthest. */
  furthest(): Point & { readonly progress: number } {
    let furthest = { x: 0, y: 0, progress: -1 };
    for (let diagonal = this.#first(); this.#isWithin(diagonal); diagonal = this.#next(diagonal)) {
      const x = Math.min(at(this.#ends, this.#zero + diagonal), this.#aTo, this.#bTo + diagonal);
      const y = x - diagonal;
      const progress = x - this.#aFrom + (y - this.#bFrom);
      if (progress > furthest.progress) furthest = { x, y, progress };
    }
    return furthest;
  }
}
