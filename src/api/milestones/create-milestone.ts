// Creates a milestone, in every version of the API.
import { text } from "../../http/coerce.ts";
import { castDate } from "../../http/date-values.ts";
import { failedTo } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { createMilestone as create } from "../../services/milestones/create.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import type { PlacedMilestone } from "../presenters/milestone.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { withManagedMilestones } from "./managed-milestones.ts";

export const creatingMilestone = <Body>(present: PresentRow<PlacedMilestone, Body>) =>
  endpoint({
    access: { project: "admin_milestone" },
    params: {
      ...idParam,
      title: required(text),
      description: optional(text),
      due_date: optional(text),
      start_date: optional(text),
    },
    response: one(present),
    async handle(call) {
      const { title, description, due_date, start_date } = call.params;
      const { actor, viewerRow } = await withManagedMilestones(call, null);
      const { place } = viewerRow;
      const outcome = await create(verbContext(call, actor), viewerRow.project_id, {
        title: title ?? "",
        description: description ?? null,
        due_date: castDate(due_date ?? ""),
        start_date: castDate(start_date ?? ""),
      });
      return respond(outcome, {
        ...refusals,
        created: ({ milestone }) => present({ milestone, place }, call),
        invalid: ({ errors }) => failedTo("create milestone", errors),
      });
    },
  });
