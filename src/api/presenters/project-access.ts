// A viewer's access to a project or to its group.
import type { NotificationLevel } from "../../db/schema/notifications.ts";

const notificationLevels: Readonly<Record<NotificationLevel, number>> = {
  disabled: 0,
  participating: 1,
  watch: 2,
  global: 3,
  mention: 4,
  custom: 5,
};

/** @param level null without a membership @param notifications null where no level was chosen */
export const presentAccess = (level: number | null, notifications: NotificationLevel | null) =>
  level === null ? null : { access_level: level, notification_level: notificationLevels[notifications ?? "global"] };
