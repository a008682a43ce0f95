// Reads single entries of a pack: the header, then the zlib stream.
import { GitError } from "../git-error.ts";
import { objectHash, rawHash } from "../objects/hash.ts";
import { type ObjectType, OID_BYTES, oidFrom } from "../objects/oid.ts";
import { CompressedPieces } from "./compressed-pieces.ts";
import { type DeltaSizes, deltaSizes } from "./delta.ts";
import type { DeltaEntry, PackEntry } from "./entries.ts";
import { type InflatedPrefix, InflateError, inflatePrefix, mostCompressed, StreamingInflate } from "./inflate.ts";
import { objectTooLarge, type PackLimits, unpacksToTooMuch } from "./limits.ts";
import { corruptEntry, cutOff } from "./pack-errors.ts";
import type { PackInput } from "./pack-input.ts";

/** In bytes. Larger objects are inflated while they arrive; smaller ones at once, when all their bytes are there. */
export const LARGE = 64 * 1024;

/** At most 10 bytes of type and size, then an id or an offset of at most 10 bytes. */
export const ENTRY_HEADER_BYTES = 10 + OID_BYTES;

/** Writing to a zlib stream costs as much as inflating this many bytes, so smaller arrivals are gathered. */
const LEAST_WRITE = 4 * 1024;

export interface EntryHeader {
  readonly offset: number;
  readonly kind: ObjectType | DeltaEntry["base"];
  readonly size: number;
}

const types: readonly (ObjectType | undefined)[] = [undefined, "commit", "tree", "blob", "tag"];
const OFFSET_DELTA = 6;
const REF_DELTA = 7;

export class EntryReader {
  readonly #input: PackInput;
  readonly #limits: PackLimits;
  /** For the content of small entries, one after the other. It grows with them. */
  #content = new Uint8Array(0);
  #unpacked = 0;

  constructor(input: PackInput, limits: PackLimits) {
    this.#input = input;
    this.#limits = limits;
  }

  /** Reads the header of an entry. {@link ENTRY_HEADER_BYTES} must be available, or the rest of the pack. */
  header(): EntryHeader {
    const { offset } = this.#input;
    const bytes = this.#input.first(ENTRY_HEADER_BYTES);
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
      if (size > Number.MAX_SAFE_INTEGER || at === 10) throw corruptEntry(offset, "has a size beyond all limits");
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
    if (type !== OFFSET_DELTA) throw corruptEntry(offset, `is of type ${type}, which is none`);
    let byte = next();
    let distance = byte & 0x7f;
    while (byte >= 0x80) {
      byte = next();
      distance = (distance + 1) * 128 + (byte & 0x7f);
      if (distance > offset) break;
    }
    if (distance === 0 || distance > offset) throw corruptEntry(offset, "is a delta of what is not in the pack");
    return { offset: offset - distance };
  }

  /** Reads an entry when `mostCompressed(header.size)` bytes are available, or the rest of the pack. */
  small(header: EntryHeader): PackEntry {
    const available = this.#input.first(mostCompressed(header.size));
    const { content, used } = inflated(header, available, this.#room(header.size));
    this.#input.consume(used);
    return this.#entry(header, content, [available.subarray(0, used)]);
  }

  #room(size: number): Uint8Array {
    if (size > this.#content.length) this.#content = new Uint8Array(Math.min(2 * size, LARGE));
    return this.#content.subarray(0, size);
  }

  /** Reads an entry while its bytes arrive. */
  async large(header: EntryHeader): Promise<PackEntry> {
    const { kind, size } = header;
    if (kind === "blob") {
      const hash = objectHash(kind, size);
      const compressed = await this.#inflate(header, (part) => hash.update(part));
      return { ...parts(header, compressed), kind: "whole", type: kind, oid: hash.digest(), content: null };
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
    const pieces = new CompressedPieces(mostCompressed(header.size));
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
      return { ...shared, kind: "whole", type: kind, oid: rawHash(kind, content), content };
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

/** @param available `mostCompressed(header.size)` bytes, or the rest of the pack @param content may be filled */
function inflated(header: EntryHeader, available: Uint8Array, content: Uint8Array): InflatedPrefix {
  try {
    return inflatePrefix(available, header.size, content);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    if (error.problem !== "incomplete") throw notInflated(header, error);
    const isAll = available.length < mostCompressed(header.size);
    throw isAll ? cutOff(`within the object at byte ${header.offset}`) : wasteful(header);
  }
}

const notInflated = ({ offset }: EntryHeader, error: InflateError) =>
  corruptEntry(offset, `cannot be inflated: ${error.message}`);

function sizesOf({ offset }: EntryHeader, delta: Uint8Array): DeltaSizes {
  try {
    return deltaSizes(delta);
  } catch (error) {
    throw error instanceof GitError ? corruptEntry(offset, `is a ${error.message}`) : error;
  }
}

const wasteful = ({ offset, size }: EntryHeader) =>
  corruptEntry(offset, `has more compressed bytes than its ${size} bytes can need`);
