// Merges two edits of a text line by line, as `git merge-file` does, conflict markers included.
import { Buffer } from "node:buffer";
import type { Budget, Work } from "../budget.ts";
import { type Lines, splitLines } from "../diff/lines.ts";
import { asBuffer } from "../objects/byte-string.ts";
import { type ConflictLabels, conflictText, linesOf, type ThreeTexts } from "./conflict-markers.ts";
import { diffByHistogram } from "./histogram-diff.ts";
import { overlapChanges, type Part } from "./overlaps.ts";

export interface MergedText {
  readonly content: Uint8Array;
  readonly hasConflicts: boolean;
}

/** Conflicts with no more common lines than this between them are shown as one. */
const mostLinesBetween = 3;

/** @returns null when the budget is spent. */
export function* mergeTexts(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
  labels: ConflictLabels,
  budget: Budget,
): Work<MergedText | null> {
  const texts = { base: splitLines(base), ours: splitLines(ours), theirs: splitLines(theirs) };
  const ourChanges = yield* diffByHistogram(texts.base, texts.ours, budget);
  const theirChanges = ourChanges && (yield* diffByHistogram(texts.base, texts.theirs, budget));
  if (ourChanges === null || theirChanges === null) return null;
  if (ourChanges.length === 0) return { content: theirs, hasConflicts: false };
  if (theirChanges.length === 0) return { content: ours, hasConflicts: false };
  const overlaps = overlapChanges({
    ourChanges,
    theirChanges,
    ourGrowth: texts.ours.count - texts.base.count,
    theirGrowth: texts.theirs.count - texts.base.count,
    areSame: (one, other, count) =>
      asBuffer(linesOf(texts.ours, one, count)).equals(linesOf(texts.theirs, other, count)),
  });
  const refined = yield* refineConflicts(overlaps, texts, budget);
  if (refined === null) return null;
  const parts = joinNearConflicts(refined);
  return { content: write(parts, texts, labels), hasConflicts: parts.some(({ take }) => take === "conflict") };
}

/** Leaves only what differs between both sides a conflict. @returns null when the budget is spent. */
function* refineConflicts(parts: readonly Part[], { ours, theirs }: ThreeTexts, budget: Budget): Work<Part[] | null> {
  const refined: Part[] = [];
  for (const part of parts) {
    if (part.take !== "conflict" || part.oursCount === 0 || part.theirsCount === 0) {
      refined.push(part);
      continue;
    }
    const differences = yield* diffByHistogram(
      excerpt(ours, part.ours, part.oursCount),
      excerpt(theirs, part.theirs, part.theirsCount),
      budget,
    );
    if (differences === null) return null;
    if (differences.length === 0) refined.push({ ...part, take: "same" });
    for (const { aStart, aCount, bStart, bCount } of differences) {
      const [oursStart, theirsStart] = [part.ours + aStart, part.theirs + bStart];
      refined.push({ take: "conflict", ours: oursStart, oursCount: aCount, theirs: theirsStart, theirsCount: bCount });
    }
  }
  return refined;
}

function excerpt(text: Lines, start: number, count: number): Lines {
  return splitLines(linesOf(text, start, count), count);
}

function joinNearConflicts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isNear =
      last?.take === "conflict" &&
      part.take === "conflict" &&
      part.ours - (last.ours + last.oursCount) <= mostLinesBetween;
    if (last === undefined || !isNear) {
      joined.push({ ...part });
      continue;
    }
    last.oursCount = part.ours + part.oursCount - last.ours;
    last.theirsCount = part.theirs + part.theirsCount - last.theirs;
  }
  return joined;
}

/** Our text, with their parts and the conflicts in place of ours. */
function write(parts: readonly Part[], texts: ThreeTexts, labels: ConflictLabels): Uint8Array {
  const written: Uint8Array[] = [];
  let line = 0;
  for (const part of parts) {
    if (part.take === "same" || part.take === "ours") continue;
    written.push(linesOf(texts.ours, line, part.ours - line));
    written.push(
      part.take === "theirs" ? linesOf(texts.theirs, part.theirs, part.theirsCount) : conflictText(part, texts, labels),
    );
    line = part.ours + part.oursCount;
  }
  written.push(linesOf(texts.ours, line, texts.ours.count - line));
  return Buffer.concat(written);
}
