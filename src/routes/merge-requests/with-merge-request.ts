// The loader every handler of a merge request begins with.
import type { Rows } from "../../db/database.ts";
import { findMergeRequest, type SingleMergeRequest } from "../../db/queries/merge-requests.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import type { Statement } from "../../db/statement.ts";
import type { ProjectCall } from "../../http/endpoint.ts";
import { type ApiError, forbidden, notFound, recordNotFound } from "../../http/errors.ts";
import { type Actor, admitUser, withHead } from "../../permissions/require.ts";

export type MergeRequestCall = ProjectCall & { readonly params: { readonly merge_request_id: number | null } };

export interface FoundMergeRequest<S extends readonly Statement[]> {
  readonly actor: Actor;
  /** With its project. */
  readonly mergeRequest: SingleMergeRequest;
  /** Of the statements that went along. */
  readonly rows: Rows<S>;
}

/** The merge request named by the path: 401 for nobody, 404 for what is not there, 403 for who may not read it. */
export const withMergeRequest = <const S extends readonly Statement[]>(
  call: MergeRequestCall,
  ...also: S
): Promise<FoundMergeRequest<S>> => withMergeRequestOr(call, forbidden, ...also);

/** @param hidden what is thrown for whoever sees the project and not its merge requests */
export async function withMergeRequestOr<const S extends readonly Statement[]>(
  call: MergeRequestCall,
  hidden: () => ApiError,
  ...also: S
): Promise<FoundMergeRequest<S>> {
  const { id, merge_request_id } = call.params;
  const find = findMergeRequest(call.viewer, projectKey(id), merge_request_id ?? 0);
  const { head, rows } = await withHead(call, find, ...also);
  const actor = admitUser(call, head);
  if (head.project_id === null) throw notFound("Project");
  if (head.id === null) throw head.reads_merge_requests === 1 ? recordNotFound() : hidden();
  return { actor, mergeRequest: head, rows };
}
