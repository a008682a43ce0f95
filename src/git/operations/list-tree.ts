// Lists the entries of a folder.
import { cost, unlimited, type Work } from "../budget.ts";
import { pathText } from "../diff/paths.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { entryType, fileMode } from "../objects/tree.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { entryAt, pathNames, type WalkedEntry, walkTree } from "../repository/tree-path.ts";
import { inSlices } from "../slices.ts";

/** Needed because a few small trees can contain any number of entries. */
const MOST_ENTRIES = 100_000;
/** Characters of all paths. The list is sent from one isolate to another, in at most 32 MB. */
const MOST_PATH_TEXT = 4_000_000;

export interface ListedEntry {
  readonly id: Oid;
  readonly name: string;
  readonly path: string;
  readonly type: "tree" | "blob" | "commit";
  readonly mode: number;
}

export interface TreeOptions {
  readonly revision: string;
  /** Empty for the root. */
  readonly path: string;
  /** Includes the entries of subfolders. */
  readonly recursive: boolean;
}

/** Folders, then files, then submodules, each in git's order. Empty for a path that is not a folder. */
export async function listTree(
  repository: Repository,
  options: TreeOptions,
): Promise<ListedEntry[] | "no_commit" | "too_many"> {
  const commit = resolveCommit(repository, options.revision);
  if (commit === null) return "no_commit";
  const names = pathNames(options.path);
  const folder = names && entryAt(repository.objects, knownCommit(repository.commits, commit).tree, names);
  if (folder?.mode !== fileMode.tree) return [];
  const prefix = names?.map((name) => `${name}/`).join("") ?? "";
  const listed = await inSlices(listEntries(entriesIn(repository, folder.oid, prefix, options.recursive)));
  if (listed === null) return "too_many";
  return (["tree", "blob", "commit"] as const).flatMap((type) => listed.filter((entry) => entry.type === type));
}

/** Null if there are too many. */
function* listEntries(entries: Iterable<WalkedEntry>): Work<ListedEntry[] | null> {
  const budget = unlimited();
  const listed: ListedEntry[] = [];
  let characters = 0;
  for (const entry of entries) {
    characters += entry.path.length;
    if (listed.length === MOST_ENTRIES || characters > MOST_PATH_TEXT) return null;
    listed.push(listedEntry(entry));
    budget.spend((entry.mode === fileMode.tree ? 2 * cost.row : 0) + cost.path + entry.path.length);
    if (budget.endsSlice()) yield;
  }
  return listed;
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
