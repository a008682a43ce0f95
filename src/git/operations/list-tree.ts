// What is in a folder.
import { pathText } from "../diff/paths.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { entryType, fileMode } from "../objects/tree.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { entryAt, pathNames, type WalkedEntry, walkTree } from "../repository/tree-path.ts";

/** A few small trees can hold any number of entries. */
const MOST_ENTRIES = 100_000;

export interface ListedEntry {
  readonly id: Oid;
  readonly name: string;
  readonly path: string;
  readonly type: "tree" | "blob" | "commit";
  readonly mode: number;
}

export interface TreeWishes {
  readonly revision: string;
  /** Empty for the root. */
  readonly path: string;
  /** With what is in the folders, and in theirs. */
  readonly recursive: boolean;
}

/** Folders, then files, then submodules, each in git's order. Nothing is in a path that is no folder. */
export function listTree(repository: Repository, wishes: TreeWishes): ListedEntry[] | "no_commit" | "too_many" {
  const commit = resolveCommit(repository, wishes.revision);
  if (commit === null) return "no_commit";
  const names = pathNames(wishes.path);
  const folder = names && entryAt(repository.objects, knownCommit(repository.commits, commit).tree, names);
  if (folder?.mode !== fileMode.tree) return [];
  const prefix = names?.map((name) => `${name}/`).join("") ?? "";
  const found = [...entriesIn(repository, folder.oid, prefix, wishes.recursive).take(MOST_ENTRIES + 1)];
  if (found.length > MOST_ENTRIES) return "too_many";
  const listed = found.map(listedEntry);
  return (["tree", "blob", "commit"] as const).flatMap((type) => listed.filter((entry) => entry.type === type));
}

function* entriesIn({ objects }: Repository, tree: Oid, prefix: string, recursive: boolean): Generator<WalkedEntry> {
  if (recursive) yield* walkTree(objects, tree, prefix);
  else for (const entry of objects.tree(tree)) yield { ...entry, path: prefix + entry.name };
}

const listedEntry = ({ oid, name, path, mode }: WalkedEntry): ListedEntry => ({
  id: oid,
  name: pathText(name),
  path: pathText(path),
  type: entryType(mode),
  mode,
});
