// A compact hash table of object ids with 32 bits of flags each: a push references hundreds of thousands of ids.
import { OID_BYTES } from "../objects/oid.ts";

const WORDS = OID_BYTES / 4;
/** Words of a slot: its id and its flags, which are 0 if the slot is free. Next to each other, for the processor's cache. */
const SLOT = WORDS + 1;
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
  #slots: Int32Array;
  #mask: number;
  #size = 0;
  /** Random, because ids come from clients: they must not be able to choose the slots. */
  readonly #seed = crypto.getRandomValues(new Int32Array(WORDS));

  /** @param expected number of ids; more are possible */
  constructor(expected = 0) {
    let slots = SMALLEST;
    while (expected > slots * MOST_FULL) slots *= 2;
    this.#slots = new Int32Array(slots * SLOT);
    this.#mask = slots - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** @param bytes contain an id from `at` on @returns its flags; 0 if it is not in the table */
  get(bytes: Uint8Array, at = 0): number {
    readId(bytes, at);
    return this.#slots[this.#find() + WORDS] ?? 0;
  }

  /** Adds flags to an id. @param flags not 0, below 2 ** 31 @returns its previous flags; 0 if it was not in the table */
  add(bytes: Uint8Array, at: number, flags: number): number {
    readId(bytes, at);
    const start = this.#find();
    const before = this.#slots[start + WORDS] ?? 0;
    if (before !== 0) this.#slots[start + WORDS] = before | flags;
    else {
      this.#write(start, flags);
      if (this.#size > (this.#mask + 1) * MOST_FULL) this.#keep((this.#mask + 1) * 2, () => true);
    }
    return before;
  }

  /** Copies of the ids with their flags. Do not change the table meanwhile. */
  *entries(wanted: (flags: number) => boolean): Generator<[oid: Uint8Array, flags: number]> {
    const slots = this.#slots;
    for (let start = 0; start < slots.length; start += SLOT) {
      const flags = slots[start + WORDS] ?? 0;
      if (flags !== 0 && wanted(flags)) yield [this.#oidAt(start), flags];
    }
  }

  /** Drops all other ids. */
  keepOnly(isKept: (flags: number) => boolean): void {
    this.#keep(this.#mask + 1, isKept);
  }

  #keep(slots: number, isKept: (flags: number) => boolean): void {
    const before = this.#slots;
    this.#slots = new Int32Array(slots * SLOT);
    this.#mask = slots - 1;
    this.#size = 0;
    for (let start = 0; start < before.length; start += SLOT) {
      const kept = before[start + WORDS] ?? 0;
      if (kept === 0 || !isKept(kept)) continue;
      first = before[start] ?? 0;
      second = before[start + 1] ?? 0;
      third = before[start + 2] ?? 0;
      fourth = before[start + 3] ?? 0;
      fifth = before[start + 4] ?? 0;
      this.#write(this.#find(), kept);
    }
  }

  #write(start: number, flags: number): void {
    const slots = this.#slots;
    slots[start] = first;
    slots[start + 1] = second;
    slots[start + 2] = third;
    slots[start + 3] = fourth;
    slots[start + 4] = fifth;
    slots[start + WORDS] = flags;
    this.#size += 1;
  }

  /** Where the slot of the id that was read begins, or the free slot for it. */
  #find(): number {
    const slots = this.#slots;
    const mask = this.#mask;
    for (let slot = this.#hash() & mask; ; slot = (slot + 1) & mask) {
      const start = slot * SLOT;
      if (slots[start + WORDS] === 0) return start;
      if (
        slots[start] === first &&
        slots[start + 1] === second &&
        slots[start + 2] === third &&
        slots[start + 3] === fourth &&
        slots[start + 4] === fifth
      ) {
        return start;
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

  #oidAt(start: number): Uint8Array {
    const oid = new Uint8Array(OID_BYTES);
    for (let word = 0; word < WORDS; word++) {
      const value = this.#slots[start + word] ?? 0;
      oid[4 * word] = value;
      oid[4 * word + 1] = value >>> 8;
      oid[4 * word + 2] = value >>> 16;
      oid[4 * word + 3] = value >>> 24;
    }
    return oid;
  }
}
