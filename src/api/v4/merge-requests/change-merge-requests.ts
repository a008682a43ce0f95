// POST /projects/:id/merge_requests, PUT and DELETE of one

import { boolean, neverTrue } from "../../../http/coerce.ts";
import { ApiError, conflict } from "../../../http/errors.ts";
import { optional, sentAs } from "../../../http/params.ts";
import { noContent } from "../../endpoint.ts";
import { creatingMergeRequest, newMergeRequestParams } from "../../merge-requests/create-merge-request.ts";
import { deletingMergeRequest } from "../../merge-requests/delete-merge-request.ts";
import { changedMergeRequestParams, updatingMergeRequest } from "../../merge-requests/update-merge-request.ts";
import { empty } from "../../response.ts";
import { attributeParams, editParams, mergeRequestParams, onePerson } from "../issuable-params.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getCreatedMergeRequest, getMergeRequest } from "./get-merge-request.ts";
import { showMergeRequest } from "./show-merge-request.ts";

const ofV4 = {
  ...attributeParams,
  reviewer_id: sentAs(optional(onePerson), "reviewer_ids"),
  squash: optional(boolean),
  allow_collaboration: optional(neverTrue("is not supported: only members of the fork push to its branches")),
};

/** A list of texts under `message`. */
const refused = (reason: string) => new ApiError(422, { message: [reason] });

const version = {
  present: presentMergeRequest,
  show: showMergeRequest,
  getMergeRequest,
  requiresBranches: true,
  showsStatus: true,
  refusals: {
    same_branch: () => refused("You can't use same project/branch for source and target"),
    not_a_fork: () => refused("Source project is not a fork of the target project"),
    too_large: () => refused("The fork's branch has more than can be taken over from a fork"),
    twin: ({ iid }: { readonly iid: number }) =>
      conflict([`Another open merge request already exists for this source branch: !${iid}`]),
  },
};

export const createMergeRequest = creatingMergeRequest(
  { ...newMergeRequestParams, ...ofV4 },
  { ...version, getMergeRequest: getCreatedMergeRequest },
);
export const updateMergeRequest = updatingMergeRequest(
  mergeRequestParams,
  { ...changedMergeRequestParams, ...ofV4, ...editParams },
  version,
);
export const deleteMergeRequest = deletingMergeRequest(mergeRequestParams, empty(204), noContent);
