// GET /projects/:id/merge_requests/:merge_request_id/commits

import { findNewestVersion } from "../../../db/queries/merge-requests/version-rows.ts";
import { endpoint } from "../../endpoint.ts";
import { commitsOf } from "../../merge-requests/version-content.ts";
import { nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { all } from "../../response.ts";
import { presentCommit } from "../presenters/commit.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const listCommits = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: all(presentCommit),
  async handle(call) {
    const newest = findNewestVersion(nameOf(call));
    const { mergeRequest, rows } = await withMergeRequest(call, newest);
    const commits = await commitsOf(call.repositories.open(mergeRequest.project_id), rows[0][0]);
    return commits.map(presentCommit);
  },
});
