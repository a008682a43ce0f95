// GET, POST /-/profile/notifications: the global notification setting, and the projects and groups that differ from it.
import { getGlobalSetting, updateGlobalSetting } from "../../api/v3/notification-settings/global-setting.ts";
import { listOwnSettings, type OwnSettingRow } from "../../db/queries/notifications/own-settings.ts";
import { ownLevels } from "../../services/notification-settings/levels.ts";
import { levelName } from "../notification-settings/levels.ts";
import { SettingForm, settingValues } from "../notification-settings/setting-form.tsx";
import type { Action, Page } from "../page.ts";
import { encodePath } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
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
            <Place place={place} />
          ))}
        </ul>
      )}
    </>,
  );
};

const Place = ({ place }: { place: OwnSettingRow }) => {
  const { group_path: group } = place;
  const path = group ?? `${place.namespace_path}/${place.project_path}`;
  return (
    <li>
      <a class="main" href={`${group === null ? "" : "/groups"}/${encodePath(path)}/notification_settings`}>
        {path}
      </a>{" "}
      {levelName(place.level)}
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
