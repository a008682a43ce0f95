// The loader of endpoints of one merge request.
import type { Rows } from "../../db/database.ts";
import type { IdOrIid, IssuableName } from "../../db/queries/issuables/issuable-key.ts";
import {
  findMergeRequest,
  type MissingMergeRequest,
  type SingleMergeRequest,
} from "../../db/queries/merge-requests/merge-requests.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { ViewerRow } from "../../db/queries/viewer/viewer.ts";
import type { Statement } from "../../db/statement.ts";
import { type ApiError, forbidden, notFound, recordNotFound } from "../../http/errors.ts";
import type { ProjectCall } from "../endpoint.ts";
import { issuableName } from "../issuable-id.ts";
import { type Actor, admitUser, withViewerRow } from "../require.ts";

export type MergeRequestCall = ProjectCall & { readonly params: { readonly merge_request_id: IdOrIid | null } };

/** How statements name the merge request of the path. */
export const nameOf = ({ params }: MergeRequestCall): IssuableName => issuableName(params.id, params.merge_request_id);

export interface FoundMergeRequest<S extends readonly Statement[]> {
  readonly actor: Actor;
  /** With columns of its project. */
  readonly mergeRequest: SingleMergeRequest;
  /** Rows of the statements in `also`. */
  readonly rows: Rows<S>;
}

/** The merge request named by the path. @throws ApiError 401, 404, or 403 if the viewer may not read merge requests */
export const withMergeRequest = <const S extends readonly Statement[]>(
  call: MergeRequestCall,
  ...also: S
): Promise<FoundMergeRequest<S>> => withMergeRequestOr(call, forbidden, ...also);

/** @param hidden the refusal if the viewer sees the project but not its merge requests */
export async function withMergeRequestOr<const S extends readonly Statement[]>(
  call: MergeRequestCall,
  hidden: () => ApiError,
  ...also: S
): Promise<FoundMergeRequest<S>> {
  const find = findMergeRequest(call.viewer, projectKey(call.params.id), nameOf(call));
  const { viewerRow, rows } = await withViewerRow(call, find, ...also);
  return { ...foundMergeRequest(call, viewerRow, hidden), rows };
}

/** As {@link withMergeRequestOr}, for the row of another statement. */
export function foundMergeRequest<Found extends SingleMergeRequest>(
  call: MergeRequestCall,
  viewerRow: ViewerRow & (MissingMergeRequest | Found),
  hidden: () => ApiError,
): { readonly actor: Actor; readonly mergeRequest: Found } {
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.id === null) throw viewerRow.reads_merge_requests === 1 ? recordNotFound() : hidden();
  return { actor, mergeRequest: viewerRow };
}
