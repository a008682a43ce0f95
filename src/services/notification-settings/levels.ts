// How much somebody can ask to be told, in GitLab's words.
import type { NotificationLevel } from "../../db/schema/notifications.ts";

/** What the setting of everything can be; those of a group and of a project can be `global`, too. */
export const ownLevels = ["disabled", "participating", "watch", "mention", "custom"] as const;
export const sourceLevels = [...ownLevels, "global"] as const satisfies readonly NotificationLevel[];

/** What level `custom` chooses from. */
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
