// Recognises most trees without faults quickly, from their bytes.
import { byteStringFrom } from "./byte-string.ts";
import { isDotGit, isGitattributes, isGitmodules } from "./dot-names.ts";
import { OID_BYTES } from "./oid.ts";
import { fileMode, TreeCursor } from "./tree.ts";

const [SLASH, BACKSLASH, ZERO, FIRST_BEYOND_ASCII] = [0x2f, 0x5c, 0x30, 0x80];
/** First characters of names that may be, or be taken for, a file of git's: `.`, `~`, `g` and `G`. */
const suspicious = new Uint8Array(256);
for (const character of ".~gG") suspicious[character.charCodeAt(0)] = 1;

const modes: ReadonlySet<number> = new Set(Object.values(fileMode));
const MOST_NAME = 255;

/** @returns true only if a tree has no fault and no file that needs a check of its own; false says nothing */
export function isPlainTree(content: Uint8Array): boolean {
  const cursor = new TreeCursor(content);
  let lastStart = 0;
  let lastEnd = 0;
  let lastIsTree = false;
  while (cursor.next()) {
    const { mode, modeStart, nameStart, nameEnd, oidStart } = cursor;
    const isTree = mode === fileMode.tree;
    if (content[modeStart] === ZERO || !modes.has(mode) || nameEnd - nameStart > MOST_NAME) return false;
    if (!isPlainName(content, nameStart, nameEnd) || isNull(content, oidStart)) return false;
    if (lastEnd > 0) {
      const shared = sharedLength(content, lastStart, lastEnd, nameStart, nameEnd);
      // A file of the name of this tree could come before it, with others in between that begin with the name.
      if (isTree && shared === nameEnd - nameStart) return false;
      const last = lastStart + shared < lastEnd ? content[lastStart + shared] : lastIsTree ? SLASH : 0;
      const next = nameStart + shared < nameEnd ? content[nameStart + shared] : isTree ? SLASH : 0;
      if ((last ?? 0) >= (next ?? 0)) return false;
    }
    lastStart = nameStart;
    lastEnd = nameEnd;
    lastIsTree = isTree;
  }
  return cursor.fault === null;
}

function isPlainName(content: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = content[at] ?? 0;
    if (byte === SLASH || byte === BACKSLASH || byte >= FIRST_BEYOND_ASCII) return false;
  }
  if (suspicious[content[start] ?? 0] === 0) return true;
  const name = byteStringFrom(content, start, end);
  return name !== "." && name !== ".." && !isDotGit(name) && !isGitmodules(name) && !isGitattributes(name);
}

function sharedLength(content: Uint8Array, one: number, oneEnd: number, other: number, otherEnd: number): number {
  const most = Math.min(oneEnd - one, otherEnd - other);
  let shared = 0;
  while (shared < most && content[one + shared] === content[other + shared]) shared += 1;
  return shared;
}

function isNull(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < start + OID_BYTES; at++) if (bytes[at] !== 0) return false;
  return true;
}
