// What is in a folder of a repository, as GitLab shows it.
import type { ListedEntry } from "../../../git/operations/list-tree.ts";

export const presentTreeEntry = ({ id, name, type, path, mode }: ListedEntry) => ({
  id,
  name,
  type,
  path,
  mode: mode.toString(8).padStart(6, "0"),
});
