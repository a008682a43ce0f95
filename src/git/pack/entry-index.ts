// What is known of each entry of a pack that is being received, in typed arrays: 35 bytes for each.
import { type ObjectType, OID_BYTES, type Oid, oidFrom } from "../objects/oid.ts";
import type { Place } from "./entry-contents.ts";

const types: readonly ObjectType[] = ["commit", "tree", "blob", "tag"];

export interface ResolvedEntry {
  readonly oid: Uint8Array;
  readonly type: ObjectType;
  /** Length of its delta chain as it is stored. */
  readonly depth: number;
  /** The entry that it is stored as a delta of; null if it is not stored as a delta of an entry. */
  readonly base: Place | null;
}

export class EntryIndex {
  readonly #offsets: Float64Array;
  readonly #oids: Uint8Array;
  /** The type's number plus 1; 0 for an entry that is not resolved. */
  readonly #types: Uint8Array;
  readonly #depths: Uint16Array;
  /** The base's place plus 1. */
  readonly #bases: Uint32Array;
  #length = 0;
  /** Resolved entries, once one is searched by its id: the deltas of most packs name their bases by offset. */
  #places: Map<Oid, Place> | null = null;

  constructor(entries: number) {
    this.#offsets = new Float64Array(entries);
    this.#oids = new Uint8Array(entries * OID_BYTES);
    this.#types = new Uint8Array(entries);
    this.#depths = new Uint16Array(entries);
    this.#bases = new Uint32Array(entries);
  }

  add(offset: number): Place {
    this.#offsets[this.#length] = offset;
    return this.#length++;
  }

  resolve(place: Place, { oid, type, depth, base }: ResolvedEntry): void {
    this.#oids.set(oid, place * OID_BYTES);
    this.#types[place] = types.indexOf(type) + 1;
    this.#depths[place] = depth;
    this.#bases[place] = base === null ? 0 : base + 1;
    this.#places?.set(oidFrom(oid), place);
  }

  isResolved(place: Place): boolean {
    return this.#types[place] !== 0;
  }

  type(place: Place): ObjectType {
    return types[(this.#types[place] ?? 0) - 1] ?? "blob";
  }

  depth(place: Place): number {
    return this.#depths[place] ?? 0;
  }

  base(place: Place): Place | null {
    const base = this.#bases[place] ?? 0;
    return base === 0 ? null : base - 1;
  }

  oid(place: Place): Oid {
    return oidFrom(this.#oids, place * OID_BYTES);
  }

  rawOid(place: Place): Uint8Array {
    return this.#oids.subarray(place * OID_BYTES, (place + 1) * OID_BYTES);
  }

  offset(place: Place): number {
    return this.#offsets[place] ?? Number.NaN;
  }

  /** The entry at this offset. */
  find(offset: number): Place | null {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.offset(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low < this.#length && this.offset(low) === offset ? low : null;
  }

  /** The resolved entry with this id. */
  findResolved(oid: Oid): Place | null {
    this.#places ??= this.#resolvedPlaces();
    return this.#places.get(oid) ?? null;
  }

  #resolvedPlaces(): Map<Oid, Place> {
    const places = new Map<Oid, Place>();
    for (let place = 0; place < this.#length; place++) {
      if (this.isResolved(place)) places.set(this.oid(place), place);
    }
    return places;
  }
}
