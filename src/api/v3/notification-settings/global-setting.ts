// GET, PUT /notification_settings

import { gettingGlobalSetting, updatingGlobalSetting } from "../../notification-settings/global-setting.ts";
import { presentGlobalNotificationSetting } from "../../presenters/notification-setting.ts";

export const getGlobalSetting = gettingGlobalSetting(presentGlobalNotificationSetting);
export const updateGlobalSetting = updatingGlobalSetting(presentGlobalNotificationSetting);
