// An issue or a merge request before an edit, with all that the decision needs.
import type { SnapshotRow } from "../../db/queries/issuables/snapshots.ts";
import type { LockedIssuable, Mentioning } from "../../db/queries/issuables/writes.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { TextType } from "../../db/schema/issuables.ts";
import { type Lookup, type TextEntities, textEntities } from "./look-up.ts";

/** Columns that an edit may change. Optional ones exist only for issues or only for merge requests. */
export interface IssuableAttributes {
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly assignee_id: number | null;
  readonly discussion_locked: Flag;
  readonly milestone_id: number | null;
  readonly confidential?: Flag;
  /** `YYYY-MM-DD` */
  readonly due_date?: string | null;
  readonly target_branch?: string;
  readonly force_remove_source_branch?: Flag | null;
  readonly merge_when_build_succeeds?: Flag;
  readonly reviewer_id?: number | null;
  readonly squash?: Flag;
}

export interface Label {
  readonly id: number;
  readonly title: string;
}

/** The existing records that the params name. */
export interface Named extends TextEntities {
  /** The project's labels with the given titles. */
  readonly labels: readonly Label[];
  /** The given milestone, if it belongs to the project. */
  readonly milestone: { readonly id: number; readonly iid: number } | null;
  /** The given assignee, if they may read the issuable after the edit. */
  readonly assignee: { readonly id: number; readonly username: string } | null;
  /** The same of the given reviewer. */
  readonly reviewer?: Named["assignee"];
}

export interface IssuableSnapshot {
  readonly issuable: LockedIssuable;
  readonly iid: number;
  readonly attributes: IssuableAttributes;
  readonly labels: readonly Label[];
  /** Recorded mentions in title and description. */
  readonly mentions: readonly Mentioning[];
  /** True if the actor has a pending todo on the issuable. */
  readonly actorHasTodo: boolean;
  /** The greatest label id ever used. */
  readonly lastLabelId: number;
  readonly named: Named;
  /** The username of the reviewer before the edit. */
  readonly reviewer?: string | null;
}

interface IssuableRow extends SnapshotRow, IssuableAttributes {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  /** JSON object of the user; issues have none. */
  readonly reviewer?: string | null;
}

export function snapshotOf(
  type: LockedIssuable["type"],
  row: IssuableRow,
  milestoneId: number | null,
  lookups: readonly Lookup[],
): IssuableSnapshot {
  const { id, iid, project_id, lock_version, named_milestone_iid: milestoneIid } = row;
  const milestone = milestoneId === null || milestoneIid === null ? null : { id: milestoneId, iid: milestoneIid };
  return {
    issuable: { type, id, project_id, lock_version },
    iid,
    attributes: row,
    labels: labelsIn(row.carried_labels),
    mentions: mentionsIn(row.recorded_mentions),
    actorHasTodo: row.viewer_has_todo === 1,
    lastLabelId: row.last_label_id,
    named: {
      labels: labelsIn(row.named_labels),
      milestone,
      assignee: lookups.find((found) => found.lookup === "assignable_user") ?? null,
      reviewer: lookups.find((found) => found.lookup === "assignable_reviewer") ?? null,
      ...textEntities([lookups]),
    },
    reviewer: row.reviewer == null ? null : usernameIn(row.reviewer),
  };
}

function usernameIn(json: string): string {
  const { username }: { username: string } = JSON.parse(json);
  return username;
}

function labelsIn(json: string): Label[] {
  const pairs: [id: number, title: string][] = JSON.parse(json);
  return pairs.map(([id, title]) => ({ id, title }));
}

function mentionsIn(json: string): Mentioning[] {
  const pairs: [source: TextType, userId: number][] = JSON.parse(json);
  return pairs.map(([source_type, user_id]) => ({ source_type, user_id }));
}
