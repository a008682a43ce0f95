// Paths in the text of a diff.
import { type ByteString, bytesOf } from "../objects/byte-string.ts";
import { decodeText } from "./text.ts";

/** For JSON and for people. */
export const pathText = (path: ByteString): string => decodeText(bytesOf(path));

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what git quotes
const quoted = /[\x00-\x1f"\\\x7f-\xff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a line cannot carry
const control = /[\x00-\x1f\x7f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a line cannot carry
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

/** As `git diff` writes a path (core.quotePath is true): ASCII. */
export function quotePath(path: ByteString): string {
  const text = path.replace(quoted, escaped);
  return text === path ? path : `"${text}"`;
}

/** For texts in which nothing is quoted: only what would break a line still is. */
export function plainPath(path: ByteString): string {
  const text = pathText(path);
  return control.test(text) ? `"${text.replace(controlAndQuotes, escaped)}"` : text;
}
