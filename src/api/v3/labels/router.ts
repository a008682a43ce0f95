// Routes of labels. The parameter `name` names the label.
import type { RouteTable } from "../../route-table.ts";
import { createLabel } from "./create-label.ts";
import { deleteLabel } from "./delete-label.ts";
import { subscribeToLabel, unsubscribeFromLabel } from "./label-subscription.ts";
import { listLabels } from "./list-labels.ts";
import { updateLabel } from "./update-label.ts";

export const labelRoutes: RouteTable = {
  "GET /projects/:id/labels": listLabels,
  "POST /projects/:id/labels": createLabel,
  "PUT /projects/:id/labels": updateLabel,
  "DELETE /projects/:id/labels": deleteLabel,
  "POST /projects/:id/labels/:label_id/subscription": subscribeToLabel,
  "DELETE /projects/:id/labels/:label_id/subscription": unsubscribeFromLabel,
};
