// The notification levels, and the events of level `custom`, by GitLab's names.
import type { NotificationLevel } from "../../db/schema/notifications.ts";

/** Levels of the global setting. The settings of groups and projects can also be `global`. */
export const ownLevels = ["disabled", "participating", "watch", "mention", "custom"] as const;
export const sourceLevels = [...ownLevels, "global"] as const satisfies readonly NotificationLevel[];

/** The events that level `custom` selects from. */
export const customEvents = [
  "new_note",
  "new_issue",
  "reopen_issue",
  "close_issue",
  "reassign_issue",
  "new_merge_request",
  "reopen_merge_request",
  "close_merge_request",
  "reassign_merge_request",
  "merge_merge_request",
  "failed_pipeline",
  "success_pipeline",
] as const;

export type CustomEvent = (typeof customEvents)[number];
