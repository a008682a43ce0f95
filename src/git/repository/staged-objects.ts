// Objects that an operation makes. They enter the repository together with the refs that reach them, or not at all.
import { finish, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import type { MergeStore } from "../merge/pending-objects.ts";
import { checkObject, refuseFaults } from "../objects/check-object.ts";
import { historicalFaults } from "../objects/faults.ts";
import { checkGitattributes, checkGitmodules } from "../objects/gitmodules.ts";
import { hashObject } from "../objects/hash.ts";
import type { ObjectType, Oid } from "../objects/oid.ts";
import { parseTree, type TreeEntry } from "../objects/tree.ts";
import { deflate } from "../pack/deflate.ts";
import type { ObjectStore } from "./object-store.ts";

interface StagedObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
  /** Null until prepared. */
  compressed: Uint8Array | null;
}

/** In steps: for each byte that is checked and deflated, and for each object. */
const BYTE_COST = 5;
const OBJECT_COST = 5_000;

export class StagedObjects implements MergeStore {
  readonly #objects: ObjectStore;
  readonly #staged = new Map<Oid, StagedObject>();
  #fault: string | null = null;

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
    this.#staged.set(oid, { type, content, compressed: null });
    return oid;
  }

  /** The first fault of the prepared objects, as `git fsck` reports it; null for none. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Checks and deflates the objects in advance, so that {@link store} is fast. Stops at the first fault. */
  *prepare(): Work<void> {
    const budget = unlimited();
    for (const [oid, object] of this.#staged) {
      if (object.compressed !== null) continue;
      object.compressed = yield* deflate(object.content);
      budget.spend(OBJECT_COST + object.content.length * BYTE_COST);
      this.#fault ??= this.#faultOf(oid, object);
      if (this.#fault !== null) return;
      if (budget.endsSlice()) yield;
    }
  }

  /** Tolerates the same faults as a push, so that a commit that was pushed can be cherry-picked. */
  #faultOf(oid: Oid, { type, content }: StagedObject): string | null {
    const { faults, gitmodules, gitattributes } = checkObject(type, content);
    try {
      refuseFaults({ type, oid }, faults, historicalFaults);
      for (const blob of gitmodules) refuseFaults({ type: "blob", oid: blob }, checkGitmodules(this.blob(blob)));
      for (const blob of gitattributes) refuseFaults({ type: "blob", oid: blob }, checkGitattributes(this.blob(blob)));
      return null;
    } catch (error) {
      if (error instanceof GitError) return error.message;
      throw error;
    }
  }

  /** Belongs in the transaction with the refs that reach the objects. */
  store(): void {
    for (const [oid, { type, content, compressed }] of this.#staged) {
      this.#objects.addHashed(oid, type, content, compressed ?? finish(deflate(content)));
    }
  }
}
