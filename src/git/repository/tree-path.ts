// Paths within a tree: reading one, finding what it names, and walking all there are.
import type { ObjectSource } from "../diff/object-source.ts";
import { type ByteString, byteStringOf } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, findInTree, type TreeEntry } from "../objects/tree.ts";
import type { ObjectStore } from "./object-store.ts";

/** The names of a path, from the root down; empty for the root. */
export type PathNames = readonly ByteString[];

/** Slashes at the ends and in a row do not count. Null for what leads out of the tree. */
export function pathNames(path: string): PathNames | null {
  const names = byteStringOf(path)
    .split("/")
    .filter((name) => name !== "");
  return names.some((name) => name === "." || name === "..") ? null : names;
}

/** Reads no more than the trees on the way. Null for a path on which there is nothing. */
export function entryAt(objects: ObjectStore, tree: Oid, names: PathNames): TreeEntry | null {
  let entry: TreeEntry = { mode: fileMode.tree, name: "", oid: tree };
  for (const name of names) {
    const found = entry.mode === fileMode.tree ? findInTree(treeContent(objects, entry.oid), name) : null;
    if (found === null) return null;
    entry = found;
  }
  return entry;
}

function treeContent(objects: ObjectStore, oid: Oid): Uint8Array {
  const object = objects.read(oid);
  if (object?.type !== "tree") throw new Error(`${oid} is no tree`);
  return object.content;
}

/** An entry of a tree or of those in it. */
export interface WalkedEntry extends TreeEntry {
  readonly path: ByteString;
}

/**
 * A tree before what is in it, in git's order. Has a stack of its own, since how deep trees are nested is up to who
 * pushed them; a few small ones can hold any number of entries.
 *
 * @param prefix what the paths begin with, `folder/`
 */
export function* walkTree(source: ObjectSource, tree: Oid, prefix: ByteString = ""): Generator<WalkedEntry> {
  const stack = [{ prefix, entries: source.tree(tree).values() }];
  for (let folder = stack.at(-1); folder !== undefined; folder = stack.at(-1)) {
    const { value: entry, done } = folder.entries.next();
    if (done === true) {
      stack.pop();
      continue;
    }
    const path = folder.prefix + entry.name;
    yield { ...entry, path };
    if (entry.mode === fileMode.tree) stack.push({ prefix: `${path}/`, entries: source.tree(entry.oid).values() });
  }
}
