// How much somebody is told of everything, of a group or of a project.
import type { SettingRow } from "../../../db/queries/notifications/settings.ts";
import { customEvents } from "../../../services/notification-settings/levels.ts";

/** Only level `custom` shows its events. */
export const presentNotificationSetting = ({ level, events }: SettingRow) => ({
  level,
  ...(level === "custom" && { events: presentEvents(JSON.parse(events)) }),
});

const presentEvents = (chosen: readonly string[]) =>
  Object.fromEntries(customEvents.map((event) => [event, chosen.includes(event)]));

export const presentGlobalNotificationSetting = (setting: SettingRow, email: string) => ({
  ...presentNotificationSetting(setting),
  notification_email: email,
});
