// A changed file as GitLab shows it: in commits, comparisons and merge requests.
import type { Change } from "../../../git/diff/changes.ts";

/** `too_large` is there only when the patch was cut. */
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
