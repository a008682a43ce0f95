// GET /projects/:id/merge_requests/:merge_request_iid
import { boolean } from "../../../http/coerce.ts";
import { required, withDefault } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { issuableId } from "../../issuable-id.ts";
import type { MergeRequestParams } from "../../merge-requests/version.ts";
import { withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { one } from "../../response.ts";
import { mergeRequestParams } from "../issuable-params.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { showMergeRequest } from "./show-merge-request.ts";

const getting = (path: MergeRequestParams) =>
  endpoint({
    access: { project: "read_merge_request" },
    params: {
      ...path,
      include_diverged_commits_count: withDefault<boolean>(boolean, false),
      include_rebase_in_progress: withDefault<boolean>(boolean, false),
    },
    response: one(presentMergeRequest),
    async handle(call) {
      const { include_diverged_commits_count: countsDiverged, include_rebase_in_progress: showsRebase } = call.params;
      const { actor, mergeRequest } = await withMergeRequest(call);
      return showMergeRequest(mergeRequest, call, actor, { countsDiverged, showsRebase });
    },
  });

export const getMergeRequest = getting(mergeRequestParams);

/** By its global id, for a response that was lost. */
export const getCreatedMergeRequest = getting({ ...idParam, merge_request_id: required(issuableId) });
