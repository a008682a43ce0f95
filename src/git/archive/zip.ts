// Zip files with Unix permissions and UTF-8 names; zip64 where counts or offsets need it.
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { bytesOf, exactTextOf } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import { deflateRaw } from "../pack/deflate.ts";
import { type ArchiveEntry, isFolder } from "./entries.ts";

const signatures = {
  file: 0x04034b50,
  directory: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
} as const;

const STORED = 0;
const DEFLATED = 8;
const UTF8_NAME = 0x0800;
/** Format versions: folders and deflated files need 2.0, zip64 needs 4.5. */
const VERSION = 20;
const VERSION_64 = 45;
const UNIX = 3 << 8;
const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;

/** @param time modification time of all entries, in seconds since 1970 */
export function* zipFile(
  entries: Iterable<ArchiveEntry>,
  commit: Oid,
  time: number,
): Generator<Uint8Array | undefined> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = yield* entryRecords(entry, time, offset);
    directory.push(central);
    for (const piece of local) offset += piece.length;
    yield* local;
  }
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield endRecords({ count: directory.length, size, offset, comment: Buffer.from(commit) });
}

interface EntryRecords {
  readonly local: readonly Uint8Array[];
  /** The record in the central directory at the end. */
  readonly central: Uint8Array;
}

function* entryRecords(
  entry: ArchiveEntry,
  time: number,
  offset: number,
): Generator<undefined, EntryRecords, undefined> {
  const content = entry.content();
  const deflated = yield* deflateRaw(content);
  const isSmaller = deflated.length < content.length;
  const data = isSmaller ? deflated : content;
  const name = bytesOf(entry.path);
  const common = fields(
    [2, exactTextOf(entry.path) === null ? 0 : UTF8_NAME],
    [2, isSmaller ? DEFLATED : STORED],
    ...dosTime(time),
    [4, crc32(content)],
    [4, data.length],
    [4, content.length],
    [2, name.length],
  );
  const modified = fields([2, 0x5455], [2, 5], [1, 1], [4, Math.min(time, MOST_32)]);
  const isFar = offset >= MOST_32;
  const extra = isFar ? Buffer.concat([modified, fields([2, 1], [2, 8], [8, offset])]) : modified;
  const local = [
    fields([4, signatures.file], [2, VERSION]),
    common,
    fields([2, modified.length]),
    name,
    modified,
    data,
  ];
  const central = [
    fields([4, signatures.directory], [2, UNIX | VERSION], [2, isFar ? VERSION_64 : VERSION]),
    common,
    fields([2, extra.length], [2, 0], [2, 0], [2, 0], [4, attributesOf(entry)], [4, isFar ? MOST_32 : offset]),
    name,
    extra,
  ];
  return { local, central: Buffer.concat(central) };
}

/** Unix file type and permissions, and the DOS flag of a folder. */
function attributesOf(entry: ArchiveEntry): number {
  if (isFolder(entry)) return 0o40775 * 0x10000 + 0x10;
  const mode = { [fileMode.symlink]: 0o120777, [fileMode.executable]: 0o100775 }[entry.mode] ?? 0o100664;
  return mode * 0x10000;
}

/** Local DOS time, taken as UTC: resolution of two seconds, years 1980 to 2107. */
function dosTime(time: number): Field[] {
  const date = new Date(Math.min(Math.max(time, 315_532_800), 4_354_819_198) * 1000);
  const clock = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [
    [2, clock],
    [2, day],
  ];
}

interface End {
  readonly count: number;
  /** Bytes of the central directory. */
  readonly size: number;
  /** Offset of the central directory. */
  readonly offset: number;
  readonly comment: Uint8Array;
}

function endRecords({ count, size, offset, comment }: End): Uint8Array {
  const needs64 = count >= MOST_16 || size >= MOST_32 || offset >= MOST_32;
  const end64 = [
    fields([4, signatures.end64], [8, 44], [2, UNIX | VERSION_64], [2, VERSION_64], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, offset]),
    fields([4, signatures.end64Locator], [4, 0], [8, offset + size], [4, 1]),
  ];
  const [count16, size32, offset32] = needs64 ? [MOST_16, MOST_32, MOST_32] : [count, size, offset];
  const end = fields([4, signatures.end], [2, 0], [2, 0], [2, count16], [2, count16], [4, size32], [4, offset32]);
  return Buffer.concat([...(needs64 ? end64 : []), end, fields([2, comment.length]), comment]);
}

type Field = readonly [bytes: 1 | 2 | 4 | 8, value: number];

/** Little-endian integers of the given lengths. */
function fields(...list: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of list) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}
