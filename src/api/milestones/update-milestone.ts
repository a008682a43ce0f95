// Changes a milestone, in every version of the API.
import type { MilestoneParams } from "../../db/queries/milestones/milestones.ts";
import { oneOf, text } from "../../http/coerce.ts";
import { castDate } from "../../http/date-values.ts";
import { failedTo, recordNotFound } from "../../http/errors.ts";
import { optional, type ParamValues } from "../../http/params.ts";
import { updateMilestone as update } from "../../services/milestones/update.ts";
import { retryWhileStale } from "../../services/retry-stale.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import type { PlacedMilestone } from "../presenters/milestone.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { milestoneParams } from "./get-milestone.ts";
import { withManagedMilestones } from "./managed-milestones.ts";

const changeable = {
  title: optional(text),
  description: optional(text),
  due_date: optional(text),
  start_date: optional(text),
  state_event: optional(oneOf("close", "activate")),
};

const states = { close: "closed", activate: "active" } as const;

/** A date that cannot be parsed, or an empty one, removes the date. */
const changesOf = (params: ParamValues<typeof changeable>): MilestoneParams => ({
  ...(params.title !== undefined && { title: params.title ?? "" }),
  ...(params.description !== undefined && { description: params.description }),
  ...(params.due_date !== undefined && { due_date: castDate(params.due_date ?? "") }),
  ...(params.start_date !== undefined && { start_date: castDate(params.start_date ?? "") }),
  ...(params.state_event !== undefined && { state: states[params.state_event] }),
});

/** @param getMilestone shows the milestone again */
export const updatingMilestone = <Body>(present: PresentRow<PlacedMilestone, Body>, getMilestone: Endpoint) =>
  endpoint({
    access: { project: "admin_milestone" },
    reproduction: { by: getMilestone },
    params: { ...milestoneParams, ...changeable },
    rules: { atLeastOneOf: Object.keys(changeable) },
    response: one(present, 409),
    async handle(call) {
      const { milestone_id } = call.params;
      let place = "";
      const outcome = await retryWhileStale("Milestone", milestone_id ?? 0, async () => {
        const { actor, viewerRow } = await withManagedMilestones(call, milestone_id);
        if (viewerRow.id === null) throw recordNotFound();
        ({ place } = viewerRow);
        return update(verbContext(call, actor), viewerRow, changesOf(call.params));
      });
      return respond(outcome, {
        ...refusals,
        updated: ({ milestone }) => present({ milestone, place }, call),
        invalid: ({ errors }) => failedTo("update milestone", errors),
      });
    },
  });
