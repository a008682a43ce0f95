// The newest commits that changed paths, with those that were found lately.
import { type Budget, cost, type Work } from "../budget.ts";
import type { CommitGraph, GraphCommit } from "../history/commit-graph.ts";
import { lastChange, type PathInTrees } from "../history/last-change.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, findInTree, type TreeEntry } from "../objects/tree.ts";
import type { ObjectStore } from "./object-store.ts";
import type { KnownChanges, PathFilters } from "./path-filters.ts";
import { type PathNames, treeContent } from "./tree-path.ts";

/** In steps, for reading a tree of the path. */
const treeCost = 1.5 * cost.row;
/** Paths that are kept. */
const MOST_KEPT = 1_000;

interface Found {
  /** The commit from which it was searched. */
  readonly from: Oid;
  readonly last: Oid;
}

/** A search from a newer commit ends where it meets the start of the last one. */
export class LastChanges {
  /** By path, in the order of last use. Commits do not change, so that these never go stale. */
  readonly #found = new Map<ByteString, Found>();
  readonly #commits: CommitGraph;
  readonly #objects: ObjectStore;
  readonly #filters: PathFilters;

  constructor(commits: CommitGraph, objects: ObjectStore, filters: PathFilters) {
    this.#commits = commits;
    this.#objects = objects;
    this.#filters = filters;
  }

  /**
   * The newest commit that changed the path, which the tip must have; null if the budget does not suffice.
   *
   * @throws Error when the tip does not exist, or lacks the path
   */
  *find(tip: Oid, names: PathNames, budget: Budget): Work<Oid | null> {
    const path = names.join("/");
    const before = this.#found.get(path);
    const known = (commit: Oid) => (commit === before?.from ? before.last : undefined);
    const compared = new ComparedPath(this.#objects, names, this.#filters.of(names, budget));
    const last = yield* lastChange(this.#commits, tip, compared, budget, known);
    if (last !== null) this.#keep(path, { from: tip, last });
    return last;
  }

  #keep(path: ByteString, found: Found): void {
    this.#found.delete(path);
    this.#found.set(path, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > MOST_KEPT && oldest !== undefined) this.#found.delete(oldest);
  }
}

/** Compares the ids of the path's folders from the root down: where they are equal, nothing below is read. */
class ComparedPath implements PathInTrees {
  readonly #objects: ObjectStore;
  readonly #names: PathNames;
  readonly #changes: KnownChanges;
  /** Of the path last found: the root, its folders, and the entry itself with its mode. */
  #steps: readonly string[] = [];

  constructor(objects: ObjectStore, names: PathNames, changes: KnownChanges) {
    this.#objects = objects;
    this.#names = names;
    this.#changes = changes;
  }

  isUnchangedIn(commit: GraphCommit): boolean {
    return this.#changes.isUnchangedIn(commit);
  }

  start(tree: Oid): boolean {
    return this.#follow(tree, null);
  }

  isSameIn(tree: Oid, budget: Budget): boolean {
    return this.#follow(tree, budget);
  }

  /** @param budget null to accept any path */
  #follow(tree: Oid, budget: Budget | null): boolean {
    const steps: string[] = [];
    let entry: TreeEntry = { mode: fileMode.tree, name: "", oid: tree };
    for (const [depth, name] of this.#names.entries()) {
      if (entry.mode !== fileMode.tree) return false;
      if (budget !== null && entry.oid === this.#steps[depth]) {
        this.#steps = [...steps, ...this.#steps.slice(depth)];
        return true;
      }
      budget?.spend(treeCost);
      steps.push(entry.oid);
      const found = findInTree(treeContent(this.#objects, entry.oid), name);
      if (found === null) return false;
      entry = found;
    }
    const end = `${entry.mode} ${entry.oid}`;
    if (budget !== null && end !== this.#steps.at(-1)) return false;
    this.#steps = [...steps, end];
    return true;
  }

  readAhead(trees: readonly Oid[]): void {
    this.#objects.readAhead(trees);
  }
}
