// Access tokens: `trb_`, 30 random base62 characters, and their CRC32 in 6 more. The checksum lets the server reject a
// mistyped or invented token before any query, and secret scanners recognize a real one.
import { Buffer } from "node:buffer";
import { hash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "trb_";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

export function generateToken(): string {
  const random = randomText(RANDOM_LENGTH);
  return `${PREFIX}${random}${checksum(random)}`;
}

/** Base62 text from the platform's cryptographic random source. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: higher values would favour the first characters.
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** True if the text has a token's form and a correct checksum. */
export function isTokenShaped(token: string): boolean {
  if (!/^trb_[0-9A-Za-z]{36}$/.test(token)) return false;
  const random = token.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return token.endsWith(checksum(random));
}

/** SHA-256 in hexadecimal, as the database stores it. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** Compares two hashes in constant time. */
export const sameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
