// Three-way merge of one path: its type, its mode and its content.
import { type Budget, cost, type Work } from "../budget.ts";
import { isBinary } from "../diff/text.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { type MergedText, mergeTexts } from "./merge-texts.ts";
import type { PendingObjects } from "./pending-objects.ts";
import { isRegular, isSame, isSameType, type PathVersions, type ThreeWay, type Version } from "./versions.ts";

export interface MergedVersion {
  /** Null for no file. With a conflict: the version that represents the path in a merged merge base. */
  readonly version: Version | null;
  readonly isClean: boolean;
}

export interface FileVersions {
  readonly base: Version | null;
  readonly ours: Version;
  readonly theirs: Version;
  /** The path of each version in its own tree. */
  readonly origins: ThreeWay<ByteString>;
}

/** Length of a conflict marker; see {@link ContentMerger}. */
const markerSize = 7;

/**
 * The state shared by all content merges of one merge. Merged merge bases, including their conflict markers, are the
 * base of another merge, so they must equal git's byte for byte: markers grow by two characters per level of such
 * merges, and by one more where a rename brought together versions that are merged again at the new path.
 */
export class ContentMerger {
  /** True once the budget was too small for a text; then all results are invalid. */
  gaveUp = false;
  /** 0 for the requested merge, 1 for merges of its merge bases, and so on. */
  readonly depth: number;
  readonly #objects: PendingObjects;
  readonly #budget: Budget;

  constructor(objects: PendingObjects, budget: Budget, depth: number) {
    this.#objects = objects;
    this.#budget = budget;
    this.depth = depth;
  }

  /** Merges a path that both sides changed. A rename is a change. */
  *decide({ base, ours, theirs, origins }: PathVersions): Work<MergedVersion> {
    if (isSame(ours, theirs)) return { version: ours, isClean: true };
    if (ours !== null && theirs !== null) return yield* this.merge({ base, ours, theirs, origins }, "same path");
    if (base === null) return { version: ours ?? theirs, isClean: true };
    // Deleted on one side and changed on the other.
    return { version: base, isClean: false };
  }

  /** Merges two existing files. */
  *merge(versions: FileVersions, place: "same path" | "renamed"): Work<MergedVersion> {
    const { base, ours, theirs } = versions;
    if (!isSameType(ours, theirs)) return { version: base, isClean: false };
    const mode = mergeModes(base?.mode, ours.mode, theirs.mode);
    const merged = (oid: string, isClean: boolean): MergedVersion => ({
      version: { mode: mode ?? ours.mode, oid },
      isClean: isClean && mode !== null,
    });
    if (ours.oid === theirs.oid || ours.oid === base?.oid) return merged(theirs.oid, true);
    if (theirs.oid === base?.oid) return merged(ours.oid, true);
    if (isRegular(ours)) {
      const text = yield* this.#mergeBlobs(versions, place);
      return merged(this.#objects.add("blob", text.content), !text.hasConflicts);
    }
    // Both sides changed a symlink or a submodule; in a merged merge base the base's version represents them.
    return this.depth === 0 ? merged(ours.oid, false) : { version: base, isClean: false };
  }

  *#mergeBlobs({ base, ours, theirs, origins }: FileVersions, place: "same path" | "renamed"): Work<MergedText> {
    const blobs = [base, ours, theirs].flatMap((version) => (version !== null && isRegular(version) ? [version] : []));
    const reading = blobs.reduce((sum, { oid }) => sum + cost.row + this.#objects.blobSize(oid) * cost.byte, 0);
    if (!this.#budget.canSpend(reading)) {
      this.gaveUp = true;
      return { content: new Uint8Array(0), hasConflicts: true };
    }
    this.#budget.spend(reading);
    if (this.#budget.endsSlice()) yield;
    const read = (version: Version | null) =>
      version !== null && isRegular(version) ? this.#objects.blob(version.oid) : new Uint8Array(0);
    const texts = { base: read(base), ours: read(ours), theirs: read(theirs) };
    if (Object.values(texts).some(isBinary)) {
      return { content: this.depth === 0 ? texts.ours : texts.base, hasConflicts: true };
    }
    const isMoved = origins.ours !== origins.base || origins.theirs !== origins.base;
    const label = (name: string, path: ByteString) => (isMoved ? `${name}:${path}` : name);
    const merged = yield* mergeTexts(
      texts,
      {
        ours: label("Temporary merge branch 1", origins.ours),
        theirs: label("Temporary merge branch 2", origins.theirs),
        markerSize: markerSize + 2 * this.depth + (place === "renamed" ? 1 : 0),
      },
      this.#budget,
    );
    if (merged === null) this.gaveUp = true;
    return merged ?? { content: texts.base, hasConflicts: true };
  }
}

/** @returns null if both sides changed the mode differently */
function mergeModes(base: number | undefined, ours: number, theirs: number): number | null {
  if (ours === theirs || ours === base) return theirs;
  return theirs === base ? ours : null;
}
