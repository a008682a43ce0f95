// Changes to the files of a tree, path by path, and the tree they make. Reads no trees but those the paths lead through.
import type { ByteString } from "../objects/byte-string.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import { fileMode, serialiseTree, type TreeEntry } from "../objects/tree.ts";

/** Where an edit reads trees, and puts those it makes. */
export interface TreeStore {
  tree(oid: Oid): readonly TreeEntry[];
  add(type: "tree", content: Uint8Array): Oid;
}

/** What stands at a path. */
export type AtPath =
  | { readonly kind: "file"; readonly entry: TreeEntry }
  | { readonly kind: "folder" }
  /** A file may be put there. */
  | { readonly kind: "nothing" }
  /** On the way to it, at this path, stands a file (or a symlink, or a submodule). */
  | { readonly kind: "blocked"; readonly by: ByteString };

/** A folder that was looked into; others are entries still. */
class Folder {
  readonly entries: Map<ByteString, TreeEntry | Folder>;
  /** Null once it is not the tree it was read from. */
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

/** Paths are names joined by slashes, and the names such as a tree may have (file-path.ts). */
export class TreeEdit {
  readonly #store: TreeStore;
  readonly #root: Folder;

  /** @param root null for an empty one */
  constructor(store: TreeStore, root: Oid | null) {
    this.#store = store;
    this.#root = root === null ? new Folder(null, []) : new Folder(root, store.tree(root));
  }

  /** As the edits so far have left it. */
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

  /** Puts a file where there is one or {@link find} finds nothing, with the folders it needs. */
  put(path: ByteString, { mode, oid }: Pick<TreeEntry, "mode" | "oid">): void {
    const { folder, name } = this.#reach(path).last;
    folder.entries.set(name, { mode, name, oid });
  }

  /** Takes away the file that {@link find} finds, and the folders that held nothing else. */
  remove(path: ByteString): void {
    for (const { folder, name } of this.#reach(path).steps.reverse()) {
      folder.entries.delete(name);
      if (folder.entries.size > 0) return;
    }
  }

  /** The way from the root to a path, with folders made where there are none. All of them will be written anew. */
  #reach(path: ByteString): { steps: Step[]; last: Step } {
    const names = path.split("/");
    let last: Step = { folder: this.#root, name: names.shift() ?? "" };
    const steps = [last];
    for (const name of names) {
      const next = this.#enter(last.folder, last.name);
      if (next === "file") throw new Error(`${last.name} on the way to ${path} is no folder`);
      const folder = next === "nothing" ? new Folder(null, []) : next;
      last.folder.entries.set(last.name, folder);
      last = { folder, name };
      steps.push(last);
    }
    for (const { folder } of steps) folder.oid = null;
    return { steps, last };
  }

  /** Stores the trees that are new. Answers the whole one's id. */
  write(): Oid {
    // Each folder before those in it, and written in the other order. Not by recursion: paths can be deep.
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
