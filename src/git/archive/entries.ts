// The entries of an archive of a commit, in git's order.
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, type TreeEntry } from "../objects/tree.ts";
import type { ObjectStore } from "../repository/object-store.ts";
import { walkTree } from "../repository/tree-path.ts";

export interface ArchiveEntry extends Pick<TreeEntry, "mode" | "oid"> {
  /** Ends in a slash for a folder and for a submodule, which is an empty folder. */
  readonly path: ByteString;
  /** Content of a file, target of a symlink, else empty. Read on each call. */
  content(): Uint8Array;
}

export const isFolder = ({ mode }: Pick<TreeEntry, "mode">): boolean =>
  mode === fileMode.tree || mode === fileMode.gitlink;

/** @param folder prefix of all paths, such as `project-main-0123/` */
export function* archiveEntries(objects: ObjectStore, tree: Oid, folder: ByteString): Generator<ArchiveEntry> {
  yield { mode: fileMode.tree, oid: tree, path: folder, content: nothing };
  for (const { mode, oid, path } of walkTree(objects, tree, folder)) {
    if (isFolder({ mode })) yield { mode, oid, path: `${path}/`, content: nothing };
    else yield { mode, oid, path, content: () => objects.blob(oid) };
  }
}

const nothing = () => new Uint8Array(0);
