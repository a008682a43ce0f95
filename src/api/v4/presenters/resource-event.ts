// Events of an issue or a merge request: changes of its state, its labels and its milestone.
import type { LabelRow } from "../../../db/queries/labels/labels.ts";
import type { ResourceEvent } from "../../../db/queries/noteables/resource-changes.ts";
import type { StateChangeRow } from "../../../db/queries/noteables/state-changes.ts";
import type { IssuableType } from "../../../db/schema/issuables.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import type { ShownMilestone } from "../../presenters/milestone.ts";
import { personIn } from "../../presenters/people.ts";
import { presentMilestone } from "./milestone.ts";
import { presentUserBasic } from "./user.ts";

export const presentStateEvent = (change: StateChangeRow, context: PresenterContext) => ({
  id: change.id,
  user: presentUserBasic(personIn(change, "author"), context),
  created_at: change.created_at,
  resource_type: change.target_type,
  resource_id: change.target_id,
  state: change.state,
});

/** An event about a record of the issuable's project. */
export interface EventOf<Row> extends ResourceEvent {
  readonly issuable: {
    readonly id: number;
    readonly type: IssuableType;
    readonly project_path: string;
    readonly namespace_path: string;
  };
  /** Null if it is deleted or unknown. */
  readonly record: Row | null;
}

const presentEvent = (event: EventOf<unknown>, context: PresenterContext) => ({
  id: event.id,
  user: presentUserBasic(personIn(event, "author"), context),
  created_at: event.created_at,
  resource_type: event.issuable.type,
  resource_id: event.issuable.id,
  action: event.action,
});

type LabelRecord = Pick<LabelRow, "id" | "title" | "color" | "description">;

export const presentLabelEvent = (event: EventOf<LabelRecord>, context: PresenterContext) => ({
  ...presentEvent(event, context),
  label: event.record === null ? null : presentEventLabel(event.record),
});

const presentEventLabel = ({ id, title, color, description }: LabelRecord) => ({ id, name: title, color, description });

export const presentMilestoneEvent = (event: EventOf<ShownMilestone>, context: PresenterContext) => ({
  ...presentEvent(event, context),
  milestone: event.record === null ? null : presentMilestone(placed(event, event.record), context),
});

const placed = ({ issuable }: EventOf<unknown>, milestone: ShownMilestone) => ({
  milestone,
  place: `${issuable.namespace_path}/${issuable.project_path}`,
});
