// Subscribes to a label and ends that, in every version of the API.

import { findReferencedLabel, type LabelReference, type LabelRow } from "../../db/queries/labels/labels.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { clamp, segment } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { changeLabelSubscription } from "../../services/labels/subscribe.ts";
import { endpoint, notModified } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";

/** Digits may be the id of a label or its title. */
const referenceOf = (segment: string): LabelReference => ({
  id: /^\d+$/.test(segment) ? clamp(Number(segment)) : null,
  title: segment,
});

export const changingLabelSubscription = <Body>(subscribed: boolean, present: (label: LabelRow) => Body) =>
  endpoint({
    access: { project: "read_project" },
    params: { ...idParam, label_id: required(segment) },
    response: one(present, 304),
    async handle(call) {
      const { id, label_id } = call.params;
      const find = findReferencedLabel(call.viewer, projectKey(id), referenceOf(label_id));
      const { viewerRow } = await withViewerRow(call, find);
      const actor = admitUser(call, viewerRow);
      if (viewerRow.project_id === null) throw notFound("Project");
      if (viewerRow.id === null) throw notFound("Label");
      const outcome = await changeLabelSubscription(verbContext(call, actor), viewerRow, subscribed);
      return respond(outcome, {
        changed: ({ label }) => present(label),
        unchanged: notModified,
        gone: () => notFound("Label"),
      });
    },
  });
