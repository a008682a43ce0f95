// Directory renames, by the rules of git's Documentation/technical/directory-rename-detection: a directory that a side
// no longer has was renamed to the place of most of its files. A file that the other side added to it is not moved but
// reported as a conflict, as with git's default merge.directoryRenames=conflict.
import type { Budget } from "../budget.ts";
import { baseName } from "../diff/paths.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { directoryOf, fromTheTop, joinPath } from "./versions.ts";

/** The renames of one side and the additions of the other. */
export interface DirectoryMoves {
  /** Renamed files, as old path and new path. */
  readonly renames: Iterable<readonly [from: ByteString, to: ByteString]>;
  /** Directories that no longer exist and to which the other side added files. Only paths in these matter. */
  readonly contested: ReadonlySet<ByteString>;
  /** Paths that the other side added to directories that no longer exist. */
  readonly stranded: readonly ByteString[];
}

/**
 * @returns the paths to which added files would have to move, and the directories that were renamed to several places
 *   in equal parts; incomplete when the budget is spent
 */
export function movedDirectoryConflicts(
  { renames, contested, stranded }: DirectoryMoves,
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
 * Number of moved files, by old and new directory. Counts the files directly in a directory, and files deeper in a
 * contested directory that kept their path below it.
 */
function countMoves(
  renames: DirectoryMoves["renames"],
  contested: ReadonlySet<ByteString>,
  budget: Budget,
): Map<ByteString, Map<ByteString, number>> {
  const isRelevant = fromTheTop<boolean>(false, (directory, above) => above || contested.has(directory));
  const moves = new Map<ByteString, Map<ByteString, number>>();
  const count = (from: ByteString, to: ByteString) => {
    const counts = moves.get(from) ?? new Map<ByteString, number>();
    moves.set(from, counts.set(to, (counts.get(to) ?? 0) + 1));
  };
  for (const [oldPath, newPath] of renames) {
    let [from, to] = [directoryOf(oldPath), directoryOf(newPath)];
    if (!isRelevant(from)) continue;
    count(from, to);
    while (from !== "" && to !== "" && baseName(from) === baseName(to) && !budget.isSpent) {
      budget.spend(from.length + to.length);
      [from, to] = [directoryOf(from), directoryOf(to)];
      if (!isRelevant(from)) break;
      if (contested.has(from)) count(from, to);
    }
  }
  return moves;
}
