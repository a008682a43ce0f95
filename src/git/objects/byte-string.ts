// Byte strings: git's names, which may be any bytes, as strings that compare, sort and serve as keys byte by byte.
import { Buffer } from "node:buffer";

/** One character (0 to 255) per byte. Names in git are bytes, not text: they need not be UTF-8. */
export type ByteString = string;

/** The UTF-8 bytes of `text`. */
export const byteStringOf = (text: string): ByteString => Buffer.from(text, "utf8").toString("latin1");

/** The text, with U+FFFD for bytes that are not UTF-8. */
export const textOf = (name: ByteString): string => Buffer.from(name, "latin1").toString("utf8");

/** The text, or null when the bytes are not UTF-8. */
export function exactTextOf(name: ByteString): string | null {
  const text = textOf(name);
  return byteStringOf(text) === name ? text : null;
}

export const bytesOf = (name: ByteString): Uint8Array => Buffer.from(name, "latin1");

export const byteStringFrom = (bytes: Uint8Array, start = 0, end = bytes.length): ByteString =>
  asBuffer(bytes).toString("latin1", start, end);

/** A view of the same bytes, not a copy. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
