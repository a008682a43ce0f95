// Directory renames, by the rules of git's Documentation/technical/directory-rename-detection: a directory that one side
// no longer has was renamed to where most of its files went. A file that the other side added to it is not moved after
// it but reported as a conflict, as with git's default of merge.directoryRenames=conflict.
import type { Budget } from "../budget.ts";
import { baseName } from "../diff/renames.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { directoryOf, fromTheTop, joinPath } from "./versions.ts";

/** What one side renamed, and what the other side added meanwhile. */
export interface DirectoryQuestion {
  /** Renames of files, old path and new path. */
  readonly renames: Iterable<readonly [from: ByteString, to: ByteString]>;
  /** Directories that are gone and to which the other side added files. Only these and those in them are looked at. */
  readonly contested: ReadonlySet<ByteString>;
  /** Paths that the other side added to directories that are gone. */
  readonly stranded: readonly ByteString[];
}

/**
 * @returns the paths where added files would have to move to, and the directories that went to several places alike; not
 * all of them when the budget is spent
 */
export function movedDirectoryConflicts(
  { renames, contested, stranded }: DirectoryQuestion,
  budget: Budget,
): ByteString[] {
  if (contested.size === 0) return [];
  const moves = countMoves(renames, contested, budget);
  const conflicts: ByteString[] = [];
  const targets = new Map<ByteString, ByteString>();
  for (const [directory, counts] of moves) {
    const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
    if (first === undefined) continue;
    if (first[1] === second?.[1]) conflicts.push(directory);
    targets.set(directory, first[0]);
  }
  const nearestMoved = fromTheTop<ByteString | null>(null, (directory, above) =>
    targets.has(directory) ? directory : above,
  );
  for (const path of stranded) {
    const moved = nearestMoved(directoryOf(path));
    if (moved !== null) conflicts.push(joinPath(targets.get(moved) ?? "", path.slice(moved.length + 1)));
  }
  return conflicts;
}

/**
 * By directory and new directory: how many files went there. The files directly in a directory count, and those deeper
 * in a contested one that have kept their path below it.
 */
function countMoves(
  renames: DirectoryQuestion["renames"],
  contested: ReadonlySet<ByteString>,
  budget: Budget,
): Map<ByteString, Map<ByteString, number>> {
  const isLookedAt = fromTheTop<boolean>(false, (directory, above) => above || contested.has(directory));
  const moves = new Map<ByteString, Map<ByteString, number>>();
  const count = (from: ByteString, to: ByteString) => {
    const counts = moves.get(from) ?? new Map<ByteString, number>();
    moves.set(from, counts.set(to, (counts.get(to) ?? 0) + 1));
  };
  for (const [oldPath, newPath] of renames) {
    let [from, to] = [directoryOf(oldPath), directoryOf(newPath)];
    if (!isLookedAt(from)) continue;
    count(from, to);
    while (from !== "" && to !== "" && baseName(from) === baseName(to) && !budget.isSpent) {
      budget.spend(from.length + to.length);
      [from, to] = [directoryOf(from), directoryOf(to)];
      if (!isLookedAt(from)) break;
      if (contested.has(from)) count(from, to);
    }
  }
  return moves;
}
