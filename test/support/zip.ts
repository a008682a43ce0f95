// Reads zip files as PKWARE's APPNOTE 6.3.10 describes them, strictly: every record says the same of a file as the others,
// every byte belongs to one of them, and what is read has the size and the CRC-32 that it is said to have.
import { crc32, inflateRawSync } from "node:zlib";

export interface ZipFile {
  readonly comment: string;
  readonly entries: readonly ZipEntry[];
}

export interface ZipEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link";
  readonly isExecutable: boolean;
  /** Of the central directory. */
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
/** Flags of an entry. */
const HAS_DESCRIPTOR = 0x0008;
const UTF8_NAME = 0x0800;
const KNOWN_FLAGS = HAS_DESCRIPTOR | UTF8_NAME;
const STORED = 0;
const DEFLATED = 8;
const DOS_FOLDER = 0x10;
const UNIX_LINK = 0o12;
const UNIX_EXECUTABLE = 0o100;
/** Of the record at the end, without its comment. */
const END_BYTES = 22;

/** What is said of an entry both beside it and in the central directory. */
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

/** @throws Error where the file contradicts the format or itself */
export function readZip(bytes: Buffer): ZipFile {
  const { comment, count, start, end } = endOf(bytes);
  const directory = new Cursor(bytes, start);
  const listed = Array.from({ length: count }, () => directoryEntry(directory));
  assert(directory.at === end, "the directory has another size than it says");
  let at = 0;
  const entries = listed.map((entry) => {
    assert(entry.offset === at, `an entry begins at ${entry.offset}, and the one before it ends at ${at}`);
    const { content, next } = fileAt(bytes, entry);
    at = next;
    return { name: textOf(entry), ...kindOf(entry), extra: entry.extra, content };
  });
  assert(at === start, "something lies between the last entry and the directory");
  return { comment, entries };
}

interface End {
  readonly comment: string;
  readonly count: number;
  /** Where the central directory begins and ends. */
  readonly start: number;
  readonly end: number;
}

function endOf(bytes: Buffer): End {
  const position = positionOfEnd(bytes);
  const cursor = new Cursor(bytes, position).expect(signatures.end);
  assert(cursor.number(2) === 0 && cursor.number(2) === 0, "the file is one of several disks");
  const [here, count, size, start] = [cursor.number(2), cursor.number(2), cursor.number(4), cursor.number(4)];
  assert(here === count, "the directory is on several disks");
  const comment = cursor.take(cursor.number(2)).toString("latin1");
  const is64 = [count === MOST_16, size === MOST_32, start === MOST_32].some(Boolean);
  if (!is64) {
    assert(start + size === position, "the directory does not end where the last record begins");
    return { comment, count, start, end: position };
  }
  const locator = new Cursor(bytes, position - 20).expect(signatures.end64Locator);
  assert(locator.number(4) === 0, "the file is one of several disks");
  const position64 = locator.number(8);
  assert(locator.number(4) === 1, "the file is one of several disks");
  return { comment, ...end64(bytes, position64, position - 20) };
}

function end64(bytes: Buffer, position: number, next: number): Omit<End, "comment"> {
  const cursor = new Cursor(bytes, position).expect(signatures.end64);
  assert(cursor.number(8) === next - position - 12, "the zip64 record has another size than it says");
  cursor.take(4);
  assert(cursor.number(4) === 0 && cursor.number(4) === 0, "the file is one of several disks");
  const [here, count, size, start] = [cursor.number(8), cursor.number(8), cursor.number(8), cursor.number(8)];
  assert(here === count, "the directory is on several disks");
  assert(start + size === position, "the directory does not end where the zip64 record begins");
  return { count, start, end: position };
}

/** A comment of any length may follow, up to the end of the file. */
function positionOfEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= 0; at -= 1) {
    const isEnd = bytes.readUInt32LE(at) === signatures.end;
    if (isEnd && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  throw new Error("This is no zip file: it has no record at its end");
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

/** From the version that is needed to the lengths of what follows. */
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

/** The values of 64 bits among the extra fields, in this order, for those that say so. */
function in64(extra: Buffer, { size, compressed, offset }: Wide): Wide {
  const cursor = new Cursor(fieldOf(extra, EXTRA_64), 0);
  const wide = (value: number) => (value === MOST_32 ? cursor.number(8) : value);
  return { size: wide(size), compressed: wide(compressed), offset: wide(offset) };
}

/** Empty when there is none. */
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
  /** Where the next one begins. */
  readonly next: number;
}

function fileAt(bytes: Buffer, entry: DirectoryEntry): File {
  const { offset, name, flags, method, time, crc, compressed, size } = entry;
  const text = textOf(entry);
  const cursor = new Cursor(bytes, offset).expect(signatures.file);
  const { nameLength, extraLength, ...local } = factsAt(cursor);
  assert(cursor.take(nameLength).equals(name), `${text} has another name beside it`);
  fieldOf(cursor.take(extraLength), EXTRA_64);
  const isLate = (flags & HAS_DESCRIPTOR) !== 0;
  const told = isLate ? { crc: 0, compressed: 0, size: 0 } : { crc, compressed, size };
  for (const [fact, value] of Object.entries({ flags, method, time, ...told })) {
    assert(Reflect.get(local, fact) === value, `${text} has another ${fact} in the directory than beside it`);
  }
  const data = cursor.take(compressed);
  if (isLate) {
    cursor.expect(signatures.descriptor);
    const late = [cursor.number(4), cursor.number(4), cursor.number(4)];
    assert(`${late}` === `${[crc, compressed, size]}`, `${text} has another size or CRC-32 behind it`);
  }
  const content = inflated(method, data, text);
  assert(content.length === size, `${text} has ${content.length} bytes instead of ${size}`);
  assert(crc32(content) === crc, `${text} has another CRC-32 than it says`);
  return { content, next: cursor.at };
}

function inflated(method: number, data: Buffer, name: string): Buffer {
  if (method === STORED) return data;
  assert(method === DEFLATED, `${name} is compressed by method ${method}`);
  const { buffer, engine } = withInfo(inflateRawSync(data, { info: true }));
  assert(engine.bytesWritten === data.length, `${name} is followed by bytes that do not belong to it`);
  return buffer;
}

interface Inflated {
  readonly buffer: Buffer;
  /** With the number of bytes that were read. */
  readonly engine: { readonly bytesWritten: number };
}

/** What zlib answers when it is asked for `info`, which its types do not know. */
const withInfo = (answer: unknown): Inflated => answer as Inflated;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Names that are not in UTF-8 are told byte by byte. */
function textOf({ name, flags }: Facts): string {
  assert((flags & ~KNOWN_FLAGS) === 0, `an entry has flags that nobody sets: ${flags}`);
  return (flags & UTF8_NAME) === 0 ? name.toString("latin1") : utf8.decode(name);
}

/** DOS marks folders, Unix has its mode in the upper half. */
function kindOf({ name, attributes }: DirectoryEntry): Pick<ZipEntry, "kind" | "isExecutable"> {
  const isFolder = name.at(-1) === "/".charCodeAt(0);
  assert(isFolder === ((attributes & DOS_FOLDER) !== 0), `${name} is a folder by its name or by its mark, not by both`);
  const mode = attributes >>> 16;
  const kind = isFolder ? "folder" : mode >>> 12 === UNIX_LINK ? "link" : "file";
  return { kind, isExecutable: kind === "file" && (mode & UNIX_EXECUTABLE) !== 0 };
}

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`This zip file is wrong: ${message}`);
}

/** Little-endian. */
class Cursor {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  take(length: number): Buffer {
    assert(this.at >= 0 && this.at + length <= this.#bytes.length, "it ends too early");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  number(length: 2 | 4 | 8): number {
    const bytes = this.take(length);
    return length === 8 ? Number(bytes.readBigUInt64LE()) : bytes.readUIntLE(0, length);
  }

  expect(signature: number): this {
    const found = this.number(4);
    assert(found === signature, `${found.toString(16)} is where ${signature.toString(16)} belongs`);
    return this;
  }
}
