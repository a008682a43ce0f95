// Creates a merge request, in every version of the API.

import type { FoundMergeRequestProjectRow } from "../../db/queries/merge-requests/merge-requests.ts";
import { findMergeRequestProject } from "../../db/queries/merge-requests/merge-requests.ts";
import type { MergeRequestProjectRow } from "../../db/queries/merge-requests/row.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { boolean, integer, text } from "../../http/coerce.ts";
import { forbidden, notFound, recordNotFound } from "../../http/errors.ts";
import { optional, type ParamValues, required } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { viewerWithId } from "../../permissions/visible.ts";
import { labelTitles } from "../../services/labels/title.ts";
import { createMergeRequest as create, type NewMergeRequestParams } from "../../services/merge-requests/create.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { refusals } from "../refusals.ts";
import { type Actor, admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one, type Present } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { flagOf, idOrNone } from "./values.ts";
import type { GivenInV4, VersionOfMergeRequests } from "./version.ts";

export const newMergeRequestParams = {
  ...idParam,
  title: required(text),
  source_branch: required(text),
  target_branch: required(text),
  target_project_id: optional(integer),
  description: optional(text),
  assignee_id: optional(integer),
  milestone_id: optional(integer),
  labels: optional(text),
  remove_source_branch: optional(boolean),
};

type CreationParams = typeof newMergeRequestParams & GivenInV4;

/** Values of the attributes that only managers of the target's merge requests may set, for everybody else. */
const unmanaged = {
  assignee_id: null,
  reviewer_id: null,
  milestone_id: null,
  labels: [],
} satisfies Partial<NewMergeRequestParams>;

interface VersionOfCreation<P extends Present> extends VersionOfMergeRequests<P> {
  /** True if both branches have to exist. */
  readonly requiresBranches: boolean;
  /** True if the response has the merge status. */
  readonly showsStatus: boolean;
}

/** @param version whose `getMergeRequest` takes a global id as `merge_request_id` */
export const creatingMergeRequest = <P extends Present>(params: CreationParams, version: VersionOfCreation<P>) =>
  endpoint({
    access: { project: "create_merge_request" },
    reproduction: { by: version.getMergeRequest, idParam: "merge_request_id" },
    params,
    response: one(version.present, 409, 422),
    async handle(call) {
      const { title, source_branch, target_branch, description, milestone_id, labels } = call.params;
      const { actor, source, target, assigneeId, reviewerId } = await findProjects(call);
      if (version.requiresBranches && target.reads_merge_requests === 0) throw forbidden();
      const managed = {
        assignee_id: assigneeId,
        reviewer_id: reviewerId,
        milestone_id: idOrNone(milestone_id),
        labels: labelTitles(labels ?? ""),
      };
      const outcome = await create(verbContext(call, actor), source.forked_from_id, {
        source_project_id: source.project_id,
        source_branch: source_branch ?? "",
        project_id: target.project_id,
        target_branch: target_branch ?? "",
        title: title ?? "",
        description: description ?? null,
        force_remove_source_branch: flagOf(call.params.remove_source_branch),
        squash: flagOf(call.params.squash) ?? 0,
        requiresBranches: version.requiresBranches,
        isChecked: version.showsStatus,
        ...(canOnProject(actor, "admin_merge_request", target.access_level) ? managed : unmanaged),
      });
      return respond(outcome, {
        ...refusals,
        ...version.refusals,
        created: ({ mergeRequest }) => version.show(mergeRequest, call, actor),
      });
    },
  });

interface Projects {
  readonly actor: Actor;
  readonly source: MergeRequestProjectRow;
  readonly target: MergeRequestProjectRow;
  /** The requested assignee, if they may read the target's merge requests. */
  readonly assigneeId: number | null;
  /** The same of the reviewer. */
  readonly reviewerId: number | null;
}

/** `:id` is the source project, and the target unless `target_project_id` names another one. */
async function findProjects(call: Call & { readonly params: ParamValues<CreationParams> }): Promise<Projects> {
  const { id, target_project_id, assignee_id, reviewer_id } = call.params;
  const sourceKey = projectKey(id);
  const targetKey = target_project_id == null ? sourceKey : keyOfId(target_project_id);
  const asUser = (userId: number) => findMergeRequestProject(viewerWithId(call.viewer, userId), targetKey);
  const { viewerRow: source, rows } = await withViewerRow(
    call,
    findMergeRequestProject(call.viewer, sourceKey),
    findMergeRequestProject(call.viewer, targetKey),
    asUser(assignee_id ?? 0),
    ...(reviewer_id ? [asUser(reviewer_id)] : []),
  );
  const actor = admitUser(call, source);
  if (source.project_id === null) throw notFound("Project");
  if (!canOnProject(actor, "create_merge_request", source.access_level) || refusesMergeRequests(source))
    throw forbidden();
  const [[target], [assignee], [reviewer] = []] = rows;
  if (target === undefined || target.project_id === null) throw recordNotFound();
  if (refusesMergeRequests(target)) throw forbidden();
  return { actor, source, target, assigneeId: readerId(assignee), reviewerId: readerId(reviewer) };
}

/** The id of the user, if they may read the target's merge requests. */
const readerId = (row: FoundMergeRequestProjectRow | undefined): number | null =>
  row !== undefined && row.project_id !== null && row.reads_merge_requests === 1 ? row.viewer_id : null;

const refusesMergeRequests = ({ archived, merge_requests_enabled }: MergeRequestProjectRow): boolean =>
  archived === 1 || merge_requests_enabled === 0;
