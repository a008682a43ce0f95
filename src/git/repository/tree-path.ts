// Paths in a tree: splitting them, finding their entries, and walking all entries.
import type { ObjectSource } from "../diff/object-source.ts";
import { type ByteString, byteStringOf } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, findInTree, type TreeEntry } from "../objects/tree.ts";
import type { ObjectStore } from "./object-store.ts";

/** The names of a path, from the root down; empty for the root. */
export type PathNames = readonly ByteString[];

/** Ignores slashes at the ends and repeated ones. Null for a path that leads out of the tree. */
export function pathNames(path: string): PathNames | null {
  const names = byteStringOf(path)
    .split("/")
    .filter((name) => name !== "");
  return names.some((name) => name === "." || name === "..") ? null : names;
}

/** Reads only the trees on the way. Null for a path that does not exist. */
export function entryAt(objects: ObjectStore, tree: Oid, names: PathNames): TreeEntry | null {
  let entry: TreeEntry = { mode: fileMode.tree, name: "", oid: tree };
  for (const name of names) {
    const found = entry.mode === fileMode.tree ? findInTree(treeContent(objects, entry.oid), name) : null;
    if (found === null) return null;
    entry = found;
  }
  return entry;
}

export function treeContent(objects: ObjectStore, oid: Oid): Uint8Array {
  const object = objects.read(oid);
  if (object?.type !== "tree") throw new Error(`${oid} is not a tree`);
  return object.content;
}

/** An entry of a tree or of one of its subtrees. */
export interface WalkedEntry extends TreeEntry {
  readonly path: ByteString;
}

/**
 * All entries in git's order, a tree before its content. Uses an explicit stack, because a pusher can nest trees to any
 * depth; lazy, because a few small trees can contain any number of entries.
 *
 * @param prefix prefix of all paths, such as `folder/`
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
