// Finds the entries of a tree that other trees do not have at the same place.
import { compareRawEntries } from "../diff/entry-order.ts";
import { OID_BYTES, type Oid, oidFrom } from "../objects/oid.ts";
import { entryType, type RawEntry, scanTree } from "../objects/tree.ts";

export interface ChangedEntry {
  readonly type: "tree" | "blob";
  /** Position of its id in the tree's bytes. */
  readonly oidStart: number;
  /** For a tree: the tree at the same place in each of the others; null where there is none. Empty for a blob. */
  readonly counterparts: readonly (Oid | null)[];
}

/** The entries whose ids differ from those in all `others`, without submodules, which are elsewhere. */
export function* changedEntries(tree: Uint8Array, others: readonly Uint8Array[]): Generator<ChangedEntry> {
  const cursors = others.map((other) => new Cursor(other));
  for (const entry of scanTree(tree)) {
    const type = entryType(entry.mode);
    const isTree = type === "tree";
    let isSame = false;
    for (const cursor of cursors) {
      cursor.moveTo(tree, entry, isTree);
      isSame ||= cursor.hasOid(tree, entry.oidStart);
    }
    if (isSame || type === "commit") continue;
    const counterparts = isTree ? cursors.map((cursor) => cursor.tree) : [];
    yield { type, oidStart: entry.oidStart, counterparts };
  }
}

/** Moves along a tree in step with the names of another. */
class Cursor {
  readonly #tree: Uint8Array;
  readonly #entries: Iterator<RawEntry>;
  #entry: RawEntry | undefined;
  /** True if the entry has the name of the last `moveTo`. */
  #isThere = false;

  constructor(tree: Uint8Array) {
    this.#tree = tree;
    this.#entries = scanTree(tree);
    this.#next();
  }

  moveTo(tree: Uint8Array, entry: RawEntry, isTree: boolean): void {
    this.#isThere = false;
    while (this.#entry !== undefined) {
      const order = compareRawEntries(
        this.#tree,
        this.#entry,
        entryType(this.#entry.mode) === "tree",
        tree,
        entry,
        isTree,
      );
      this.#isThere = order === 0;
      if (order >= 0) return;
      this.#next();
    }
  }

  hasOid(tree: Uint8Array, oidStart: number): boolean {
    if (!this.#isThere || this.#entry === undefined) return false;
    const start = this.#entry.oidStart;
    for (let byte = 0; byte < OID_BYTES; byte++) if (this.#tree[start + byte] !== tree[oidStart + byte]) return false;
    return true;
  }

  /** Null if there is no tree of that name. */
  get tree(): Oid | null {
    if (!this.#isThere || this.#entry === undefined) return null;
    return oidFrom(this.#tree, this.#entry.oidStart);
  }

  #next(): void {
    const next = this.#entries.next();
    this.#entry = next.done === true ? undefined : next.value;
  }
}
