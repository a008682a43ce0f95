// The objects to send for a fetch: all objects if the client has none, otherwise those that a walk finds.
import { constants, deflateSync } from "node:zlib";
import type { Work } from "../budget.ts";
import { emptyTreeOid, type Oid, oidFrom } from "../objects/oid.ts";
import type { StoredObject } from "../pack/entries.ts";
import type { Repository } from "../repository/repository.ts";
import { missingObjects, type PackScope } from "./missing-objects.ts";
import type { ObjectWalk } from "./object-walk.ts";
import { allRows, rowsOf } from "./outgoing-rows.ts";
import { reachEverything } from "./whole-repository.ts";

export interface OutgoingObjects {
  readonly count: number;
  /** Read from the store while iterating. */
  readonly objects: Iterable<StoredObject>;
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
export function* allObjects({ sql, objects }: Repository): Work<OutgoingObjects> {
  const { count, rows } = yield* allRows(sql);
  return { count, objects: mapped(rows(), (row) => objects.storedFrom(row)) };
}

function* some({ sql, objects }: Repository, walk: ObjectWalk, isThin: boolean): Work<OutgoingObjects> {
  const { count, rows } = yield* rowsOf(sql, walk.sent());
  // The empty tree exists without being stored, here and in the client.
  const unstored = walk.isSent(emptyTreeOid) && objects.find(emptyTreeOid) === null ? 1 : 0;
  if (count + unstored !== walk.count) throw new Error(`Only ${count} of ${walk.count} objects to send exist`);
  const hasBase = (base: Oid) => walk.isSent(base) || (isThin && walk.isKnown(base));
  const sent = mapped(rows(), (row) => {
    const object = objects.storedFrom(row);
    return object.delta === null || hasBase(object.delta.base) ? object : whole(objects, row.oid);
  });
  return { count, objects: sent };
}

function* mapped<From, To>(items: Iterable<From>, map: (item: From) => To): Generator<To> {
  for (const item of items) yield map(item);
}

function whole(objects: Repository["objects"], oid: ArrayBuffer): StoredObject {
  const object = objects.read(oidFrom(new Uint8Array(oid)));
  if (object === null) throw new Error("An object was deleted while it was sent");
  const compressed = deflateSync(object.content, { level: constants.Z_BEST_SPEED });
  const { length: size } = object.content;
  return { type: object.type, size, delta: null, compressed: [compressed], compressedSize: compressed.length };
}
