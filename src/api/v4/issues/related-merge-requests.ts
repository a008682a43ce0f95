// GET /projects/:id/issues/:issue_iid/related_merge_requests and /closed_by
import {
  findPossibleClosers,
  listChosen,
  listNearby,
  listRelated,
  type RelatedMergeRequestRow,
} from "../../../db/queries/issues/related.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { closersOf } from "../../../services/issues/closed-by.ts";
import { type Call, endpoint, paginate } from "../../endpoint.ts";
import { issuableName } from "../../issuable-id.ts";
import { allMissing, issueKind } from "../../issuables.ts";
import { paged } from "../../response.ts";
import { issueParams } from "../issuable-params.ts";
import { presentDistantMergeRequest, presentListedMergeRequest } from "../presenters/merge-request.ts";

const params = { ...issueParams, ...paginationParams };

type ListCall = Call<typeof params>;

/** Merge requests that are read before it is known which of them close the issue: most issues have fewer. */
const MOST_READ_ALONG = 10;

/** Those that mention the issue or closed it, of any project. */
export const listRelatedMergeRequests = endpoint({
  access: issueKind.read,
  params,
  response: paged(presentListedMergeRequest),
  async handle(call) {
    const { issue_id } = call.params;
    const related = listRelated(call.viewer, nameOf(call), windowOf(call));
    const { issuable, rows } = await issueKind.find(call, issue_id, allMissing(recordNotFound), related);
    return answer(call, { rows: rows[0], total: rows[0][0]?.total ?? 0 }, issuable.project_id);
  },
});

/** Those of its project that closed it, or whose merge will close it. */
export const listClosers = endpoint({
  access: issueKind.read,
  params,
  response: paged(presentListedMergeRequest),
  async handle(call) {
    const { issue_id } = call.params;
    const possible = findPossibleClosers(call.viewer, nameOf(call));
    const nearby = listNearby(call.viewer, nameOf(call), MOST_READ_ALONG);
    const { issuable, rows } = await issueKind.find(call, issue_id, allMissing(recordNotFound), possible, nearby);
    const ids = closersOf(issuable, rows[0], call.baseUrl);
    const { limit, offset } = windowOf(call);
    const ofPage = ids.slice(offset, offset + limit);
    const known = rows[1].filter((row) => row.id !== null && ofPage.includes(row.id));
    const listed = known.length === ofPage.length ? known : (await call.db.batch(listChosen(call.viewer, ofPage)))[0];
    return answer(call, { rows: listed, total: ids.length }, issuable.project_id);
  },
});

const nameOf = ({ params }: ListCall) => issuableName(params.id, params.issue_id);

function windowOf({ params }: ListCall) {
  const { perPage: limit, offset } = pageOf(params);
  return { limit, offset };
}

function answer(
  call: ListCall,
  { rows, total }: { readonly rows: readonly RelatedMergeRequestRow[]; readonly total: number },
  projectId: number,
) {
  return paginate(call, { rows: rows.filter((row) => row.id !== null), total }, (row) =>
    row.project_id === projectId ? presentListedMergeRequest(row, call) : presentDistantMergeRequest(row, call),
  );
}
