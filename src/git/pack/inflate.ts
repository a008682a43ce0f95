// Inflating what stands in packs and in the store: never more than the size that is known beforehand.
import { createInflate, type Inflate, inflateSync } from "node:zlib";
import { GitError } from "../git-error.ts";

/** zlib takes no smaller buffers. */
const SMALLEST_BUFFER = 64;
const STREAM_BUFFER = 64 * 1024;

/** What zlib finds wrong; `incomplete` when it wants more bytes. */
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

/** No more compressed bytes can be needed for `size` bytes, whoever compressed them; many more are an attack. */
export const mostCompressed = (size: number): number => size + Math.ceil(size / 8) + 1024;

/**
 * Inflates the zlib stream that `bytes` begin with.
 *
 * @param size bytes it must inflate to
 * @returns the content, in a buffer of its own, and how many of `bytes` it took
 * @throws InflateError
 */
export function inflatePrefix(bytes: Uint8Array, size: number): InflatedPrefix {
  const quick = size <= MOST_QUICK ? inflateQuickly(bytes, size) : null;
  if (quick !== null) return quick;
  const { buffer, engine } = inflateWithInfo(bytes, size);
  if (buffer.length !== size) throw tooShort(buffer.length, size);
  return { content: owned(buffer), used: engine.bytesWritten };
}

export interface InflatedPrefix {
  readonly content: Uint8Array;
  readonly used: number;
}

/** Of more bytes, the sum takes longer than it saves. */
const MOST_QUICK = 8 * 1024;

/** To be told where a stream ends costs several times what inflating a small one does: here that is found out. */
function inflateQuickly(bytes: Uint8Array, size: number): InflatedPrefix | null {
  let content: Uint8Array;
  try {
    content = inflateSync(bytes, outputOf(size));
  } catch {
    return null; // the other way tells what is wrong
  }
  if (content.length !== size) return null;
  const used = onlyEnd(bytes, adler32(content));
  return used === null ? null : { content: owned(content), used };
}

/** Behind the checksum that ends a stream of `bytes`, which is known to be there; null when it is there twice. */
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

/** @param bytes {@link MOST_QUICK} at most: then the sums stay exact until the end */
function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low += byte;
    high += low;
  }
  return ((high % ADLER_PRIME) * 0x10000 + (low % ADLER_PRIME)) >>> 0;
}

interface InflateInfo {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

function inflateWithInfo(bytes: Uint8Array, size: number): InflateInfo {
  try {
    const answer: unknown = inflateSync(bytes, { info: true, ...outputOf(size) });
    if (isInfo(answer)) return answer;
  } catch (error) {
    throw inflateError(error, size);
  }
  throw new Error("zlib does not tell how much it took");
}

/** One byte more than needed, or zlib asks for a second buffer before it looks at the checksum. */
const outputOf = (size: number) => ({
  chunkSize: Math.max(SMALLEST_BUFFER, size + 1),
  maxOutputLength: Math.max(1, size),
});

const isInfo = (answer: unknown): answer is InflateInfo =>
  typeof answer === "object" && answer !== null && "buffer" in answer && "engine" in answer;

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

/** Small results are views of a buffer that many share, and would keep all of it. */
export const owned = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength > bytes.length + SMALLEST_BUFFER ? new Uint8Array(bytes) : bytes;

/** Inflates what comes in many pieces, so that nothing is inflated twice and only the output at hand is held. */
export class StreamingInflate {
  readonly #engine: Inflate;
  readonly #size: number;
  #length = 0;
  #ended = false;
  #error: unknown = null;
  /** Ends a wait that zlib itself will not end. */
  #wake: () => void = () => {};

  /** @param output sees each part, whose buffer is not used again */
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
   * @returns how many bytes were taken, and whether the stream ended with them
   * @throws InflateError
   */
  async write(bytes: Uint8Array): Promise<{ used: number; ended: boolean }> {
    const before = this.#engine.bytesWritten;
    await this.#until((done) => this.#engine.write(bytes, done));
    const used = this.#engine.bytesWritten - before;
    // zlib takes all it is given unless it has come to its end, which it tells a moment later; an end behind the last
    // byte it tells at the next one
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
 * Inflates what is stored whole.
 *
 * @throws GitError when it is not the zlib stream of `size` bytes, and nothing else
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

/** Many parts as one, without holding all of them beside it; a single one is not copied. */
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
