// Events of an issue or a merge request: changes of its state. Those of labels and milestones are in system notes alone.
import type { StateChangeRow } from "../../../db/queries/noteables/state-changes.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentUserBasic } from "./user.ts";

export const presentStateEvent = (change: StateChangeRow, context: PresenterContext) => ({
  id: change.id,
  user: presentUserBasic(personIn(change, "author"), context),
  created_at: change.created_at,
  resource_type: change.target_type,
  resource_id: change.target_id,
  state: change.state,
});

export const presentNoEvent = (): Record<string, never> => ({});
