// Changed files of commits, comparisons and merge requests.
import type { Change } from "../../../git/diff/changes.ts";

/** `too_large` appears only if the patch was truncated. */
export const presentChange = ({ status, oldPath, newPath, oldMode, newMode, diff, tooLarge }: Change) => ({
  old_path: oldPath,
  new_path: newPath,
  a_mode: oldMode.toString(8),
  b_mode: newMode.toString(8),
  diff,
  new_file: status === "added",
  renamed_file: status === "renamed",
  deleted_file: status === "deleted",
  ...(tooLarge && { too_large: true }),
});
