// Valid paths of files that the API creates.
import { type ByteString, byteStringOf } from "../objects/byte-string.ts";
import { isDotGit } from "../objects/dot-names.ts";

/** In bytes; no checkout can store a longer path. */
const LONGEST_PATH = 4096;

/** The path as a byte string; null for empty names, `.`, `..` and `.git` in any disguise. */
export function filePath(text: string): ByteString | null {
  const path = byteStringOf(text);
  return path.length <= LONGEST_PATH && path.split("/").every(isName) ? path : null;
}

const isName = (name: ByteString): boolean =>
  name !== "" && name !== "." && name !== ".." && !name.includes("\0") && !isDotGit(name);
