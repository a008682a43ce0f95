// Object ids: the SHA-1 of an object's type, size and content.

/** 40 lower-case hexadecimal digits. */
export type Oid = string;

export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** Length of a raw id. */
export const OID_BYTES = 20;

/** Means "no object" where git requires an id, such as for a ref that does not exist. */
export const nullOid: Oid = "0".repeat(40);

/** Exists in every repository without being stored. */
export const emptyTreeOid: Oid = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** The blob of an empty file. */
export const emptyBlobOid: Oid = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

export const isOid = (text: string): text is Oid => /^[0-9a-f]{40}$/.test(text);

const NINE = 0x39;
const DIGIT_ZERO = 0x30;
/** The code of "a", minus ten. */
const BELOW_A = 0x57;

const toDigit = (value: number): number => value + (value < 10 ? DIGIT_ZERO : BELOW_A);
/** By character code. */
const digitValues = Uint8Array.from({ length: 128 }, (_, digit) => digit - (digit <= NINE ? DIGIT_ZERO : BELOW_A));

const digits: number[] = Array.from({ length: 2 * OID_BYTES }, () => 0);

/** A loop, because it is faster than making a Buffer in workerd. @param bytes contain an id from `at` on */
export function oidFrom(bytes: Uint8Array, at = 0): Oid {
  for (let place = 0; place < OID_BYTES; place++) {
    const byte = bytes[at + place] ?? 0;
    digits[2 * place] = toDigit(byte >> 4);
    digits[2 * place + 1] = toDigit(byte & 0xf);
  }
  return String.fromCharCode(...digits);
}

export function oidBytes(oid: Oid): Uint8Array {
  const bytes = new Uint8Array(OID_BYTES);
  for (let place = 0; place < OID_BYTES; place++) {
    bytes[place] =
      ((digitValues[oid.charCodeAt(2 * place)] ?? 0) << 4) | (digitValues[oid.charCodeAt(2 * place + 1)] ?? 0);
  }
  return bytes;
}
