// Inflates zlib streams of packs and of the store, never beyond the size that is known beforehand.
import { createInflate, type Inflate, inflateSync } from "node:zlib";
import { GitError } from "../git-error.ts";
import { inflateShort, MOST_SHORT } from "./short-inflate.ts";

/** The smallest chunk size that zlib accepts. */
const SMALLEST_BUFFER = 64;
const STREAM_BUFFER = 64 * 1024;

/** `incomplete`: zlib needs more bytes. */
export type InflateProblem = "incomplete" | "too_long" | "too_short" | "corrupt";

export class InflateError extends Error {
  readonly problem: InflateProblem;

  constructor(problem: InflateProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const tooLong = (size: number) => new InflateError("too_long", `it inflates to more than its ${size} bytes`);
const tooShort = (length: number, size: number) =>
  new InflateError("too_short", `it inflates to ${length} of its ${size} bytes`);

/** Upper bound of compressed bytes for `size` bytes, for any compressor; a longer stream is an attack. */
export const mostCompressed = (size: number): number => size + Math.ceil(size / 8) + 1024;

/**
 * Inflates the zlib stream at the start of `bytes`.
 *
 * @param size expected bytes of the content
 * @param room for content that is inflated without zlib; by default a buffer of its own
 * @returns the content, in `room` or in its own buffer, and the number of bytes used
 * @throws InflateError
 */
export function inflatePrefix(bytes: Uint8Array, size: number, room?: Uint8Array): InflatedPrefix {
  const short = size <= MOST_SHORT ? inflateShort(bytes, size, room) : null;
  const quick = short ?? (size <= MOST_QUICK ? inflateQuickly(bytes, size) : null);
  if (quick !== null) return quick;
  const { buffer, engine } = inflateWithInfo(bytes, size);
  if (buffer.length !== size) throw tooShort(buffer.length, size);
  return { content: owned(buffer), used: engine.bytesWritten };
}

export interface InflatedPrefix {
  readonly content: Uint8Array;
  readonly used: number;
}

/** In bytes. For larger content, the checksum costs more time than the quick way saves. */
const MOST_QUICK = 8 * 1024;

/** Inflates without zlib's `info`, which for small streams costs several times the inflating; null if that fails. */
function inflateQuickly(bytes: Uint8Array, size: number): InflatedPrefix | null {
  let content: Uint8Array;
  try {
    content = inflateSync(bytes, outputOf(size));
  } catch {
    return null; // the slow way reports the fault
  }
  if (content.length !== size) return null;
  const used = onlyEnd(bytes, adler32(content));
  return used === null ? null : { content: owned(content), used };
}

/** The index behind the checksum that ends a stream in `bytes`; null if these four bytes occur twice. */
function onlyEnd(bytes: Uint8Array, checksum: number): number | null {
  const first = indexOfUint32(bytes, checksum, 0);
  const isOnly = first >= 0 && indexOfUint32(bytes, checksum, first + 1) < 0;
  return isOnly ? first + 4 : null;
}

function indexOfUint32(bytes: Uint8Array, value: number, from: number): number {
  const [first, second, third, fourth] = [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
  let at = bytes.indexOf(first, from);
  while (at >= 0 && (bytes[at + 1] !== second || bytes[at + 2] !== third || bytes[at + 3] !== fourth)) {
    at = bytes.indexOf(first, at + 1);
  }
  return at;
}

const ADLER_PRIME = 65521;
/** The sums over a block, added to the remainders of the previous one, stay within V8's small integers. */
const ADLER_BLOCK = 2048;

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let start = 0; start < bytes.length; start += ADLER_BLOCK) {
    const end = Math.min(start + ADLER_BLOCK, bytes.length);
    for (let at = start; at < end; at += 1) {
      low += bytes[at] ?? 0;
      high += low;
    }
    low %= ADLER_PRIME;
    high %= ADLER_PRIME;
  }
  return (high * 0x10000 + low) >>> 0;
}

interface InflateInfo {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

function inflateWithInfo(bytes: Uint8Array, size: number): InflateInfo {
  try {
    const result: unknown = inflateSync(bytes, { info: true, ...outputOf(size) });
    if (isInfo(result)) return result;
  } catch (error) {
    throw inflateError(error, size);
  }
  throw new Error("zlib did not return the number of bytes it used");
}

/** One byte more than needed, because zlib needs a second buffer to check the checksum otherwise. */
const outputOf = (size: number) => ({
  chunkSize: Math.max(SMALLEST_BUFFER, size + 1),
  maxOutputLength: Math.max(1, size),
});

const isInfo = (result: unknown): result is InflateInfo =>
  typeof result === "object" && result !== null && "buffer" in result && "engine" in result;

function inflateError(error: unknown, size: number): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "ERR_BUFFER_TOO_LARGE":
      return tooLong(size);
    case "Z_BUF_ERROR":
      return new InflateError("incomplete", "it ends early");
    case "Z_DATA_ERROR":
    case "Z_NEED_DICT":
      return new InflateError("corrupt", error.message);
    default:
      return error;
  }
}

/** Copies a small view of a large shared buffer, which it would keep in memory otherwise. */
export const owned = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength > bytes.length + SMALLEST_BUFFER ? new Uint8Array(bytes) : bytes;

/** Inflates a stream that comes in many pieces: each byte once, with only the current output in memory. */
export class StreamingInflate {
  readonly #engine: Inflate;
  readonly #size: number;
  #length = 0;
  #ended = false;
  #error: unknown = null;
  /** Resolves a pending write that zlib will not call back. */
  #wake: () => void = () => {};

  /** @param output receives each part of the content; the buffer of a part is not reused */
  constructor(size: number, output: (part: Uint8Array) => void) {
    this.#size = size;
    this.#engine = createInflate({ chunkSize: STREAM_BUFFER });
    this.#engine.on("data", (part: Uint8Array) => {
      if (this.#error !== null) return;
      this.#length += part.length;
      if (this.#length > size) this.#fail(tooLong(size));
      else output(part);
    });
    this.#engine.on("end", () => {
      this.#ended = true;
      this.#wake();
    });
    this.#engine.on("error", (error) => this.#fail(inflateError(error, size)));
  }

  /**
   * @param bytes must not change until the promise settles
   * @returns the number of bytes used, and `ended` once the stream has ended
   * @throws InflateError
   */
  async write(bytes: Uint8Array): Promise<{ used: number; ended: boolean }> {
    const before = this.#engine.bytesWritten;
    await this.#until((done) => this.#engine.write(bytes, done));
    const used = this.#engine.bytesWritten - before;
    // zlib uses all bytes except at the end of its stream, which it reports slightly later. An end behind the very last
    // byte is reported at the next write.
    if (used < bytes.length && !this.#ended) await this.#until(() => {});
    if (this.#ended && this.#length !== this.#size) throw tooShort(this.#length, this.#size);
    return { used, ended: this.#ended };
  }

  close(): void {
    this.#engine.destroy();
  }

  async #until(start: (done: () => void) => void): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      start(() => resolve());
    });
    if (this.#error !== null) throw this.#error;
  }

  #fail(error: unknown): void {
    this.#error ??= error;
    this.#wake();
    this.#engine.destroy();
  }
}

/**
 * Inflates a stored stream.
 *
 * @throws GitError unless `parts` are exactly one zlib stream of `size` bytes
 */
export function inflateAll(parts: Iterable<Uint8Array>, compressedSize: number, size: number): Uint8Array {
  const bytes = joined(parts, compressedSize);
  try {
    const { content, used } = inflatePrefix(bytes, size);
    if (used === bytes.length) return content;
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw new GitError("pack", `cannot be inflated: ${error.message}`);
  }
  throw new GitError("pack", "has more bytes than it needs");
}

/** Joins the parts while it iterates, so that they are not all in memory twice; a single part is not copied. */
function joined(parts: Iterable<Uint8Array>, size: number): Uint8Array {
  let whole: Uint8Array | null = null;
  let filled = 0;
  for (const part of parts) {
    if (part.length === size) return part;
    whole ??= new Uint8Array(size);
    whole.set(part, filled);
    filled += part.length;
  }
  return (whole ?? new Uint8Array(0)).subarray(0, filled);
}
