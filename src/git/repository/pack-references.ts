// Checks that every object that a push references exists. If all objects have their references, no walk is needed.
import { finish, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { emptyTreeOid, type ObjectType, oidBytes, oidFrom } from "../objects/oid.ts";
import { typeNumbers, typeOfNumber } from "./object-types.ts";
import { OidTable } from "./oid-table.ts";

/** Flags of an id: the type of the received object in the low bits, then a bit for each type it is referenced as. */
const RECEIVED = 0b0111;
const IN_REPOSITORY = 0b1000;
const namedAs: Readonly<Record<ObjectType, number>> = { commit: 0x10, tree: 0x20, blob: 0x40, tag: 0x80 };

/** In steps, for finding an id among others. */
const FOUND_COST = 400;

/** With the objects of the largest push they take about 12 MB. */
const MOST_PENDING = 250_000;

export interface FoundObject {
  readonly oid: Uint8Array;
  readonly type: ObjectType;
}

/** Finds those of `oids` that are in the repository; at most {@link OIDS_AT_ONCE} ids. */
export type FindObjects = (oids: readonly Uint8Array[]) => Iterable<FoundObject>;

/** Limit of bindings per statement. */
export const OIDS_AT_ONCE = 100;

const emptyTree = oidBytes(emptyTreeOid);

export class PackReferences {
  readonly #find: FindObjects;
  readonly #table = new OidTable();
  readonly #mostPending: number;
  #pending = 0;

  /** @param mostPending number of unresolved references above which they are looked up in the repository */
  constructor(find: FindObjects, mostPending = MOST_PENDING) {
    this.#find = find;
    this.#mostPending = mostPending;
  }

  hasReceived(oid: Uint8Array): boolean {
    return (this.#table.get(oid) & RECEIVED) !== 0;
  }

  /** @throws GitError if it was referenced as another type */
  received(oid: Uint8Array, type: ObjectType): void {
    const before = this.#table.add(oid, 0, typeNumbers[type]);
    if (before !== 0) this.#pending -= 1;
    checkType(oid, 0, type, before);
  }

  /**
   * @param bytes contain the id from `at` on
   * @throws GitError if it was received as another type
   */
  named(bytes: Uint8Array, at: number, type: ObjectType): void {
    const before = this.#table.add(bytes, at, namedAs[type]);
    if (before === 0) this.#pending += 1;
    else if ((before & RECEIVED) !== 0) checkType(bytes, at, typeOfNumber(before & RECEIVED), namedAs[type]);
  }

  /**
   * Call it regularly to bound the memory.
   *
   * @param remaining number of objects that the pack still contains
   * @throws GitError if these cannot be all that is missing
   */
  checkWhenMany(remaining: number): void {
    if (this.#pending > this.#mostPending) finish(this.check(remaining));
  }

  /** Call it at the end, without remaining objects. Otherwise like {@link checkWhenMany}. */
  *check(remaining = 0): Work<void> {
    yield* this.#dropFound();
    if (this.#pending <= remaining) return;
    const [missing] = this.#table.entries(isPending);
    if (missing === undefined) throw new Error("The references of a push are miscounted");
    const [oid, flags] = missing;
    const others = this.#pending > 1 ? `, and ${this.#pending - 1} more` : "";
    throw new GitError(
      "pack",
      `The pack is incomplete: the ${typeNamed(flags)} ${oidFrom(oid)} is neither in it nor in the repository${others}.`,
    );
  }

  *#dropFound(): Work<void> {
    const budget = unlimited();
    let batch: Uint8Array[] = [];
    for (const [oid] of this.#table.entries(isPending)) {
      batch.push(oid);
      if (batch.length < OIDS_AT_ONCE) continue;
      this.#markFound(batch);
      batch = [];
      budget.spend(OIDS_AT_ONCE * FOUND_COST);
      if (budget.endsSlice()) yield;
    }
    this.#markFound(batch);
    this.#found(emptyTree, "tree");
    this.#table.keepOnly((flags) => (flags & IN_REPOSITORY) === 0);
  }

  #markFound(oids: readonly Uint8Array[]): void {
    if (oids.length === 0) return;
    for (const { oid, type } of this.#find(oids)) this.#found(oid, type);
  }

  #found(oid: Uint8Array, type: ObjectType): void {
    const flags = this.#table.get(oid);
    if (!isPending(flags)) return;
    checkType(oid, 0, type, flags);
    this.#table.add(oid, 0, IN_REPOSITORY);
    this.#pending -= 1;
  }
}

const isPending = (flags: number): boolean => flags !== 0 && (flags & (RECEIVED | IN_REPOSITORY)) === 0;

function checkType(bytes: Uint8Array, at: number, type: ObjectType, names: number): void {
  const others = names & ~namedAs[type];
  if (others === 0) return;
  throw new GitError(
    "object",
    `The ${type} ${oidFrom(bytes, at)} is named as a ${typeNamed(others)} by what was pushed.`,
  );
}

const typeNamed = (names: number): ObjectType | "object" =>
  objectTypes.find((type) => (names & namedAs[type]) !== 0) ?? "object";

const objectTypes: readonly ObjectType[] = ["commit", "tree", "blob", "tag"];
