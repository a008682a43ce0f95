// Objects that an operation makes. They become part of the repository when the refs do that reach them, or not at all.
import type { MergeStore } from "../merge/pending-objects.ts";
import { checkObject, refuseFaults } from "../objects/check-object.ts";
import { historicalFaults } from "../objects/faults.ts";
import { checkGitattributes, checkGitmodules } from "../objects/gitmodules.ts";
import { hashObject } from "../objects/hash.ts";
import type { ObjectType, Oid } from "../objects/oid.ts";
import { parseTree, type TreeEntry } from "../objects/tree.ts";
import type { ObjectStore } from "./object-store.ts";

interface StagedObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
}

export class StagedObjects implements MergeStore {
  readonly #objects: ObjectStore;
  readonly #staged = new Map<Oid, StagedObject>();

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  tree(oid: Oid): readonly TreeEntry[] {
    const staged = this.#staged.get(oid);
    return staged === undefined ? this.#objects.tree(oid) : parseTree(staged.content);
  }

  blob(oid: Oid): Uint8Array {
    return this.#staged.get(oid)?.content ?? this.#objects.blob(oid);
  }

  blobSize(oid: Oid): number {
    return this.#staged.get(oid)?.content.length ?? this.#objects.blobSize(oid);
  }

  add(type: ObjectType, content: Uint8Array): Oid {
    const oid = hashObject(type, content);
    this.#staged.set(oid, { type, content });
    return oid;
  }

  /** @throws GitError for what a push would be refused for. What was harmless in a commit that is picked, stays so. */
  check(): void {
    for (const [oid, { type, content }] of this.#staged) {
      const { faults, gitmodules, gitattributes } = checkObject(type, content);
      refuseFaults({ type, oid }, faults, historicalFaults);
      for (const blob of gitmodules) refuseFaults({ type: "blob", oid: blob }, checkGitmodules(this.blob(blob)));
      for (const blob of gitattributes) refuseFaults({ type: "blob", oid: blob }, checkGitattributes(this.blob(blob)));
    }
  }

  /** Belongs in the transaction with the refs that come to reach them. */
  store(): void {
    for (const { type, content } of this.#staged.values()) this.#objects.add(type, content);
  }
}
