// PUT, POST /projects/:id/merge_requests/:merge_request_id/cancel_merge_when_build_succeeds

import { recordNotFound, unauthorized } from "../../../http/errors.ts";
import { actingLevel } from "../../../permissions/abilities.ts";
import { cancelWaiting } from "../../../services/merge-requests/wait-for-build.ts";
import { endpoint } from "../../endpoint.ts";
import { withMergeRequestOr } from "../../merge-requests/with-merge-request.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";
import { notOpenToCancel, notWaiting } from "./refusals.ts";

export const cancelAutomaticMerge = endpoint({
  access: { project: "read_merge_request" },
  reproduction: { by: getMergeRequest },
  params: mergeRequestParams,
  response: one(presentMergeRequest, 405, 406),
  async handle(call) {
    const { actor, mergeRequest } = await withMergeRequestOr(call, unauthorized);
    const { project_id, target_branch: branch, archived } = mergeRequest;
    if (archived === 1) throw unauthorized();
    const level = actingLevel(actor, mergeRequest.access_level);
    const isAuthor = mergeRequest.author_id === actor.viewer_id;
    const isAllowed = isAuthor || (await call.repositories.open(project_id).run("mayMergeInto", { branch, level }));
    if (!isAllowed) throw unauthorized();
    const outcome = await cancelWaiting(verbContext(call, actor), mergeRequest);
    return respond(outcome, {
      cancelled: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      not_open: notOpenToCancel,
      not_waiting: notWaiting,
      gone: recordNotFound,
    });
  },
});
