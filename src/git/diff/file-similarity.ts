// Scores how similar two files are, within a budget.
import { type Budget, cost, type Work } from "../budget.ts";
import { fileMode } from "../objects/tree.ts";
import type { FileSide } from "./changed-pairs.ts";
import type { ObjectSource } from "./object-source.ts";
import { type Chunks, chunksOf, copiedBytes } from "./similarity.ts";

/** Scores are in 60,000ths. */
export const fullScore = 60_000;

/** In steps, for considering a pair of files. */
export const comparisonCost = 20;
/** In steps, for looking up a chunk. */
const chunkCost = 0.15;
/** Estimated bytes of two files that a step compares, for lines of usual length. */
const bytesComparedPerStep = 128;
/** Number of chunks of deleted files that are cached, of 8 bytes each. */
const chunksKept = 2_000_000;

export class FileSimilarity {
  readonly #source: ObjectSource;
  readonly #budget: Budget;
  readonly #sizes = new Map<FileSide, number>();
  readonly #chunks = new Map<FileSide, Chunks>();
  #chunksRoom = chunksKept;

  constructor(source: ObjectSource, budget: Budget) {
    this.#source = source;
    this.#budget = budget;
  }

  /** False when modes or sizes rule out a score of `least`. */
  canReach(a: FileSide, b: FileSide, least: number): boolean {
    if (!isRegular(a.mode) || !isRegular(b.mode)) return false;
    const [one, other] = [this.#sizeOf(a), this.#sizeOf(b)];
    const larger = Math.max(one, other);
    return Math.abs(one - other) * fullScore <= larger * (fullScore - least);
  }

  /** @param chunks those of `b`; `a` is a deleted file, whose chunks are cached */
  score(a: FileSide, b: FileSide, chunks: Chunks): number {
    const larger = Math.max(this.#sizeOf(a), this.#sizeOf(b));
    if (larger === 0) return 0;
    const old = this.#chunksOfDeleted(a);
    this.#budget.spend((old.hashes.length + 2 * chunks.hashes.length) * chunkCost);
    return Math.trunc((copiedBytes(old, chunks) * fullScore) / larger);
  }

  /** In steps, for reading a file and cutting it into chunks. */
  readingCost(file: FileSide): number {
    return cost.row + 2 * this.#sizeOf(file) * cost.byte;
  }

  /** Estimated steps for comparing two files that are read. */
  comparingCost(a: FileSide, b: FileSide): number {
    return (this.#sizeOf(a) + this.#sizeOf(b)) / bytesComparedPerStep;
  }

  *chunksOf(file: FileSide): Work<Chunks> {
    this.#budget.spend(this.readingCost(file));
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
    this.#budget.spend(this.readingCost(file));
    const chunks = chunksOf(this.#source.blob(file.oid));
    if (chunks.hashes.length <= this.#chunksRoom) {
      this.#chunksRoom -= chunks.hashes.length;
      this.#chunks.set(file, chunks);
    }
    return chunks;
  }
}

export const isRegular = (mode: number): boolean => mode === fileMode.regular || mode === fileMode.executable;
