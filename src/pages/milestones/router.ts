// Pages of milestones.
import type { PageTable } from "../page.ts";
import {
  createMilestoneAction,
  editMilestonePage,
  newMilestonePage,
  setMilestoneState,
  updateMilestoneAction,
} from "./edit-milestone.tsx";
import { milestoneListPage } from "./milestone-list.tsx";
import { milestonePage } from "./milestone-page.tsx";

export const milestonePages: PageTable = {
  "GET /:namespace/:project/milestones": milestoneListPage,
  "POST /:namespace/:project/milestones": createMilestoneAction,
  "GET /:namespace/:project/milestones/new": newMilestonePage,
  "GET /:namespace/:project/milestones/:iid": milestonePage,
  "GET /:namespace/:project/milestones/:iid/edit": editMilestonePage,
  "POST /:namespace/:project/milestones/:iid/edit": updateMilestoneAction,
  "POST /:namespace/:project/milestones/:iid/state": setMilestoneState,
};
