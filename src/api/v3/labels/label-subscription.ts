// POST, DELETE /projects/:id/labels/:label_id/subscription

import { findReferencedLabel, type LabelReference } from "../../../db/queries/labels/labels.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { clamp, segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { changeLabelSubscription } from "../../../services/labels/subscribe.ts";
import { endpoint, notModified } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentLabel } from "../presenters/label.ts";

/** Digits may be the id of a label or its title. */
const referenceOf = (segment: string): LabelReference => ({
  id: /^\d+$/.test(segment) ? clamp(Number(segment)) : null,
  title: segment,
});

const changing = (subscribed: boolean) =>
  endpoint({
    access: { project: "read_project" },
    params: { ...idParam, label_id: required(segment) },
    response: one(presentLabel, 304),
    async handle(call) {
      const { id, label_id } = call.params;
      const find = findReferencedLabel(call.viewer, projectKey(id), referenceOf(label_id));
      const { viewerRow } = await withViewerRow(call, find);
      const actor = admitUser(call, viewerRow);
      if (viewerRow.project_id === null) throw notFound("Project");
      if (viewerRow.id === null) throw notFound("Label");
      const outcome = await changeLabelSubscription(verbContext(call, actor), viewerRow, subscribed);
      return respond(outcome, {
        changed: ({ label }) => presentLabel(label),
        unchanged: notModified,
        gone: () => notFound("Label"),
      });
    },
  });

export const subscribeToLabel = changing(true);
export const unsubscribeFromLabel = changing(false);
