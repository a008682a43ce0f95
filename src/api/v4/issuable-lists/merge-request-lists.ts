// GET /merge_requests, /groups/:id/merge_requests, /projects/:id/merge_requests,
// /projects/:id/milestones/:milestone_id/merge_requests

import { groupKey } from "../../../db/queries/groups/row.ts";
import type { ListRow } from "../../../db/queries/issuable-lists/lists.ts";
import type { MergeRequestDetailRow } from "../../../db/queries/merge-requests/detail-columns.ts";
import { findMilestone } from "../../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer } from "../../../http/coerce.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { paged } from "../../response.ts";
import {
  presentDistantMergeRequest,
  presentListedMergeRequest,
  presentSimpleMergeRequest,
} from "../presenters/merge-request.ts";
import { admitMilestone } from "./admit-milestone.ts";
import { mergeRequestListParams, mergeRequestScope, milestoneIdParam, unarchivedParam } from "./list-params.ts";
import { type ListCall, serveList } from "./serve-list.ts";

type Row = ListRow<MergeRequestDetailRow>;

const distant = paged(presentDistantMergeRequest, presentSimpleMergeRequest);
const listed = paged(presentListedMergeRequest, presentSimpleMergeRequest);

/** A list of which the call wants simple merge requests or whole ones. */
type Presented = ListCall & { readonly params: { readonly view?: string | null | undefined } };

const presenterOf = ({ params }: Presented, whole: typeof presentListedMergeRequest) =>
  params.view === "simple" ? presentSimpleMergeRequest : whole;

/** @throws ApiError 404, or 403 for a project whose merge requests the viewer may not read */
function admitToProject({ tracker_id, sees_all }: Row): void {
  if (tracker_id == null) throw notFound("Project");
  if (sees_all === 0) throw forbidden();
}

export const listOwnMergeRequests = endpoint({
  access: "user",
  params: { ...mergeRequestListParams, ...milestoneIdParam, ...mergeRequestScope("created_by_me"), ...unarchivedParam },
  response: distant,
  handle: (call) =>
    serveList(
      "MergeRequest",
      call,
      { kind: "everywhere" },
      presenterOf(call, presentDistantMergeRequest),
      (_: Row) => {},
    ),
});

export const listGroupMergeRequests = endpoint({
  access: { group: "read_group" },
  params: {
    ...idParam,
    ...mergeRequestListParams,
    ...milestoneIdParam,
    ...mergeRequestScope("all"),
    ...unarchivedParam,
  },
  response: distant,
  handle(call) {
    const scope = { kind: "group", group: groupKey(call.params.id) } as const;
    const present = presenterOf(call, presentDistantMergeRequest);
    return serveList("MergeRequest", call, scope, present, ({ listed_group_id }: Row) => {
      if (listed_group_id == null) throw notFound("Group");
    });
  },
});

export const listProjectMergeRequests = endpoint({
  access: { project: "read_merge_request" },
  params: { ...idParam, ...mergeRequestListParams, ...milestoneIdParam, ...mergeRequestScope("all") },
  response: listed,
  handle(call) {
    const scope = { kind: "project", project: projectKey(call.params.id) } as const;
    return serveList("MergeRequest", call, scope, presenterOf(call, presentListedMergeRequest), admitToProject);
  },
});

export const listMilestoneMergeRequests = endpoint({
  access: { project: "read_merge_request" },
  params: { ...idParam, milestone_id: required(integer), ...mergeRequestListParams, ...mergeRequestScope("all") },
  response: listed,
  handle(call) {
    const project = projectKey(call.params.id);
    const milestone = findMilestone(call.viewer, project, call.params.milestone_id ?? 0);
    const present = presenterOf(call, presentListedMergeRequest);
    const admit = admitMilestone(admitToProject);
    return serveList("MergeRequest", call, { kind: "project", project }, present, admit, milestone);
  },
});
