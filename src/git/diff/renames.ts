// Finds which deleted file an added one was: same choices and same percentages as `git diff -M`.
import { type Budget, cost, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { fileMode } from "../objects/tree.ts";
import type { FileSide, SidePair } from "./changed-pairs.ts";
import type { ObjectSource } from "./object-source.ts";
import { type Chunks, chunksOf, copiedBytes } from "./similarity.ts";

/** Scores are in 60,000ths. */
const fullScore = 60_000;
const leastScore = 30_000;
/** Asked of the only two files with a name, which are compared with each other before anything else. */
export const leastScoreOfNamesakes = 45_000;

/** With more than its square of comparisons to make, `git diff` makes none. */
const renameLimit = 1000;
/** Of this many identical files the last ones are not looked at. */
const mostAlternatives = 100;
const candidatesKept = 4;
/** Steps. Of looking at two files; of finding out by their sizes whether to compare them; of looking up a chunk. */
const comparisonCost = 20;
const selectionCost = 5;
const chunkCost = 0.15;
/** Bytes of two files, in files of usual lines. */
const bytesComparedPerStep = 128;
/** Chunks of deleted files that are kept for the next comparison; 8 bytes each. */
const chunksKept = 2_000_000;

export interface Rename {
  readonly a: FileSide;
  /** Per cent, rounded down. */
  readonly similarity: number;
}

export interface Renames {
  /** By the added file. */
  readonly renames: Map<FileSide, Rename>;
  readonly limited: boolean;
}

/** Identical files are found in any case; those with edits as far as the budget goes. */
export function* detectRenames(source: ObjectSource, pairs: readonly SidePair[], budget: Budget): Work<Renames> {
  const deleted = pairs.flatMap(({ a, b }) => (a !== null && b === null ? [a] : []));
  const added = pairs.flatMap(({ a, b }) => (b !== null && a === null ? [b] : []));
  if (deleted.length === 0 || added.length === 0) return { renames: new Map(), limited: false };
  const search = new RenameSearch(source, deleted, added, { budget, renameLimit });
  yield* search.pairIdentical();
  yield* search.pairNamesakes();
  yield* search.pairSimilar();
  return search;
}

interface RenameLimits {
  readonly budget: Budget;
  /** With more than its square of comparisons to make, none is made. */
  readonly renameLimit: number;
}

/** The steps of a search, each of which pairs files that are still left. */
export class RenameSearch {
  readonly renames = new Map<FileSide, Rename>();
  limited = false;
  /** Added files with more of the best candidates than are kept, so that their order decided which are. */
  readonly crowded = new Set<FileSide>();
  readonly #source: ObjectSource;
  readonly #budget: Budget;
  readonly #renameLimit: number;
  /** Those that are not paired yet. */
  #deleted: readonly FileSide[];
  #added: readonly FileSide[];
  /** Deleted files that are paired. */
  readonly #used = new Set<FileSide>();
  readonly #sizes = new Map<FileSide, number>();
  readonly #chunks = new Map<FileSide, Chunks>();
  #chunksRoom = chunksKept;

  constructor(
    source: ObjectSource,
    deleted: readonly FileSide[],
    added: readonly FileSide[],
    { budget, renameLimit }: RenameLimits,
  ) {
    this.#source = source;
    this.#deleted = deleted;
    this.#added = added;
    this.#budget = budget;
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

  /** Leaves the other deleted files out of what follows. */
  keepDeleted(isWanted: (file: FileSide) => boolean): void {
    this.#deleted = this.#deleted.filter(isWanted);
  }

  *pairIdentical(): Work<void> {
    // The next one to look at is the last of each list: taking it from there moves no others.
    const byContent = Map.groupBy(inOrderOfGitsTable(this.#deleted).toReversed(), contentKey);
    for (const file of this.#added) {
      const best = takeIdentical(file, byContent.get(contentKey(file)) ?? [], this.#budget);
      if (best !== null) this.pair(best, file, fullScore);
      if (this.#budget.endsSlice()) yield;
    }
    this.dropPaired();
  }

  /** Files whose name no other deleted file has, and no other added one. */
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

  /** Call `dropPaired` after the last. @param least in 60,000ths */
  *pairIfSimilar(a: FileSide, b: FileSide, least: number): Work<boolean> {
    if (!this.#mayBeSimilar(a, b, least)) return false;
    if (!this.#budget.canSpend(this.#readingCost(a) + this.#readingCost(b))) {
      this.limited = true;
      return false;
    }
    const score = this.#score(a, b, yield* this.#chunksOf(b));
    if (this.#budget.endsSlice()) yield;
    if (score < least) return false;
    this.pair(a, b, score);
    return true;
  }

  /** Pairs the most similar files. */
  *pairSimilar(): Work<void> {
    for (const { a, b, score } of yield* this.candidates()) {
      if (!this.isPaired(a) && !this.isPaired(b)) this.pair(a, b, score);
    }
    this.dropPaired();
  }

  /**
   * Compares every deleted file with every added one.
   *
   * @returns the best candidates for each added file, the most similar first; none when it is too much to compare
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
      if (this.#mayBeSimilar(a, b, leastScore)) {
        chunks ??= yield* this.#chunksOf(b);
        score = this.#score(a, b, chunks);
      }
      const dropped = keepIfBetter(best, { a, b, score, isNamesake: baseName(a.path) === name });
      if (dropped !== null && best.some((kept) => compareCandidates(kept, dropped) === 0)) this.crowded.add(b);
      if (this.#budget.endsSlice()) yield;
    }
    return best;
  }

  /** By an estimate, so that usually either all comparisons are made or none. */
  *#canCompareAll(): Work<boolean> {
    const toRead = new Set<FileSide>();
    let steps = 0;
    for (const b of this.#added) {
      for (const a of this.#deleted) {
        steps += comparisonCost;
        if (!this.#mayBeSimilar(a, b, leastScore)) continue;
        steps += (this.#sizeOf(a) + this.#sizeOf(b)) / bytesComparedPerStep;
        toRead.add(a).add(b);
      }
      this.#budget.spend(this.#deleted.length * selectionCost);
      if (!this.#budget.canSpend(steps)) return false;
      if (this.#budget.endsSlice()) yield;
    }
    for (const file of toRead) steps += this.#readingCost(file);
    return this.#budget.canSpend(steps);
  }

  /** As far as modes and sizes tell. */
  #mayBeSimilar(a: FileSide, b: FileSide, least: number): boolean {
    if (!isRegular(a.mode) || !isRegular(b.mode)) return false;
    const [one, other] = [this.#sizeOf(a), this.#sizeOf(b)];
    const larger = Math.max(one, other);
    return Math.abs(one - other) * fullScore <= larger * (fullScore - least);
  }

  #score(a: FileSide, b: FileSide, chunks: Chunks): number {
    const larger = Math.max(this.#sizeOf(a), this.#sizeOf(b));
    if (larger === 0) return 0;
    const old = this.#chunksOfDeleted(a);
    this.#budget.spend((old.hashes.length + 2 * chunks.hashes.length) * chunkCost);
    return Math.trunc((copiedBytes(old, chunks) * fullScore) / larger);
  }

  #readingCost(file: FileSide): number {
    return cost.row + 2 * this.#sizeOf(file) * cost.byte;
  }

  *#chunksOf(file: FileSide): Work<Chunks> {
    this.#budget.spend(this.#readingCost(file));
    const blob = this.#source.blob(file.oid);
    if (this.#budget.endsSlice()) yield;
    return chunksOf(blob);
  }

  #sizeOf(file: FileSide): number {
    const known = this.#sizes.get(file);
    if (known !== undefined) return known;
    this.#budget.spend(cost.row);
    const size = this.#source.blobSize(file.oid);
    this.#sizes.set(file, size);
    return size;
  }

  #chunksOfDeleted(file: FileSide): Chunks {
    const known = this.#chunks.get(file);
    if (known !== undefined) return known;
    this.#budget.spend(this.#readingCost(file));
    const chunks = chunksOf(this.#source.blob(file.oid));
    if (chunks.hashes.length <= this.#chunksRoom) {
      this.#chunksRoom -= chunks.hashes.length;
      this.#chunks.set(file, chunks);
    }
    return chunks;
  }

  dropPaired(): void {
    this.#deleted = this.#deleted.filter((file) => !this.#used.has(file));
    this.#added = this.#added.filter((file) => !this.renames.has(file));
  }
}

export interface Candidate {
  readonly a: FileSide;
  readonly b: FileSide;
  readonly score: number;
  readonly isNamesake: boolean;
}

/** Sorts the better one first. */
export const compareCandidates = (one: Candidate, other: Candidate): number =>
  other.score - one.score || Number(other.isNamesake) - Number(one.isNamesake);

/**
 * Puts a candidate in the place of the first of the worst ones: where it stands decides between equal ones later.
 *
 * @returns the one that was not kept
 */
function keepIfBetter(best: Candidate[], candidate: Candidate): Candidate | null {
  if (best.length < candidatesKept) {
    best.push(candidate);
    return null;
  }
  const worst = best.reduce((found, one) => (compareCandidates(one, found) > 0 ? one : found));
  if (compareCandidates(worst, candidate) <= 0) return candidate;
  best[best.indexOf(worst)] = candidate;
  return worst;
}

/** Takes the first with the same name out of the list, or else the first. @param identical the first one last */
function takeIdentical(file: FileSide, identical: FileSide[], budget: Budget): FileSide | null {
  const name = baseName(file.path);
  const first = identical.length - 1;
  const last = Math.max(identical.length - mostAlternatives, 0);
  let chosen = first;
  for (let place = first; place >= last; place--) {
    budget.spend(comparisonCost);
    if (baseName(identical[place]?.path ?? "") !== name) continue;
    chosen = place;
    break;
  }
  return identical.splice(chosen, 1)[0] ?? null;
}

/** Equal for files that may be taken for the same one: a symlink to "x" is not a file that says "x". */
export const contentKey = ({ oid, mode }: FileSide): string => `${oid} ${isRegular(mode) ? "file" : mode}`;

/**
 * Git looks identical files up in a hash table, in their order. Only if the table grows at the very last file, the
 * order is reversed: a table of 4^n slots, 80 % full.
 */
function inOrderOfGitsTable(files: readonly FileSide[]): readonly FileSide[] {
  let slots = 64;
  while (Math.floor((files.length * 100) / 80) > slots) slots *= 4;
  return files.length > Math.floor((slots * 80) / 100) ? files.toReversed() : files;
}

const isRegular = (mode: number): boolean => mode === fileMode.regular || mode === fileMode.executable;

const byName = (files: readonly FileSide[]) => Map.groupBy(files, ({ path }) => baseName(path));

export const baseName = (path: ByteString): ByteString => path.slice(path.lastIndexOf("/") + 1);

const percent = (score: number): number => Math.trunc((score * 100) / fullScore);
