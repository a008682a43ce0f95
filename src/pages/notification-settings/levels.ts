// The notification levels and the events of level `custom`, in words.
import type { CustomEvent } from "../../services/notification-settings/levels.ts";

const texts = {
  disabled: "Disabled: nothing",
  participating: "Participate: threads you take part in",
  watch: "Watch: all activity",
  mention: "On mention: comments that name you",
  custom: "Custom: chosen events",
  global: "Global: as for all projects",
};

type Level = keyof typeof texts;

/** For a select. */
export const levelOptions = (levels: readonly Level[]) => levels.map((value) => ({ value, text: texts[value] }));

/** `new_issue` is `New issue`. */
export function eventText(event: CustomEvent): string {
  const text = event.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
