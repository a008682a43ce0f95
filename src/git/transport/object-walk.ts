// Gathers the objects that a client lacks: what each commit changed. Blobs are never read.
import { type Budget, cost, type Work } from "../budget.ts";
import { type ObjectType, type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import { parseTagLink } from "../objects/tag.ts";
import { entryType, scanTree } from "../objects/tree.ts";
import type { ObjectStore } from "../repository/object-store.ts";
import { OidTable } from "../repository/oid-table.ts";
import { changedEntries } from "./tree-changes.ts";

/** A tree of which everything is sent anyway, or is the client's. */
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

  /** How many objects are sent. */
  get count(): number {
    return this.#count;
  }

  /** Those that are sent, in no order. */
  *sent(): Generator<Uint8Array> {
    for (const [oid] of this.#met.entries((flags) => flags === SENT)) yield oid;
  }

  isSent(oid: Oid): boolean {
    return this.#met.get(oidBytes(oid)) === SENT;
  }

  /** Whether the client has it, as far as was noticed. */
  isKnown(oid: Oid): boolean {
    return this.#met.get(oidBytes(oid)) === KNOWN;
  }

  /** An object by itself, without what it names. @returns whether it was not met yet */
  send(oid: Oid): boolean {
    return this.#send(oidBytes(oid), 0);
  }

  #send(bytes: Uint8Array, at: number): boolean {
    if (this.#met.get(bytes, at) !== 0) return false;
    this.#met.add(bytes, at, SENT);
    this.#count += 1;
    return true;
  }

  /** An annotated tag, and the tags it may be on. @returns what they are on in the end */
  sendTag(tag: Oid): { oid: Oid; type: ObjectType } {
    for (let oid = tag; ; ) {
      this.send(oid);
      const { object, type } = parseTagLink(this.#content(oid));
      if (type !== "tag") return { oid: object, type };
      oid = object;
    }
  }

  /** A tree and all in it, except for what `others` have in the same place. */
  *sendTree(oid: Oid, others: readonly OtherTree[]): Work<void> {
    const ahead: ComparedTree[] = [{ oid, others }];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const { oid } = next;
      if (!next.others.some((other) => other.oid === oid) && this.send(oid)) ahead.push(...this.#compare(next));
      if (this.#budget.endsSlice()) yield;
    }
  }

  /** Sends the blobs that are new in it. @returns the trees that are */
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

  /** What the client has in this tree, wherever it comes to stand in others. */
  #meetKnown(tree: Uint8Array): void {
    for (const { mode, oidStart } of scanTree(tree)) {
      // a submodule's commit may be one of this repository, too, and the client may still lack it
      if (entryType(mode) === "commit" || this.#met.get(tree, oidStart) !== 0) continue;
      this.#met.add(tree, oidStart, KNOWN);
    }
  }

  #content(oid: Oid): Uint8Array {
    const object = this.#objects.read(oid);
    if (object === null) throw new Error(`The repository lacks ${oid}`);
    // an entry of a tree has some 35 bytes, and is compared
    this.#budget.spend(2 * cost.row + 2 * object.content.length);
    return object.content;
  }
}
