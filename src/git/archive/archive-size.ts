// Measures an archive without building it, because a few small trees can contain any number of files.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { entryType, fileMode, type TreeEntry } from "../objects/tree.ts";
import type { ObjectStore } from "../repository/object-store.ts";

const MEBIBYTE = 1024 * 1024;

export interface ArchiveLimits {
  /** Files and folders. */
  readonly entries: number;
  /** Bytes of all contents, paths and headers. */
  readonly bytes: number;
}

export const archiveLimits: ArchiveLimits = { entries: 100_000, bytes: 1024 * MEBIBYTE };

/** Bytes of an entry in a tar file, without its path and content. */
const HEADER_BYTES = 512;

interface Size {
  entries: number;
  bytes: number;
}

/** A tree that is being measured. */
interface Frame extends Size {
  readonly oid: Oid;
  /** Its name in the parent tree. */
  readonly name: ByteString;
  readonly subtrees: Iterator<TreeEntry>;
}

/** True if the archive stays within the limits. Reads each tree once, even if it occurs in several trees. */
export function* isArchivable(objects: ObjectStore, tree: Oid, limits = archiveLimits): Work<boolean> {
  const budget = unlimited();
  const known = new Map<Oid, Size>();
  const stack = [frameOf(objects, tree, "", budget)];
  let read = 0;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (budget.endsSlice()) yield;
    if (frame.entries > limits.entries || frame.bytes > limits.bytes) return false;
    const { value: subtree, done } = frame.subtrees.next();
    if (done === true) {
      stack.pop();
      known.set(frame.oid, frame);
      const above = stack.at(-1);
      if (above !== undefined) addSubtree(above, frame.name, frame);
      continue;
    }
    const size = known.get(subtree.oid);
    if (size !== undefined) {
      addSubtree(frame, subtree.name, size);
      continue;
    }
    const below = frameOf(objects, subtree.oid, subtree.name, budget);
    read += below.entries;
    if (read > limits.entries) return false;
    stack.push(below);
  }
  return true;
}

/** Measures a tree without its subtrees. */
function frameOf(objects: ObjectStore, oid: Oid, name: ByteString, budget: Budget): Frame {
  const entries = objects.tree(oid);
  budget.spend(cost.row + entries.length * (cost.treeEntry + cost.row));
  const files = entries.filter(({ mode }) => entryType(mode) === "blob").map((entry) => entry.oid);
  const sizes = objects.blobSizes(files);
  const contents = files.reduce((sum, blob) => sum + (sizes.get(blob) ?? 0), 0);
  const headers = entries.reduce((sum, entry) => sum + HEADER_BYTES + entry.name.length, 0);
  const subtrees = entries.values().filter(({ mode }) => mode === fileMode.tree);
  return { oid, name, subtrees, entries: entries.length, bytes: contents + headers };
}

function addSubtree(frame: Size, name: ByteString, size: Size): void {
  frame.entries += size.entries;
  frame.bytes += size.bytes + size.entries * (name.length + 1);
}
