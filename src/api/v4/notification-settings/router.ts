// Routes of notification settings: the global one, and those of groups and projects.
import { gettingGlobalSetting, updatingGlobalSetting } from "../../notification-settings/global-setting.ts";
import { settingEndpoints } from "../../notification-settings/setting-endpoints.ts";
import { groupSource, projectSource } from "../../notification-settings/sources.ts";
import { presentGlobalNotificationSetting, presentNotificationSetting } from "../../presenters/notification-setting.ts";
import type { RouteTable } from "../../route-table.ts";

const group = settingEndpoints(groupSource, presentNotificationSetting);
const project = settingEndpoints(projectSource, presentNotificationSetting);

export const notificationSettingRoutes: RouteTable = {
  "GET /notification_settings": gettingGlobalSetting(presentGlobalNotificationSetting),
  "PUT /notification_settings": updatingGlobalSetting(presentGlobalNotificationSetting),
  "GET /groups/:id/notification_settings": group.get,
  "PUT /groups/:id/notification_settings": group.update,
  "GET /projects/:id/notification_settings": project.get,
  "PUT /projects/:id/notification_settings": project.update,
};
