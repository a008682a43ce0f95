// Lays two edits of one text over each other: which changes stand alone, and which meet.
import type { LineChange } from "../diff/line-diff.ts";

/** A place in the result. Lines are counted from 0. */
export interface Part {
  /** `same`: both sides say the same. */
  take: "ours" | "theirs" | "conflict" | "same";
  /** What it is on our side: where nothing else is said the result is our text. */
  ours: number;
  oursCount: number;
  theirs: number;
  theirsCount: number;
}

export interface TwoEdits {
  /** Both from the same base, in order. */
  readonly ourChanges: readonly LineChange[];
  readonly theirChanges: readonly LineChange[];
  /** Lines of their text less those of the base, and the same of ours. */
  readonly theirGrowth: number;
  readonly ourGrowth: number;
  /** Whether as many lines from there on are the same in both texts. */
  readonly areSame: (ours: number, theirs: number, count: number) => boolean;
}

/** In order. Changes that touch without a line between them meet. A change that both made is not among the parts. */
export function overlapChanges(edits: TwoEdits): Part[] {
  const parts: Part[] = [];
  const { ourChanges, theirChanges } = edits;
  let [our, their] = [0, 0];
  for (;;) {
    const [one, other] = [ourChanges[our], theirChanges[their]];
    if (one === undefined && other === undefined) return parts;
    if (other === undefined || (one !== undefined && one.aStart + one.aCount < other.aStart)) {
      if (one !== undefined) append(parts, aloneOnOurSide(one, other, edits.theirGrowth));
      our++;
    } else if (one === undefined || other.aStart + other.aCount < one.aStart) {
      append(parts, aloneOnTheirSide(other, one, edits.ourGrowth));
      their++;
    } else {
      if (!isSameChange(one, other, edits)) append(parts, meeting(one, other));
      const [ourEnd, theirEnd] = [one.aStart + one.aCount, other.aStart + other.aCount];
      if (ourEnd >= theirEnd) their++;
      if (theirEnd >= ourEnd) our++;
    }
  }
}

const aloneOnOurSide = (change: LineChange, next: LineChange | undefined, theirGrowth: number): Part => ({
  take: "ours",
  ours: change.bStart,
  oursCount: change.bCount,
  theirs: change.aStart + (next === undefined ? theirGrowth : next.bStart - next.aStart),
  theirsCount: change.aCount,
});

const aloneOnTheirSide = (change: LineChange, next: LineChange | undefined, ourGrowth: number): Part => ({
  take: "theirs",
  ours: change.aStart + (next === undefined ? ourGrowth : next.bStart - next.aStart),
  oursCount: change.aCount,
  theirs: change.bStart,
  theirsCount: change.bCount,
});

const isSameChange = (one: LineChange, other: LineChange, { areSame }: TwoEdits): boolean =>
  one.aStart === other.aStart &&
  one.aCount === other.aCount &&
  one.bCount === other.bCount &&
  areSame(one.bStart, other.bStart, one.bCount);

/** Both changes, each widened to where the other begins and ends. */
function meeting(one: LineChange, other: LineChange): Part {
  const before = one.aStart - other.aStart;
  const after = before + one.aCount - other.aCount;
  const ours = one.bStart - Math.max(before, 0);
  const theirs = other.bStart + Math.min(before, 0);
  return {
    take: "conflict",
    ours,
    oursCount: one.bStart + one.bCount - ours - Math.min(after, 0),
    theirs,
    theirsCount: other.bStart + other.bCount - theirs + Math.max(after, 0),
  };
}

/** Joins it to the last part if they touch on either side. */
function append(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last === undefined || (part.ours > last.ours + last.oursCount && part.theirs > last.theirs + last.theirsCount)) {
    parts.push(part);
    return;
  }
  if (part.take !== last.take) last.take = "conflict";
  last.oursCount = part.ours + part.oursCount - last.ours;
  last.theirsCount = part.theirs + part.theirsCount - last.theirs;
}
