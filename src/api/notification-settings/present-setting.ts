// A notification setting, as both versions of the API show it.
import type { SettingRow } from "../../db/queries/notifications/settings.ts";
import { type CustomEvent, customEvents } from "../../services/notification-settings/levels.ts";

/** Only the level `custom` has events. */
export const presentSetting = ({ level, events }: SettingRow) => ({
  level,
  ...(level === "custom" && { events: presentEvents(JSON.parse(events)) }),
});

const presentEvents = (chosen: readonly string[]) =>
  byEvent(customEvents.map((event): [CustomEvent, boolean] => [event, chosen.includes(event)]));

/** @param entries one for each event */
const byEvent = (entries: readonly [CustomEvent, boolean][]) =>
  Object.fromEntries(entries) as Record<CustomEvent, boolean>;
