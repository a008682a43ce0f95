// Compares the trees of both sides with the base: finds the paths that need a decision, and the entries to take over
// whole.
import { type Budget, cost, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, type TreeEntry } from "../objects/tree.ts";
import { isSame, joinPath, mapThree, otherSide, type Side, sides, type ThreeWay, type Version } from "./versions.ts";

export interface TreeComparison {
  /** Files that both sides changed: edited, added, deleted or replaced by a directory. Null where no file exists. */
  readonly files: Map<ByteString, ThreeWay<Version | null>>;
  /** Files and directories that only their side changed. */
  readonly onlyTheirs: Map<ByteString, Replacement>;
  /** Directories that both sides changed, including the root, and directories that are a file in one of the trees. */
  readonly opened: ReadonlySet<ByteString>;
  /** By side: directories that it no longer has but to which the other side added files. */
  readonly contested: Readonly<Record<Side, ReadonlySet<ByteString>>>;
  /** By side: files and directories that it added to directories that the other side no longer has. */
  readonly stranded: Readonly<Record<Side, readonly ByteString[]>>;
}

/** An entry in the base and in our tree (equal), and in theirs; null where it does not exist. */
export interface Replacement {
  readonly from: Version | null;
  readonly to: Version | null;
}

/** In steps, for a name in any of the three trees, up to its place in the resulting tree. */
const entryCost = 500;
/** In steps, for each character of a path. All paths are kept, and a few small trees can contain any number of them. */
const characterCost = 10;

/**
 * Opens a directory only if both sides changed it. A directory that only our side changed stays as in our tree, on
 * which the result is based; one that only their side changed is taken over whole.
 *
 * @returns null when the budget is spent
 */
export function* compareTrees(
  readTree: (tree: Oid) => readonly TreeEntry[],
  trees: ThreeWay<Oid>,
  budget: Budget,
): Work<TreeComparison | null> {
  const comparison = new Comparison();
  // An explicit stack, because a pusher can nest trees to any depth.
  const stack: Directory[] = [{ path: "", trees }];
  for (let directory = stack.pop(); directory !== undefined; directory = stack.pop()) {
    comparison.opened.add(directory.path);
    budget.spend(3 * cost.row);
    const entries = {
      base: entriesOf(readTree, directory.trees.base),
      ours: entriesOf(readTree, directory.trees.ours),
      theirs: entriesOf(readTree, directory.trees.theirs),
    };
    for (const name of new Set([...entries.base.keys(), ...entries.ours.keys(), ...entries.theirs.keys()])) {
      const path = joinPath(directory.path, name);
      budget.spend(entryCost + path.length * characterCost);
      if (budget.isSpent) return null;
      if (budget.endsSlice()) yield;
      const versions = mapThree(entries, (byName) => byName.get(name) ?? null);
      comparison.recordAddition(directory, path, versions);
      const below = comparison.add(path, versions);
      if (below !== null) stack.push({ path, trees: below });
    }
  }
  return comparison;
}

/** A directory that both sides changed; null where it does not exist. */
interface Directory {
  readonly path: ByteString;
  readonly trees: ThreeWay<Oid | null>;
}

function entriesOf(readTree: (tree: Oid) => readonly TreeEntry[], tree: Oid | null): ReadonlyMap<ByteString, Version> {
  return new Map(tree === null ? [] : readTree(tree).map((entry) => [entry.name, entry]));
}

class Comparison implements TreeComparison {
  readonly files = new Map<ByteString, ThreeWay<Version | null>>();
  readonly onlyTheirs = new Map<ByteString, Replacement>();
  readonly opened = new Set<ByteString>();
  readonly contested = { ours: new Set<ByteString>(), theirs: new Set<ByteString>() };
  readonly stranded: Record<Side, ByteString[]> = { ours: [], theirs: [] };

  /** Records an entry that one side added to a directory that the other side no longer has. */
  recordAddition({ path: directory, trees }: Directory, path: ByteString, versions: ThreeWay<Version | null>): void {
    if (trees.base === null) return;
    for (const side of sides) {
      const added = versions[side];
      if (trees[otherSide(side)] !== null || added === null) continue;
      if (versions.base !== null && isTree(versions.base) === isTree(added)) continue;
      this.stranded[side].push(path);
      if (!isTree(added)) this.contested[otherSide(side)].add(directory);
    }
  }

  /** @returns the trees of this path if they must be compared next, or else null */
  add(path: ByteString, versions: ThreeWay<Version | null>): ThreeWay<Oid | null> | null {
    const { base, ours, theirs } = versions;
    if (isSame(base, theirs)) return null;
    if (isSame(base, ours)) {
      this.onlyTheirs.set(path, { from: ours, to: theirs });
      return null;
    }
    const files = mapThree(versions, fileOf);
    const trees = mapThree(versions, treeOf);
    if (files.base !== null || files.ours !== null || files.theirs !== null) this.files.set(path, files);
    return trees.base !== null || trees.ours !== null || trees.theirs !== null ? trees : null;
  }
}

const isTree = ({ mode }: Version): boolean => mode === fileMode.tree;

const fileOf = (version: Version | null): Version | null => (version === null || isTree(version) ? null : version);

const treeOf = (version: Version | null): Oid | null => (version !== null && isTree(version) ? version.oid : null);
