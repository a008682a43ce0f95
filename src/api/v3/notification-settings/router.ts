// Routes of notification settings: the global one, and those of groups and projects.
import type { RouteTable } from "../../route-table.ts";
import { getGlobalSetting, updateGlobalSetting } from "./global-setting.ts";
import { settingEndpoints } from "./setting-endpoints.ts";
import { groupSource, projectSource } from "./sources.ts";

export const groupSettings = settingEndpoints(groupSource);
export const projectSettings = settingEndpoints(projectSource);

export const notificationSettingRoutes: RouteTable = {
  "GET /notification_settings": getGlobalSetting,
  "PUT /notification_settings": updateGlobalSetting,
  "GET /groups/:id/notification_settings": groupSettings.get,
  "PUT /groups/:id/notification_settings": groupSettings.update,
  "GET /projects/:id/notification_settings": projectSettings.get,
  "PUT /projects/:id/notification_settings": projectSettings.update,
};
