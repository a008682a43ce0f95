// Pages of labels.
import type { PageTable } from "../page.ts";
import {
  createLabelAction,
  deleteLabelAction,
  editLabelPage,
  newLabelPage,
  subscribeToLabelAction,
  updateLabelAction,
} from "./edit-label.tsx";
import { labelListPage } from "./label-list.tsx";

export const labelPages: PageTable = {
  "GET /:namespace/:project/labels": labelListPage,
  "POST /:namespace/:project/labels": createLabelAction,
  "GET /:namespace/:project/labels/new": newLabelPage,
  "GET /:namespace/:project/labels/:label_id/edit": editLabelPage,
  "POST /:namespace/:project/labels/:label_id": updateLabelAction,
  "POST /:namespace/:project/labels/:label_id/delete": deleteLabelAction,
  "POST /:namespace/:project/labels/:label_id/subscription": subscribeToLabelAction,
};
