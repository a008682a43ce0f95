// A store of objects in memory, as strict as the real one.
import { type Oid, oidFrom } from "../../../src/git/objects/oid.ts";
import { ContentCache } from "../../../src/git/pack/content-cache.ts";
import type { StoredObject } from "../../../src/git/pack/entries.ts";
import { type PackLimits, pushLimits } from "../../../src/git/pack/limits.ts";
import { ObjectReader } from "../../../src/git/pack/object-reader.ts";
import type { PackedObject, PackStore, ParkedDelta } from "../../../src/git/pack/pack-resolver.ts";
import { PackResolver, type ResolverOptions } from "../../../src/git/pack/pack-resolver.ts";
import { readPack } from "../../../src/git/pack/read-pack.ts";

export class MemoryStore implements PackStore {
  readonly objects = new Map<Oid, StoredObject>();
  readonly #parked = new Map<number, ParkedDelta>();
  known = 0;
  parkings = 0;

  stored(oid: Oid): StoredObject | null {
    return this.objects.get(oid) ?? null;
  }

  keep({ oid: rawOid, content: _, delta: rawDelta, compressed, ...object }: PackedObject): "kept" | "known" {
    const oid = oidFrom(rawOid);
    const delta = rawDelta === null ? null : { ...rawDelta, base: oidFrom(rawDelta.base) };
    if (delta !== null && !this.objects.has(delta.base)) throw new Error("A delta was kept before its base");
    if (this.objects.has(oid)) {
      this.known++;
      return "known";
    }
    this.objects.set(oid, { ...object, delta, compressed: copies(compressed) });
    return "kept";
  }

  park(offset: number, { size, compressed, compressedSize }: ParkedDelta): void {
    this.parkings++;
    this.#parked.set(offset, { size, compressed: copies(compressed), compressedSize });
  }

  unpark(offset: number): ParkedDelta {
    const delta = this.#parked.get(offset);
    if (delta === undefined) throw new Error(`There is no parked delta at ${offset}`);
    this.#parked.delete(offset);
    return delta;
  }

  /** With its own cache, so that it reads the store. */
  content(oid: Oid): { type: string; content: Buffer } {
    const object = new ObjectReader((one) => this.stored(one), new ContentCache(1 << 20)).read(oid);
    if (object === null) throw new Error(`The object ${oid} does not exist`);
    return { type: object.type, content: Buffer.from(object.content) };
  }

  /** Its objects, in the form of {@link allObjects}. */
  all(): Map<Oid, string> {
    const reader = new ObjectReader((oid) => this.stored(oid), new ContentCache(64 << 20));
    return new Map(
      [...this.objects.keys()].sort().map((oid) => {
        const object = reader.read(oid);
        return [oid, object === null ? "" : `${object.type} ${Buffer.from(object.content).toString("latin1")}`];
      }),
    );
  }
}

const copies = (pieces: Iterable<Uint8Array>) => [...pieces].map((piece) => piece.slice());

export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export interface Receiving {
  readonly chunkSize?: number;
  readonly limits?: Partial<PackLimits>;
  readonly options?: Partial<ResolverOptions>;
  readonly store?: MemoryStore;
}

/** Receives a pack like a push. */
export async function receive(pack: Uint8Array, receiving: Receiving = {}): Promise<MemoryStore> {
  const store = receiving.store ?? new MemoryStore();
  const resolver = new PackResolver(store, receiving.options);
  await readPack(inChunks(pack, receiving.chunkSize ?? 8192), resolver, { ...pushLimits, ...receiving.limits });
  return store;
}
