// POST /projects/:id/merge_requests

import { findMergeRequestProject } from "../../../db/queries/merge-requests/merge-requests.ts";
import type { MergeRequestProjectRow } from "../../../db/queries/merge-requests/row.ts";
import { keyOfId } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { boolean, integer, text } from "../../../http/coerce.ts";
import { forbidden, notFound, recordNotFound } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { viewerWithId } from "../../../permissions/visible.ts";
import { labelTitles } from "../../../services/labels/title.ts";
import { createMergeRequest as create, type NewMergeRequestParams } from "../../../services/merge-requests/create.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { flagOf, idOrNone } from "../../merge-requests/values.ts";
import { refusals } from "../../refusals.ts";
import { type Actor, admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { notAFork, sameBranch, tooLarge, twinExists } from "./refusals.ts";

const params = {
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

/** Values of the attributes that only managers of the target's merge requests may set, for everybody else. */
const unmanaged = { assignee_id: null, milestone_id: null, labels: [] } satisfies Partial<NewMergeRequestParams>;

export const createMergeRequest = endpoint({
  access: { project: "create_merge_request" },
  reproduction: { by: getMergeRequest, idParam: "merge_request_id" },
  params,
  response: one(presentMergeRequest, 409, 422),
  async handle(call) {
    const { title, source_branch, target_branch, description, milestone_id, labels } = call.params;
    const { actor, source, target, assigneeId } = await findProjects(call);
    const managed = {
      assignee_id: assigneeId,
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
      ...(canOnProject(actor, "admin_merge_request", target.access_level) ? managed : unmanaged),
    });
    return respond(outcome, {
      ...refusals,
      created: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      same_branch: sameBranch,
      not_a_fork: notAFork,
      twin: ({ title }) => twinExists(title),
      too_large: tooLarge,
    });
  },
});

interface Projects {
  readonly actor: Actor;
  readonly source: MergeRequestProjectRow;
  readonly target: MergeRequestProjectRow;
  /** The requested assignee, if they may read the target's merge requests. */
  readonly assigneeId: number | null;
}

/** `:id` is the source project, and the target unless `target_project_id` names another one. */
async function findProjects(call: Call<typeof params>): Promise<Projects> {
  const { id, target_project_id, assignee_id } = call.params;
  const sourceKey = projectKey(id);
  const targetKey = target_project_id == null ? sourceKey : keyOfId(target_project_id);
  const { viewerRow: source, rows } = await withViewerRow(
    call,
    findMergeRequestProject(call.viewer, sourceKey),
    findMergeRequestProject(call.viewer, targetKey),
    findMergeRequestProject(viewerWithId(call.viewer, assignee_id ?? 0), targetKey),
  );
  const actor = admitUser(call, source);
  if (source.project_id === null) throw notFound("Project");
  if (!canOnProject(actor, "create_merge_request", source.access_level) || refusesMergeRequests(source))
    throw forbidden();
  const [[target], [assignee]] = rows;
  if (target === undefined || target.project_id === null) throw recordNotFound();
  if (refusesMergeRequests(target)) throw forbidden();
  const canRead = assignee?.viewer_id != null && assignee.project_id !== null && assignee.reads_merge_requests === 1;
  return { actor, source, target, assigneeId: canRead ? idOrNone(assignee_id) : null };
}

const refusesMergeRequests = ({ archived, merge_requests_enabled }: MergeRequestProjectRow): boolean =>
  archived === 1 || merge_requests_enabled === 0;
