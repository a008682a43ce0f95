// Paths in a repository. Git's names are bytes: byte strings have one character (0 to 255) for each.
import { Buffer } from "node:buffer";

/** The bytes of a percent-encoded path. */
export const decodePath = (encoded: string): string =>
  encoded.replace(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));

/** Percent-encodes everything but slashes and what no URL changes. */
export const encodeBytes = (path: string): string =>
  path.replace(/[^\w.~/-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

export const bytesOfText = (text: string): string => Buffer.from(text).toString("latin1");

/** The text; null for bytes that are not UTF-8. */
export function exactText(path: string): string | null {
  const text = textOf(path);
  return bytesOfText(text) === path ? text : null;
}

/** For display: U+FFFD for bytes that are not UTF-8, and visible signs for control characters. */
export const shownName = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line feed in a name must not look like a space
  textOf(path).replace(/[\x00-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)));

const textOf = (path: string): string => Buffer.from(path, "latin1").toString("utf8");

export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Empty for a path in the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
