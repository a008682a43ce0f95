// GET /projects/:id/merge_requests/:merge_request_id/changes

import { findNewestVersion } from "../../../db/queries/merge-requests/version-rows.ts";
import { endpoint } from "../../endpoint.ts";
import { changesOf } from "../../merge-requests/version-content.ts";
import { nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { one } from "../../response.ts";
import { presentMergeRequestWithChanges } from "../presenters/merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const getChanges = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: one(presentMergeRequestWithChanges),
  async handle(call) {
    const newest = findNewestVersion(nameOf(call));
    const { mergeRequest, rows } = await withMergeRequest(call, newest);
    const { changes } = await changesOf(call.repositories.open(mergeRequest.project_id), rows[0][0]);
    return presentMergeRequestWithChanges({ row: mergeRequest, changes }, call);
  },
});
