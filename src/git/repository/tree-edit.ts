// Edits the files of a tree, path by path, and writes the resulting tree. Reads only the trees on the way to the paths.
import type { ByteString } from "../objects/byte-string.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import { fileMode, serialiseTree, type TreeEntry } from "../objects/tree.ts";

/** The store that an edit reads trees from and writes new trees to. */
export interface TreeStore {
  tree(oid: Oid): readonly TreeEntry[];
  add(type: "tree", content: Uint8Array): Oid;
}

/** The state of a path. */
export type AtPath =
  | { readonly kind: "file"; readonly entry: TreeEntry }
  | { readonly kind: "folder" }
  /** A file can be put there. */
  | { readonly kind: "nothing" }
  /** At `by`, on the way to the path, there is a file, a symlink or a submodule. */
  | { readonly kind: "blocked"; readonly by: ByteString };

/** A folder that was read; other folders stay entries. */
class Folder {
  readonly entries: Map<ByteString, TreeEntry | Folder>;
  /** Null once it differs from the stored tree. */
  oid: Oid | null;

  constructor(oid: Oid | null, entries: readonly TreeEntry[]) {
    this.oid = oid;
    this.entries = new Map(entries.map((entry) => [entry.name, entry]));
  }
}

/** A name in a folder. */
interface Step {
  readonly folder: Folder;
  readonly name: ByteString;
}

/** Paths are valid names (file-path.ts) joined by slashes. */
export class TreeEdit {
  readonly #store: TreeStore;
  readonly #root: Folder;

  /** @param root null for the empty tree */
  constructor(store: TreeStore, root: Oid | null) {
    this.#store = store;
    this.#root = root === null ? new Folder(null, []) : new Folder(root, store.tree(root));
  }

  /** Includes earlier edits. */
  find(path: ByteString): AtPath {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = this.#root;
    for (const [depth, step] of names.entries()) {
      const next = this.#enter(folder, step);
      if (next === "nothing") return { kind: "nothing" };
      if (next === "file") return { kind: "blocked", by: names.slice(0, depth + 1).join("/") };
      folder = next;
    }
    const entry = folder.entries.get(name);
    if (entry === undefined) return { kind: "nothing" };
    return entry instanceof Folder || entry.mode === fileMode.tree ? { kind: "folder" } : { kind: "file", entry };
  }

  #enter(folder: Folder, name: ByteString): Folder | "file" | "nothing" {
    const entry = folder.entries.get(name);
    if (entry === undefined) return "nothing";
    if (entry instanceof Folder) return entry;
    if (entry.mode !== fileMode.tree) return "file";
    const entered = new Folder(entry.oid, this.#store.tree(entry.oid));
    folder.entries.set(name, entered);
    return entered;
  }

  /** Puts a file in place of a file, or where {@link find} returns `nothing`; makes the folders it needs. */
  put(path: ByteString, { mode, oid }: Pick<TreeEntry, "mode" | "oid">): void {
    const { folder, name } = this.#reach(path).last;
    folder.entries.set(name, { mode, name, oid });
  }

  /** Removes the file that {@link find} returns, and folders that become empty. */
  remove(path: ByteString): void {
    for (const { folder, name } of this.#reach(path).steps.reverse()) {
      folder.entries.delete(name);
      if (folder.entries.size > 0) return;
    }
  }

  /** The steps from the root to a path; missing folders are made. All of them are marked as changed. */
  #reach(path: ByteString): { steps: Step[]; last: Step } {
    const names = path.split("/");
    let last: Step = { folder: this.#root, name: names.shift() ?? "" };
    const steps = [last];
    for (const name of names) {
      const next = this.#enter(last.folder, last.name);
      if (next === "file") throw new Error(`"${last.name}" on the way to "${path}" is not a folder`);
      const folder = next === "nothing" ? new Folder(null, []) : next;
      last.folder.entries.set(last.name, folder);
      last = { folder, name };
      steps.push(last);
    }
    for (const { folder } of steps) folder.oid = null;
    return { steps, last };
  }

  /** Stores the changed trees and returns the id of the root. */
  write(): Oid {
    // Parents before their children, then written in reverse order. Not recursive, because paths can be deep.
    const folders = [this.#root];
    for (const { entries } of folders) {
      for (const entry of entries.values()) if (entry instanceof Folder && entry.oid === null) folders.push(entry);
    }
    let written = emptyTreeOid;
    for (const folder of folders.reverse()) {
      written = folder.oid ?? this.#store.add("tree", serialiseTree(writtenEntries(folder)));
      folder.oid = written;
    }
    return written;
  }
}

function* writtenEntries({ entries }: Folder): Generator<TreeEntry> {
  for (const [name, entry] of entries) {
    if (!(entry instanceof Folder)) yield entry;
    else if (entry.oid !== null) yield { mode: fileMode.tree, name, oid: entry.oid };
  }
}
