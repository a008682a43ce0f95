// Reads a pack from a stream, entry by entry.
import { GitError } from "../git-error.ts";
import { asBuffer } from "../objects/byte-string.ts";
import { OID_BYTES, type Oid, oidFrom } from "../objects/oid.ts";
import type { PackEntry } from "./entries.ts";
import { ENTRY_HEADER_BYTES, EntryReader, LARGE } from "./entry-reader.ts";
import { mostCompressed } from "./inflate.ts";
import { type PackLimits, pushLimits, tooManyObjects } from "./limits.ts";
import { cutOff } from "./pack-errors.ts";
import { PackInput } from "./pack-input.ts";

/** Receives the entries. A promise that it returns is awaited before the next entry is read. */
export interface PackSink {
  /** @param objects number of entries that follow */
  begin(objects: number): void | Promise<void>;
  entry(entry: PackEntry): void | Promise<void>;
  /** Called after the last entry, once the checksum is verified. */
  end(): void | Promise<void>;
}

export interface PackSummary {
  readonly objects: number;
  readonly bytes: number;
  /** The SHA-1 at the end of the pack. */
  readonly checksum: Oid;
}

const HEADER_BYTES = 12;

/**
 * Reads a pack of version 2 or 3 up to its checksum, which must be the end of the input. Memory: one entry and a window
 * of the input. Entries are passed on before the checksum is verified, so nothing may become visible before this
 * resolves.
 *
 * It waits for more input than an entry needs, so the source must end, as a request's body does. When it throws,
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
    if (input.isEmpty) throw cutOff(`after ${read} of its ${objects} objects`);
    const header = reader.header();
    // Most entries are small and have arrived already: an `await` for each would take longer than reading it.
    if (header.size <= LARGE && !input.has(mostCompressed(header.size))) await input.fill(mostCompressed(header.size));
    const entry = header.size <= LARGE ? reader.small(header) : await reader.large(header);
    const taken = sink.entry(entry);
    if (taken !== undefined) await taken;
  }
  const checksum = await readTrailer(input);
  await sink.end();
  return { objects, bytes: input.offset, checksum };
}

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
