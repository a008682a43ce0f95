// Decodes bytes that may be text in any encoding or binary.
import { byteStringFrom } from "../objects/byte-string.ts";
import { byteAt } from "./elements.ts";

const newline = 0x0a;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes valid UTF-8. Otherwise decodes line by line: as UTF-8 where valid, else as Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  const whole = decodeUtf8(bytes);
  if (whole !== undefined) return whole;
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    lines.push(decodeUtf8(line) ?? byteStringFrom(line));
    start = end;
  }
  return lines.join("");
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Git's rule: binary content has a NUL in its first 8,000 bytes. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);

/** Length of the prefix that git accepts as UTF-8. Git refuses U+FFFE and U+FFFF, although they are valid UTF-8. */
export function utf8PrefixLength(bytes: Uint8Array): number {
  let index = 0;
  while (index < bytes.length) {
    const length = utf8Length(bytes, index);
    if (length === 0) break;
    index += length;
  }
  return index;
}

/** Length of the character at `index` in bytes; 0 for an invalid one. */
function utf8Length(bytes: Uint8Array, index: number): number {
  const first = byteAt(bytes, index);
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || index + length > bytes.length) return 0;
  let codePoint = first & (0x7f >> length);
  for (let next = index + 1; next < index + length; next++) {
    const byte = byteAt(bytes, next);
    if ((byte & 0xc0) !== 0x80) return 0;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  const smallest = length === 4 ? 0x10000 : length === 3 ? 0x800 : 0x80;
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  const isNoCharacter = codePoint === 0xfffe || codePoint === 0xffff;
  return codePoint < smallest || codePoint > 0x10ffff || isSurrogate || isNoCharacter ? 0 : length;
}
