// Which paths files may be given by name, rather than by a push.
import { type ByteString, byteStringOf } from "../objects/byte-string.ts";
import { isDotGit } from "../objects/dot-names.ts";

/** Bytes; no checkout keeps a longer one. */
const LONGEST_PATH = 4096;

/** The path as trees have it, or null for one that must not be: empty names, `.`, `..`, `.git` in any disguise. */
export function filePath(text: string): ByteString | null {
  const path = byteStringOf(text);
  return path.length <= LONGEST_PATH && path.split("/").every(isName) ? path : null;
}

const isName = (name: ByteString): boolean =>
  name !== "" && name !== "." && name !== ".." && !name.includes("\0") && !isDotGit(name);
