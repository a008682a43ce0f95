// What issues and merge requests have in common.
import type { TargetType } from "./targets.ts";

/** What has a title, labels, a milestone and an assignee; other tables name it by `target_type` and `target_id`. */
export type IssuableType = TargetType;
