// The entries of three trees by name.
import type { ByteString } from "../objects/byte-string.ts";
import type { TreeEntry } from "../objects/tree.ts";
import { bitOf, isTree, type Stages } from "./paths.ts";

/** What has one name in the base and on both sides. */
export interface AlignedEntry {
  readonly name: ByteString;
  readonly stages: Stages;
  readonly fileMask: number;
  readonly dirMask: number;
}

/** In the order in which git walks three trees: of what comes next in each, the lowest name, whatever it is. */
export function alignEntries(trees: readonly (readonly TreeEntry[])[]): AlignedEntry[] {
  const byName = trees.map((entries) => new Map(entries.map((entry) => [entry.name, entry])));
  const places = trees.map(() => 0);
  const done = new Set<ByteString>();
  const aligned: AlignedEntry[] = [];
  for (;;) {
    let lowest: ByteString | undefined;
    for (const [index, entries] of trees.entries()) {
      let place = places[index] ?? 0;
      while (done.has(entries[place]?.name ?? "")) place++;
      places[index] = place;
      const name = entries[place]?.name;
      if (name !== undefined && (lowest === undefined || name < lowest)) lowest = name;
    }
    if (lowest === undefined) return aligned;
    done.add(lowest);
    aligned.push(alignedEntry(lowest, byName));
  }
}

function alignedEntry(name: ByteString, byName: readonly ReadonlyMap<ByteString, TreeEntry>[]): AlignedEntry {
  const stages: Stages = [null, null, null];
  let [fileMask, dirMask] = [0, 0];
  for (const [index, entries] of byName.entries()) {
    const entry = entries.get(name);
    if (entry === undefined) continue;
    stages[index] = { mode: entry.mode, oid: entry.oid };
    if (isTree(entry)) dirMask |= bitOf(index);
    else fileMask |= bitOf(index);
  }
  return { name, stages, fileMask, dirMask };
}
