// PUT /projects/:id/merge_requests/:merge_request_iid/rebase
import { findCurrentUser } from "../../../db/queries/users/users.ts";
import { forbidden, unauthorized } from "../../../http/errors.ts";
import { rebaseMergeRequest as rebase } from "../../../services/merge-requests/rebase.ts";
import { endpoint, Reply } from "../../endpoint.ts";
import { withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { mergeRequestParams } from "../issuable-params.ts";
import { presentRebase } from "../presenters/merge-request.ts";

/** The rebase has ended when it is answered, in GitLab's words: clients read the merge request until it says so. */
export const rebaseMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: one(presentRebase, 202, 403),
  async handle(call) {
    const { actor, mergeRequest, rows } = await withMergeRequest(call, findCurrentUser(call.viewer));
    const [[user]] = rows;
    if (user === undefined || user.id === null) throw unauthorized();
    const committer = { name: user.name, email: user.email };
    const outcome = await rebase({ ...verbContext(call, actor), committer }, mergeRequest);
    return respond(outcome, {
      done: () => new Reply(202, presentRebase()),
      not_allowed: () => forbidden(),
      not_ready: () => forbidden("Source branch cannot be rebased"),
    });
  },
});
