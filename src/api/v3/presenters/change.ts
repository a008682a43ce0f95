// Changed files of commits, comparisons and merge requests.
import type { Change } from "../../../git/diff/changes.ts";
import { changeFields } from "../../presenters/change.ts";

/** `too_large` appears only if the patch was truncated. */
export const presentChange = (change: Change) => ({
  ...changeFields(change, change.diff),
  ...(change.tooLarge && { too_large: true }),
});
