// Deletes a merge request, in every version of the API.

import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import { forbidden, recordNotFound } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { deleteMergeRequest as remove } from "../../services/merge-requests/delete.ts";
import { endpoint } from "../endpoint.ts";
import type { PresenterContext } from "../presenter-context.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { MergeRequestParams } from "./version.ts";
import { withMergeRequest } from "./with-merge-request.ts";

export const deletingMergeRequest = <Body>(
  params: MergeRequestParams,
  response: EndpointResponse<Body>,
  present: (mergeRequest: SingleMergeRequest, context: PresenterContext) => unknown,
) =>
  endpoint({
    access: { project: "remove_merge_request" },
    params,
    response,
    async handle(call) {
      const { actor, mergeRequest } = await withMergeRequest(call);
      if (!canOnProject(actor, "remove_merge_request", mergeRequest.access_level)) throw forbidden();
      const { id, project_id } = mergeRequest;
      const outcome = await remove(verbContext(call, actor), { type: "MergeRequest", id, project_id });
      return respond(outcome, {
        deleted: () => present(mergeRequest, call),
        gone: recordNotFound,
      });
    },
  });
