// What an edit of an issue or a merge request is about to change that concerns people who are to be told of it.
import { type SQL, sql } from "drizzle-orm";
import { addedLabelIds } from "./label-links.ts";
import { before, isAboutToBeAssigned, type TargetChanges } from "./target-changes.ts";
import type { TargetKey } from "./targets.ts";

/**
 * {@link ChangeDetails} as JSON, or null; goes before the change.
 * @param titles of the labels it is to have, a JSON array; null leaves them
 */
export function changeDetails(target: TargetKey, changes: TargetChanges, titles: string | null): { details?: SQL } {
  const { assignee_id } = changes;
  if (assignee_id === undefined && titles === null) return {};
  const assignee =
    assignee_id === undefined
      ? sql`null`
      : sql`case when ${isAboutToBeAssigned(target, changes)} then json_array(${before(target, "assignee_id")}, ${assignee_id}) end`;
  const labels =
    titles === null
      ? sql`null`
      : sql`(select nullif(json_group_array(id), '[]') from (${addedLabelIds(target, titles)}))`;
  return {
    details: sql`(select case when coalesce(assignee, labels) is not null
        then json_object('assignee_id', json(assignee), 'added_labels', json(labels)) end
      from (select ${assignee} as assignee, ${labels} as labels))`,
  };
}
