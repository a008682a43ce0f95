// Notification settings: the global one, and those of groups and projects.
import type { SettingRow } from "../../../db/queries/notifications/settings.ts";
import { presentSetting } from "../../notification-settings/present-setting.ts";

export const presentNotificationSetting = (setting: SettingRow) => presentSetting(setting);

export const presentGlobalNotificationSetting = (setting: SettingRow & { readonly email: string }) => ({
  ...presentSetting(setting),
  notification_email: setting.email,
});
