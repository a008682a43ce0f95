// POST /projects/:id/merge_requests, PUT and DELETE of one

import { creatingMergeRequest, newMergeRequestParams } from "../../merge-requests/create-merge-request.ts";
import { deletingMergeRequest } from "../../merge-requests/delete-merge-request.ts";
import { changedMergeRequestParams, updatingMergeRequest } from "../../merge-requests/update-merge-request.ts";
import { one } from "../../response.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";
import { notAFork, sameBranch, tooLarge, twinExists } from "./refusals.ts";

const version = {
  present: presentMergeRequest,
  show: presentMergeRequest,
  getMergeRequest,
  requiresBranches: false,
  showsStatus: false,
  refusals: { same_branch: sameBranch, not_a_fork: notAFork, too_large: tooLarge, twin: twinExists },
};

export const createMergeRequest = creatingMergeRequest(newMergeRequestParams, version);
export const updateMergeRequest = updatingMergeRequest(mergeRequestParams, changedMergeRequestParams, version);
export const deleteMergeRequest = deletingMergeRequest(
  mergeRequestParams,
  one(presentMergeRequest),
  presentMergeRequest,
);
