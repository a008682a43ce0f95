// Merges two edits of a text line by line, with the result of `git merge-file`, including conflict markers. The method
// is diff3 (Khanna, Kunal and Pierce, "A formal investigation of diff3", 2007): where changes of both sides touch, the
// text is in conflict. Like git, it then reduces a conflict to the lines in which the sides differ.
import { Buffer } from "node:buffer";
import type { Budget, Work } from "../budget.ts";
import type { LineChange } from "../diff/line-diff.ts";
import { type Lines, splitLines } from "../diff/lines.ts";
import { asBuffer } from "../objects/byte-string.ts";
import { type ConflictLabels, conflictText, linesOf } from "./conflict-markers.ts";
import { diffByHistogram } from "./histogram-diff.ts";
import { type Range, type Region, regionsOf } from "./regions.ts";
import type { ThreeWay } from "./versions.ts";

export interface MergedText {
  readonly content: Uint8Array;
  readonly hasConflicts: boolean;
}

/** Conflicts with at most this many lines between them are written as one. */
const mostLinesBetween = 3;

/** @returns null when the budget is spent */
export function* mergeTexts(
  texts: ThreeWay<Uint8Array>,
  labels: ConflictLabels,
  budget: Budget,
): Work<MergedText | null> {
  const lines = { base: splitLines(texts.base), ours: splitLines(texts.ours), theirs: splitLines(texts.theirs) };
  const ourChanges = yield* diffByHistogram(lines.base, lines.ours, budget);
  const theirChanges = ourChanges && (yield* diffByHistogram(lines.base, lines.theirs, budget));
  if (ourChanges === null || theirChanges === null) return null;
  const parts = yield* decideRegions(regionsOf(ourChanges, theirChanges), lines, budget);
  if (parts === null) return null;
  const joined = joinConflicts(parts);
  return { content: write(joined, lines, labels), hasConflicts: joined.some(({ take }) => take === "conflict") };
}

/** A part of our text: changed by our side, replaced by theirs, or in conflict. */
interface Part {
  readonly take: "ours" | "theirs" | "conflict";
  readonly ours: Range;
  readonly theirs: Range;
}

/** @returns null when the budget is spent */
function* decideRegions(regions: readonly Region[], lines: ThreeWay<Lines>, budget: Budget): Work<Part[] | null> {
  const parts: Part[] = [];
  for (const { changedBy, ours, theirs } of regions) {
    if (changedBy !== "both") {
      parts.push({ take: changedBy, ours, theirs });
      continue;
    }
    const [ourText, theirText] = [linesOf(lines.ours, ours), linesOf(lines.theirs, theirs)];
    if (asBuffer(ourText).equals(theirText)) continue;
    const differences =
      ours.count === 0 || theirs.count === 0
        ? [{ aStart: 0, aCount: ours.count, bStart: 0, bCount: theirs.count }]
        : yield* diffByHistogram(splitLines(ourText, ours.count), splitLines(theirText, theirs.count), budget);
    if (differences === null) return null;
    parts.push(...differences.map((difference) => conflictAt(difference, ours.start, theirs.start)));
  }
  return parts;
}

const conflictAt = ({ aStart, aCount, bStart, bCount }: LineChange, ours: number, theirs: number): Part => ({
  take: "conflict",
  ours: { start: ours + aStart, count: aCount },
  theirs: { start: theirs + bStart, count: bCount },
});

/** Joins nearby conflicts unless a side made another change between them. */
function joinConflicts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isNear =
      last?.take === "conflict" && part.take === "conflict" && part.ours.start - endOf(last.ours) <= mostLinesBetween;
    if (last === undefined || !isNear) joined.push(part);
    else
      joined[joined.length - 1] = {
        take: "conflict",
        ours: span(last.ours, part.ours),
        theirs: span(last.theirs, part.theirs),
      };
  }
  return joined;
}

const endOf = ({ start, count }: Range): number => start + count;

const span = (first: Range, last: Range): Range => ({ start: first.start, count: endOf(last) - first.start });

/** Our text, in which the parts replace ranges. */
function write(parts: readonly Part[], lines: ThreeWay<Lines>, labels: ConflictLabels): Uint8Array {
  const written: Uint8Array[] = [];
  let line = 0;
  for (const { take, ours, theirs } of parts) {
    if (take === "ours") continue;
    written.push(linesOf(lines.ours, { start: line, count: ours.start - line }));
    written.push(take === "theirs" ? linesOf(lines.theirs, theirs) : conflictText(lines, ours, theirs, labels));
    line = endOf(ours);
  }
  written.push(linesOf(lines.ours, { start: line, count: lines.ours.count - line }));
  return Buffer.concat(written);
}
