// POST /projects/:id/merge_requests/:merge_request_iid/approve, unapprove, and GET approvals, approval_state,
// approval_rules
import { listApprovals } from "../../../db/queries/merge-requests/approvals.ts";
import type { SingleMergeRequest } from "../../../db/queries/merge-requests/merge-requests.ts";
import { text } from "../../../http/coerce.ts";
import { conflict, recordNotFound, unauthorized } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { changeApproval } from "../../../services/merge-requests/approve.ts";
import { retryWhileStale } from "../../../services/retry-stale.ts";
import { endpoint } from "../../endpoint.ts";
import { retriedName } from "../../issuable-id.ts";
import { type MergeRequestCall, nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { refusals } from "../../refusals.ts";
import type { Actor } from "../../require.ts";
import { respond } from "../../respond.ts";
import { all, one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { mergeRequestParams } from "../issuable-params.ts";
import { noRules, presentApprovalState, presentApprovals } from "../presenters/approvals.ts";

const access = { project: "read_merge_request" } as const;

/** Developers and up, the author among them, while it is open. */
const mayApprove = (actor: Actor, { state, archived, access_level }: SingleMergeRequest): boolean =>
  archived === 0 &&
  state !== "closed" &&
  state !== "merged" &&
  canOnProject(actor, "admin_merge_request", access_level);

async function findApprovals(call: MergeRequestCall) {
  const { actor, mergeRequest, rows } = await withMergeRequest(call, listApprovals(nameOf(call)));
  const viewerId = actor.viewer_id;
  return { actor, mergeRequest, approvals: { rows: rows[0], viewerId, mayApprove: mayApprove(actor, mergeRequest) } };
}

export const getApprovals = endpoint({
  access,
  params: mergeRequestParams,
  response: one(presentApprovals),
  async handle(call) {
    const { approvals } = await findApprovals(call);
    return presentApprovals(approvals, call);
  },
});

const changingApproval = (approves: boolean) =>
  endpoint({
    access,
    reproduction: { by: getApprovals },
    params: { ...mergeRequestParams, sha: optional(text) },
    response: one(presentApprovals, 409),
    async handle(call) {
      const { id, merge_request_id, sha } = call.params;
      const outcome = await retryWhileStale("MergeRequest", retriedName(id, merge_request_id), async () => {
        const { actor, mergeRequest, approvals } = await findApprovals(call);
        const hasApproved = approvals.rows.some(({ user_id }) => user_id === actor.viewer_id);
        if (!approves && !hasApproved) throw recordNotFound();
        if (!approvals.mayApprove || (approves && hasApproved)) throw unauthorized();
        if (approves && sha && sha !== mergeRequest.head_sha) throw notTheHead();
        return { approvals, ...(await changeApproval(verbContext(call, actor), mergeRequest, approves)) };
      });
      return respond(outcome, {
        ...refusals,
        done: ({ rows, approvals }) => presentApprovals({ ...approvals, rows }, call),
      });
    },
  });

const notTheHead = () => conflict("SHA does not match HEAD of source branch");

export const approveMergeRequest = changingApproval(true);
export const unapproveMergeRequest = changingApproval(false);

export const getApprovalState = endpoint({
  access,
  params: mergeRequestParams,
  response: one(presentApprovalState),
  async handle(call) {
    await withMergeRequest(call);
    return presentApprovalState();
  },
});

export const listApprovalRules = endpoint({
  access,
  params: mergeRequestParams,
  response: all(noRules),
  async handle(call) {
    await withMergeRequest(call);
    return noRules();
  },
});
