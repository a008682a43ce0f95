// GET /projects/:id/merge_requests/:merge_request_id/versions

import { listVersions as listRows } from "../../../db/queries/merge-requests/version-rows.ts";
import { endpoint } from "../../endpoint.ts";
import { nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { all } from "../../response.ts";
import { presentVersion } from "../presenters/merge-request-version.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const listVersions = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: all(presentVersion),
  async handle(call) {
    const { rows } = await withMergeRequest(call, listRows(nameOf(call)));
    return rows[0].map(presentVersion);
  },
});
