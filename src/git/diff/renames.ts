// Finds the deleted file that an added file was renamed from: same pairs and percentages as `git diff -M`.
import type { Budget, Work } from "../budget.ts";
import type { FileSide, SidePair } from "./changed-pairs.ts";
import { comparisonCost, FileSimilarity, fullScore } from "./file-similarity.ts";
import { contentKey, inOrderOfGitsTable, takeIdentical } from "./identical-files.ts";
import type { ObjectSource } from "./object-source.ts";
import { baseName } from "./paths.ts";
import { type Candidate, compareCandidates, keepIfBetter } from "./rename-candidates.ts";
import type { Chunks } from "./similarity.ts";

/** Least score of a rename, in 60,000ths. */
const leastScore = 30_000;
/** Required of the only two files with a name, which are compared before all others. */
export const leastScoreOfNamesakes = 45_000;

/** `git diff` compares no files if there are more pairs than the square of this. */
const renameLimit = 1000;
/** In steps, for deciding by mode and size whether two files are compared. */
const selectionCost = 5;

export interface Rename {
  readonly a: FileSide;
  /** In per cent, rounded down. */
  readonly similarity: number;
}

/** By the added file. */
export type Renames = ReadonlyMap<FileSide, Rename>;

/** Finds all identical files, and files with edits as far as the budget allows. */
export function* detectRenames(source: ObjectSource, pairs: readonly SidePair[], budget: Budget): Work<Renames> {
  const deleted = pairs.flatMap(({ a, b }) => (a !== null && b === null ? [a] : []));
  const added = pairs.flatMap(({ a, b }) => (b !== null && a === null ? [b] : []));
  if (deleted.length === 0 || added.length === 0) return new Map();
  const search = new RenameSearch(source, deleted, added, { budget, renameLimit });
  yield* search.pairIdentical();
  yield* search.pairNamesakes();
  yield* search.pairSimilar();
  return search.renames;
}

interface RenameLimits {
  readonly budget: Budget;
  /** If there are more pairs of files than its square, none is compared. */
  readonly renameLimit: number;
}

/** A search in steps, each of which pairs files that are not paired yet. */
export class RenameSearch {
  readonly renames = new Map<FileSide, Rename>();
  /** True if there was too much to compare, so that renames with edits may be missing. */
  limited = false;
  /** Added files with more equal best candidates than are kept, so that git's order decided which are kept. */
  readonly crowded = new Set<FileSide>();
  readonly #budget: Budget;
  readonly #similarity: FileSimilarity;
  readonly #renameLimit: number;
  #deleted: readonly FileSide[];
  #added: readonly FileSide[];
  /** Deleted files that are paired. */
  readonly #used = new Set<FileSide>();

  constructor(
    source: ObjectSource,
    deleted: readonly FileSide[],
    added: readonly FileSide[],
    { budget, renameLimit }: RenameLimits,
  ) {
    this.#deleted = deleted;
    this.#added = added;
    this.#budget = budget;
    this.#similarity = new FileSimilarity(source, budget);
    this.#renameLimit = renameLimit;
  }

  /** Not paired yet. */
  get deleted(): readonly FileSide[] {
    return this.#deleted;
  }

  /** Not paired yet. */
  get added(): readonly FileSide[] {
    return this.#added;
  }

  /** Drops the other deleted files from the search. */
  keepDeleted(isWanted: (file: FileSide) => boolean): void {
    this.#deleted = this.#deleted.filter(isWanted);
  }

  *pairIdentical(): Work<void> {
    // Reversed, because removing the last element of an array moves no others.
    const byContent = Map.groupBy(inOrderOfGitsTable(this.#deleted).toReversed(), contentKey);
    for (const file of this.#added) {
      const best = takeIdentical(file, byContent.get(contentKey(file)) ?? [], this.#budget);
      if (best !== null) this.pair(best, file, fullScore);
      if (this.#budget.endsSlice()) yield;
    }
    this.dropPaired();
  }

  /** Pairs files whose name only one deleted and one added file have. */
  *pairNamesakes(): Work<void> {
    const addedByName = byName(this.#added);
    for (const [name, deleted] of byName(this.#deleted)) {
      const [a, ...moreDeleted] = deleted;
      const [b, ...moreAdded] = addedByName.get(name) ?? [];
      if (a === undefined || b === undefined || moreDeleted.length > 0 || moreAdded.length > 0) continue;
      yield* this.pairIfSimilar(a, b, leastScoreOfNamesakes);
    }
    this.dropPaired();
  }

  /** Call `dropPaired` after the last call. @param least in 60,000ths */
  *pairIfSimilar(a: FileSide, b: FileSide, least: number): Work<boolean> {
    if (!this.#similarity.canReach(a, b, least)) return false;
    if (!this.#budget.canSpend(this.#similarity.readingCost(a) + this.#similarity.readingCost(b))) {
      this.limited = true;
      return false;
    }
    const score = this.#similarity.score(a, b, yield* this.#similarity.chunksOf(b));
    if (this.#budget.endsSlice()) yield;
    if (score < least) return false;
    this.pair(a, b, score);
    return true;
  }

  /** Pairs the most similar files, best first. */
  *pairSimilar(): Work<void> {
    for (const { a, b, score } of yield* this.candidates()) {
      if (!this.isPaired(a) && !this.isPaired(b)) this.pair(a, b, score);
    }
    this.dropPaired();
  }

  /**
   * Compares every deleted file with every added one.
   *
   * @returns the best candidates of each added file, most similar first; none if that exceeds the limit or the budget
   */
  *candidates(): Work<Candidate[]> {
    const comparisons = this.#deleted.length * this.#added.length;
    if (comparisons > this.#renameLimit ** 2 || !(yield* this.#canCompareAll())) {
      this.limited = true;
      return [];
    }
    const candidates: Candidate[] = [];
    for (const b of this.#added) {
      const best = yield* this.#bestCandidates(b);
      candidates.push(...best.filter(({ score }) => score >= leastScore));
      if (!this.#budget.isSpent) continue;
      this.limited = true;
      return [];
    }
    return candidates.sort(compareCandidates);
  }

  isPaired(file: FileSide): boolean {
    return this.#used.has(file) || this.renames.has(file);
  }

  /** @param score in 60,000ths */
  pair(a: FileSide, b: FileSide, score: number): void {
    this.#used.add(a);
    this.renames.set(b, { a, similarity: percent(score) });
  }

  *#bestCandidates(b: FileSide): Work<Candidate[]> {
    const best: Candidate[] = [];
    const name = baseName(b.path);
    let chunks: Chunks | null = null;
    for (const a of this.#deleted) {
      let score = 0;
      this.#budget.spend(comparisonCost);
      if (this.#similarity.canReach(a, b, leastScore)) {
        chunks ??= yield* this.#similarity.chunksOf(b);
        score = this.#similarity.score(a, b, chunks);
      }
      const dropped = keepIfBetter(best, { a, b, score, isNamesake: baseName(a.path) === name });
      if (dropped !== null && best.some((kept) => compareCandidates(kept, dropped) === 0)) this.crowded.add(b);
      if (this.#budget.endsSlice()) yield;
    }
    return best;
  }

  /** Estimates the cost, so that usually either all comparisons are made or none. */
  *#canCompareAll(): Work<boolean> {
    const toRead = new Set<FileSide>();
    let steps = 0;
    for (const b of this.#added) {
      for (const a of this.#deleted) {
        steps += comparisonCost;
        if (!this.#similarity.canReach(a, b, leastScore)) continue;
        steps += this.#similarity.comparingCost(a, b);
        toRead.add(a).add(b);
      }
      this.#budget.spend(this.#deleted.length * selectionCost);
      if (!this.#budget.canSpend(steps)) return false;
      if (this.#budget.endsSlice()) yield;
    }
    for (const file of toRead) steps += this.#similarity.readingCost(file);
    return this.#budget.canSpend(steps);
  }

  dropPaired(): void {
    this.#deleted = this.#deleted.filter((file) => !this.#used.has(file));
    this.#added = this.#added.filter((file) => !this.renames.has(file));
  }
}

const byName = (files: readonly FileSide[]) => Map.groupBy(files, ({ path }) => baseName(path));

const percent = (score: number): number => Math.trunc((score * 100) / fullScore);
