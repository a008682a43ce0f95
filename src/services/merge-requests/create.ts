// Creates a merge request. The iid is reserved first, then git computes the first version, then the merge request is
// inserted with it. A request that dies in between leaves an unused iid.
import type { NumberedMergeRequest } from "../../db/queries/issuables/issuables.ts";
import {
  type Branches,
  findCreatedMergeRequest,
  findTwin,
  type SingleMergeRequest,
  type Twin,
} from "../../db/queries/merge-requests/merge-requests.ts";
import { insertFirstVersion } from "../../db/queries/merge-requests/versions.ts";
import { insertMergeRequest, mergeRequestIdOf, reserveIid } from "../../db/queries/merge-requests/writes.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import type { Flag } from "../../db/schema/columns.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { insertRelated } from "../issuables/creation.ts";
import { lookUpTexts, textEntities } from "../issuables/look-up.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkMergeRequest, isLoop } from "./attributes.ts";
import { proposeVersion, renewVersion } from "./versions.ts";

export interface NewMergeRequestParams extends Branches {
  readonly title: string;
  readonly description: string | null;
  /** A user who may read the target project's merge requests. */
  readonly assignee_id: number | null;
  /** The same. */
  readonly reviewer_id: number | null;
  /** Ignored unless it is one of the target project's. */
  readonly milestone_id: number | null;
  /** Titles; missing labels are created. */
  readonly labels: readonly string[];
  readonly force_remove_source_branch: Flag | null;
  readonly squash: Flag;
  /** True if it is invalid without its branches. */
  readonly requiresBranches: boolean;
  /** True if its merge status is to be decided. */
  readonly isChecked: boolean;
}

export type CreateMergeRequestOutcome =
  | { kind: "created"; mergeRequest: SingleMergeRequest }
  | { kind: "same_branch" }
  | { kind: "not_a_fork" }
  /** There is an open merge request of the same branches. */
  | ({ kind: "twin" } & Twin)
  | { kind: "invalid"; errors: FieldErrors }
  /** The fork has more objects than can be copied. */
  | { kind: "too_large" }
  | { kind: "project_gone" };

/** @param forkedFromId of the source project */
export async function createMergeRequest(
  context: VerbContext,
  forkedFromId: number | null,
  given: NewMergeRequestParams,
): Promise<CreateMergeRequestOutcome> {
  const params = { ...given, title: given.title.trim() };
  const { source_project_id, project_id, title, source_branch, target_branch, description } = params;
  if (isLoop(params)) return { kind: "same_branch" };
  if (source_project_id !== project_id && forkedFromId !== project_id) return { kind: "not_a_fork" };
  const errors = checkMergeRequest({ title, source_branch, target_branch, description });
  if (hasErrors(errors)) return (await twinOf(context, params)) ?? { kind: "invalid", errors };
  const missing = params.requiresBranches ? await missingBranches(context, params) : {};
  if (hasErrors(missing)) return { kind: "invalid", errors: missing };
  const { db, viewer, baseUrl, actorId, now } = context;
  const key = keyOfId(project_id);
  const intended = { type: "MergeRequest", project: key, author_id: null, confidential: 0 } as const;
  const lookups = lookUpTexts(viewer, intended, [title, description], baseUrl);
  const [[reserved], [twin], ...found] = await db.batch(reserveIid(params, now), findTwin(params), ...lookups);
  if (reserved === undefined) return twin ? { kind: "twin", ...twin } : { kind: "project_gone" };
  const { iid, source_push, target_push } = reserved;
  const version = await proposeVersion(context, { ...params, iid }, params.isChecked);
  if (version === null) return { kind: "too_large" };
  const mergeRequest: NumberedMergeRequest = { type: "MergeRequest", id: null, iid, project_id };
  const id = mergeRequestIdOf(project_id, iid);
  const attempt = await db.change(
    [
      insertMergeRequest({
        ...params,
        ...{ iid, author_id: actorId, head_sha: version.head, created_at: now },
        ...(version.status !== null && { decided: { merge_status: version.status, target_push } }),
      }),
      insertFirstVersion(id, version, now),
      ...insertRelated(mergeRequest, { ...params, entities: textEntities(found) }, params.labels, context),
      recordEvent(context, { kind: "merge_request_opened", project_id, target_id: id }),
    ],
    findCreatedMergeRequest(viewer, key, iid),
  );
  if (attempt.violated === "merge_requests_twin_key")
    return (await twinOf(context, params)) ?? { kind: "project_gone" };
  const row = rowOf(attempt);
  if (row === undefined || row.id === null) return { kind: "project_gone" };
  // A push recorded meanwhile did not find the new merge request.
  const current = row.source_push === source_push ? row : await renewVersion(context, row);
  return current === null ? { kind: "project_gone" } : { kind: "created", mergeRequest: current };
}

async function twinOf({ db }: VerbContext, branches: Branches): Promise<({ kind: "twin" } & Twin) | null> {
  const [[twin]] = await db.batch(findTwin(branches));
  return twin === undefined ? null : { kind: "twin", ...twin };
}

/** An error for each branch that does not exist, in GitLab's words. */
async function missingBranches({ repositories }: VerbContext, branches: Branches): Promise<FieldErrors> {
  const { source_project_id, source_branch, project_id, target_branch } = branches;
  const [source, target] = await Promise.all([
    repositories.open(source_project_id).run("branchTip", source_branch),
    repositories.open(project_id).run("branchTip", target_branch),
  ]);
  return {
    ...(source === null && { source_branch: ["does not exist"] }),
    ...(target === null && { target_branch: ["does not exist"] }),
  };
}
