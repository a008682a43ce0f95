// The renames of one side of a merge, as far as they matter to it.
import type { Budget, Work } from "../budget.ts";
import { changedPairs, type FileSide } from "../diff/changed-pairs.ts";
import { RenameSearch } from "../diff/renames.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { emptyBlobOid, type Oid } from "../objects/oid.ts";
import { TreeEdit } from "../repository/tree-edit.ts";
import type { TreeComparison } from "./compare-trees.ts";
import { findRenames, type Need, renameLimit, type SideRenames } from "./find-renames.ts";
import { MeetingOrder } from "./meeting-order.ts";
import { movedDirectoryConflicts } from "./moved-directories.ts";
import type { PendingObjects } from "./pending-objects.ts";
import { directoryOf, fromTheTop, otherSide, type Side, type ThreeWay } from "./versions.ts";

export interface RenamesOfSide {
  /** By old path. */
  readonly renames: ReadonlyMap<ByteString, FileSide>;
  /** Paths that renames bring into conflict: see {@link findRenames} and {@link movedDirectoryConflicts}. */
  readonly conflicts: readonly ByteString[];
}

export interface MergeTask {
  readonly objects: PendingObjects;
  readonly trees: ThreeWay<Oid>;
  readonly budget: Budget;
  /** 0 for the merge that was asked for; 1 and more for merges of its merge bases. */
  readonly depth: number;
}

/** Of each side's changes; a merge that needs renames and has more of them is too much. */
const mostFiles = 100_000;

/** @returns null when there is more to compare than the budget allows */
export function* renamesOfSide(side: Side, task: MergeTask, comparison: TreeComparison): Work<RenamesOfSide | null> {
  const { objects, trees, budget, depth } = task;
  const needOf = needsOf(side, comparison);
  if (needOf === null) return { renames: new Map(), conflicts: [] };
  // In full: a file may have been moved from and to any directory.
  const { pairs, truncated } = yield* changedPairs(objects, trees.base, trees[side], mostFiles, budget);
  if (truncated) return null;
  const order = new MeetingOrder(comparison);
  const deleted = pairs.flatMap(({ a, b }) => (a !== null && b === null && hasContent(a) ? [a] : []));
  const added = pairs.flatMap(({ a, b }) => (a === null && b !== null && hasContent(b) ? [b] : []));
  const search = new RenameSearch(objects, order.sort(deleted), order.sort(added), { budget, renameLimit });
  const tree = new TreeEdit(objects, trees[side]);
  const hasDirectory = (path: ByteString) => path === "" || tree.find(path).kind === "folder";
  const found = yield* findRenames({ search, order, needOf, isInBase: depth > 0, hasDirectory });
  if (search.limited) return null;
  // When it merges merge bases git renames no directories.
  const misplaced = depth === 0 ? misplacedFiles(side, found, comparison, budget) : [];
  if (budget.isSpent) return null;
  return {
    renames: new Map(found.renames.map(([from, to]) => [from.path, to])),
    conflicts: [...found.undecided, ...misplaced],
  };
}

/** Empty files are all alike, which does not make them renames of each other. */
const hasContent = ({ oid }: FileSide): boolean => oid !== emptyBlobOid;

/** @returns null when no deleted file of the side is needed */
function needsOf(side: Side, { files, contested }: TreeComparison): ((deleted: FileSide) => Need | null) | null {
  const edited = new Set<ByteString>();
  for (const [path, versions] of files) if (versions.base !== null && versions[side] === null) edited.add(path);
  const gone = contested[side];
  if (edited.size === 0 && gone.size === 0) return null;
  const isInGone = fromTheTop<boolean>(false, (directory, above) => above || gone.has(directory));
  return ({ path }) => (edited.has(path) ? "content" : isInGone(directoryOf(path)) ? "directory" : null);
}

function misplacedFiles(
  side: Side,
  { renames }: SideRenames,
  { contested, stranded }: TreeComparison,
  budget: Budget,
): ByteString[] {
  const question = {
    renames: renames.map(([from, to]) => [from.path, to.path] as const),
    contested: contested[side],
    stranded: stranded[otherSide(side)],
  };
  return movedDirectoryConflicts(question, budget);
}
