// Myers' search for a shortest edit in linear space, with the shortcuts git takes where it gets long: which of several
// shortest edits is found, and where it settles for a longer one, is as in git.
import type { Budget, Work } from "../budget.ts";
import { type Candidates, roughRoot } from "./confusing-lines.ts";
import { at } from "./elements.ts";

/** A run of equal lines that shows a way to be worth following. */
const longRun = 20;
/** From which cost on a promising way is taken without looking further. */
const patience = 256;
/** A way is promising when it got this many times further than its cost. */
const promise = 4;

const beyond = 0x7fffffff;

/** Marks what is changed between the candidates of both texts. @returns false when the budget is spent. */
export function* markShortestEdit(a: Candidates, b: Candidates, budget: Budget): Work<boolean> {
  const search = new Search(a.ids, b.ids, budget);
  // Boxes still to do: a's range, b's range, whether the shortest edit is insisted on.
  const boxes: [aFrom: number, aTo: number, bFrom: number, bTo: number, thorough: boolean][] = [
    [0, a.ids.length, 0, b.ids.length, false],
  ];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    let [aFrom, aTo, bFrom, bTo] = box;
    const thorough = box[4];
    while (aFrom < aTo && bFrom < bTo && at(a.ids, aFrom) === at(b.ids, bFrom)) {
      aFrom++;
      bFrom++;
    }
    while (aFrom < aTo && bFrom < bTo && at(a.ids, aTo - 1) === at(b.ids, bTo - 1)) {
      aTo--;
      bTo--;
    }
    if (aFrom === aTo || bFrom === bTo) {
      for (let index = aFrom; index < aTo; index++) a.changed[at(a.lines, index)] = 1;
      for (let index = bFrom; index < bTo; index++) b.changed[at(b.lines, index)] = 1;
      continue;
    }
    const middle = yield* search.findMiddle(aFrom, aTo, bFrom, bTo, thorough);
    if (middle === null) return false;
    boxes.push([aFrom, middle.a, bFrom, middle.b, middle.thoroughBefore]);
    boxes.push([middle.a, aTo, middle.b, bTo, middle.thoroughAfter]);
  }
  return true;
}

/** A point on the way. The shortest edit is insisted on only in a half to whose corner a way was followed. */
interface Middle {
  readonly a: number;
  readonly b: number;
  readonly thoroughBefore: boolean;
  readonly thoroughAfter: boolean;
}

/**
 * Ways are followed from both corners of a box at once. A diagonal is the difference of the places in a and b; for each
 * one `forward` and `backward` hold how far in a the best way of the present cost got.
 */
class Search {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #budget: Budget;
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  /** Where diagonal 0 is in these two. */
  readonly #zero: number;
  /** The cost at which the search gives up. */
  readonly #limit: number;

  #aFrom = 0;
  #aTo = 0;
  #bFrom = 0;
  #bTo = 0;
  #forwardLow = 0;
  #forwardHigh = 0;
  #backwardLow = 0;
  #backwardHigh = 0;
  /** Whether ways meet while going forward, which depends on the box alone. */
  #meetsForward = false;
  #sawLongRun = false;

  constructor(a: Int32Array, b: Int32Array, budget: Budget) {
    const diagonals = a.length + b.length + 3;
    this.#a = a;
    this.#b = b;
    this.#budget = budget;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#zero = b.length + 1;
    this.#limit = Math.max(roughRoot(diagonals), patience);
  }

  /** @returns null when the budget is spent. */
  *findMiddle(aFrom: number, aTo: number, bFrom: number, bTo: number, thorough: boolean): Work<Middle | null> {
    this.#aFrom = aFrom;
    this.#aTo = aTo;
    this.#bFrom = bFrom;
    this.#bTo = bTo;
    this.#forwardLow = this.#forwardHigh = aFrom - bFrom;
    this.#backwardLow = this.#backwardHigh = aTo - bTo;
    this.#meetsForward = ((this.#forwardLow - this.#backwardLow) & 1) !== 0;
    this.#forward[this.#zero + this.#forwardLow] = aFrom;
    this.#backward[this.#zero + this.#backwardLow] = aTo;
    for (let cost = 1; !this.#budget.isSpent; cost++) {
      this.#sawLongRun = false;
      const middle = this.#goForward() ?? this.#goBackward();
      if (middle !== null) return middle;
      if (this.#budget.endsSlice()) yield;
      if (thorough) continue;
      if (this.#sawLongRun && cost > patience) {
        const promising = this.#promisingForward(cost) ?? this.#promisingBackward(cost);
        if (promising !== null) return promising;
      }
      if (cost >= this.#limit) return this.#furthest();
    }
    return null;
  }

  #goForward(): Middle | null {
    const [a, b, forward, backward, zero] = [this.#a, this.#b, this.#forward, this.#backward, this.#zero];
    const [aTo, bTo] = [this.#aTo, this.#bTo];
    // At the border of the box the range shrinks, so that its diagonals keep to every second one.
    if (this.#forwardLow > this.#aFrom - bTo) forward[zero + --this.#forwardLow - 1] = -1;
    else this.#forwardLow++;
    if (this.#forwardHigh < aTo - this.#bFrom) forward[zero + ++this.#forwardHigh + 1] = -1;
    else this.#forwardHigh--;
    let steps = 0;
    for (let diagonal = this.#forwardHigh; diagonal >= this.#forwardLow; diagonal -= 2) {
      const below = at(forward, zero + diagonal - 1);
      const above = at(forward, zero + diagonal + 1);
      const start = below >= above ? below + 1 : above;
      let x = start;
      let y = x - diagonal;
      while (x < aTo && y < bTo && at(a, x) === at(b, y)) {
        x++;
        y++;
      }
      if (x - start > longRun) this.#sawLongRun = true;
      steps += x - start + 1;
      forward[zero + diagonal] = x;
      if (!this.#meetsForward || diagonal < this.#backwardLow || diagonal > this.#backwardHigh) continue;
      if (at(backward, zero + diagonal) <= x) {
        this.#budget.spend(steps);
        return { a: x, b: y, thoroughBefore: true, thoroughAfter: true };
      }
    }
    this.#budget.spend(steps);
    return null;
  }

  #goBackward(): Middle | null {
    const [a, b, forward, backward, zero] = [this.#a, this.#b, this.#forward, this.#backward, this.#zero];
    const [aFrom, bFrom] = [this.#aFrom, this.#bFrom];
    if (this.#backwardLow > aFrom - this.#bTo) backward[zero + --this.#backwardLow - 1] = beyond;
    else this.#backwardLow++;
    if (this.#backwardHigh < this.#aTo - bFrom) backward[zero + ++this.#backwardHigh + 1] = beyond;
    else this.#backwardHigh--;
    let steps = 0;
    for (let diagonal = this.#backwardHigh; diagonal >= this.#backwardLow; diagonal -= 2) {
      const below = at(backward, zero + diagonal - 1);
      const above = at(backward, zero + diagonal + 1);
      const start = below < above ? below : above - 1;
      let x = start;
      let y = x - diagonal;
      while (x > aFrom && y > bFrom && at(a, x - 1) === at(b, y - 1)) {
        x--;
        y--;
      }
      if (start - x > longRun) this.#sawLongRun = true;
      steps += start - x + 1;
      backward[zero + diagonal] = x;
      if (this.#meetsForward || diagonal < this.#forwardLow || diagonal > this.#forwardHigh) continue;
      if (x <= at(forward, zero + diagonal)) {
        this.#budget.spend(steps);
        return { a: x, b: y, thoroughBefore: true, thoroughAfter: true };
      }
    }
    this.#budget.spend(steps);
    return null;
  }

  /** Of the ways that got far for their cost and have just come along a long run, the best. */
  #promisingForward(cost: number): Middle | null {
    let best = 0;
    let found: Middle | null = null;
    const home = this.#aFrom - this.#bFrom;
    for (let diagonal = this.#forwardHigh; diagonal >= this.#forwardLow; diagonal -= 2) {
      const x = at(this.#forward, this.#zero + diagonal);
      const y = x - diagonal;
      const merit = x - this.#aFrom + (y - this.#bFrom) - Math.abs(diagonal - home);
      if (merit <= promise * cost || merit <= best) continue;
      if (x < this.#aFrom + longRun || x >= this.#aTo || y < this.#bFrom + longRun || y >= this.#bTo) continue;
      if (!this.#isRun(x - longRun, y - longRun)) continue;
      best = merit;
      found = { a: x, b: y, thoroughBefore: true, thoroughAfter: false };
    }
    return found;
  }

  #promisingBackward(cost: number): Middle | null {
    let best = 0;
    let found: Middle | null = null;
    const home = this.#aTo - this.#bTo;
    for (let diagonal = this.#backwardHigh; diagonal >= this.#backwardLow; diagonal -= 2) {
      const x = at(this.#backward, this.#zero + diagonal);
      const y = x - diagonal;
      const merit = this.#aTo - x + (this.#bTo - y) - Math.abs(diagonal - home);
      if (merit <= promise * cost || merit <= best) continue;
      if (x <= this.#aFrom || x > this.#aTo - longRun || y <= this.#bFrom || y > this.#bTo - longRun) continue;
      if (!this.#isRun(x, y)) continue;
      best = merit;
      found = { a: x, b: y, thoroughBefore: false, thoroughAfter: true };
    }
    return found;
  }

  #isRun(x: number, y: number): boolean {
    let length = 0;
    while (length < longRun && at(this.#a, x + length) === at(this.#b, y + length)) length++;
    return length === longRun;
  }

  /** Enough: whichever way got furthest from its corner. */
  #furthest(): Middle {
    let ahead = -1;
    let aheadX = -1;
    for (let diagonal = this.#forwardHigh; diagonal >= this.#forwardLow; diagonal -= 2) {
      const x = Math.min(at(this.#forward, this.#zero + diagonal), this.#aTo, this.#bTo + diagonal);
      const sum = x + x - diagonal;
      if (sum <= ahead) continue;
      ahead = sum;
      aheadX = x;
    }
    let behind = beyond;
    let behindX = beyond;
    for (let diagonal = this.#backwardHigh; diagonal >= this.#backwardLow; diagonal -= 2) {
      const x = Math.max(at(this.#backward, this.#zero + diagonal), this.#aFrom, this.#bFrom + diagonal);
      const sum = x + x - diagonal;
      if (sum >= behind) continue;
      behind = sum;
      behindX = x;
    }
    return this.#aTo + this.#bTo - behind < ahead - (this.#aFrom + this.#bFrom)
      ? { a: aheadX, b: ahead - aheadX, thoroughBefore: true, thoroughAfter: false }
      : { a: behindX, b: behind - behindX, thoroughBefore: false, thoroughAfter: true };
  }
}
