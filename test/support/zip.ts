// A strict reader for zip files (PKWARE's APPNOTE 6.3.10): all records of a file must agree, every byte must belong to
// a record, and each file must have the recorded size and CRC-32.
import { crc32, inflateRawSync } from "node:zlib";

export interface ZipFile {
  readonly comment: string;
  readonly entries: readonly ZipEntry[];
}

export interface ZipEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link";
  readonly isExecutable: boolean;
  /** Extra field of the central directory. */
  readonly extra: Buffer;
  readonly content: Buffer;
}

const signatures = {
  file: 0x04034b50,
  descriptor: 0x08074b50,
  directory: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
} as const;

const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;
const EXTRA_64 = 0x0001;
/** General purpose flags of an entry. */
const HAS_DESCRIPTOR = 0x0008;
const UTF8_NAME = 0x0800;
const KNOWN_FLAGS = HAS_DESCRIPTOR | UTF8_NAME;
const STORED = 0;
const DEFLATED = 8;
const DOS_FOLDER = 0x10;
const UNIX_LINK = 0o12;
const UNIX_EXECUTABLE = 0o100;
/** Size of the end of central directory record, without its comment. */
const END_BYTES = 22;

/** Fields that the local header and the central directory have in common. */
interface Facts {
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly name: Buffer;
}

interface DirectoryEntry extends Facts {
  readonly extra: Buffer;
  readonly attributes: number;
  readonly offset: number;
}

/** @throws Error if the file violates the format or contradicts itself */
export function readZip(bytes: Buffer): ZipFile {
  const { comment, count, start, end } = endOf(bytes);
  const directory = new Cursor(bytes, start);
  const listed = Array.from({ length: count }, () => directoryEntry(directory));
  assert(directory.at === end, "the directory's size differs from the recorded one");
  let at = 0;
  const entries = listed.map((entry) => {
    assert(entry.offset === at, `an entry begins at ${entry.offset}, but the previous one ends at ${at}`);
    const { content, next } = fileAt(bytes, entry);
    at = next;
    return { name: textOf(entry), ...kindOf(entry), extra: entry.extra, content };
  });
  assert(at === start, "there are bytes between the last entry and the directory");
  return { comment, entries };
}

interface End {
  readonly comment: string;
  readonly count: number;
  /** Offsets of the central directory's begin and end. */
  readonly start: number;
  readonly end: number;
}

function endOf(bytes: Buffer): End {
  const position = positionOfEnd(bytes);
  const cursor = new Cursor(bytes, position).expect(signatures.end);
  assert(cursor.number(2) === 0 && cursor.number(2) === 0, "the archive spans several disks");
  const [here, count, size, start] = [cursor.number(2), cursor.number(2), cursor.number(4), cursor.number(4)];
  assert(here === count, "the directory spans several disks");
  const comment = cursor.take(cursor.number(2)).toString("latin1");
  const is64 = [count === MOST_16, size === MOST_32, start === MOST_32].some(Boolean);
  if (!is64) {
    assert(start + size === position, "the directory does not end where the end record begins");
    return { comment, count, start, end: position };
  }
  const locator = new Cursor(bytes, position - 20).expect(signatures.end64Locator);
  assert(locator.number(4) === 0, "the archive spans several disks");
  const position64 = locator.number(8);
  assert(locator.number(4) === 1, "the archive spans several disks");
  return { comment, ...end64(bytes, position64, position - 20) };
}

function end64(bytes: Buffer, position: number, next: number): Omit<End, "comment"> {
  const cursor = new Cursor(bytes, position).expect(signatures.end64);
  assert(cursor.number(8) === next - position - 12, "the zip64 record's size differs from the recorded one");
  cursor.take(4);
  assert(cursor.number(4) === 0 && cursor.number(4) === 0, "the archive spans several disks");
  const [here, count, size, start] = [cursor.number(8), cursor.number(8), cursor.number(8), cursor.number(8)];
  assert(here === count, "the directory spans several disks");
  assert(start + size === position, "the directory does not end where the zip64 record begins");
  return { count, start, end: position };
}

/** Searches backwards, because a comment of variable length may follow the record. */
function positionOfEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= 0; at -= 1) {
    const isEnd = bytes.readUInt32LE(at) === signatures.end;
    if (isEnd && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  throw new Error("This is not a zip file: it has no end of central directory record");
}

function directoryEntry(cursor: Cursor): DirectoryEntry {
  cursor.expect(signatures.directory).take(2);
  const { nameLength, extraLength, ...facts } = factsAt(cursor);
  const commentLength = cursor.number(2);
  assert(cursor.number(2) === 0, "an entry is on another disk");
  cursor.take(2);
  const [attributes, offset] = [cursor.number(4), cursor.number(4)];
  const [name, extra] = [cursor.take(nameLength), cursor.take(extraLength)];
  cursor.take(commentLength);
  return { ...facts, name, extra, attributes, ...in64(extra, { ...facts, offset }) };
}

/** Reads from `version needed to extract` to `extra field length`. */
function factsAt(cursor: Cursor) {
  cursor.take(2);
  return {
    flags: cursor.number(2),
    method: cursor.number(2),
    time: cursor.number(4),
    crc: cursor.number(4),
    compressed: cursor.number(4),
    size: cursor.number(4),
    nameLength: cursor.number(2),
    extraLength: cursor.number(2),
  };
}

type Wide = Pick<DirectoryEntry, "size" | "compressed" | "offset">;

/** Replaces fields of value 0xffffffff by the zip64 extra field's values, which come in this order. */
function in64(extra: Buffer, { size, compressed, offset }: Wide): Wide {
  const cursor = new Cursor(fieldOf(extra, EXTRA_64), 0);
  const wide = (value: number) => (value === MOST_32 ? cursor.number(8) : value);
  return { size: wide(size), compressed: wide(compressed), offset: wide(offset) };
}

/** Data of the extra field with this id; empty if there is none. */
function fieldOf(extra: Buffer, wanted: number): Buffer {
  const cursor = new Cursor(extra, 0);
  let found = Buffer.alloc(0);
  while (cursor.at < extra.length) {
    const [id, field] = [cursor.number(2), cursor.take(cursor.number(2))];
    if (id === wanted) found = field;
  }
  return found;
}

interface File {
  readonly content: Buffer;
  /** Offset of the next entry. */
  readonly next: number;
}

function fileAt(bytes: Buffer, entry: DirectoryEntry): File {
  const { offset, name, flags, method, time, crc, compressed, size } = entry;
  const text = textOf(entry);
  const cursor = new Cursor(bytes, offset).expect(signatures.file);
  const { nameLength, extraLength, ...local } = factsAt(cursor);
  assert(cursor.take(nameLength).equals(name), `${text} has another name in its local header`);
  fieldOf(cursor.take(extraLength), EXTRA_64);
  const isLate = (flags & HAS_DESCRIPTOR) !== 0;
  const told = isLate ? { crc: 0, compressed: 0, size: 0 } : { crc, compressed, size };
  for (const [fact, value] of Object.entries({ flags, method, time, ...told })) {
    assert(Reflect.get(local, fact) === value, `${text} has another ${fact} in the directory than in its local header`);
  }
  const data = cursor.take(compressed);
  if (isLate) {
    cursor.expect(signatures.descriptor);
    const late = [cursor.number(4), cursor.number(4), cursor.number(4)];
    assert(`${late}` === `${[crc, compressed, size]}`, `${text} has another size or CRC-32 in its data descriptor`);
  }
  const content = inflated(method, data, text);
  assert(content.length === size, `${text} has ${content.length} bytes instead of ${size}`);
  assert(crc32(content) === crc, `${text} does not have the recorded CRC-32`);
  return { content, next: cursor.at };
}

function inflated(method: number, data: Buffer, name: string): Buffer {
  if (method === STORED) return data;
  assert(method === DEFLATED, `${name} has the unknown compression method ${method}`);
  const { buffer, engine } = withInfo(inflateRawSync(data, { info: true }));
  assert(engine.bytesWritten === data.length, `${name} has bytes after its compressed data`);
  return buffer;
}

interface Inflated {
  readonly buffer: Buffer;
  /** `bytesWritten` is the number of compressed bytes consumed. */
  readonly engine: { readonly bytesWritten: number };
}

/** The result with option `info`, which the types of node:zlib do not declare. */
const withInfo = (answer: unknown): Inflated => answer as Inflated;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Names without the UTF-8 flag are decoded as Latin-1. */
function textOf({ name, flags }: Facts): string {
  assert((flags & ~KNOWN_FLAGS) === 0, `an entry has unknown flags: ${flags}`);
  return (flags & UTF8_NAME) === 0 ? name.toString("latin1") : utf8.decode(name);
}

/** External attributes: DOS attributes in the low byte, the Unix mode in the upper 16 bits. */
function kindOf({ name, attributes }: DirectoryEntry): Pick<ZipEntry, "kind" | "isExecutable"> {
  const isFolder = name.at(-1) === "/".charCodeAt(0);
  assert(
    isFolder === ((attributes & DOS_FOLDER) !== 0),
    `${name} is a folder either by its name or by its attributes, but not by both`,
  );
  const mode = attributes >>> 16;
  const kind = isFolder ? "folder" : mode >>> 12 === UNIX_LINK ? "link" : "file";
  return { kind, isExecutable: kind === "file" && (mode & UNIX_EXECUTABLE) !== 0 };
}

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`This zip file is invalid: ${message}`);
}

/** Reads little-endian numbers. */
class Cursor {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  take(length: number): Buffer {
    assert(this.at >= 0 && this.at + length <= this.#bytes.length, "it is truncated");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  number(length: 2 | 4 | 8): number {
    const bytes = this.take(length);
    return length === 8 ? Number(bytes.readBigUInt64LE()) : bytes.readUIntLE(0, length);
  }

  expect(signature: number): this {
    const found = this.number(4);
    assert(found === signature, `found signature ${found.toString(16)} instead of ${signature.toString(16)}`);
    return this;
  }
}
