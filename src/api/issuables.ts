// Loads the issue or merge request of the endpoints of notes, awards, todos, subscriptions and time tracking.
import type { Rows } from "../db/database.ts";
import type { IdOrIid } from "../db/queries/issuables/issuable-key.ts";
import { findIssueSummary, type IssueSummaryRow } from "../db/queries/issues/issues.ts";
import { findMergeRequestSummary } from "../db/queries/merge-requests/merge-requests.ts";
import { projectKey } from "../db/queries/projects/row.ts";
import type { IssuableType } from "../db/schema/issuables.ts";
import type { Statement } from "../db/statement.ts";
import { type ApiError, forbidden, notFound, recordNotFound } from "../http/errors.ts";
import { type Param, type ParamValues, required } from "../http/params.ts";
import { canDiscuss, canUpdateIssue, canUpdateMergeRequest } from "../permissions/abilities.ts";
import type { Access, ProjectCall } from "./endpoint.ts";
import { idParam } from "./id-param.ts";
import { issuableId, issuableName } from "./issuable-id.ts";
import { type Actor, admitUser, withViewerRow } from "./require.ts";

type IdName = `${string}_id`;

/** Path parameters: the project, and the issuable in it. */
export type IssuableParams = typeof idParam & Record<IdName, Param<IdOrIid | null>>;

export interface Found<S extends readonly Statement[]> {
  readonly actor: Actor;
  readonly issuable: Issuable;
  /** Rows of the statements in `also`. */
  readonly rows: Rows<S>;
}

/** An issue or a merge request that is visible to the viewer. */
export interface Issuable extends Omit<IssueSummaryRow, "confidential"> {
  readonly type: IssuableType;
  readonly project_id: number;
  readonly project_path: string;
  readonly namespace_path: string;
  /** The viewer's access level on the project. */
  readonly access_level: number;
  /** True if the viewer may edit it. */
  readonly editable: boolean;
}

/** Refusals for an issuable that the viewer may not see. */
export interface Refusals {
  /** It does not exist or is not visible. */
  missing(): ApiError;
  /** The viewer sees the project but none of its issuables of this type. */
  hidden(): ApiError;
}

export const byRecord: Refusals = { missing: recordNotFound, hidden: forbidden };

/** The same refusal for both cases. */
export const allMissing = (missing: () => ApiError): Refusals => ({ missing, hidden: missing });

export interface IssuableKind {
  readonly type: IssuableType;
  /** The access rule for reading it, which also permits taking part. */
  readonly read: Access;
  readonly params: IssuableParams;
  /** The issuable's id or iid among {@link params}. */
  idOf(params: ParamValues<IssuableParams>): IdOrIid | null;
  /** Loads the issuable from the project named by `:id`, in one round trip with `also`. */
  find<const S extends readonly Statement[]>(
    call: ProjectCall,
    given: IdOrIid | null,
    refusals: Refusals,
    ...also: S
  ): Promise<Found<S>>;
}

export const issueKind: IssuableKind = {
  type: "Issue",
  read: { project: "read_issue" },
  ...namedBy("issue_id"),
  async find(call, given, { missing }, ...also) {
    const { id } = call.params;
    const find = findIssueSummary(call.viewer, projectKey(id), issuableName(id, given));
    const { viewerRow, rows } = await withViewerRow(call, find, ...also);
    const actor = admitUser(call, viewerRow);
    if (viewerRow.project_id === null) throw notFound("Project");
    if (viewerRow.id === null) throw missing();
    const editable = canUpdateIssue(actor, viewerRow, viewerRow.access_level);
    return { actor, issuable: { ...viewerRow, type: "Issue", editable }, rows };
  },
};

export const mergeRequestKind: IssuableKind = {
  type: "MergeRequest",
  read: { project: "read_merge_request" },
  ...namedBy("merge_request_id"),
  async find(call, given, { missing, hidden }, ...also) {
    const { id } = call.params;
    const find = findMergeRequestSummary(call.viewer, projectKey(id), issuableName(id, given));
    const { viewerRow, rows } = await withViewerRow(call, find, ...also);
    const actor = admitUser(call, viewerRow);
    if (viewerRow.project_id === null) throw notFound("Project");
    if (viewerRow.id === null) throw viewerRow.reads_merge_requests === 1 ? missing() : hidden();
    const editable = canUpdateMergeRequest(actor, viewerRow, viewerRow);
    return { actor, issuable: { ...viewerRow, type: "MergeRequest", editable }, rows };
  },
};

/** @throws ApiError 403 if the discussion is locked for the viewer */
export function requireUnlocked({ actor, issuable }: { readonly actor: Actor; readonly issuable: Issuable }): void {
  if (!canDiscuss(actor, issuable, issuable.access_level)) throw forbidden();
}

/** @param idName the path parameter with the issuable's id */
function namedBy(idName: IdName): Pick<IssuableKind, "params" | "idOf"> {
  return { params: { ...idParam, [idName]: required(issuableId) }, idOf: (params) => params[idName] ?? null };
}
