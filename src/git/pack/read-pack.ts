// Reads a pack as it comes, entry by entry.
import { GitError } from "../git-error.ts";
import { asBuffer } from "../objects/byte-string.ts";
import { hashObject, objectHash } from "../objects/hash.ts";
import { type ObjectType, OID_BYTES, type Oid, oidFrom } from "../objects/oid.ts";
import { type DeltaSizes, deltaSizes } from "./delta.ts";
import { type DeltaEntry, type PackEntry, PIECE_BYTES } from "./entries.ts";
import { InflateError, inflatePrefix, mostCompressed, StreamingInflate } from "./inflate.ts";
import { objectTooLarge, type PackLimits, pushLimits, tooManyObjects, unpacksToTooMuch } from "./limits.ts";
import { PackInput } from "./pack-input.ts";

/** Takes what is read. A promise it answers is awaited before the next entry is read. */
export interface PackSink {
  /** @param objects how many entries follow */
  begin(objects: number): void | Promise<void>;
  entry(entry: PackEntry): void | Promise<void>;
  /** After the last entry, once the checksum has been found right. */
  end(): void | Promise<void>;
}

export interface PackSummary {
  readonly objects: number;
  readonly bytes: number;
  /** The SHA-1 it ends in. */
  readonly checksum: Oid;
}

const HEADER_BYTES = 12;
/** A type and size of 10 bytes at most, then an id or an offset of 10. */
const ENTRY_HEADER_BYTES = 10 + OID_BYTES;

/** Larger objects are inflated as they come; up to here all their bytes are waited for, and inflated at once. */
const LARGE = 64 * 1024;

/** Each write to a stream costs as much as inflating this: bytes that trickle in are gathered. */
const LEAST_WRITE = 4 * 1024;

/**
 * Reads a pack of version 2 or 3 to its end: behind its checksum there must be nothing. It holds one entry at a time
 * and a window of the input. An entry is told before the pack's checksum is known, so nothing may be made visible
 * until this ends.
 *
 * It waits for input beyond what an entry needs: the source must end, as a request's body does. When this throws,
 * `chunks` is neither read to its end nor cancelled.
 *
 * @throws GitError for a pack that is corrupt, cut off, or over a limit
 */
export async function readPack(
  chunks: AsyncIterable<Uint8Array>,
  sink: PackSink,
  limits: PackLimits = pushLimits,
): Promise<PackSummary> {
  const input = new PackInput(chunks, limits);
  const objects = await readHeader(input, limits);
  await sink.begin(objects);
  const reader = new EntryReader(input, limits);
  for (let read = 0; read < objects; read++) {
    if (!input.has(ENTRY_HEADER_BYTES)) await input.fill(ENTRY_HEADER_BYTES);
    if (input.bytes.length === 0) throw cutOff(`after ${read} of its ${objects} objects`);
    const header = reader.header();
    // most entries are small and have come already: awaiting each would take longer than reading it
    if (header.size <= LARGE && !input.has(mostCompressed(header.size))) await input.fill(mostCompressed(header.size));
    const entry = header.size <= LARGE ? reader.small(header) : await reader.large(header);
    const taken = sink.entry(entry);
    if (taken !== undefined) await taken;
  }
  const checksum = await readTrailer(input);
  await sink.end();
  return { objects, bytes: input.offset, checksum };
}

const corrupt = (offset: number, text: string) =>
  new GitError("pack", `The pack is corrupt: the object at byte ${offset} ${text}`);
const cutOff = (text: string) => new GitError("pack", `The pack is cut off ${text}`);

async function readHeader(input: PackInput, limits: PackLimits): Promise<number> {
  await input.fill(HEADER_BYTES);
  const header = asBuffer(input.bytes.subarray(0, HEADER_BYTES));
  if (!"PACK".startsWith(header.toString("latin1", 0, 4))) throw new GitError("pack", "This is not a pack");
  if (header.length < HEADER_BYTES) throw cutOff("within its header");
  const version = header.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw new GitError("pack", `The pack has version ${version}, which is not known`);
  const objects = header.readUInt32BE(8);
  if (objects > limits.objects) throw tooManyObjects(objects, limits);
  input.consume(HEADER_BYTES);
  return objects;
}

async function readTrailer(input: PackInput): Promise<Oid> {
  const computed = input.checksum();
  await input.fill(OID_BYTES + 1);
  const trailer = input.bytes;
  if (trailer.length < OID_BYTES) throw cutOff("within its checksum");
  const checksum = oidFrom(trailer);
  if (oidFrom(computed) !== checksum) {
    throw new GitError("pack", `The pack is corrupt: it has the checksum ${oidFrom(computed)} and names ${checksum}`);
  }
  if (trailer.length > OID_BYTES) throw new GitError("pack", "The pack is followed by something else");
  input.consume(OID_BYTES);
  return checksum;
}

interface EntryHeader {
  readonly offset: number;
  readonly kind: ObjectType | DeltaEntry["base"];
  readonly size: number;
}

const types: readonly (ObjectType | undefined)[] = [undefined, "commit", "tree", "blob", "tag"];
const OFFSET_DELTA = 6;
const REF_DELTA = 7;

class EntryReader {
  readonly #input: PackInput;
  readonly #limits: PackLimits;
  #unpacked = 0;

  constructor(input: PackInput, limits: PackLimits) {
    this.#input = input;
    this.#limits = limits;
  }

  /** Reads what stands before an entry's zlib stream, when it is there. */
  header(): EntryHeader {
    const { bytes, offset } = this.#input;
    let at = 0;
    const next = (): number => {
      const byte = bytes[at++];
      if (byte === undefined) throw cutOff(`within the object at byte ${offset}`);
      return byte;
    };
    let byte = next();
    const type = (byte >> 4) & 7;
    let size = byte & 0xf;
    for (let unit = 16; byte >= 0x80; unit *= 128) {
      byte = next();
      size += (byte & 0x7f) * unit;
      if (size > Number.MAX_SAFE_INTEGER || at === 10) throw corrupt(offset, "has a size beyond all limits");
    }
    this.#checkSize(offset, size);
    this.#count(size);
    const kind = types[type] ?? this.#readBase(type, offset, next, () => bytes.subarray(at, at + OID_BYTES));
    this.#input.consume(type === REF_DELTA ? at + OID_BYTES : at);
    return { offset, kind, size };
  }

  #readBase(type: number, offset: number, next: () => number, oid: () => Uint8Array): DeltaEntry["base"] {
    if (type === REF_DELTA) {
      if (oid().length < OID_BYTES) throw cutOff(`within the object at byte ${offset}`);
      return { oid: oidFrom(oid()) };
    }
    if (type !== OFFSET_DELTA) throw corrupt(offset, `is of type ${type}, which is none`);
    let byte = next();
    let distance = byte & 0x7f;
    while (byte >= 0x80) {
      byte = next();
      distance = (distance + 1) * 128 + (byte & 0x7f);
      if (distance > offset) break;
    }
    if (distance === 0 || distance > offset) throw corrupt(offset, "is a delta of what is not in the pack");
    return { offset: offset - distance };
  }

  /** Reads an entry whose bytes are all there, or all there will be. */
  small(header: EntryHeader): PackEntry {
    const available = this.#input.bytes.subarray(0, mostCompressed(header.size));
    const { content, used } = inflated(header, available);
    const compressed = [available.slice(0, used)];
    this.#input.consume(used);
    return this.#entry(header, content, compressed);
  }

  /** Reads an entry as it comes. */
  async large(header: EntryHeader): Promise<PackEntry> {
    const { kind, size } = header;
    if (kind === "blob") {
      const hash = objectHash(kind, size);
      const compressed = await this.#inflate(header, (part) => hash.update(part));
      return { ...parts(header, compressed), kind: "whole", type: kind, oid: hash.digest("hex"), content: null };
    }
    const content = new Uint8Array(size);
    let filled = 0;
    const compressed = await this.#inflate(header, (part) => {
      content.set(part, filled);
      filled += part.length;
    });
    return this.#entry(header, content, compressed);
  }

  async #inflate(header: EntryHeader, output: (part: Uint8Array) => void): Promise<Uint8Array[]> {
    const pieces = new Pieces(mostCompressed(header.size));
    const inflate = new StreamingInflate(header.size, output);
    try {
      for (let ended = false; !ended; ) {
        if (!this.#input.has(LEAST_WRITE)) await this.#input.fill(LEAST_WRITE);
        const { bytes } = this.#input;
        if (bytes.length === 0) throw cutOff(`within the object at byte ${header.offset}`);
        const written = await inflate.write(bytes);
        ended = written.ended;
        if (!pieces.add(bytes.subarray(0, written.used))) throw wasteful(header);
        this.#input.consume(written.used);
      }
    } catch (error) {
      throw error instanceof InflateError ? notInflated(header, error) : error;
    } finally {
      inflate.close();
    }
    return pieces.end();
  }

  #entry(header: EntryHeader, content: Uint8Array, compressed: Uint8Array[]): PackEntry {
    const { kind, offset } = header;
    const shared = parts(header, compressed);
    if (typeof kind === "string") {
      return { ...shared, kind: "whole", type: kind, oid: hashObject(kind, content), content };
    }
    const { resultSize } = sizesOf(header, content);
    this.#checkSize(offset, resultSize);
    this.#count(resultSize);
    return { ...shared, kind: "delta", base: kind, delta: content, resultSize };
  }

  #checkSize(offset: number, size: number): void {
    if (size > this.#limits.objectBytes)
      throw objectTooLarge(`The object at byte ${offset} of the pack`, size, this.#limits);
  }

  #count(unpacked: number): void {
    this.#unpacked += unpacked;
    if (this.#unpacked > this.#limits.unpackedBytes) throw unpacksToTooMuch(this.#limits);
  }
}

const parts = ({ offset, size }: EntryHeader, compressed: Uint8Array[]) => ({
  offset,
  size,
  compressed,
  compressedSize: compressed.reduce((sum, piece) => sum + piece.length, 0),
});

/** @param available all bytes there will be, or as many as the entry can need */
function inflated(header: EntryHeader, available: Uint8Array): { content: Uint8Array; used: number } {
  try {
    return inflatePrefix(available, header.size);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    if (error.problem !== "incomplete") throw notInflated(header, error);
    const isAll = available.length < mostCompressed(header.size);
    throw isAll ? cutOff(`within the object at byte ${header.offset}`) : wasteful(header);
  }
}

const notInflated = ({ offset }: EntryHeader, error: InflateError) =>
  corrupt(offset, `cannot be inflated: ${error.message}`);

function sizesOf({ offset }: EntryHeader, delta: Uint8Array): DeltaSizes {
  try {
    return deltaSizes(delta);
  } catch (error) {
    throw error instanceof GitError ? corrupt(offset, `is a ${error.message}`) : error;
  }
}

const wasteful = ({ offset, size }: EntryHeader) =>
  corrupt(offset, `has more compressed bytes than its ${size} bytes can need`);

/** Gathers compressed bytes into pieces. */
class Pieces {
  readonly #full: Uint8Array[] = [];
  #piece: Uint8Array;
  #filled = 0;
  #left: number;

  constructor(mostBytes: number) {
    this.#left = mostBytes;
    this.#piece = new Uint8Array(Math.min(PIECE_BYTES, mostBytes));
  }

  /** Whether so many are allowed; copies them. */
  add(bytes: Uint8Array): boolean {
    if (bytes.length > this.#left) return false;
    this.#left -= bytes.length;
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === PIECE_BYTES) {
        this.#full.push(this.#piece);
        this.#piece = new Uint8Array(PIECE_BYTES);
        this.#filled = 0;
      }
      const part = bytes.subarray(at, at + PIECE_BYTES - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
    }
    return true;
  }

  end(): Uint8Array[] {
    return [...this.#full, this.#piece.slice(0, this.#filled)];
  }
}
