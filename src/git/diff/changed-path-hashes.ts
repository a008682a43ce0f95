// Hashes of the paths that differ between two trees, folders included: a filter that never misses a change.
import { type Budget, cost, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { OID_BYTES, type Oid, oidFrom } from "../objects/oid.ts";
import { entryType, type RawEntry, scanTree } from "../objects/tree.ts";
import { compareRawEntries } from "./entry-order.ts";

/** Content of a tree. */
export type ReadTree = (oid: Oid) => Uint8Array;

/** FNV-1a, of 32 bits. */
const [OFFSET_BASIS, PRIME] = [0x811c9dc5, 0x01000193];
const SLASH = 0x2f;
/** Hashes are below, so that a place fits beside them into 32 bits. */
const HASHES = 2 ** 24;
/** In steps, for a byte of a tree that is compared. */
const BYTE_COST = cost.byte / 2;

const withByte = (state: number, byte: number): number => Math.imul(state ^ byte, PRIME);

/** Never 0. */
const finished = (state: number): number => (((state ^ (state >>> 15)) >>> 0) % (HASHES - 1)) + 1;

/** From 1 to 2^24 - 1. */
export function hashOfPath(path: ByteString): number {
  let state = OFFSET_BASIS;
  for (let at = 0; at < path.length; at += 1) state = withByte(state, path.charCodeAt(at));
  return finished(state);
}

/** Two trees at the same place; null where there is none. */
interface Frame {
  /** Of the path with a slash, or of the root. */
  readonly state: number;
  readonly a: Oid | null;
  readonly b: Oid | null;
}

/**
 * Contains the hash of every path whose entry is not the same in both trees. Null if there are more than `most`, or the
 * budget does not suffice.
 */
export function* changedPathHashes(
  read: ReadTree,
  { a, b }: { readonly a: Oid | null; readonly b: Oid | null },
  most: number,
  budget: Budget,
): Work<Set<number> | null> {
  const found = new Set<number>();
  const contentOf = (oid: Oid | null): Uint8Array => {
    if (oid === null) return nothing;
    const content = read(oid);
    budget.spend(cost.row + content.length * BYTE_COST);
    return content;
  };
  const waiting: Frame[] = a === b ? [] : [{ state: OFFSET_BASIS, a, b }];
  for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
    for (const { state, a, b } of differences(contentOf(frame.a), contentOf(frame.b), frame.state)) {
      found.add(finished(state));
      if (found.size > most) return null;
      if (a !== b) waiting.push({ state: withByte(state, SLASH), a, b });
    }
    if (budget.isSpent) return null;
    if (budget.endsSlice()) yield;
  }
  return found;
}

const nothing = new Uint8Array(0);

/** The entries that are not the same in both trees, with the trees they are. @param state of the folder's path */
function* differences(a: Uint8Array, b: Uint8Array, state: number): Generator<Frame> {
  const [inA, inB] = [scanTree(a), scanTree(b)];
  let [one, other] = [next(inA), next(inB)];
  while (one !== null || other !== null) {
    const order = one === null ? 1 : other === null ? -1 : compareEntries(a, one, b, other);
    if (order === 0 && one !== null && other !== null) {
      if (!isSame(a, one, b, other)) yield { state: stateOf(state, b, other), a: treeIn(a, one), b: treeIn(b, other) };
    } else if (order < 0 && one !== null) yield { state: stateOf(state, a, one), a: treeIn(a, one), b: null };
    else if (other !== null) yield { state: stateOf(state, b, other), a: null, b: treeIn(b, other) };
    if (order <= 0) one = next(inA);
    if (order >= 0) other = next(inB);
  }
}

function next(entries: Generator<RawEntry>): RawEntry | null {
  const { value, done } = entries.next();
  return done === true ? null : value;
}

const compareEntries = (a: Uint8Array, one: RawEntry, b: Uint8Array, other: RawEntry): number =>
  compareRawEntries(a, one, isTree(one), b, other, isTree(other));

const isTree = ({ mode }: RawEntry): boolean => entryType(mode) === "tree";

const treeIn = (content: Uint8Array, entry: RawEntry): Oid | null =>
  isTree(entry) ? oidFrom(content, entry.oidStart) : null;

/** Of entries with one name: mode and id. */
function isSame(a: Uint8Array, one: RawEntry, b: Uint8Array, other: RawEntry): boolean {
  if (one.mode !== other.mode) return false;
  for (let byte = 0; byte < OID_BYTES; byte += 1) {
    if (a[one.oidStart + byte] !== b[other.oidStart + byte]) return false;
  }
  return true;
}

function stateOf(folder: number, content: Uint8Array, { nameStart, nameEnd }: RawEntry): number {
  let state = folder;
  for (let at = nameStart; at < nameEnd; at += 1) state = withByte(state, content[at] ?? 0);
  return state;
}
