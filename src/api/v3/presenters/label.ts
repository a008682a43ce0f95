// Labels.
import type { LabelRow } from "../../../db/queries/labels/labels.ts";

export const presentLabel = (label: LabelRow) => ({
  id: label.id,
  name: label.title,
  color: label.color,
  description: label.description,
  open_issues_count: label.open_issues_count,
  closed_issues_count: label.closed_issues_count,
  open_merge_requests_count: label.open_merge_requests_count,
  priority: label.priority,
  subscribed: label.subscribed === 1,
});
