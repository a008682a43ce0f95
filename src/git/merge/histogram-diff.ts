// Which lines differ between two texts, exactly as merges see it: by the rarest lines that both have in common.
import type { Budget, Work } from "../budget.ts";
import { chooseCandidates } from "../diff/confusing-lines.ts";
import { at } from "../diff/elements.ts";
import { collectChanges, type LineChange } from "../diff/line-diff.ts";
import { identifyLines, type LineIds, type Lines } from "../diff/lines.ts";
import { markShortestEdit } from "../diff/shortest-edit.ts";
import { slideRuns } from "../diff/sliding.ts";

/** Lines that occur more often are no landmarks. */
const mostOccurrences = 64;

/** @returns null when the budget is spent. */
export function* diffByHistogram(a: Lines, b: Lines, budget: Budget): Work<LineChange[] | null> {
  const ids = yield* identifyLines(a, b, budget);
  if (ids === null) return null;
  const search = new HistogramSearch(ids, budget);
  if (!(yield* search.markAll())) return null;
  const markedA = { lines: a, ids: ids.a, changed: search.changedA };
  const markedB = { lines: b, ids: ids.b, changed: search.changedB };
  if (!(yield* slideRuns(markedA, markedB, budget, "down"))) return null;
  if (!(yield* slideRuns(markedB, markedA, budget, "down"))) return null;
  return collectChanges(markedA.changed, markedB.changed);
}

/** Lines of both texts, up to and without the ends. */
interface Region {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** Lines that both texts have, from the first to the last. */
interface Common {
  aFirst: number;
  aLast: number;
  bFirst: number;
  bLast: number;
}

type Landmark =
  | { readonly kind: "found"; readonly common: Common }
  | { readonly kind: "none" }
  | { readonly kind: "too_common" };

class HistogramSearch {
  /** By line: 1 if it is changed. */
  readonly changedA: Uint8Array;
  readonly changedB: Uint8Array;
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #budget: Budget;
  readonly #distinct: number;
  /** By id, of a region of a: its first line + 1, or 0, and how often it occurs. */
  readonly #first: Int32Array;
  readonly #occurrences: Int32Array;
  /** By line of a: the next one that is the same + 1, or 0. */
  readonly #next: Int32Array;

  constructor(ids: LineIds, budget: Budget) {
    this.#a = ids.a;
    this.#b = ids.b;
    this.#budget = budget;
    this.#distinct = ids.countsInA.length;
    this.#first = new Int32Array(this.#distinct);
    this.#occurrences = new Int32Array(this.#distinct);
    this.#next = new Int32Array(ids.a.length);
    this.changedA = new Uint8Array(ids.a.length);
    this.changedB = new Uint8Array(ids.b.length);
  }

  /** @returns false when the budget is spent. */
  *markAll(): Work<boolean> {
    const regions: Region[] = [{ aFrom: 0, aTo: this.#a.length, bFrom: 0, bTo: this.#b.length }];
    for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
      const { aFrom, aTo, bFrom, bTo } = region;
      if (aFrom === aTo || bFrom === bTo) {
        this.#markWhole(region);
        continue;
      }
      if (this.#budget.endsSlice()) yield;
      const landmark = this.#findLandmark(region);
      if (this.#budget.isSpent) return false;
      if (landmark.kind === "none") this.#markWhole(region);
      else if (landmark.kind === "too_common") {
        if (!(yield* this.#markShortest(region))) return false;
      } else {
        const { aFirst, aLast, bFirst, bLast } = landmark.common;
        regions.push({ aFrom, aTo: aFirst, bFrom, bTo: bFirst }, { aFrom: aLast + 1, aTo, bFrom: bLast + 1, bTo });
      }
    }
    return true;
  }

  #markWhole({ aFrom, aTo, bFrom, bTo }: Region): void {
    this.changedA.fill(1, aFrom, aTo);
    this.changedB.fill(1, bFrom, bTo);
  }

  /** As `git diff` would, the region by itself. */
  *#markShortest({ aFrom, aTo, bFrom, bTo }: Region): Work<boolean> {
    this.#budget.spend(2 * this.#distinct);
    const [a, b] = [this.#a.subarray(aFrom, aTo), this.#b.subarray(bFrom, bTo)];
    const candidates = chooseCandidates({ a, b, countsInA: this.#count(a), countsInB: this.#count(b) });
    if (!(yield* markShortestEdit(candidates.a, candidates.b, this.#budget))) return false;
    this.changedA.set(candidates.a.changed, aFrom);
    this.changedB.set(candidates.b.changed, bFrom);
    return true;
  }

  #count(ids: Int32Array): Int32Array {
    const counts = new Int32Array(this.#distinct);
    for (const id of ids) counts[id] = at(counts, id) + 1;
    return counts;
  }

  #findLandmark(region: Region): Landmark {
    const { aFrom, aTo } = region;
    this.#budget.spend(aTo - aFrom);
    for (let line = aTo - 1; line >= aFrom; line--) {
      const id = at(this.#a, line);
      this.#next[line] = at(this.#first, id);
      this.#first[id] = line + 1;
      this.#occurrences[id] = at(this.#occurrences, id) + 1;
    }
    const landmark = this.#searchLandmark(region);
    for (let line = aFrom; line < aTo; line++) {
      this.#first[at(this.#a, line)] = 0;
      this.#occurrences[at(this.#a, line)] = 0;
    }
    return landmark;
  }

  /** The run of common lines with the rarest line in it; the longest of such. */
  #searchLandmark(region: Region): Landmark {
    const best: Common = { aFirst: 0, aLast: 0, bFirst: 0, bLast: 0 };
    let found = false;
    let fewest = mostOccurrences + 1;
    let hasCommon = false;
    for (let line = region.bFrom; line < region.bTo && !this.#budget.isSpent; ) {
      const start = line++;
      const id = at(this.#b, start);
      const occurrences = at(this.#occurrences, id);
      if (occurrences === 0) continue;
      hasCommon = true;
      if (occurrences > fewest) continue;
      for (let place = at(this.#first, id); place > 0; ) {
        const following = at(this.#next, place - 1);
        const { common, rarest } = this.#extend(place - 1, start, occurrences, region);
        line = Math.max(line, common.bLast + 1);
        if (best.aLast - best.aFirst < common.aLast - common.aFirst || rarest < fewest) {
          Object.assign(best, common);
          found = true;
          fewest = rarest;
        }
        place = following;
        while (place > 0 && place - 1 <= common.aLast) place = at(this.#next, place - 1);
      }
    }
    if (hasCommon && fewest > mostOccurrences) return { kind: "too_common" };
    return found ? { kind: "found", common: best } : { kind: "none" };
  }

  /** Grows a pair of equal lines both ways. */
  #extend(a: number, b: number, occurrences: number, region: Region): { common: Common; rarest: number } {
    const common = { aFirst: a, aLast: a, bFirst: b, bLast: b };
    let rarest = occurrences;
    const see = (line: number) => {
      if (rarest > 1) rarest = Math.min(rarest, at(this.#occurrences, at(this.#a, line)));
    };
    while (
      common.aFirst > region.aFrom &&
      common.bFirst > region.bFrom &&
      at(this.#a, common.aFirst - 1) === at(this.#b, common.bFirst - 1)
    ) {
      common.bFirst--;
      see(--common.aFirst);
    }
    while (
      common.aLast + 1 < region.aTo &&
      common.bLast + 1 < region.bTo &&
      at(this.#a, common.aLast + 1) === at(this.#b, common.bLast + 1)
    ) {
      common.bLast++;
      see(++common.aLast);
    }
    this.#budget.spend(common.aLast - common.aFirst + 1);
    return { common, rarest };
  }
}
