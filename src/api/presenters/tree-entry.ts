// Entries of a repository's trees.
import type { ListedEntry } from "../../git/operations/list-tree.ts";

export const presentTreeEntry = ({ id, name, type, path, mode }: ListedEntry) => ({
  id,
  name,
  type,
  path,
  mode: mode.toString(8).padStart(6, "0"),
});
