// The order of entries in trees, for callers that do not decode them.
import type { RawEntry } from "../objects/tree.ts";

const SLASH = 0x2f;

/** The order of `compareEntries` (objects/tree.ts), of entries in the bytes of trees. */
export function compareRawEntries(
  a: Uint8Array,
  { nameStart: aStart, nameEnd: aEnd }: RawEntry,
  aIsTree: boolean,
  b: Uint8Array,
  { nameStart: bStart, nameEnd: bEnd }: RawEntry,
  bIsTree: boolean,
): number {
  const [aLength, bLength] = [aEnd - aStart, bEnd - bStart];
  const shorter = Math.min(aLength, bLength);
  for (let at = 0; at < shorter; at++) {
    const difference = (a[aStart + at] ?? 0) - (b[bStart + at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (aLength === bLength) return Number(aIsTree) - Number(bIsTree);
  const aNext = aLength > shorter ? (a[aStart + shorter] ?? 0) : aIsTree ? SLASH : 0;
  const bNext = bLength > shorter ? (b[bStart + shorter] ?? 0) : bIsTree ? SLASH : 0;
  return aNext - bNext;
}
