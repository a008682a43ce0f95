// A compact hash table of object ids with a byte of flags each: a push references hundreds of thousands of ids.
import { OID_BYTES } from "../objects/oid.ts";

const WORDS = OID_BYTES / 4;
const SMALLEST = 1024;
/** Maximum load factor. */
const MOST_FULL = 0.7;

export class OidTable {
  #words = new Uint32Array(SMALLEST * WORDS);
  /** 0 for a free slot. */
  #flags = new Uint8Array(SMALLEST);
  #size = 0;
  /** Random, because ids come from clients: they must not be able to choose the slots. */
  readonly #seeds = crypto.getRandomValues(new Uint32Array(WORDS));
  /** The id to look up. */
  readonly #wanted = new Uint32Array(WORDS);

  get size(): number {
    return this.#size;
  }

  /** @param bytes contain an id from `at` on @returns its flags; 0 if it is not in the table */
  get(bytes: Uint8Array, at = 0): number {
    this.#read(bytes, at);
    return this.#flags[this.#find()] ?? 0;
  }

  /** Adds flags to an id. @param flags not 0 @returns its previous flags; 0 if it was not in the table */
  add(bytes: Uint8Array, at: number, flags: number): number {
    this.#read(bytes, at);
    const slot = this.#find();
    const before = this.#flags[slot] ?? 0;
    this.#flags[slot] = before | flags;
    if (before === 0) {
      this.#words.set(this.#wanted, slot * WORDS);
      this.#size += 1;
      if (this.#size > this.#flags.length * MOST_FULL) this.#keep(this.#flags.length * 2, () => true);
    }
    return before;
  }

  /** Copies of the ids with their flags. Do not change the table meanwhile. */
  *entries(wanted: (flags: number) => boolean): Generator<[oid: Uint8Array, flags: number]> {
    for (const [slot, flags] of this.#flags.entries()) {
      if (flags !== 0 && wanted(flags)) yield [this.#oidAt(slot), flags];
    }
  }

  /** Drops all other ids. */
  keepOnly(isKept: (flags: number) => boolean): void {
    this.#keep(this.#flags.length, isKept);
  }

  #keep(slots: number, isKept: (flags: number) => boolean): void {
    const [words, flags] = [this.#words, this.#flags];
    this.#words = new Uint32Array(slots * WORDS);
    this.#flags = new Uint8Array(slots);
    this.#size = 0;
    for (const [slot, kept] of flags.entries()) {
      if (kept === 0 || !isKept(kept)) continue;
      for (let word = 0; word < WORDS; word++) this.#wanted[word] = words[slot * WORDS + word] ?? 0;
      const place = this.#find();
      this.#flags[place] = kept;
      this.#words.set(this.#wanted, place * WORDS);
      this.#size += 1;
    }
  }

  #read(bytes: Uint8Array, at: number): void {
    for (let word = 0; word < WORDS; word++) {
      const from = at + 4 * word;
      this.#wanted[word] =
        (bytes[from] ?? 0) |
        ((bytes[from + 1] ?? 0) << 8) |
        ((bytes[from + 2] ?? 0) << 16) |
        ((bytes[from + 3] ?? 0) << 24);
    }
  }

  /** The slot of the wanted id, or the free slot for it. */
  #find(): number {
    const mask = this.#flags.length - 1;
    let slot = this.#hash() & mask;
    while (this.#flags[slot] !== 0 && !this.#isWanted(slot)) slot = (slot + 1) & mask;
    return slot;
  }

  #hash(): number {
    let hash = 0;
    for (let word = 0; word < WORDS; word++) {
      hash = Math.imul(hash ^ (this.#wanted[word] ?? 0) ^ (this.#seeds[word] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  #isWanted(slot: number): boolean {
    const start = slot * WORDS;
    for (let word = 0; word < WORDS; word++) if (this.#words[start + word] !== this.#wanted[word]) return false;
    return true;
  }

  #oidAt(slot: number): Uint8Array {
    const oid = new Uint8Array(OID_BYTES);
    for (let word = 0; word < WORDS; word++) {
      const value = this.#words[slot * WORDS + word] ?? 0;
      oid[4 * word] = value;
      oid[4 * word + 1] = value >>> 8;
      oid[4 * word + 2] = value >>> 16;
      oid[4 * word + 3] = value >>> 24;
    }
    return oid;
  }
}
