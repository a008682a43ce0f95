// The paths that differ between two trees, before rename detection.
import { type Budget, cost, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { compareEntries, fileMode, type TreeEntry } from "../objects/tree.ts";
import type { ObjectSource } from "./object-source.ts";

/** Characters of all paths. Results are sent from one isolate to another, in at most 32 MB. */
const MOST_PATH_TEXT = 4_000_000;

export interface FileSide {
  readonly path: ByteString;
  readonly mode: number;
  readonly oid: Oid;
}

/** One side is null for an added or a deleted file. */
export interface SidePair {
  readonly a: FileSide | null;
  readonly b: FileSide | null;
}

interface Frame {
  readonly prefix: ByteString;
  readonly a: readonly TreeEntry[];
  readonly b: readonly TreeEntry[];
  aNext: number;
  bNext: number;
}

/**
 * Files that differ between the trees, in the order of `git diff --raw`. Equal directories are not read. The stack is
 * explicit because a pusher can nest trees to any depth.
 */
export function* changedPairs(
  source: Pick<ObjectSource, "tree" | "readAhead">,
  a: Oid | null,
  b: Oid | null,
  maxFiles: number,
  budget: Budget,
): Work<{ pairs: SidePair[]; truncated: boolean }> {
  const entriesOf = (oid: Oid | null) => {
    if (oid === null) return [];
    const entries = source.tree(oid);
    budget.spend(cost.row + entries.length * cost.treeEntry);
    return entries;
  };
  const frameOf = (prefix: ByteString, oldTree: Oid | null, newTree: Oid | null): Frame => {
    const [a, b] = [entriesOf(oldTree), entriesOf(newTree)];
    source.readAhead?.(differentTrees(a, b));
    return { prefix, a, b, aNext: 0, bNext: 0 };
  };
  const pairs: SidePair[] = [];
  let pathText = 0;
  const stack = a === b ? [] : [frameOf("", a, b)];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (budget.isSpent) return { pairs, truncated: true };
    if (budget.endsSlice()) yield;
    const [one, other] = nextEntries(frame);
    const some = one ?? other;
    if (some === null) {
      stack.pop();
      continue;
    }
    if (one?.oid === other?.oid && one?.mode === other?.mode) continue;
    const path = frame.prefix + some.name;
    if (some.mode === fileMode.tree) {
      stack.push(frameOf(`${path}/`, one?.oid ?? null, other?.oid ?? null));
      continue;
    }
    pathText += path.length;
    if (pairs.length >= maxFiles || pathText > MOST_PATH_TEXT) return { pairs, truncated: true };
    budget.spend(cost.path + path.length);
    pairs.push({
      a: one && { path, mode: one.mode, oid: one.oid },
      b: other && { path, mode: other.mode, oid: other.oid },
    });
  }
  return { pairs, truncated: false };
}

/** The trees among the entries of either side that the other does not have. */
function differentTrees(a: readonly TreeEntry[], b: readonly TreeEntry[]): Oid[] {
  const [inA, inB] = [treesOf(a), treesOf(b)];
  return [...inA].filter((oid) => !inB.has(oid)).concat([...inB].filter((oid) => !inA.has(oid)));
}

const treesOf = (entries: readonly TreeEntry[]): Set<Oid> =>
  new Set(entries.filter(({ mode }) => mode === fileMode.tree).map(({ oid }) => oid));

/**
 * The next entries of both trees if they pair up (same name; both are trees or neither is), else only the first one.
 */
function nextEntries(frame: Frame): [TreeEntry | null, TreeEntry | null] {
  const a = frame.a[frame.aNext] ?? null;
  const b = frame.b[frame.bNext] ?? null;
  const order = a === null ? 1 : b === null ? -1 : compareEntries(a, b);
  if (order <= 0) frame.aNext++;
  if (order >= 0) frame.bNext++;
  return [order <= 0 ? a : null, order >= 0 ? b : null];
}
