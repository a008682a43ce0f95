// Tree objects: parsing, and serialising in git's order.
import { Buffer } from "node:buffer";
import { GitError } from "../git-error.ts";
import { asBuffer, type ByteString, byteStringFrom, bytesOf } from "./byte-string.ts";
import { type ObjectType, OID_BYTES, type Oid, oidBytes, oidFrom } from "./oid.ts";

export const fileMode = {
  tree: 0o040000,
  regular: 0o100644,
  executable: 0o100755,
  symlink: 0o120000,
  /** A submodule: the id is that of a commit in another repository. */
  gitlink: 0o160000,
} as const;

export interface TreeEntry {
  /** One of {@link fileMode}. */
  readonly mode: number;
  readonly name: ByteString;
  readonly oid: Oid;
}

/** The positions of an entry in the tree's bytes, and its mode as written. */
export interface RawEntry {
  readonly mode: number;
  readonly modeStart: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly oidStart: number;
}

const SPACE = 0x20;
const ZERO = 0x30;
const SEVEN = 0x37;
const TYPE_BITS = 0o170000;
/** Represents all modes that do not fit git's 16 bits. */
const BEYOND_MODES = 0o200000;

/** Scans the entries of a tree without decoding them: each `next` replaces the fields. */
export class TreeCursor implements RawEntry {
  mode = 0;
  modeStart = 0;
  nameStart = 0;
  nameEnd = 0;
  oidStart = 0;
  /** Why git cannot parse the tree, once `next` has returned false for that reason. */
  fault: string | null = null;
  readonly #content: Uint8Array;
  #at = 0;

  constructor(content: Uint8Array) {
    this.#content = content;
  }

  /** Returns false at the end, and at what is no entry. */
  next(): boolean {
    const content = this.#content;
    let at = this.#at;
    if (at >= content.length) return false;
    let mode = 0;
    for (let digit = content[at]; digit !== SPACE; digit = content[++at]) {
      if (digit === undefined || digit < ZERO || digit > SEVEN) return this.#malformed("malformed mode in tree entry");
      mode = Math.min(mode * 8 + digit - ZERO, BEYOND_MODES);
    }
    if (at === this.#at) return this.#malformed("malformed mode in tree entry");
    const nameStart = at + 1;
    // By hand: names are short, and in workerd a Buffer's search is JavaScript.
    let nameEnd = nameStart;
    while (nameEnd < content.length && content[nameEnd] !== 0) nameEnd += 1;
    const oidStart = nameEnd + 1;
    if (oidStart + OID_BYTES > content.length) return this.#malformed("too-short tree object");
    if (nameEnd === nameStart) return this.#malformed("empty filename in tree entry");
    this.mode = mode;
    this.modeStart = this.#at;
    this.nameStart = nameStart;
    this.nameEnd = nameEnd;
    this.oidStart = oidStart;
    this.#at = oidStart + OID_BYTES;
    return true;
  }

  #malformed(fault: string): false {
    this.fault = fault;
    return false;
  }
}

/**
 * Scans entries without decoding them, for callers that read many trees. Every iteration yields the same object.
 *
 * @throws GitError for content that git cannot parse as a tree
 */
export function* scanTree(content: Uint8Array): Generator<RawEntry> {
  const cursor = new TreeCursor(content);
  while (cursor.next()) yield cursor;
  if (cursor.fault !== null) throw malformedTree(cursor.fault);
}

const malformedTree = (text: string) => new GitError("object", `badTree: cannot be parsed as a tree: ${text}`);

/** @throws GitError for content that git cannot parse as a tree */
export function parseTree(content: Uint8Array): TreeEntry[] {
  const buffer = asBuffer(content);
  const entries: TreeEntry[] = [];
  for (const { mode, nameStart, nameEnd, oidStart } of scanTree(buffer)) {
    const name = byteStringFrom(buffer, nameStart, nameEnd);
    entries.push({ mode: canonicalMode(mode), name, oid: oidFrom(buffer, oidStart) });
  }
  return entries;
}

/** Decodes only the entry of that name; null when there is none. @throws GitError as {@link parseTree} */
export function findInTree(content: Uint8Array, name: ByteString): TreeEntry | null {
  for (const { mode, nameStart, nameEnd, oidStart } of scanTree(content)) {
    if (nameEnd - nameStart !== name.length || !isNameAt(content, nameStart, name)) continue;
    return { mode: canonicalMode(mode), name, oid: oidFrom(content, oidStart) };
  }
  return null;
}

/** From the last byte on, because names of one length often begin alike. */
function isNameAt(content: Uint8Array, start: number, name: ByteString): boolean {
  for (let place = name.length - 1; place >= 0; place -= 1) {
    if (content[start + place] !== name.charCodeAt(place)) return false;
  }
  return true;
}

/** Maps a mode written by an old tool to the mode that git reads it as. */
export function canonicalMode(mode: number): number {
  switch (mode & TYPE_BITS) {
    case 0o100000:
      return (mode & 0o100) === 0 ? fileMode.regular : fileMode.executable;
    case fileMode.symlink:
    case fileMode.tree:
      return mode & TYPE_BITS;
    default:
      return fileMode.gitlink;
  }
}

/** The type that an entry's object must have. A gitlink's commit is in another repository. */
export function entryType(mode: number): Exclude<ObjectType, "tag"> {
  const type = mode & TYPE_BITS;
  if (type === fileMode.tree) return "tree";
  return type === 0o100000 || type === fileMode.symlink ? "blob" : "commit";
}

/** Git's order: bytewise, as if the names of trees ended in a slash. A tree and a file of one name differ. */
export function compareEntries(a: TreeEntry, b: TreeEntry): number {
  const [aIsTree, bIsTree] = [a.mode === fileMode.tree, b.mode === fileMode.tree];
  if (a.name === b.name) return Number(aIsTree) - Number(bIsTree);
  const [one, other] = [aIsTree ? `${a.name}/` : a.name, bIsTree ? `${b.name}/` : b.name];
  return one < other ? -1 : Number(one > other);
}

/** Serialises entries given in any order. Names must be unique and valid. */
export function serialiseTree(entries: Iterable<TreeEntry>): Uint8Array {
  const sorted = [...entries].sort(compareEntries);
  if (new Set(sorted.map(({ name }) => name)).size < sorted.length)
    throw new Error("Two entries of a tree have one name");
  return Buffer.concat(
    sorted.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode.toString(8)} `), bytesOf(`${name}\0`), oidBytes(oid)]),
  );
}
