// Tar files, equal to those of `git archive` byte for byte: ustar, with pax headers for fields that do not fit.
import { Buffer } from "node:buffer";
import { type ByteString, bytesOf } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import { type ArchiveEntry, isFolder } from "./entries.ts";

const RECORD = 512;
/** The length of a tar file is a multiple of this. */
const BLOCK = 20 * RECORD;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** Offsets of a header's fields. */
const at = {
  name: 0,
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  time: 136,
  checksum: 148,
  type: 156,
  link: 157,
} as const;
const atMagic = 257;
const atUser = 265;
const atGroup = 297;
const atDevice = 329;
const atPrefix = 345;

/** Largest number of eleven octal digits. */
const LATEST = 0o77777777777;

/** @param time modification time of all entries, in seconds since 1970 */
export function* tarFile(entries: Iterable<ArchiveEntry>, commit: Oid, time: number): Generator<Uint8Array> {
  let length = 0;
  for (const bytes of records(entries, commit, time)) {
    length += bytes.length;
    yield bytes;
  }
  yield new Uint8Array(endBytes(length));
}

/** At least two empty records, up to the end of a block. */
function endBytes(length: number): number {
  const rest = BLOCK - (length % BLOCK);
  return rest < 2 * RECORD ? rest + BLOCK : rest;
}

function* records(entries: Iterable<ArchiveEntry>, commit: Oid, time: number): Generator<Uint8Array> {
  const late = time > LATEST ? paxField("mtime", String(time)) : "";
  const shown = Math.min(time, LATEST);
  yield paxRecords("g", "pax_global_header", paxField("comment", commit) + late, shown);
  for (const entry of entries) yield* entryRecords(entry, shown);
}

function* entryRecords(entry: ArchiveEntry, time: number): Generator<Uint8Array> {
  const { oid, path, mode } = entry;
  const content = entry.content();
  const isLink = mode === fileMode.symlink;
  const fitting = splitPath(path);
  const target = isLink ? Buffer.from(content).toString("latin1") : "";
  const isLongTarget = target.length > NAME_BYTES;
  const extended = [
    ...(fitting === null ? [paxField("path", path)] : []),
    ...(isLongTarget ? [paxField("linkpath", target)] : []),
  ].join("");
  if (extended !== "") yield paxRecords("x", `${oid}.paxheader`, extended, time);
  yield header({
    name: fitting?.name ?? `${oid}.data`,
    prefix: fitting?.prefix ?? "",
    type: isFolder(entry) ? "5" : isLink ? "2" : "0",
    mode: isFolder(entry) || mode === fileMode.executable ? 0o775 : isLink ? 0o777 : 0o664,
    size: isLink ? 0 : content.length,
    link: isLongTarget ? `see ${oid}.paxheader` : target,
    time,
  });
  if (isLink) return;
  yield content;
  yield padding(content.length);
}

/** Splits a path for the two header fields, without the slash between them; null if it does not fit. */
function splitPath(path: ByteString): { name: ByteString; prefix: ByteString } | null {
  if (path.length <= NAME_BYTES) return { name: path, prefix: "" };
  const withoutLastSlash = path.endsWith("/") ? path.length - 1 : path.length;
  const slash = path.lastIndexOf("/", Math.min(withoutLastSlash, PREFIX_BYTES) - 1);
  const name = path.slice(slash + 1);
  return slash > 0 && name.length <= NAME_BYTES ? { name, prefix: path.slice(0, slash) } : null;
}

/** A pax field such as `24 path=some/long/name`: the number is the length of the field, including its own digits. */
function paxField(keyword: string, value: ByteString): ByteString {
  const rest = ` ${keyword}=${value}\n`;
  let length = rest.length;
  while (String(length).length + rest.length > length) length = String(length).length + rest.length;
  return length + rest;
}

function paxRecords(type: "g" | "x", name: string, fields: ByteString, time: number): Uint8Array {
  const own = header({ name, prefix: "", type, mode: 0o666, size: fields.length, link: "", time });
  return Buffer.concat([own, bytesOf(fields), padding(fields.length)]);
}

const padding = (length: number): Uint8Array => new Uint8Array((RECORD - (length % RECORD)) % RECORD);

interface Header {
  readonly name: ByteString;
  readonly prefix: ByteString;
  readonly type: string;
  readonly mode: number;
  readonly size: number;
  readonly link: ByteString;
  readonly time: number;
}

function header({ name, prefix, type, mode, size, link, time }: Header): Uint8Array {
  const bytes = Buffer.alloc(RECORD);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const put = (text: string, offset: number) => bytes.write(text, offset, "latin1");
  put(name, at.name);
  put(octal(mode, 7), at.mode);
  put(octal(0, 7), at.uid);
  put(octal(0, 7), at.gid);
  put(octal(size, 11), at.size);
  put(octal(time, 11), at.time);
  put(" ".repeat(8), at.checksum);
  put(type, at.type);
  put(link, at.link);
  put("ustar\x0000", atMagic);
  put("root", atUser);
  put("root", atGroup);
  put(octal(0, 7) + octal(0, 7), atDevice);
  put(prefix, atPrefix);
  put(octal(sumOf(bytes), 7), at.checksum);
  return bytes;
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum;
}
