// Finds the renames of one side that affect a merge.
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
  /** Paths in conflict because of renames: see {@link findRenames} and {@link movedDirectoryConflicts}. */
  readonly conflicts: readonly ByteString[];
}

export interface MergeTask {
  readonly objects: PendingObjects;
  readonly trees: ThreeWay<Oid>;
  readonly budget: Budget;
  /** 0 for the requested merge, 1 and more for merges of its merge bases. */
  readonly depth: number;
}

/** Limit of changed files per side for a merge that needs renames. */
const mostFiles = 100_000;

/** @returns null beyond {@link mostFiles} or the budget */
export function* renamesOfSide(side: Side, task: MergeTask, comparison: TreeComparison): Work<RenamesOfSide | null> {
  const { objects, trees, budget, depth } = task;
  const needOf = needsOf(side, comparison);
  if (needOf === null) return { renames: new Map(), conflicts: [] };
  // All changed files of the side, because a file may have moved from and to any directory.
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
  // Git does not rename directories when it merges merge bases.
  const misplaced = depth === 0 ? misplacedFiles(side, found, comparison, budget) : [];
  if (budget.isSpent) return null;
  return {
    renames: new Map(found.renames.map(([from, to]) => [from.path, to])),
    conflicts: [...found.undecided, ...misplaced],
  };
}

/** Excludes empty files: they are identical without being renames of each other. */
const hasContent = ({ oid }: FileSide): boolean => oid !== emptyBlobOid;

/** @returns null if the merge needs none of the side's deleted files */
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
