// Objects that a merge creates, in memory. At the end only those of the resulting tree are stored.
import type { ObjectSource } from "../diff/object-source.ts";
import { hashObject } from "../objects/hash.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import { entryType, parseTree, serialiseTree, type TreeEntry } from "../objects/tree.ts";

/** The store that a merge reads from and writes its result to. */
export interface MergeStore extends ObjectSource {
  /** Stores an object; idempotent. */
  add(type: "blob" | "tree" | "commit", content: Uint8Array): Oid;
}

interface PendingObject {
  readonly type: "blob" | "tree";
  readonly content: Uint8Array;
}

export class PendingObjects implements ObjectSource {
  readonly #store: MergeStore;
  readonly #pending = new Map<Oid, PendingObject>();

  constructor(store: MergeStore) {
    this.#store = store;
  }

  tree(oid: Oid): readonly TreeEntry[] {
    const pending = this.#pending.get(oid);
    if (pending !== undefined) return parseTree(pending.content);
    return oid === emptyTreeOid ? [] : this.#store.tree(oid);
  }

  blob(oid: Oid): Uint8Array {
    return this.#pending.get(oid)?.content ?? this.#store.blob(oid);
  }

  blobSize(oid: Oid): number {
    return this.#pending.get(oid)?.content.length ?? this.#store.blobSize(oid);
  }

  add(type: PendingObject["type"], content: Uint8Array): Oid {
    const oid = hashObject(type, content);
    this.#pending.set(oid, { type, content });
    return oid;
  }

  addTree(entries: readonly TreeEntry[]): Oid {
    return this.add("tree", serialiseTree(entries));
  }

  /** Stores a tree and all of its pending objects. */
  store(tree: Oid): void {
    const wanted = [tree];
    const stored = new Set<Oid>();
    for (let oid = wanted.pop(); oid !== undefined; oid = wanted.pop()) {
      const object = this.#pending.get(oid);
      if (object === undefined || stored.has(oid)) continue;
      stored.add(oid);
      this.#store.add(object.type, object.content);
      if (object.type !== "tree") continue;
      for (const entry of parseTree(object.content)) if (entryType(entry.mode) !== "commit") wanted.push(entry.oid);
    }
  }
}
