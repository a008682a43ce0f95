// Finds which deleted file an added one was: same choices and same percentages as `git diff -M`.
import type { ByteString } from "../objects/byte-string.ts";
import { fileMode } from "../objects/tree.ts";
import { Budget } from "./budget.ts";
import type { FileSide, SidePair } from "./changed-files.ts";
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

/** @param maxWork bytes to compare, those of a file once for each file it is compared with */
export function detectRenames(source: ObjectSource, pairs: readonly SidePair[], maxWork: number): Renames {
  const deleted = pairs.flatMap(({ a, b }) => (a !== null && b === null ? [a] : []));
  const added = pairs.flatMap(({ a, b }) => (b !== null && a === null ? [b] : []));
  if (deleted.length === 0 || added.length === 0) return { renames: new Map(), limited: false };
  const search = new RenameSearch(source, deleted, added, { maxWork, renameLimit });
  search.pairIdentical();
  search.pairNamesakes();
  search.pairSimilar();
  return search;
}

interface RenameLimits {
  readonly maxWork: number;
  /** With more than its square of comparisons to make, none is made. */
  readonly renameLimit: number;
}

/** The steps of a search, each of which pairs files that are still left. */
export class RenameSearch {
  readonly renames = new Map<FileSide, Rename>();
  limited = false;
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
    { maxWork, renameLimit }: RenameLimits,
  ) {
    this.#source = source;
    this.#deleted = deleted;
    this.#added = added;
    this.#budget = new Budget(maxWork);
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

  pairIdentical(): void {
    const byOid = Map.groupBy(inOrderOfGitsTable(this.#deleted), ({ oid }) => oid);
    for (const file of this.#added) {
      const best = bestOfIdentical(file, byOid.get(file.oid) ?? [], this.#used);
      if (best !== null) this.#pair(best, file, fullScore);
    }
    this.dropPaired();
  }

  /** Files whose name no other deleted file has, and no other added one. */
  pairNamesakes(): void {
    const addedByName = byName(this.#added);
    for (const [name, deleted] of byName(this.#deleted)) {
      const [a, ...moreDeleted] = deleted;
      const [b, ...moreAdded] = addedByName.get(name) ?? [];
      if (a === undefined || b === undefined || moreDeleted.length > 0 || moreAdded.length > 0) continue;
      this.pairIfSimilar(a, b, leastScoreOfNamesakes);
    }
    this.dropPaired();
  }

  /** Call `dropPaired` after the last. @param least in 60,000ths */
  pairIfSimilar(a: FileSide, b: FileSide, least: number): boolean {
    if (!this.#mayBeSimilar(a, b, least)) return false;
    const work = this.#sizeOf(a) + this.#sizeOf(b);
    if (!this.#budget.canSpend(work)) {
      this.limited = true;
      return false;
    }
    this.#budget.spend(work);
    const score = this.#score(a, b, chunksOf(this.#source.blob(b.oid)));
    if (score < least) return false;
    this.#pair(a, b, score);
    return true;
  }

  /** Compares every deleted file with every added one. */
  pairSimilar(): void {
    const comparisons = this.#deleted.length * this.#added.length;
    if (comparisons > this.#renameLimit ** 2 || !this.#budget.canSpend(this.#workOfAll())) {
      this.limited = true;
      return;
    }
    const candidates = this.#added.flatMap((b) => this.#bestCandidates(b));
    candidates.sort(compareCandidates);
    for (const { a, b, score } of candidates) {
      if (score < leastScore) break;
      if (!this.#used.has(a) && !this.renames.has(b)) this.#pair(a, b, score);
    }
    this.dropPaired();
  }

  #pair(a: FileSide, b: FileSide, score: number): void {
    this.#used.add(a);
    this.renames.set(b, { a, similarity: percent(score) });
  }

  #bestCandidates(b: FileSide): Candidate[] {
    const best: Candidate[] = [];
    let chunks: Chunks | null = null;
    for (const a of this.#deleted) {
      let score = 0;
      if (this.#mayBeSimilar(a, b, leastScore)) {
        chunks ??= chunksOf(this.#source.blob(b.oid));
        score = this.#score(a, b, chunks);
      }
      keepIfBetter(best, { a, b, score, isNamesake: baseName(a.path) === baseName(b.path) });
    }
    return best;
  }

  #workOfAll(): number {
    let work = 0;
    for (const b of this.#added) {
      for (const a of this.#deleted) {
        if (this.#mayBeSimilar(a, b, leastScore)) work += this.#sizeOf(a) + this.#sizeOf(b);
      }
    }
    return work;
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
    return larger === 0 ? 0 : Math.trunc((copiedBytes(this.#chunksOfDeleted(a), chunks) * fullScore) / larger);
  }

  #sizeOf(file: FileSide): number {
    const known = this.#sizes.get(file);
    if (known !== undefined) return known;
    const size = this.#source.blobSize(file.oid);
    this.#sizes.set(file, size);
    return size;
  }

  #chunksOfDeleted(file: FileSide): Chunks {
    const known = this.#chunks.get(file);
    if (known !== undefined) return known;
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

interface Candidate {
  readonly a: FileSide;
  readonly b: FileSide;
  readonly score: number;
  readonly isNamesake: boolean;
}

/** Sorts the better one first. */
const compareCandidates = (one: Candidate, other: Candidate): number =>
  other.score - one.score || Number(other.isNamesake) - Number(one.isNamesake);

/** In the place of the first of the worst ones: where it stands decides between equal ones later. */
function keepIfBetter(best: Candidate[], candidate: Candidate): void {
  if (best.length < candidatesKept) {
    best.push(candidate);
    return;
  }
  const worst = best.reduce((found, one) => (compareCandidates(one, found) > 0 ? one : found));
  if (compareCandidates(worst, candidate) > 0) best[best.indexOf(worst)] = candidate;
}

/** The first unused one, or the first with the same name. */
function bestOfIdentical(file: FileSide, identical: readonly FileSide[], used: ReadonlySet<FileSide>): FileSide | null {
  let first: FileSide | null = null;
  let seen = 0;
  for (const one of identical) {
    if (used.has(one) || !mayBeIdentical(one.mode, file.mode)) continue;
    if (baseName(one.path) === baseName(file.path)) return one;
    first ??= one;
    if (++seen === mostAlternatives) break;
  }
  return first;
}

/** A symlink to "x" is not a file that says "x". */
const mayBeIdentical = (one: number, other: number): boolean => one === other || (isRegular(one) && isRegular(other));

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
