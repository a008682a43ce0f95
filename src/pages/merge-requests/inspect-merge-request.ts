// What the page of a merge request shows besides its notes. Decides whether it can be merged, as the API's GET does.
import { endpoint } from "../../api/endpoint.ts";
import { nameOf, withMergeRequest } from "../../api/merge-requests/with-merge-request.ts";
import type { PresenterContext } from "../../api/presenter-context.ts";
import type { Actor } from "../../api/require.ts";
import { one } from "../../api/response.ts";
import { mergeRequestParams } from "../../api/v3/merge-requests/merge-request-params.ts";
import { presentMergeRequest } from "../../api/v3/presenters/merge-request.ts";
import { type ApprovalRow, listApprovals } from "../../db/queries/merge-requests/approvals.ts";
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import {
  findSurroundings,
  type HeadStatusRow,
  listHeadStatuses,
  type MergeRequestSurroundings,
} from "../../db/queries/merge-requests/surroundings.ts";
import { findNewestVersion } from "../../db/queries/merge-requests/version-rows.ts";
import { recordNotFound } from "../../http/errors.ts";
import {
  actingLevel,
  canOnProject,
  canResolveDiscussions,
  canUpdateMergeRequest,
} from "../../permissions/abilities.ts";
import { isBuilding, whyNotReady } from "../../services/merge-requests/decide-acceptance.ts";
import { type Examined, examineMergeRequest } from "../../services/merge-requests/examine.ts";
import { reviewerOf } from "./found-merge-request.ts";

interface Found {
  readonly actor: Actor;
  readonly mergeRequest: SingleMergeRequest;
  /** Null unless it is open. */
  readonly examined: Examined | null;
  readonly surroundings: MergeRequestSurroundings;
  readonly statuses: readonly HeadStatusRow[];
  readonly approvals: readonly ApprovalRow[];
}

export type InspectedMergeRequest = ReturnType<typeof presentInspected>;

const presentInspected = (
  { actor, mergeRequest, examined, surroundings, statuses, approvals }: Found,
  context: PresenterContext,
) => {
  const editable = canUpdateMergeRequest(actor, mergeRequest, mergeRequest);
  const isAuthor = mergeRequest.author_id === actor.viewer_id;
  return {
    ...presentMergeRequest(mergeRequest, context),
    surroundings,
    statuses,
    approvals,
    hasApproved: approvals.some(({ user_id }) => user_id === actor.viewer_id),
    reviewer: reviewerOf(mergeRequest, surroundings),
    examined,
    notReady: whyNotReady(mergeRequest),
    build: mergeRequest.head_pipeline_status,
    isSquashed: mergeRequest.squash === 1,
    discussion_locked: mergeRequest.discussion_locked === 1,
    isBuilding: isBuilding(mergeRequest),
    isArchived: mergeRequest.archived === 1,
    may: {
      edit: editable,
      manage: editable && canOnProject(actor, "admin_merge_request", mergeRequest.access_level),
      resolve: canResolveDiscussions(actor, { ...mergeRequest, editable }, mergeRequest.access_level),
      approve:
        examined !== null &&
        mergeRequest.archived === 0 &&
        canOnProject(actor, "admin_merge_request", mergeRequest.access_level),
      remove: canOnProject(actor, "remove_merge_request", mergeRequest.access_level),
      merge: mergeRequest.archived === 0 && examined?.isAllowed === true,
      cancel: mergeRequest.archived === 0 && (isAuthor || examined?.isAllowed === true),
      pick: mergeRequest.archived === 0 && canOnProject(actor, "push_code", mergeRequest.access_level),
      /** Only the author may have the source branch removed by everybody who merges. */
      forceRemoval: editable && isAuthor,
    },
  };
};

export const inspectMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: one(presentInspected),
  async handle(call) {
    const name = nameOf(call);
    const { actor, mergeRequest, rows } = await withMergeRequest(
      call,
      findNewestVersion(name),
      findSurroundings(call.viewer, name),
      listHeadStatuses(call.viewer, name),
      listApprovals(name),
    );
    const [[version], [surroundings], statuses, approvals] = rows;
    if (surroundings === undefined) throw recordNotFound();
    const isOpen = mergeRequest.state === "opened" || mergeRequest.state === "reopened";
    const level = actingLevel(actor, mergeRequest.access_level);
    const examined = isOpen ? await examineMergeRequest(call, mergeRequest, version, level) : null;
    return presentInspected({ actor, mergeRequest, examined, surroundings, statuses, approvals }, call);
  },
});
