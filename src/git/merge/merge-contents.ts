// Merges three versions of one file: its mode and its content.
import { type Budget, cost, type Work } from "../budget.ts";
import { isBinary } from "../diff/text.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { type MergedText, mergeTexts } from "./merge-texts.ts";
import { isRegular, isSameType, type Version } from "./paths.ts";
import type { PendingObjects } from "./pending-objects.ts";

export interface MergedVersion {
  /** Null for nothing. Of a conflict: what stands for the file in the base of another merge. */
  readonly version: Version | null;
  readonly isClean: boolean;
}

export interface FileVersions {
  readonly base: Version | null;
  readonly ours: Version;
  readonly theirs: Version;
  /** Where each version's path is. */
  readonly origins: readonly [ByteString, ByteString, ByteString];
}

const defaultMarkerSize = 7;

/** What is the same in all merges of one. */
export class ContentMerger {
  /** Some text could not be merged within the budget: nothing the merge says besides conflicts is to be relied on. */
  gaveUp = false;
  /** 0, or how many merges deep: merge bases that are merged to be the base of another merge. */
  readonly depth: number;
  readonly #objects: PendingObjects;
  readonly #budget: Budget;

  constructor(objects: PendingObjects, budget: Budget, depth: number) {
    this.#objects = objects;
    this.#budget = budget;
    this.depth = depth;
  }

  /** @param extraMarkers how much longer conflict markers are than usual */
  *merge(versions: FileVersions, extraMarkers: number): Work<MergedVersion> {
    const { base, ours, theirs } = versions;
    const takesTheirMode = ours.mode === theirs.mode || ours.mode === base?.mode;
    const mode = takesTheirMode ? theirs.mode : ours.mode;
    const hasModeConflict = !takesTheirMode && theirs.mode !== base?.mode;
    const merged = (oid: string, isClean: boolean): MergedVersion => ({
      version: { mode, oid },
      isClean: isClean && !hasModeConflict,
    });
    if (!isSameType(ours, theirs)) return { version: base, isClean: false };
    if (ours.oid === theirs.oid || ours.oid === base?.oid) return merged(theirs.oid, true);
    if (theirs.oid === base?.oid) return merged(ours.oid, true);
    if (isRegular(ours)) {
      const text = yield* this.#mergeBlobs(versions, extraMarkers);
      return merged(this.#objects.add("blob", text.content), !text.hasConflicts);
    }
    // Two changes of a symlink or a submodule. In the base of another merge what was there before stands for both.
    return this.depth === 0 ? merged(ours.oid, false) : { version: base, isClean: false };
  }

  *#mergeBlobs({ base, ours, theirs, origins }: FileVersions, extraMarkers: number): Work<MergedText> {
    const files = [base, ours, theirs].flatMap((version) => (version !== null && isRegular(version) ? [version] : []));
    const reading = files.reduce((sum, { oid }) => sum + cost.row + this.#objects.blobSize(oid) * cost.byte, 0);
    if (!this.#budget.canSpend(reading)) {
      this.gaveUp = true;
      return { content: new Uint8Array(0), hasConflicts: true };
    }
    this.#budget.spend(reading);
    if (this.#budget.endsSlice()) yield;
    const read = (version: Version) => this.#objects.blob(version.oid);
    const texts = [
      isRegular(base) && base !== null ? read(base) : new Uint8Array(0),
      read(ours),
      read(theirs),
    ] as const;
    if (texts.some(isBinary)) return { content: this.depth === 0 ? texts[1] : texts[0], hasConflicts: true };
    const merged = yield* mergeTexts(...texts, this.#labels(origins, extraMarkers), this.#budget);
    if (merged === null) this.gaveUp = true;
    return merged ?? { content: texts[0], hasConflicts: true };
  }

  #labels([base, ours, theirs]: FileVersions["origins"], extraMarkers: number) {
    const label = (name: string, path: ByteString) => (base === ours && ours === theirs ? name : `${name}:${path}`);
    return {
      ours: label("Temporary merge branch 1", ours),
      theirs: label("Temporary merge branch 2", theirs),
      markerSize: defaultMarkerSize + extraMarkers,
    };
  }
}
