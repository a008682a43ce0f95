// Labels.
import type { LabelRow } from "../../../db/queries/labels/labels.ts";
import { escaped } from "./html.ts";

const DARK = "#1F1E24";
const LIGHT = "#FFFFFF";
/** Sum of red, green and blue above which GitLab writes in a dark colour. */
const BRIGHT = 500;

/** @param color `#RGB` or `#RRGGBB` */
export function textColor(color: string): string {
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/gi, "$&$&") : color;
  const [red = 0, green = 0, blue = 0] = (digits.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16));
  return red + green + blue > BRIGHT ? DARK : LIGHT;
}

export const presentLabel = (label: LabelRow) => ({
  id: label.id,
  name: label.title,
  description: label.description,
  description_html: escaped(label.description ?? ""),
  text_color: textColor(label.color),
  color: label.color,
  subscribed: label.subscribed === 1,
  priority: label.priority,
  is_project_label: true,
});

export const presentLabelWithCounts = (label: LabelRow) => ({
  ...presentLabel(label),
  open_issues_count: label.open_issues_count,
  closed_issues_count: label.closed_issues_count,
  open_merge_requests_count: label.open_merge_requests_count,
});
