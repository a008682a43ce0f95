// How much one answer may read and compare, however many files it is about.
import type { FileChange } from "./changed-files.ts";
import type { ObjectSource } from "./object-source.ts";
import { type DiffLimits, defaultLimits, sizeOf } from "./patch.ts";

/** Bytes of blobs: a few seconds of inflating and splitting them. */
const MOST_BYTES = 300_000_000;
/** Steps of comparing; the files have equal shares. */
const MOST_WORK = 2_000_000_000;

export class Effort {
  readonly #source: ObjectSource;
  readonly #maxWork: number;
  #bytes = MOST_BYTES;

  /** @param files how many there will be */
  constructor(source: ObjectSource, files: number) {
    this.#source = source;
    this.#maxWork = Math.min(defaultLimits.maxWork, Math.floor(MOST_WORK / Math.max(1, files)));
  }

  /** What may be spent on the next file: nothing any more when it is one too many. */
  limitsOf({ old_oid, new_oid, a_mode, b_mode }: FileChange): DiffLimits {
    this.#bytes -= sizeOf(this.#source, old_oid, a_mode) + sizeOf(this.#source, new_oid, b_mode);
    return { ...defaultLimits, maxWork: this.#maxWork, ...(this.#bytes < 0 && { maxBlobBytes: -1 }) };
  }
}
