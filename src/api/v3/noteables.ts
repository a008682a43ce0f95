// What notes, awards, todos, subscriptions and time hang on, as far as their endpoints need to know it.
import type { Rows } from "../../db/database.ts";
import { findIssueTarget, type IssueTargetRow } from "../../db/queries/issues/issues.ts";
import { findMergeRequestTarget } from "../../db/queries/merge-requests/merge-requests.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { TargetType } from "../../db/schema/targets.ts";
import type { Statement } from "../../db/statement.ts";
import { integer } from "../../http/coerce.ts";
import { type ApiError, forbidden, notFound, recordNotFound } from "../../http/errors.ts";
import { type Param, type ParamValues, required } from "../../http/params.ts";
import { canUpdateIssue, canUpdateMergeRequest } from "../../permissions/abilities.ts";
import type { Access, ProjectCall } from "../endpoint.ts";
import { type Actor, admitUser, withHead } from "../require.ts";
import { idParam } from "./id-param.ts";

type IdName = `${string}_id`;

/** Of a path to a target: the project, and the target in it. */
export type TargetParams = typeof idParam & Record<IdName, Param<number | null>>;

export interface Found<S extends readonly Statement[]> {
  readonly actor: Actor;
  readonly target: Target;
  /** Of the statements that went along. */
  readonly rows: Rows<S>;
}

/** An issue or a merge request the viewer may see. */
export interface Target extends Omit<IssueTargetRow, "confidential"> {
  readonly type: TargetType;
  readonly project_id: number;
  readonly project_path: string;
  readonly namespace_path: string;
  /** The viewer's, on the project. */
  readonly access_level: number;
  /** Whether the viewer may edit it. */
  readonly editable: boolean;
}

/** What is thrown for a target that cannot be shown. */
export interface Refusals {
  /** There is none that the viewer may see. */
  missing(): ApiError;
  /** They see the project, and nothing of this kind in it. */
  hidden(): ApiError;
}

export const byRecord: Refusals = { missing: recordNotFound, hidden: forbidden };

/** Where what is hidden is told as missing. */
export const allMissing = (missing: () => ApiError): Refusals => ({ missing, hidden: missing });

export interface TargetKind {
  readonly type: TargetType;
  /** Who may read such a thing, and so take part in it. */
  readonly read: Access;
  readonly params: TargetParams;
  /** The target's id among {@link params}. */
  idOf(params: ParamValues<TargetParams>): number | null;
  /** The target in the project named by `:id`, in one round trip with `also`. */
  find<const S extends readonly Statement[]>(
    call: ProjectCall,
    targetId: number | null,
    refusals: Refusals,
    ...also: S
  ): Promise<Found<S>>;
}

export const issueTarget: TargetKind = {
  type: "Issue",
  read: { project: "read_issue" },
  ...namedBy("issue_id"),
  async find(call, targetId, { missing }, ...also) {
    const find = findIssueTarget(call.viewer, projectKey(call.params.id), targetId ?? 0);
    const { head, rows } = await withHead(call, find, ...also);
    const actor = admitUser(call, head);
    if (head.project_id === null) throw notFound("Project");
    if (head.id === null) throw missing();
    const editable = canUpdateIssue(actor, head, head.access_level);
    return { actor, target: { ...head, type: "Issue", editable }, rows };
  },
};

export const mergeRequestTarget: TargetKind = {
  type: "MergeRequest",
  read: { project: "read_merge_request" },
  ...namedBy("merge_request_id"),
  async find(call, targetId, { missing, hidden }, ...also) {
    const find = findMergeRequestTarget(call.viewer, projectKey(call.params.id), targetId ?? 0);
    const { head, rows } = await withHead(call, find, ...also);
    const actor = admitUser(call, head);
    if (head.project_id === null) throw notFound("Project");
    if (head.id === null) throw head.reads_merge_requests === 1 ? missing() : hidden();
    const editable = canUpdateMergeRequest(actor, head, head);
    return { actor, target: { ...head, type: "MergeRequest", editable }, rows };
  },
};

/** @param idName what the path calls the target's id */
function namedBy(idName: IdName): Pick<TargetKind, "params" | "idOf"> {
  return { params: { ...idParam, [idName]: required(integer) }, idOf: (params) => params[idName] ?? null };
}
