// Notification settings: the global one, and those of groups and projects.
import type { SettingRow } from "../../../db/queries/notifications/settings.ts";
import { customEvents } from "../../../services/notification-settings/levels.ts";

/** Only the level `custom` has events. */
export const presentNotificationSetting = ({ level, events }: SettingRow) => ({
  level,
  ...(level === "custom" && { events: presentEvents(JSON.parse(events)) }),
});

const presentEvents = (chosen: readonly string[]) =>
  Object.fromEntries(customEvents.map((event) => [event, chosen.includes(event)]));

export const presentGlobalNotificationSetting = (setting: SettingRow & { readonly email: string }) => ({
  ...presentNotificationSetting(setting),
  notification_email: setting.email,
});
