// Hunks in the format of `git diff`: nearby changes with the lines around them.
import { Buffer } from "node:buffer";
import { type ByteString, byteStringFrom, bytesOf } from "../objects/byte-string.ts";
import { at, byteAt } from "./elements.ts";
import type { LineChange } from "./line-diff.ts";
import type { Lines } from "./lines.ts";
import { utf8PrefixLength } from "./text.ts";

/** Unchanged lines around a change. */
const context = 3;
/** Bytes of the text behind `@@ … @@`. */
const longestHeading = 80;

const newline = 0x0a;
const space = 0x20;
const plus = 0x2b;
const minus = 0x2d;
const noNewline = Buffer.from("\n\\ No newline at end of file\n");

/** Lines of a and b from start to end; the lines around the changes are equal in both. */
interface Hunk {
  readonly changes: readonly LineChange[];
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

export interface Hunks {
  readonly hunks: readonly Hunk[];
  readonly additions: number;
  readonly deletions: number;
  /** Bytes of the lines in all hunks, without the sign at the start of each line. */
  readonly contentBytes: number;
}

export function cutHunks(a: Lines, b: Lines, changes: readonly LineChange[]): Hunks {
  const hunks = groupChanges(changes).map((group) => hunkAround(group, a, b));
  return {
    hunks,
    additions: changes.reduce((sum, { bCount }) => sum + bCount, 0),
    deletions: changes.reduce((sum, { aCount }) => sum + aCount, 0),
    contentBytes: hunks.reduce((sum, hunk) => sum + contentBytes(hunk, a, b), 0),
  };
}

/** Changes whose contexts touch share a hunk. */
function groupChanges(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (change.aStart - end > 2 * context) groups.push([]);
    groups.at(-1)?.push(change);
    end = change.aStart + change.aCount;
  }
  return groups;
}

function hunkAround(changes: readonly LineChange[], a: Lines, b: Lines): Hunk {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A hunk has changes");
  const aEnd = last.aStart + last.aCount;
  const bEnd = last.bStart + last.bCount;
  const after = Math.min(context, a.count - aEnd, b.count - bEnd);
  return {
    changes,
    aStart: Math.max(first.aStart - context, 0),
    aEnd: aEnd + after,
    bStart: Math.max(first.bStart - context, 0),
    bEnd: bEnd + after,
  };
}

function contentBytes({ changes, bStart, bEnd }: Hunk, a: Lines, b: Lines): number {
  const inB = at(b.starts, bEnd) - at(b.starts, bStart);
  return changes.reduce((sum, { aStart, aCount }) => sum + at(a.starts, aStart + aCount) - at(a.starts, aStart), inB);
}

export function writeHunks(hunks: readonly Hunk[], a: Lines, b: Lines): Uint8Array {
  const out = new Writer();
  let heading = "";
  let searchedTo = 0;
  for (const hunk of hunks) {
    heading = headingBefore(a, hunk.aStart, searchedTo) ?? heading;
    searchedTo = hunk.aStart;
    out.writeText(
      `@@ -${range(hunk.aStart, hunk.aEnd)} +${range(hunk.bStart, hunk.bEnd)} @@${heading && ` ${heading}`}\n`,
    );
    let next = hunk.bStart;
    for (const { aStart, aCount, bStart, bCount } of hunk.changes) {
      out.writeLines(space, b, next, bStart);
      out.writeLines(minus, a, aStart, aStart + aCount);
      out.writeLines(plus, b, bStart, bStart + bCount);
      next = bStart + bCount;
    }
    out.writeLines(space, b, next, hunk.bEnd);
  }
  return out.bytes();
}

function range(start: number, end: number): string {
  if (end === start) return `${start},0`;
  return end - start === 1 ? `${start + 1}` : `${start + 1},${end - start}`;
}

/** Text of the last line before the hunk that looks like the start of a function. */
function headingBefore(text: Lines, before: number, from: number): ByteString | null {
  for (let line = before - 1; line >= from; line--) {
    const start = at(text.starts, line);
    if (!beginsHeading(byteAt(text.bytes, start))) continue;
    let end = Math.min(at(text.starts, line + 1), start + longestHeading);
    while (isSpace(byteAt(text.bytes, end - 1))) end--;
    const heading = text.bytes.subarray(start, end);
    return byteStringFrom(heading, 0, utf8PrefixLength(heading));
  }
  return null;
}

/** A letter, an underscore or a dollar sign. */
const beginsHeading = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f || byte === 0x24;

const isSpace = (byte: number): boolean => byte === space || byte === 0x09 || byte === newline || byte === 0x0d;

/** A buffer that grows. */
class Writer {
  #buffer = new Uint8Array(4096);
  #length = 0;

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  writeText(text: ByteString): void {
    this.#write(bytesOf(text));
  }

  writeLines(sign: number, text: Lines, from: number, to: number): void {
    const start = at(text.starts, from);
    const end = at(text.starts, to);
    if (start === end) return;
    this.#makeRoom(end - start + to - from);
    const buffer = this.#buffer;
    let length = this.#length;
    let isLineStart = true;
    for (let index = start; index < end; index++) {
      const byte = byteAt(text.bytes, index);
      if (isLineStart) buffer[length++] = sign;
      buffer[length++] = byte;
      isLineStart = byte === newline;
    }
    this.#length = length;
    if (!isLineStart) this.#write(noNewline);
  }

  #write(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + bytes));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
