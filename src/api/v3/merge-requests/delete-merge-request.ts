// DELETE /projects/:id/merge_requests/:merge_request_id

import { forbidden, recordNotFound } from "../../../http/errors.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { deleteMergeRequest as remove } from "../../../services/merge-requests/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const deleteMergeRequest = endpoint({
  access: { project: "remove_merge_request" },
  params: mergeRequestParams,
  response: one(presentMergeRequest),
  async handle(call) {
    const { actor, mergeRequest } = await withMergeRequest(call);
    if (!canOnProject(actor, "remove_merge_request", mergeRequest.access_level)) throw forbidden();
    const { id, project_id } = mergeRequest;
    const outcome = await remove(verbContext(call, actor), { type: "MergeRequest", id, project_id });
    return respond(outcome, {
      deleted: () => presentMergeRequest(mergeRequest, call),
      gone: recordNotFound,
    });
  },
});
