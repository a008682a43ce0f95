// What goes into an archive of a commit, in git's order.

import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, type TreeEntry } from "../objects/tree.ts";
import type { ObjectStore } from "../repository/object-store.ts";
import { walkTree } from "../repository/tree-path.ts";

export interface ArchiveEntry extends Pick<TreeEntry, "mode" | "oid"> {
  /** Of a folder, and of a submodule, which is an empty one: ends in a slash. */
  readonly path: ByteString;
  /** Of a file its content, of a symlink where it leads; else empty. Read when it is asked for. */
  content(): Uint8Array;
}

export const isFolder = ({ mode }: Pick<TreeEntry, "mode">): boolean =>
  mode === fileMode.tree || mode === fileMode.gitlink;

/** @param folder what everything in it lies in, `project-main-0123/` */
export function* archiveEntries(objects: ObjectStore, tree: Oid, folder: ByteString): Generator<ArchiveEntry> {
  yield { mode: fileMode.tree, oid: tree, path: folder, content: nothing };
  for (const { mode, oid, path } of walkTree(objects, tree, folder)) {
    if (isFolder({ mode })) yield { mode, oid, path: `${path}/`, content: nothing };
    else yield { mode, oid, path, content: () => objects.blob(oid) };
  }
}

const nothing = () => new Uint8Array(0);
