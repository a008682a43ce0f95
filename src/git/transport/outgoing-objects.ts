// The objects to send for a fetch: all objects if the client has none, otherwise those that a walk finds.
import { constants, deflateSync } from "node:zlib";
import type { Work } from "../budget.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import type { StoredObject } from "../pack/entries.ts";
import type { Outgoing } from "../pack/write-pack.ts";
import type { ObjectStore } from "../repository/object-store.ts";
import type { Repository } from "../repository/repository.ts";
import { missingObjects, type PackScope } from "./missing-objects.ts";
import type { ObjectWalk } from "./object-walk.ts";
import { allEntries, walkedEntries } from "./outgoing-entries.ts";
import { acceptedRows, allRows, rowsOf } from "./outgoing-rows.ts";
import { reachEverything } from "./whole-repository.ts";

export interface OutgoingObjects {
  readonly count: number;
  /** Read from the store while iterating. */
  readonly objects: Iterable<Outgoing>;
}

/** @param isThin deltas may have bases that the client has */
export function* outgoingObjects(repository: Repository, scope: PackScope, isThin: boolean): Work<OutgoingObjects> {
  if (lacksEverything(repository, scope)) return yield* allObjects(repository);
  return yield* some(repository, yield* missingObjects(repository, scope), isThin);
}

function lacksEverything(repository: Repository, { wants, common, shallowness }: PackScope): boolean {
  const isWhole = common.length === 0 && shallowness.before.size === 0 && shallowness.after.size === 0;
  return isWhole && reachEverything(repository, wants);
}

/** All accepted objects, whether or not a ref leads to them. */
export function* allObjects(repository: Repository): Work<OutgoingObjects> {
  const { sql, objects } = repository;
  // Before the first pause: rows accepted later may be deltas on objects of a pack that is left out.
  const accepted = acceptedRows(sql);
  const packed = yield* allEntries(repository);
  const { count, rows } = yield* allRows(sql, accepted);
  return {
    count: packed.count + count,
    objects: joined(
      packed.entries(),
      mapped(rows(), (row) => objects.storedFrom(row)),
    ),
  };
}

function* some(repository: Repository, walk: ObjectWalk, isThin: boolean): Work<OutgoingObjects> {
  const { sql, objects } = repository;
  const hasBase = (base: Oid) => walk.isSent(base) || (isThin && walk.isKnown(base));
  const makeWhole = (delta: StoredObject) => whole(objects, delta);
  const packed = yield* walkedEntries(repository, walk, { has: hasBase, makeWhole });
  const { count, rows } = yield* rowsOf(sql, packed.count === walk.count ? [] : walk.sent());
  // The empty tree exists without being stored, here and in the client.
  const unstored = walk.isSent(emptyTreeOid) && objects.find(emptyTreeOid) === null ? 1 : 0;
  const found = packed.count + count;
  if (found + unstored !== walk.count) throw new Error(`Only ${found} of ${walk.count} objects to send exist`);
  const fromRows = mapped(rows(), (row) => {
    const object = objects.storedFrom(row);
    return object.delta === null || hasBase(object.delta.base) ? object : makeWhole(object);
  });
  return { count: found, objects: joined(packed.entries(), fromRows) };
}

function* joined<Item>(first: Iterable<Item>, second: Iterable<Item>): Generator<Item> {
  yield* first;
  yield* second;
}

function* mapped<From, To>(items: Iterable<From>, map: (item: From) => To): Generator<To> {
  for (const item of items) yield map(item);
}

function whole(objects: ObjectStore, delta: StoredObject): StoredObject {
  const { type, content } = objects.contentOf(delta);
  const compressed = deflateSync(content, { level: constants.Z_BEST_SPEED });
  return { type, size: content.length, delta: null, compressed: [compressed], compressedSize: compressed.length };
}
