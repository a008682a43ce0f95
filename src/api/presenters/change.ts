// Changed files of commits, comparisons and merge requests.
import type { Change } from "../../git/diff/changes.ts";

/** The fields that both versions of the API have. */
export const changeFields = ({ status, oldPath, newPath, oldMode, newMode }: Change, diff: string) => ({
  old_path: oldPath,
  new_path: newPath,
  a_mode: oldMode.toString(8),
  b_mode: newMode.toString(8),
  diff,
  new_file: status === "added",
  renamed_file: status === "renamed",
  deleted_file: status === "deleted",
});
