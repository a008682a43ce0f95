// PUT /projects/:id/labels

import type { LabelParams } from "../../../db/queries/labels/labels.ts";
import { integer, text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { optional, type ParamValues, required } from "../../../http/params.ts";
import { cleanTitle } from "../../../services/labels/title.ts";
import { updateLabel as update } from "../../../services/labels/update.ts";
import { retryWhileStale } from "../../../services/retry-stale.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refusals } from "../../refusals.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentLabel } from "../presenters/label.ts";
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

export const updateLabel = endpoint({
  access: { project: "admin_label" },
  params: { ...idParam, name: required(text), ...changeable },
  rules: { atLeastOneOf: Object.keys(changeable) },
  response: one(presentLabel, 409),
  async handle(call) {
    const name = call.params.name ?? "";
    const outcome = await retryWhileStale("Label", name, async () => {
      const { actor, viewerRow } = await withManagedLabels(call, name);
      if (viewerRow.id === null) throw missing();
      return update(verbContext(call, actor), viewerRow, changesOf(call.params));
    });
    return respond(outcome, {
      ...refusals,
      updated: ({ label }) => presentLabel(label),
    });
  },
});

/** The doubled words are GitLab's. */
const missing = () => notFound("Label not found");
