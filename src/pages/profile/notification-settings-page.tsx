// GET, POST /-/profile/notifications: the global notification setting, and the projects and groups that differ from it.
import { getGlobalSetting, updateGlobalSetting } from "../../api/v3/notification-settings/global-setting.ts";
import { listOwnSettings, type OwnSettingRow } from "../../db/queries/notifications/own-settings.ts";
import { ownLevels } from "../../services/notification-settings/levels.ts";
import { LevelForm } from "../notification-settings/level-form.tsx";
import { SettingForm, settingValues } from "../notification-settings/setting-form.tsx";
import type { Action, Page } from "../page.ts";
import { encodePath } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { profileView } from "./profile-place.tsx";

const url = "/-/profile/notifications";

export const notificationSettingsPage: Page = async (visit) => {
  const { db, viewer } = visit.base;
  const [setting, [places]] = await Promise.all([
    visit.api.call(getGlobalSetting, {}),
    db.batch(listOwnSettings(viewer)),
  ]);
  return profileView(
    visit,
    "Notification settings",
    <>
      <p>Mails go to {setting.notification_email}.</p>
      <h2>All projects and groups</h2>
      <SettingForm visit={visit} action={url} setting={setting} levels={ownLevels} />
      <h2>Others</h2>
      {places.length === 0 ? (
        <p>No project or group has a setting of its own. Each has a page for it.</p>
      ) : (
        <ul class="list">
          {places.map((place) => (
            <Place visit={visit} place={place} />
          ))}
        </ul>
      )}
    </>,
  );
};

const Place = ({ visit, place }: { visit: Visit; place: OwnSettingRow }) => {
  const { group_path: group } = place;
  const path = group ?? `${place.namespace_path}/${place.project_path}`;
  const url = `${group === null ? "" : "/groups"}/${encodePath(path)}`;
  return (
    <li class="heading">
      <a class="main" href={`${url}/notification_settings`}>
        {path}
      </a>
      <LevelForm visit={visit} place={url} level={place.level} />
    </li>
  );
};

export const saveGlobalSetting: Action = {
  async submit(visit) {
    await visit.api.call(updateGlobalSetting, settingValues(visit));
    return redirectWith(visit, "Your notifications were saved.", url);
  },
  form: notificationSettingsPage,
};
