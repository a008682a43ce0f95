// Builds the tree of a merge: our tree with the decisions of the merge applied.
import type { Budget, Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import { TreeEdit, type TreeStore } from "../repository/tree-edit.ts";
import type { Replacement } from "./compare-trees.ts";
import { isSame, mapThree, type ThreeWay, type Version } from "./versions.ts";

export interface Decisions {
  /** Entries of our tree to replace by theirs, by path. */
  readonly replacements: ReadonlyMap<ByteString, Replacement>;
  /** Files by path; null for none, which keeps a directory at that path. */
  readonly files: ReadonlyMap<ByteString, Version | null>;
}

export interface ResultTree {
  readonly tree: Oid;
  /** Paths at which one side has a file and the other a directory. */
  readonly conflicts: readonly ByteString[];
}

/** @param store receives the new trees */
export function* resultTree(
  store: TreeStore,
  trees: ThreeWay<Oid>,
  { replacements, files }: Decisions,
  budget: Budget,
): Work<ResultTree> {
  const result = new Result(store, trees);
  // Removals first, so that only entries that stay can block a path.
  yield* inSlices(replacements, budget, (path, { from }) => from !== null && result.remove(path));
  yield* inSlices(files, budget, (path, version) => result.removeFile(path, version));
  yield* inSlices(replacements, budget, (path, { to }) => to !== null && result.put(path, to));
  yield* inSlices(files, budget, (path, version) => version !== null && result.put(path, version));
  return { tree: result.write(), conflicts: result.conflicts };
}

function* inSlices<T>(
  byPath: ReadonlyMap<ByteString, T>,
  budget: Budget,
  act: (path: ByteString, value: T) => unknown,
): Work<void> {
  for (const [path, value] of byPath) {
    budget.spend(path.length);
    if (budget.endsSlice()) yield;
    act(path, value);
  }
}

class Result {
  readonly conflicts: ByteString[] = [];
  readonly #edit: TreeEdit;
  /** Opens the input trees for reading; rarely needed. */
  readonly #openInputs: () => ThreeWay<TreeEdit>;
  #inputs: ThreeWay<TreeEdit> | null = null;
  readonly #movedAway = new Set<ByteString>();

  constructor(store: TreeStore, trees: ThreeWay<Oid>) {
    this.#edit = new TreeEdit(store, trees.ours);
    this.#openInputs = () => mapThree(trees, (tree) => new TreeEdit(store, tree));
  }

  write(): Oid {
    return this.#edit.write();
  }

  remove(path: ByteString): void {
    this.#edit.remove(path);
  }

  /** Removes our file unless it equals the decision. */
  removeFile(path: ByteString, decided: Version | null): void {
    const found = this.#edit.find(path);
    if (found.kind === "file" && !isSame(found.entry, decided)) this.#edit.remove(path);
  }

  put(path: ByteString, version: Version): void {
    if (this.#movedAway.has(path)) return;
    const found = this.#edit.find(path);
    const isDirectory = version.mode === fileMode.tree;
    if (found.kind === "blocked") this.#moveAway(found.by);
    if (found.kind === "file" && isDirectory) this.#moveAway(path);
    if (found.kind === "file" && isSame(found.entry, version)) return;
    if (found.kind !== "folder" || isDirectory) this.#edit.put(path, version);
    else this.#edit.put(this.#makeRoom(path), version);
  }

  /** Moves a file that blocks a directory. */
  #moveAway(path: ByteString): void {
    const found = this.#edit.find(path);
    if (found.kind !== "file") return;
    this.#movedAway.add(path);
    this.#edit.remove(path);
    this.#edit.put(this.#makeRoom(path), found.entry);
  }

  /** Git's name for a file whose path is a directory; it occurs in merged merge bases. */
  #makeRoom(path: ByteString): ByteString {
    this.conflicts.push(path);
    this.#inputs ??= this.#openInputs();
    const { base, ours, theirs } = this.#inputs;
    const wanted = `${path}~Temporary merge branch ${ours.find(path).kind === "folder" ? 2 : 1}`;
    const isFree = (name: ByteString) =>
      [this.#edit, base, ours, theirs].every((tree) => tree.find(name).kind === "nothing");
    let free = wanted;
    for (let suffix = 0; !isFree(free); suffix++) free = `${wanted}_${suffix}`;
    return free;
  }
}
