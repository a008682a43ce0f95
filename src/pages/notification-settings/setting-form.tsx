// The form of a notification setting: level, and the events of level `custom`.
import { customEvents, type ownLevels, type sourceLevels } from "../../services/notification-settings/levels.ts";
import { Button, Checkboxes, Form, Select } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import { eventText, levelOptions } from "./levels.ts";

export interface ShownSetting {
  readonly level: (typeof sourceLevels)[number];
  readonly events?: Readonly<Record<string, boolean>>;
}

interface Props {
  readonly visit: Visit;
  readonly action: string;
  readonly setting: ShownSetting;
  readonly levels: typeof ownLevels | typeof sourceLevels;
}

export const SettingForm = ({ visit, action, setting, levels }: Props) => (
  <Form visit={visit} action={action} class="box" label="Notifications">
    <Select name="level" label="Level" value={visit.entered("level", setting.level)} options={levelOptions(levels)} />
    <fieldset>
      <legend>Events of the level Custom</legend>
      <Checkboxes
        visit={visit}
        fields={customEvents.map((event) => [event, eventText(event)] as const)}
        isChecked={(event) => setting.events?.[event] === true}
      />
    </fieldset>
    <Button kind="primary">Save changes</Button>
  </Form>
);

/** The submitted fields as parameters of the API. Those that the form does not have stay as they are. */
export const settingValues = ({ form }: Visit) =>
  Object.fromEntries(["level", ...customEvents].map((name) => [name, form.get(name)]));
