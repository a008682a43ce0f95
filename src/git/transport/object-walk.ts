// Collects the objects that a client lacks from the changes of each commit. Never reads blobs.
import { type Budget, cost, type Work } from "../budget.ts";
import { type ObjectType, type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import { parseTagLink } from "../objects/tag.ts";
import { entryType, scanTree } from "../objects/tree.ts";
import type { ObjectStore } from "../repository/object-store.ts";
import { OidTable } from "../repository/oid-table.ts";
import { changedEntries } from "./tree-changes.ts";

/** A tree whose objects are all sent, or all known to the client. */
export interface OtherTree {
  readonly oid: Oid;
  /** The client has it. */
  readonly isKnown: boolean;
}

interface ComparedTree {
  readonly oid: Oid;
  readonly others: readonly OtherTree[];
}

const SENT = 1;
const KNOWN = 2;

export class ObjectWalk {
  readonly #objects: ObjectStore;
  readonly #met = new OidTable();
  readonly #budget: Budget;
  #count = 0;

  constructor(objects: ObjectStore, budget: Budget) {
    this.#objects = objects;
    this.#budget = budget;
  }

  /** Number of objects to send. */
  get count(): number {
    return this.#count;
  }

  /** Objects to send, unordered. */
  *sent(): Generator<Uint8Array> {
    for (const [oid] of this.#met.entries((flags) => flags === SENT)) yield oid;
  }

  isSent(oid: Oid): boolean {
    return this.sends(oidBytes(oid));
  }

  sends(oid: Uint8Array): boolean {
    return this.#met.get(oid) === SENT;
  }

  /** True if the client is known to have it. */
  isKnown(oid: Oid): boolean {
    return this.#met.get(oidBytes(oid)) === KNOWN;
  }

  /** Sends an object without its references. @returns false if it was met before */
  send(oid: Oid): boolean {
    return this.#send(oidBytes(oid), 0);
  }

  #send(bytes: Uint8Array, at: number): boolean {
    if (this.#met.get(bytes, at) !== 0) return false;
    this.#met.add(bytes, at, SENT);
    this.#count += 1;
    return true;
  }

  /** Sends an annotated tag, and any tags that it leads to. @returns the object at the end of the chain */
  sendTag(tag: Oid): { oid: Oid; type: ObjectType } {
    for (let oid = tag; ; ) {
      this.send(oid);
      const { object, type } = parseTagLink(this.#content(oid));
      if (type !== "tag") return { oid: object, type };
      oid = object;
    }
  }

  /** Sends a tree and everything in it, except for what `others` have at the same place. */
  *sendTree(oid: Oid, others: readonly OtherTree[]): Work<void> {
    const ahead: ComparedTree[] = [{ oid, others }];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const { oid } = next;
      if (!next.others.some((other) => other.oid === oid) && this.send(oid)) ahead.push(...this.#compare(next));
      if (this.#budget.endsSlice()) yield;
    }
  }

  /** Sends the new blobs of a tree. @returns its new subtrees */
  #compare({ oid, others }: ComparedTree): ComparedTree[] {
    const content = this.#content(oid);
    const contents = others.map((other) => this.#content(other.oid));
    for (const [index, other] of contents.entries()) if (others[index]?.isKnown === true) this.#meetKnown(other);
    const subtrees: ComparedTree[] = [];
    for (const { type, oidStart, counterparts } of changedEntries(content, contents)) {
      if (type === "blob") this.#send(content, oidStart);
      else if (this.#met.get(content, oidStart) === 0) {
        const below = counterparts.flatMap((oid, index) =>
          oid === null ? [] : [{ oid, isKnown: others[index]?.isKnown === true }],
        );
        subtrees.push({ oid: oidFrom(content, oidStart), others: below });
      }
    }
    return subtrees;
  }

  /** Marks the entries of a tree as known, so that they are not sent at another place either. */
  #meetKnown(tree: Uint8Array): void {
    for (const { mode, oidStart } of scanTree(tree)) {
      // The commit of a submodule may exist in this repository, too, and the client may still lack it.
      if (entryType(mode) === "commit" || this.#met.get(tree, oidStart) !== 0) continue;
      this.#met.add(tree, oidStart, KNOWN);
    }
  }

  #content(oid: Oid): Uint8Array {
    const object = this.#objects.read(oid);
    if (object === null) throw new Error(`The repository lacks ${oid}`);
    // An entry of a tree has about 35 bytes, and is compared.
    this.#budget.spend(2 * cost.row + 2 * object.content.length);
    return object.content;
  }
}
