// Deletes a label, in every version of the API.
import type { LabelReference, LabelRow } from "../../db/queries/labels/labels.ts";
import { notFound } from "../../http/errors.ts";
import type { Param } from "../../http/params.ts";
import { deleteLabel as remove } from "../../services/labels/delete.ts";
import { retryWhileStale } from "../../services/retry-stale.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { withManagedLabels } from "./managed-labels.ts";

/** @param label how requests name it @param answer what the response holds */
export const deletingLabel = <Body>(
  label: Param<LabelReference>,
  response: EndpointResponse<Body>,
  answer: (label: LabelRow) => unknown,
) =>
  endpoint({
    access: { project: "admin_label" },
    params: { ...idParam, name: label },
    response,
    async handle(call) {
      const { name: label } = call.params;
      const outcome = await retryWhileStale("Label", label.title, async () => {
        const { actor, viewerRow } = await withManagedLabels(call, label);
        if (viewerRow.id === null) throw notFound("Label");
        return remove(verbContext(call, actor), viewerRow);
      });
      return respond(outcome, {
        ...refusals,
        deleted: (outcome) => answer(outcome.label),
      });
    },
  });
