// The viewer's notification level in one project or group, as a small form for its home page.
import { sourceLevels } from "../../services/notification-settings/levels.ts";
import { Button, Form, Select } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import { levelOptions } from "./levels.ts";

interface Props {
  readonly visit: Visit;
  /** The path of the project or the group. */
  readonly place: string;
  /** Of a project: `project.direct_notification_level`, which is null where nothing is set. */
  readonly level: (typeof sourceLevels)[number] | null;
}

/** Leads back to the page it is on; to the choice of events after `custom`. */
export const LevelForm = ({ visit, place, level }: Props) => (
  <Form visit={visit} action={`${place}/notification_settings`} class="filters" label="Notifications">
    <input type="hidden" name="return_to" value={visit.url.pathname} />
    <Select name="level" label="Notifications" value={level ?? "global"} options={levelOptions(sourceLevels)} />
    <Button>Save</Button>
  </Form>
);
