// The tar format of archives: plain ustar files (POSIX.1-2017, pax), without links, folders or owners.
import { Buffer } from "node:buffer";
import { Failure } from "../failure.ts";

export const BLOCK = 512;

/** Two empty blocks end a tar file. */
export const END = Buffer.alloc(2 * BLOCK);

/** Eleven octal digits. */
const MOST_BYTES = 8 ** 11 - 1;

const CHECKSUM_AT = 148;

/** Bytes that fill up the last block of a member. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** @param name at most 100 ASCII characters */
export function tarHeader(name: string, size: number): Buffer {
  if (size > MOST_BYTES) throw new Failure(`${name} has ${size} bytes; a member of an archive can have ${MOST_BYTES}.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, "0")}\0`, at, "latin1");
  header.write(name, 0, "latin1");
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.write("0", 156, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, CHECKSUM_AT, "latin1");
  return header;
}

/** The sum of the bytes, with the checksum itself taken as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < CHECKSUM_AT || at >= CHECKSUM_AT + 8) sum += byte;
  return sum;
}

/** Null for a block that is no header of a plain file, such as an empty one. */
export function parseTarHeader(block: Buffer): { readonly name: string; readonly size: number } | null {
  const text = (at: number, length: number) => /^[^\0]*/.exec(block.toString("latin1", at, at + length))?.[0] ?? "";
  const number = (at: number, length: number) => Number.parseInt(text(at, length).trim(), 8);
  if (block.length < BLOCK || number(CHECKSUM_AT, 8) !== checksumOf(block)) return null;
  if (text(257, 5) !== "ustar" || text(156, 1) !== "0" || text(345, 155) !== "") return null;
  return { name: text(0, 100), size: number(124, 12) };
}
