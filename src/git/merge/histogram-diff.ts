// The changed lines between two texts as `git merge` sees them: histogram diff, by the documentation of JGit's
// HistogramDiff. Among the runs of lines that both texts contain, the one with the rarest line splits both; the parts
// before and after it are split in turn. A part whose common lines all occur too often is left to Myers' algorithm, as
// in `git diff`.
import type { Budget, Work } from "../budget.ts";
import { chooseCandidates } from "../diff/confusing-lines.ts";
import { at } from "../diff/elements.ts";
import { collectChanges, type LineChange } from "../diff/line-diff.ts";
import { identifyLines, type LineIds, type Lines } from "../diff/lines.ts";
import { markShortestEdit } from "../diff/shortest-edit.ts";
import { slideRuns } from "../diff/sliding.ts";

/** Lines that occur more often in the first text do not split. JGit calls it maxChainLength. */
const mostOccurrences = 64;

/** @returns null when the budget is spent */
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

/** Lines of both texts; the ends are exclusive. */
interface Region {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** Adjacent lines that are equal in both texts. */
interface CommonRun extends Region {
  /** Occurrences of its rarest line in the first text's part of the region. */
  readonly rarest: number;
}

class HistogramSearch {
  /** By line: 1 if it has changed. */
  readonly changedA: Uint8Array;
  readonly changedB: Uint8Array;
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #budget: Budget;
  readonly #distinct: number;
  readonly #histogram: Histogram;

  constructor(ids: LineIds, budget: Budget) {
    this.#a = ids.a;
    this.#b = ids.b;
    this.#budget = budget;
    this.#distinct = ids.countsInA.length;
    this.#histogram = new Histogram(ids.a, this.#distinct);
    this.changedA = new Uint8Array(ids.a.length);
    this.changedB = new Uint8Array(ids.b.length);
  }

  /** @returns false when the budget is spent */
  *markAll(): Work<boolean> {
    const regions: Region[] = [{ aFrom: 0, aTo: this.#a.length, bFrom: 0, bTo: this.#b.length }];
    for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
      const { aFrom, aTo, bFrom, bTo } = region;
      if (this.#budget.endsSlice()) yield;
      const run = this.#splittingRun(region);
      if (this.#budget.isSpent) return false;
      if (run === "none") {
        this.changedA.fill(1, aFrom, aTo);
        this.changedB.fill(1, bFrom, bTo);
      } else if (run === "too common") {
        if (!(yield* this.#markShortest(region))) return false;
      } else {
        regions.push({ aFrom, aTo: run.aFrom, bFrom, bTo: run.bFrom }, { aFrom: run.aTo, aTo, bFrom: run.bTo, bTo });
      }
    }
    return true;
  }

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

  /** The run with the rarest line; among those the longest; among those the first. */
  #splittingRun(region: Region): CommonRun | "none" | "too common" {
    const { aFrom, aTo, bFrom, bTo } = region;
    if (aFrom === aTo || bFrom === bTo) return "none";
    this.#budget.spend(aTo - aFrom);
    this.#histogram.fill(aFrom, aTo);
    let best: CommonRun | null = null;
    let hasCommon = false;
    for (let line = bFrom; line < bTo && !this.#budget.isSpent; ) {
      const occurrences = this.#histogram.occurrencesOf(at(this.#b, line));
      hasCommon ||= occurrences > 0;
      const isRareEnough = occurrences > 0 && occurrences <= (best?.rarest ?? mostOccurrences);
      const runs: CommonRun[] = isRareEnough ? this.#runsThrough(line, region) : [];
      for (const run of runs) if (best === null || isBetter(run, best)) best = run;
      line = runs.reduce((next, run) => Math.max(next, run.bTo), line + 1);
    }
    this.#histogram.clear(aFrom, aTo);
    return best ?? (hasCommon ? "too common" : "none");
  }

  /** The runs that contain a line of the second text, one for each occurrence of the line in the first text. */
  #runsThrough(line: number, region: Region): CommonRun[] {
    const runs: CommonRun[] = [];
    for (let place = this.#histogram.firstPlace(at(this.#b, line)); place >= 0; ) {
      const run = this.#runAround(place, line, region);
      runs.push(run);
      while (place >= 0 && place < run.aTo) place = this.#histogram.nextPlace(place);
    }
    return runs;
  }

  #runAround(place: number, line: number, region: Region): CommonRun {
    const [a, b] = [this.#a, this.#b];
    let before = 0;
    const mostBefore = Math.min(place - region.aFrom, line - region.bFrom);
    while (before < mostBefore && at(a, place - before - 1) === at(b, line - before - 1)) before++;
    let after = 1;
    const mostAfter = Math.min(region.aTo - place, region.bTo - line);
    while (after < mostAfter && at(a, place + after) === at(b, line + after)) after++;
    this.#budget.spend(before + after);
    const [aFrom, aTo] = [place - before, place + after];
    return { aFrom, aTo, bFrom: line - before, bTo: line + after, rarest: this.#histogram.rarestOf(aFrom, aTo) };
  }
}

const isBetter = (run: CommonRun, other: CommonRun): boolean =>
  run.rarest < other.rarest || run.aTo - run.aFrom > other.aTo - other.aFrom;

/** Positions and numbers of occurrences of the lines in a part of a text. */
class Histogram {
  readonly #ids: Int32Array;
  /** By id: its first line + 1, or 0. */
  readonly #first: Int32Array;
  /** By line: the next equal line + 1, or 0. */
  readonly #next: Int32Array;
  readonly #occurrences: Int32Array;

  constructor(ids: Int32Array, distinct: number) {
    this.#ids = ids;
    this.#first = new Int32Array(distinct);
    this.#next = new Int32Array(ids.length);
    this.#occurrences = new Int32Array(distinct);
  }

  fill(from: number, to: number): void {
    for (let line = to - 1; line >= from; line--) {
      const id = at(this.#ids, line);
      this.#next[line] = at(this.#first, id);
      this.#first[id] = line + 1;
      this.#occurrences[id] = at(this.#occurrences, id) + 1;
    }
  }

  /** Resets only the entries of the lines it was filled with, because the text may be far longer. */
  clear(from: number, to: number): void {
    for (let line = from; line < to; line++) {
      this.#first[at(this.#ids, line)] = 0;
      this.#occurrences[at(this.#ids, line)] = 0;
    }
  }

  occurrencesOf(id: number): number {
    return at(this.#occurrences, id);
  }

  rarestOf(from: number, to: number): number {
    let rarest = Number.POSITIVE_INFINITY;
    for (let line = from; line < to; line++) rarest = Math.min(rarest, at(this.#occurrences, at(this.#ids, line)));
    return rarest;
  }

  /** The first line with the id; -1 for none. */
  firstPlace(id: number): number {
    return at(this.#first, id) - 1;
  }

  /** The next equal line; -1 for none. */
  nextPlace(line: number): number {
    return at(this.#next, line) - 1;
  }
}
