// Changes a label, in every version of the API.
import type { LabelParams, LabelReference, LabelRow } from "../../db/queries/labels/labels.ts";
import { integer, text } from "../../http/coerce.ts";
import type { ApiError } from "../../http/errors.ts";
import { optional, type Param, type ParamValues } from "../../http/params.ts";
import { cleanTitle } from "../../services/labels/title.ts";
import { updateLabel as update } from "../../services/labels/update.ts";
import { retryWhileStale } from "../../services/retry-stale.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { withManagedLabels } from "./managed-labels.ts";

const changeable = {
  new_name: optional(text),
  color: optional(text),
  description: optional(text),
  priority: optional(integer),
};

/** A blank new name is ignored, as in GitLab. */
const changesOf = ({ new_name, color, description, priority }: ParamValues<typeof changeable>): LabelParams => ({
  ...(new_name?.trim() && { title: cleanTitle(new_name) }),
  ...(color !== undefined && { color: color ?? "" }),
  ...(description !== undefined && { description }),
  ...(priority !== undefined && { priority }),
});

/** @param label how requests name it @param missing the refusal if there is none */
export const updatingLabel = <Body>(
  label: Param<LabelReference>,
  present: (label: LabelRow) => Body,
  missing: () => ApiError,
) =>
  endpoint({
    access: { project: "admin_label" },
    params: { ...idParam, name: label, ...changeable },
    rules: { atLeastOneOf: Object.keys(changeable) },
    response: one(present, 409),
    async handle(call) {
      const { name: label } = call.params;
      const outcome = await retryWhileStale("Label", label.title, async () => {
        const { actor, viewerRow } = await withManagedLabels(call, label);
        if (viewerRow.id === null) throw missing();
        return update(verbContext(call, actor), viewerRow, changesOf(call.params));
      });
      return respond(outcome, {
        ...refusals,
        updated: ({ label }) => present(label),
      });
    },
  });
