// DELETE /projects/:id/labels

import { text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { deleteLabel as remove } from "../../../services/labels/delete.ts";
import { retryWhileStale } from "../../../services/retry-stale.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refusals } from "../../refusals.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentLabel } from "../presenters/label.ts";
import { withManagedLabels } from "./managed-labels.ts";

export const deleteLabel = endpoint({
  access: { project: "admin_label" },
  params: { ...idParam, name: required(text) },
  response: one(presentLabel, 409),
  async handle(call) {
    const name = call.params.name ?? "";
    const outcome = await retryWhileStale("Label", name, async () => {
      const { actor, viewerRow } = await withManagedLabels(call, name);
      if (viewerRow.id === null) throw notFound("Label");
      return remove(verbContext(call, actor), viewerRow);
    });
    return respond(outcome, {
      ...refusals,
      deleted: ({ label }) => presentLabel(label),
    });
  },
});
