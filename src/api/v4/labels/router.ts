// Routes of labels. `:label_id` is the id or the title.
import { changingLabelSubscription } from "../../labels/label-subscription.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentLabel } from "../presenters/label.ts";
import { createLabel, deleteLabel, updateLabel } from "./change-labels.ts";
import { getLabel, listLabels } from "./read-labels.ts";

export const labelRoutes: RouteTable = {
  "GET /projects/:id/labels": listLabels,
  "POST /projects/:id/labels": createLabel,
  "GET /projects/:id/labels/:label_id": getLabel,
  "PUT /projects/:id/labels/:label_id": updateLabel,
  "DELETE /projects/:id/labels/:label_id": deleteLabel,
  "POST /projects/:id/labels/:label_id/subscribe": changingLabelSubscription(true, presentLabel),
  "POST /projects/:id/labels/:label_id/unsubscribe": changingLabelSubscription(false, presentLabel),
  "PUT /projects/:id/labels": updateLabel,
  "DELETE /projects/:id/labels": deleteLabel,
};
