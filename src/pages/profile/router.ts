// Pages of the signed-in user: profile, access tokens, sessions, notifications.
import type { PageTable } from "../page.ts";
import { notificationSettingsPage, saveGlobalSetting } from "./notification-settings-page.tsx";
import { notificationsPage, readAllNotifications, readNotification } from "./notifications-page.tsx";
import { profilePage } from "./profile-page.tsx";
import { endAllOtherSessions, endOneSession, sessionsPage } from "./sessions-page.tsx";
import { createToken, revokeToken, tokensPage } from "./tokens-page.tsx";

export const profilePages: PageTable = {
  "GET /-/profile": profilePage,
  "GET /-/profile/personal_access_tokens": tokensPage,
  "POST /-/profile/personal_access_tokens": createToken,
  "POST /-/profile/personal_access_tokens/:token{[0-9]+}/revoke": revokeToken,
  "GET /-/profile/sessions": sessionsPage,
  "POST /-/profile/sessions/end_others": endAllOtherSessions,
  "POST /-/profile/sessions/:session{[0-9]+}/end": endOneSession,
  "GET /-/profile/notifications": notificationSettingsPage,
  "POST /-/profile/notifications": saveGlobalSetting,
  "GET /-/notifications": notificationsPage,
  "POST /-/notifications/read": readAllNotifications,
  "POST /-/notifications/:notification{[0-9]+}/read": readNotification,
};
