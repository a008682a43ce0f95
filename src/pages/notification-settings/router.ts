// Notification settings of projects and groups. The global ones are in profile/.
import type { PageTable } from "../page.ts";
import { groupSetting, projectSetting, saveSetting, settingPage } from "./setting-page.tsx";

export const notificationSettingPages: PageTable = {
  "GET /groups/:group/notification_settings": settingPage(groupSetting),
  "POST /groups/:group/notification_settings": saveSetting(groupSetting),
  "GET /:namespace/:project/notification_settings": settingPage(projectSetting),
  "POST /:namespace/:project/notification_settings": saveSetting(projectSetting),
};
