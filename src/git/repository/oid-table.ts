// A compact hash table of object ids with 32 bits of flags each: a push references hundreds of thousands of ids.
import { OID_BYTES } from "../objects/oid.ts";

const WORDS = OID_BYTES / 4;
const SMALLEST = 1024;
/** Maximum load factor. */
const MOST_FULL = 0.7;

/** The words of an id that is looked up: variables of the module, because an array is slower. */
let [first, second, third, fourth, fifth] = [0, 0, 0, 0, 0];

function readId(bytes: Uint8Array, at: number): void {
  first = wordAt(bytes, at);
  second = wordAt(bytes, at + 4);
  third = wordAt(bytes, at + 8);
  fourth = wordAt(bytes, at + 12);
  fifth = wordAt(bytes, at + 16);
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

export class OidTable {
  #words = new Int32Array(SMALLEST * WORDS);
  /** 0 for a free slot. */
  #flags = new Uint32Array(SMALLEST);
  #size = 0;
  /** Random, because ids come from clients: they must not be able to choose the slots. */
  readonly #seed = crypto.getRandomValues(new Int32Array(WORDS));

  get size(): number {
    return this.#size;
  }

  /** @param bytes contain an id from `at` on @returns its flags; 0 if it is not in the table */
  get(bytes: Uint8Array, at = 0): number {
    readId(bytes, at);
    return this.#flags[this.#find()] ?? 0;
  }

  /** Adds flags to an id. @param flags not 0, below 2 ** 31 @returns its previous flags; 0 if it was not in the table */
  add(bytes: Uint8Array, at: number, flags: number): number {
    readId(bytes, at);
    const slot = this.#find();
    const before = this.#flags[slot] ?? 0;
    this.#flags[slot] = before | flags;
    if (before === 0) {
      this.#write(slot);
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
    this.#words = new Int32Array(slots * WORDS);
    this.#flags = new Uint32Array(slots);
    this.#size = 0;
    for (const [slot, kept] of flags.entries()) {
      if (kept === 0 || !isKept(kept)) continue;
      [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = words.subarray(slot * WORDS, (slot + 1) * WORDS);
      const place = this.#find();
      this.#flags[place] = kept;
      this.#write(place);
    }
  }

  #write(slot: number): void {
    const words = this.#words;
    const start = slot * WORDS;
    words[start] = first;
    words[start + 1] = second;
    words[start + 2] = third;
    words[start + 3] = fourth;
    words[start + 4] = fifth;
    this.#size += 1;
  }

  /** The slot of the id that was read, or the free slot for it. */
  #find(): number {
    const [words, flags] = [this.#words, this.#flags];
    const mask = flags.length - 1;
    for (let slot = this.#hash() & mask; ; slot = (slot + 1) & mask) {
      if (flags[slot] === 0) return slot;
      const start = slot * WORDS;
      if (
        words[start] === first &&
        words[start + 1] === second &&
        words[start + 2] === third &&
        words[start + 3] === fourth &&
        words[start + 4] === fifth
      ) {
        return slot;
      }
    }
  }

  #hash(): number {
    const seed = this.#seed;
    let hash = mixed(seed[0] ?? 0, first);
    hash = mixed(hash ^ (seed[1] ?? 0), second);
    hash = mixed(hash ^ (seed[2] ?? 0), third);
    hash = mixed(hash ^ (seed[3] ?? 0), fourth);
    return mixed(hash ^ (seed[4] ?? 0), fifth);
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
