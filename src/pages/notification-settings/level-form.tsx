// The viewer's notification level in one project or group, as a small form for its home page and for lists.
import { sourceLevels } from "../../services/notification-settings/levels.ts";
import { Button, Form } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import { levelOptions } from "./levels.ts";

interface Props {
  readonly visit: Visit;
  /** The path of the project's or the group's page. */
  readonly place: string;
  /** Of a project: `project.direct_notification_level`, which is null where nothing is set. */
  readonly level: (typeof sourceLevels)[number] | null;
}

/** Leads back to the page it is on; to the choice of events after `custom`. */
export const LevelForm = ({ visit, place, level }: Props) => (
  <Form visit={visit} action={`${place}/notification_settings`} class="filters">
    <input type="hidden" name="return_to" value={visit.url.pathname} />
    <label>
      Notifications{" "}
      <select name="level">
        {levelOptions(sourceLevels).map(({ value, text }) => (
          <option value={value} selected={value === (level ?? "global")}>
            {text}
          </option>
        ))}
      </select>
    </label>
    <Button>Save</Button>
  </Form>
);
