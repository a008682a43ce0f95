// GET, POST .../notification_settings: the viewer's notification setting for a project or a group.
import { groupSettings, projectSettings } from "../../api/v3/notification-settings/router.ts";
import { sourceLevels } from "../../services/notification-settings/levels.ts";
import { groupPlace, type OwnerPlace, projectPlace } from "../owner-place.tsx";
import type { Action, Page } from "../page.ts";
import { isOwnPath } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import { SettingForm, settingValues } from "./setting-form.tsx";

export interface SettingPlace {
  readonly owner: OwnerPlace;
  readonly endpoints: typeof projectSettings;
}

export const settingPage =
  ({ owner, endpoints }: SettingPlace): Page =>
  async (visit) => {
    const id = await owner.idOf(visit);
    const [frame, setting] = await Promise.all([owner.frame(visit), visit.api.call(endpoints.get, { id })]);
    return frame(
      "Your notifications",
      <section class="narrow">
        <h1>Your notifications</h1>
        <p>
          The level Global is that of <a href="/-/profile/notifications">all your projects</a>.
        </p>
        <SettingForm
          visit={visit}
          action={`${owner.urlOf(visit)}/notification_settings`}
          setting={setting}
          levels={sourceLevels}
        />
      </section>,
    );
  };

export const saveSetting = (place: SettingPlace): Action => ({
  async submit(visit) {
    const { owner, endpoints } = place;
    const { level } = await visit.api.call(endpoints.update, { id: await owner.idOf(visit), ...settingValues(visit) });
    const back = visit.formText("return_to");
    // Its events are chosen on the page of the setting.
    const isDone = back !== undefined && isOwnPath(back) && level !== "custom";
    const next = isDone ? back : `${owner.urlOf(visit)}/notification_settings`;
    return redirectWith(visit, "Your notifications were saved.", next);
  },
  form: settingPage(place),
});

export const projectSetting: SettingPlace = { owner: projectPlace, endpoints: projectSettings };
export const groupSetting: SettingPlace = { owner: groupPlace, endpoints: groupSettings };
