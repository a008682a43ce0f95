// Splits texts into lines, and numbers the distinct lines of two texts.
import type { Budget, Work } from "../budget.ts";
import { at, byteAt } from "./elements.ts";

const newline = 0x0a;
/** In steps, for a line without its bytes, in all passes over the lines of a text. */
const linesCost = 10;

/** A line includes its newline, so a last line without one differs from an equal line with one. */
export interface Lines {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Start of each line, and then the end of the text. */
  readonly starts: Int32Array;
}

export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === newline) count++;
  return bytes.length > 0 && bytes.at(-1) !== newline ? count + 1 : count;
}

export function splitLines(bytes: Uint8Array, count = countLines(bytes)): Lines {
  const starts = new Int32Array(count + 1);
  let line = 0;
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === newline) starts[++line] = index + 1;
  starts[count] = bytes.length;
  return { bytes, count, starts };
}

/** For each line, its number among the distinct lines of both texts. */
export interface LineIds {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** By id: number of occurrences in the text. */
  readonly countsInA: Int32Array;
  readonly countsInB: Int32Array;
}

/** @returns null when the budget is spent */
export function* identifyLines(a: Lines, b: Lines, budget: Budget): Work<LineIds | null> {
  const distinct = new DistinctLines(a.count + b.count, budget);
  const ids = { a: yield* distinct.add(a), b: yield* distinct.add(b) };
  if (budget.isSpent) return null;
  return { ...ids, countsInA: countIds(ids.a, distinct.size), countsInB: countIds(ids.b, distinct.size) };
}

function countIds(ids: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const id of ids) counts[id] = at(counts, id) + 1;
  return counts;
}

/** A hash table with open addressing. Ids are numbered in the order of first occurrence. */
class DistinctLines {
  size = 0;
  readonly #budget: Budget;
  readonly #mask: number;
  /** By slot: id + 1, or 0. */
  readonly #slots: Int32Array;
  /** By id: the hash of the line. */
  readonly #hashes: Int32Array;
  /** By id: the start of its first occurrence. */
  readonly #samples: Int32Array;
  /** Lower ids first occurred in the text that was added first. */
  #firstSize = 0;
  #first: Uint8Array = new Uint8Array(0);

  constructor(lines: number, budget: Budget) {
    let slots = 16;
    while (slots < lines * 2) slots *= 2;
    this.#mask = slots - 1;
    this.#slots = new Int32Array(slots);
    this.#hashes = new Int32Array(lines);
    this.#samples = new Int32Array(lines);
    this.#budget = budget;
  }

  *add(text: Lines): Work<Int32Array> {
    const { bytes, starts, count } = text;
    const ids = new Int32Array(count);
    for (let line = 0; line < count && !this.#budget.isSpent; line++) {
      const [start, end] = [at(starts, line), at(starts, line + 1)];
      this.#budget.spend(linesCost + end - start);
      ids[line] = this.#idOf(bytes, start, end);
      if (this.#budget.endsSlice()) yield;
    }
    if (this.#firstSize === 0) {
      this.#first = bytes;
      this.#firstSize = this.size;
    }
    return ids;
  }

  #idOf(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashLine(bytes, start, end);
    let slot = hash & this.#mask;
    for (; ; slot = (slot + 1) & this.#mask) {
      const id = at(this.#slots, slot) - 1;
      if (id < 0) break;
      this.#budget.spend(1);
      if (at(this.#hashes, id) !== hash) continue;
      const length = this.#equalBytes(id, bytes, start, end);
      if (length === end - start) return id;
      this.#budget.spend(length);
    }
    const id = this.size++;
    this.#slots[slot] = id + 1;
    this.#hashes[id] = hash;
    this.#samples[id] = start;
    return id;
  }

  /** Length of the common prefix with the known line of this id; a line ends at a newline or at the end of the text. */
  #equalBytes(id: number, bytes: Uint8Array, start: number, end: number): number {
    const others = this.#firstSize === 0 || id >= this.#firstSize ? bytes : this.#first;
    const sample = at(this.#samples, id);
    const length = end - start;
    if (sample + length > others.length) return 0;
    let index = 0;
    while (index < length && byteAt(bytes, start + index) === byteAt(others, sample + index)) index++;
    if (index < length || byteAt(bytes, end - 1) === newline) return index;
    return sample + length === others.length ? index : index - 1;
  }
}

function hashLine(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x2f6b9a15;
  for (let index = start; index < end; index++) {
    hash = Math.imul(hash ^ byteAt(bytes, index), 0x01000193);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x45d9f3b);
  return hash ^ (hash >>> 16);
}
