// Whether all that a push's objects name is there. No walk: when every object has what it names, nothing is missing.
import { finish, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { emptyTreeOid, type ObjectType, oidBytes, oidFrom } from "../objects/oid.ts";
import { typeNumbers, typeOfNumber } from "./object-store.ts";
import { OidTable } from "./oid-table.ts";

/** In the flags of an id: the type of what was brought, above it a bit for each type it is named as. */
const BROUGHT = 0b0111;
const IN_REPOSITORY = 0b1000;
const namedAs: Readonly<Record<ObjectType, number>> = { commit: 0x10, tree: 0x20, blob: 0x40, tag: 0x80 };

/** Steps for looking up an id among others. */
const FOUND_COST = 400;

/** They take some 12 MB with the objects of the largest push. */
const MOST_PENDING = 250_000;

export interface FoundObject {
  readonly oid: Uint8Array;
  readonly type: ObjectType;
}

/** What the repository has of `oids`, {@link OIDS_AT_ONCE} at most. */
export type FindObjects = (oids: readonly Uint8Array[]) => Iterable<FoundObject>;

/** As many as a statement may have bound values. */
export const OIDS_AT_ONCE = 100;

const emptyTree = oidBytes(emptyTreeOid);

export class PackReferences {
  readonly #find: FindObjects;
  readonly #table = new OidTable();
  readonly #mostPending: number;
  #pending = 0;

  /** @param mostPending of ids that were named and did not come: then the repository is asked for them */
  constructor(find: FindObjects, mostPending = MOST_PENDING) {
    this.#find = find;
    this.#mostPending = mostPending;
  }

  hasBrought(oid: Uint8Array): boolean {
    return (this.#table.get(oid) & BROUGHT) !== 0;
  }

  /** @throws GitError when it was named as something else */
  brought(oid: Uint8Array, type: ObjectType): void {
    const before = this.#table.add(oid, 0, typeNumbers[type]);
    if (before !== 0) this.#pending -= 1;
    checkType(oid, 0, type, before);
  }

  /**
   * @param bytes hold the id from `at` on
   * @throws GitError when it was brought as something else
   */
  named(bytes: Uint8Array, at: number, type: ObjectType): void {
    const before = this.#table.add(bytes, at, namedAs[type]);
    if (before === 0) this.#pending += 1;
    else if ((before & BROUGHT) !== 0) checkType(bytes, at, typeOfNumber(before & BROUGHT), namedAs[type]);
  }

  /**
   * To be called now and then, so that what is held stays bounded.
   *
   * @param toCome how many objects the pack still has
   * @throws GitError when they cannot be all that is missing
   */
  checkWhenMany(toCome: number): void {
    if (this.#pending > this.#mostPending) finish(this.check(toCome));
  }

  /** To be called at the end, when nothing is to come. The same otherwise. */
  *check(toCome = 0): Work<void> {
    yield* this.#dropFound();
    if (this.#pending <= toCome) return;
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

const isPending = (flags: number): boolean => flags !== 0 && (flags & (BROUGHT | IN_REPOSITORY)) === 0;

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
