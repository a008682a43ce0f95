// Notification settings: the global one, and those of groups and projects.
import type { SettingRow } from "../../db/queries/notifications/settings.ts";
import { type CustomEvent, customEvents } from "../../services/notification-settings/levels.ts";

/** Only the level `custom` has events. */
export const presentNotificationSetting = ({ level, events }: SettingRow) => ({
  level,
  ...(level === "custom" && { events: presentEvents(JSON.parse(events)) }),
});

export const presentGlobalNotificationSetting = (setting: SettingRow & { readonly email: string }) => ({
  ...presentNotificationSetting(setting),
  notification_email: setting.email,
});

const presentEvents = (chosen: readonly string[]) =>
  byEvent(customEvents.map((event): [CustomEvent, boolean] => [event, chosen.includes(event)]));

/** @param entries one for each event */
const byEvent = (entries: readonly [CustomEvent, boolean][]) =>
  Object.fromEntries(entries) as Record<CustomEvent, boolean>;
