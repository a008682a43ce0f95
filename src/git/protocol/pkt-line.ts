// Git's pkt-lines: reading them from a stream, and the raw bytes behind them; writing them, also on a side-band.
import { Buffer } from "node:buffer";
import { unlimited } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { pause } from "../slices.ts";

export type Packet =
  | { readonly kind: "data"; readonly data: Uint8Array }
  | { readonly kind: "flush" }
  | { readonly kind: "delimiter" }
  | { readonly kind: "response_end" };

/** Bytes of data in one pkt-line. */
export const MOST_DATA = 65516;
const LENGTH_DIGITS = 4;
const LARGEST_PACKET = MOST_DATA + LENGTH_DIGITS;

const flush: Packet = { kind: "flush" };
const delimiter: Packet = { kind: "delimiter" };
const responseEnd: Packet = { kind: "response_end" };

/** In steps. */
const PACKET_COST = 300;

/**
 * Reads pkt-lines, then the raw rest: in a push the pack follows the last flush without framing.
 */
export class PacketReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #mostBytes: number;
  readonly #budget = unlimited();
  #chunk: Uint8Array = empty;
  #at = 0;
  #taken = 0;
  #ended = false;

  /** @param mostBytes limit for all pkt-lines together, so that callers can collect them */
  constructor(source: AsyncIterable<Uint8Array>, mostBytes = Number.POSITIVE_INFINITY) {
    this.#source = source[Symbol.asyncIterator]();
    this.#mostBytes = mostBytes;
  }

  /**
   * @returns null at the end of the stream; the data is a copy
   * @throws GitError for a malformed pkt-line, and for a stream that ends within one
   */
  async read(): Promise<Packet | null> {
    this.#budget.spend(PACKET_COST);
    if (this.#budget.endsSlice()) await pause();
    if (!(await this.#hasMore())) return null;
    const digits = Buffer.from(await this.#take(LENGTH_DIGITS)).toString("latin1");
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
      throw new GitError("protocol", `protocol error: bad line length character: ${JSON.stringify(digits)}`);
    }
    const length = Number.parseInt(digits, 16);
    if (length === 0) return flush;
    if (length === 1) return delimiter;
    if (length === 2) return responseEnd;
    if (length < LENGTH_DIGITS || length > LARGEST_PACKET) {
      throw new GitError("protocol", `protocol error: bad line length ${length}`);
    }
    return { kind: "data", data: await this.#take(length - LENGTH_DIGITS) };
  }

  /** The bytes behind the pkt-lines that were read. Call no `read` after it. */
  async *rest(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      while (await this.#hasMore()) {
        const bytes = this.#chunk.subarray(this.#at);
        this.#at = this.#chunk.length;
        yield bytes;
      }
    } finally {
      await this.cancel();
    }
  }

  /** Closes the stream before its end. */
  async cancel(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#chunk = empty;
    this.#at = 0;
    await this.#source.return?.();
  }

  async #hasMore(): Promise<boolean> {
    while (this.#at === this.#chunk.length) {
      if (this.#ended) return false;
      const next = await this.#source.next();
      if (next.done === true) {
        this.#ended = true;
        return false;
      }
      this.#chunk = next.value;
      this.#at = 0;
    }
    return true;
  }

  async #take(length: number): Promise<Uint8Array> {
    this.#taken += length;
    if (this.#taken > this.#mostBytes) {
      throw new GitError("limit", `the request has more than ${this.#mostBytes} bytes before the pack`);
    }
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (!(await this.#hasMore())) throw new GitError("protocol", "the remote end hung up within a packet line");
      const part = this.#chunk.subarray(this.#at, this.#at + length - filled);
      bytes.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return bytes;
  }
}

const empty = new Uint8Array(0);

/** The text of a line, without the line feed at its end. */
export const lineText = (data: Uint8Array): string =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("utf8").replace(/\n$/, "");

export const flushPacket = (): Uint8Array => Buffer.from("0000");
export const delimiterPacket = (): Uint8Array => Buffer.from("0001");
export const responseEndPacket = (): Uint8Array => Buffer.from("0002");

/** @param data at most {@link MOST_DATA} bytes */
export function dataPacket(data: string | Uint8Array): Uint8Array {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  if (bytes.length > MOST_DATA) throw new Error(`A packet cannot hold ${bytes.length} bytes`);
  const packet = new Uint8Array(LENGTH_DIGITS + bytes.length);
  writeLength(packet, packet.length);
  packet.set(bytes, LENGTH_DIGITS);
  return packet;
}

/** Band 1 carries the pack, 2 progress shown to the user, 3 a fatal error. */
export type Band = 1 | 2 | 3;

/** The capability that the client requested; without either there are no bands. */
export type SidebandKind = "side-band" | "side-band-64k";

const mostInPacket: Readonly<Record<SidebandKind, number>> = { "side-band": 1000, "side-band-64k": LARGEST_PACKET };
const BAND_DIGITS = LENGTH_DIGITS + 1;

/** The bytes split into pkt-lines of a band, concatenated; empty for no bytes. */
export function sideband(band: Band, data: string | Uint8Array, kind: SidebandKind = "side-band-64k"): Uint8Array {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  const room = mostInPacket[kind] - BAND_DIGITS;
  const packets = new Uint8Array(bytes.length + Math.ceil(bytes.length / room) * BAND_DIGITS);
  let at = 0;
  for (let start = 0; start < bytes.length; start += room) {
    const part = bytes.subarray(start, start + room);
    const packet = packets.subarray(at, at + BAND_DIGITS + part.length);
    writeLength(packet, packet.length);
    packet[LENGTH_DIGITS] = band;
    packet.set(part, BAND_DIGITS);
    at += packet.length;
  }
  return packets;
}

function writeLength(packet: Uint8Array, length: number): void {
  for (let at = 0; at < LENGTH_DIGITS; at++) {
    packet[at] = "0123456789abcdef".charCodeAt((length >> (12 - 4 * at)) & 0xf);
  }
}
