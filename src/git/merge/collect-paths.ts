// Walks three trees at once: which paths a merge has to decide on, and which renames it must know for that. It reads only
// trees that differ, and of those that only one side changed none that it can take whole.
import { type Budget, cost, type Work } from "../budget.ts";
import type { FileSide, SidePair } from "../diff/changed-files.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, type TreeEntry } from "../objects/tree.ts";
import { type AlignedEntry, alignEntries } from "./align-entries.ts";
import {
  bitOf,
  isSameVersion,
  type PathInfo,
  resolvedPath,
  type Side,
  type Stages,
  sides,
  unresolvedPath,
} from "./paths.ts";
import { inTableOrder } from "./table-order.ts";

/** Why a directory that is gone on one side matters: files in it or below it may have to follow it. */
export type DirectoryRelevance = "none" | "ancestor" | "self";

/** What one side did, as far as renames are concerned. */
export interface SideChanges {
  /** Files deleted and added, in the order of the walk. */
  readonly pairs: SidePair[];
  /** Deleted files whose new place is wanted: to merge what the other side did to them, or to learn where their directory went. */
  readonly relevantSources: Map<ByteString, "content" | "location">;
  readonly removedDirectories: Map<ByteString, DirectoryRelevance>;
}

export interface CollectedPaths {
  readonly paths: Map<ByteString, PathInfo>;
  readonly changes: Readonly<Record<Side, SideChanges>>;
}

/** All three sides: a directory's files are asked for, to tell where the directory went. */
const renamesWanted = 7;

/** A directory to walk. */
interface Directory {
  readonly path: ByteString;
  readonly trees: readonly [Oid | null, Oid | null, Oid | null];
  /**
   * 0; or 2 or 4, the bit of the side that still has a directory which is gone on the other: a file added there makes
   * it `renamesWanted`.
   */
  readonly renameMask: number;
}

/** Steps for what is in one or more of three trees under a name, until it is in the tree of the result. */
const entryCost = 500;
/** Of a path, each of which is kept: a few trees can hold any number. */
const characterCost = 10;

interface Frame {
  readonly path: ByteString;
  readonly renameMask: number;
  readonly entries: Iterator<AlignedEntry>;
}

/** @returns null when the budget is spent. */
export function* collectPaths(
  readTree: (tree: Oid) => readonly TreeEntry[],
  trees: readonly [base: Oid, ours: Oid, theirs: Oid],
  budget: Budget,
): Work<CollectedPaths | null> {
  const collector = new PathCollector(readTree, budget);
  yield* collector.walk({ path: "", trees, renameMask: 0 });
  for (const side of sides) yield* collector.walkDeferred(side);
  return budget.isSpent ? null : collector;
}

const noChanges = (): SideChanges => ({ pairs: [], relevantSources: new Map(), removedDirectories: new Map() });

class PathCollector implements CollectedPaths {
  readonly paths = new Map<ByteString, PathInfo>();
  readonly changes: Record<Side, SideChanges> = { 1: noChanges(), 2: noChanges() };
  readonly #readTree: (tree: Oid) => readonly TreeEntry[];
  /** Directories that only this side changed; null when they may no longer wait. */
  readonly #deferred: Record<Side, Directory[] | null> = { 1: [], 2: [] };
  readonly #budget: Budget;

  constructor(readTree: (tree: Oid) => readonly TreeEntry[], budget: Budget) {
    this.#readTree = readTree;
    this.#budget = budget;
  }

  /** With a stack of its own: how deep trees are nested is up to who pushed them. */
  *walk(top: Directory): Work<void> {
    const stack = [this.#open(top)];
    for (let frame = stack.at(-1); frame !== undefined && !this.#budget.isSpent; frame = stack.at(-1)) {
      const next = frame.entries.next();
      if (next.done) {
        stack.pop();
        continue;
      }
      const below = this.#visit(frame, next.value);
      if (below !== null) stack.push(this.#open(below));
      if (this.#budget.endsSlice()) yield;
    }
  }

  /** Without renames to look for, what only this side changed is taken as it is. */
  *walkDeferred(side: Side): Work<void> {
    const byPath = new Map(this.#deferred[side]?.map((directory) => [directory.path, directory]));
    const isTakenWhole = this.changes[side].relevantSources.size === 0;
    if (!isTakenWhole) this.#deferred[side] = null;
    for (const path of inTableOrder([...byPath.keys()])) {
      const [directory, info] = [byPath.get(path), this.paths.get(path)];
      if (directory === undefined || info === undefined) throw new Error(`${path} was not walked`);
      if (isTakenWhole) {
        info.result = info.stages[side];
        info.isResolved = true;
        info.matchMask = 0;
      } else {
        info.matchMask &= info.fileMask;
        yield* this.walk(directory);
      }
    }
  }

  #open({ path, trees, renameMask }: Directory): Frame {
    const [base, ours, theirs] = trees;
    const read = (tree: Oid | null) => (tree === null ? [] : this.#readTree(tree));
    const baseEntries = read(base);
    const ourEntries = ours === base ? baseEntries : read(ours);
    const theirEntries = theirs === base ? baseEntries : theirs === ours ? ourEntries : read(theirs);
    const entries = alignEntries([baseEntries, ourEntries, theirEntries]);
    this.#budget.spend(3 * cost.row + entries.length * entryCost);
    const isAddedTo = renameMask !== 0 && entries.some(({ fileMask }) => fileMask === renameMask);
    return { path, renameMask: isAddedTo ? renamesWanted : renameMask, entries: entries.values() };
  }

  /** @returns the directory to go down to. */
  #visit(frame: Frame, { name, stages, fileMask, dirMask }: AlignedEntry): Directory | null {
    const path = frame.path === "" ? name : `${frame.path}/${name}`;
    this.#budget.spend(path.length * characterCost);
    const matchMask = findMatch(stages);
    if (matchMask === 7 || (matchMask !== 0 && fileMask === 7)) {
      this.paths.set(path, resolvedPath(path, stages[matchMask === 3 ? 2 : 1]));
      return null;
    }
    const goneFrom = dirMask === 3 || dirMask === 5;
    const renameMask = frame.renameMask !== renamesWanted && goneFrom ? dirMask & ~1 : frame.renameMask;
    this.#noteDirectory(frame.path, path, fileMask, dirMask, renameMask);
    this.#notePairs(path, stages, fileMask, matchMask & fileMask, renameMask);
    const info = unresolvedPath(path, stages, fileMask, dirMask);
    info.matchMask = matchMask;
    this.paths.set(path, info);
    return dirMask === 0 ? null : this.#descend({ path, trees: treesOf(stages), renameMask }, info);
  }

  /** Which directories are gone on a side, and whether files were added there on the other. */
  #noteDirectory(parent: ByteString, path: ByteString, fileMask: number, dirMask: number, renameMask: number): void {
    const isWanted = renameMask === renamesWanted;
    if (dirMask === 1 || dirMask === 3 || dirMask === 5) {
      for (const side of sides) {
        if ((dirMask & bitOf(side)) === 0) {
          this.changes[side].removedDirectories.set(path, isWanted ? "ancestor" : "none");
        }
      }
    }
    if (isWanted && fileMask === 2) this.changes[2].removedDirectories.set(parent, "self");
    if (isWanted && fileMask === 4) this.changes[1].removedDirectories.set(parent, "self");
  }

  #notePairs(path: ByteString, stages: Stages, fileMask: number, matchMask: number, renameMask: number): void {
    if (fileMask === 0 || fileMask === 7) return;
    for (const side of sides) {
      const { pairs, relevantSources } = this.changes[side];
      const wasThere = (fileMask & 1) !== 0;
      const isThere = (fileMask & bitOf(side)) !== 0;
      if (wasThere && !isThere) {
        if (matchMask === 0) relevantSources.set(path, "content");
        else if (renameMask === renamesWanted) relevantSources.set(path, "location");
        pairs.push({ a: fileAt(path, stages[0]), b: null });
      }
      if (!wasThere && isThere) pairs.push({ a: null, b: fileAt(path, stages[side]) });
    }
  }

  /** @returns null when it can wait. */
  #descend(directory: Directory, info: PathInfo): Directory | null {
    const { fileMask, dirMask, matchMask } = info;
    const isNew = fileMask === 0 && (dirMask === 2 || dirMask === 4);
    if (isNew) info.matchMask = 7 - dirMask;
    const changedBy = isNew ? (dirMask === 2 ? 1 : 2) : matchMask === 3 ? 2 : matchMask === 5 ? 1 : null;
    const waiting = changedBy === null ? null : this.#deferred[changedBy];
    if (waiting !== null && directory.renameMask !== renamesWanted) {
      waiting.push(directory);
      return null;
    }
    info.matchMask &= fileMask;
    return directory;
  }
}

function findMatch([base, ours, theirs]: Stages): number {
  const isOurs = base !== null && isSameVersion(base, ours);
  const isTheirs = base !== null && isSameVersion(base, theirs);
  if (isOurs) return isTheirs ? 7 : 3;
  if (isTheirs) return 5;
  return ours !== null && isSameVersion(ours, theirs) ? 6 : 0;
}

const treesOf = ([base, ours, theirs]: Stages): Directory["trees"] => [treeOf(base), treeOf(ours), treeOf(theirs)];

const treeOf = (version: Stages[number]) => (version?.mode === fileMode.tree ? version.oid : null);

const fileAt = (path: ByteString, version: Stages[number]): FileSide | null => version && { path, ...version };
