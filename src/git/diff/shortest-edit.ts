// The shortest edit between two sequences, by the linear space refinement of Myers, "An O(ND) Difference Algorithm and Its
// Variations" (Algorithmica, 1986), section 4b: paths are followed from both ends of a box until they meet, and the boxes
// before and after that point are solved in turn. Git stops early where that takes long. When it stops, and at which of
// several points, decides what a diff shows, so these limits are git's; docs/git-sources.md tells where they come from.
import type { Budget, Work } from "../budget.ts";
import { type Candidates, roughRoot } from "./confusing-lines.ts";
import { at } from "./elements.ts";

/** A run of so many equal lines shows that a path is worth following. */
const longRun = 20;
/** The cost from which on a promising path is taken without looking further. */
const patience = 256;
/** A path is promising when it got this many times further than its cost. */
const promise = 4;

/** Marks what is changed between the candidates of both texts. @returns false when the budget is spent. */
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

/** A part of both sequences, up to and without the ends. */
interface Box {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
  /** Whether to look for the shortest edit however long it takes. */
  readonly isThorough: boolean;
}

/** Without what both begin and end with. */
function shrink({ aFrom, aTo, bFrom, bTo, isThorough }: Box, a: Int32Array, b: Int32Array): Box {
  const shorter = Math.min(aTo - aFrom, bTo - bFrom);
  let start = 0;
  while (start < shorter && at(a, aFrom + start) === at(b, bFrom + start)) start++;
  let end = 0;
  while (end < shorter - start && at(a, aTo - 1 - end) === at(b, bTo - 1 - end)) end++;
  return { aFrom: aFrom + start, aTo: aTo - end, bFrom: bFrom + start, bTo: bTo - end, isThorough };
}

/** A point on the path. Only a half to whose far corner a path was followed is searched thoroughly. */
interface Split {
  readonly a: number;
  readonly b: number;
  readonly isThoroughBefore: boolean;
  readonly isThoroughAfter: boolean;
}

/** How far a path got, in the coordinates of its front. */
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
  /** The cost at which the search settles for the best path so far. */
  readonly #limit: number;

  constructor(a: Int32Array, b: Int32Array, budget: Budget) {
    this.#a = a;
    this.#b = b;
    this.#budget = budget;
    this.#forward = new Front(a, b, budget, "from high diagonals");
    this.#backward = new Front(a.toReversed(), b.toReversed(), budget, "from low diagonals");
    this.#limit = Math.max(roughRoot(a.length + b.length + 3), patience);
  }

  /** @returns null when the budget is spent. */
  *split({ aFrom, aTo, bFrom, bTo, isThorough }: Box): Work<Split | null> {
    const [forward, backward] = [this.#forward, this.#backward];
    const [aLength, bLength] = [this.#a.length, this.#b.length];
    forward.enter(aFrom, aTo, bFrom, bTo);
    backward.enter(aLength - aTo, aLength - aFrom, bLength - bTo, bLength - bFrom);
    // Which of the fronts comes upon the other depends on whether an edit of the box has an odd number of steps.
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

  /** A point of the backward front. */
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
 * The ends of the paths that lead away from one corner of a box: one on each diagonal, which is the difference of the
 * places x in a and y in b. The front that goes backward has both sequences reversed, so that it goes forward as well.
 */
class Front {
  /** Whether a path of the last step went along a long run of equal lines. */
  hasLongRun = false;
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #budget: Budget;
  /** By diagonal: x of the path's end. */
  readonly #ends: Int32Array;
  /** Where diagonal 0 is in it. */
  readonly #zero: number;
  /** The order in which diagonals are looked at decides between equally good ones. */
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

  /** Lets each path take one more step, and the equal lines after it. @returns the first point where it meets `other` */
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

  /** One more diagonal on each side; at the border of the box one less, as paths use every second one. */
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

  /** Whether a path of this front has got to, or beyond, a point of the front that comes towards it. */
  #covers(x: number, diagonal: number): boolean {
    const mirrored = this.#a.length - this.#b.length - diagonal;
    return this.#isWithin(mirrored) && x + at(this.#ends, this.#zero + mirrored) >= this.#a.length;
  }

  /** Of the paths that got far for their cost and have just gone along a long run, the end of the best. */
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

  #endsLongRun(x: number, y: number): boolean {
    if (x < this.#aFrom + longRun || y < this.#bFrom + longRun) return false;
    let length = 0;
    while (length < longRun && at(this.#a, x - 1 - length) === at(this.#b, y - 1 - length)) length++;
    return length === longRun;
  }

  /** The end of the path that got furthest from the corner. */
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
