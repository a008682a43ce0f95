// Base names of paths, and paths as a diff shows them.
import { type ByteString, bytesOf } from "../objects/byte-string.ts";
import { decodeText } from "./text.ts";

/** Decoded for display and JSON. */
export const pathText = (path: ByteString): string => (beyondAscii.test(path) ? decodeText(bytesOf(path)) : path);

const beyondAscii = /[^\0-\x7f]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: git quotes control characters
const quoted = /[\x00-\x1f"\\\x7f-\xff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters would break a line
const control = /[\x00-\x1f\x7f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters would break a line
const controlAndQuotes = /[\x00-\x1f"\\\x7f]/g;

const letters: Record<string, string> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

const escaped = (character: string): string =>
  letters[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;

/** The form of a path in `git diff` with its default `core.quotePath=true`: ASCII. */
export function quotePath(path: ByteString): string {
  const text = path.replace(quoted, escaped);
  return text === path ? path : `"${text}"`;
}

/** Quotes only a path that would break a line. */
export function plainPath(path: ByteString): string {
  const text = pathText(path);
  return control.test(text) ? `"${text.replace(controlAndQuotes, escaped)}"` : text;
}

export const baseName = (path: ByteString): ByteString => path.slice(path.lastIndexOf("/") + 1);
