// Changes a merge request, in every version of the API.

import { findMergeRequestSnapshot } from "../../db/queries/merge-requests/merge-requests.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { boolean, filledText, integer, oneOf, text } from "../../http/coerce.ts";
import { forbidden } from "../../http/errors.ts";
import { optional, type ParamValues } from "../../http/params.ts";
import { canOnProject, canUpdateMergeRequest } from "../../permissions/abilities.ts";
import type { UpdateParams } from "../../services/issuables/decide-update.ts";
import { lookUp, namedByParams } from "../../services/issuables/look-up.ts";
import { snapshotOf } from "../../services/issuables/snapshot.ts";
import { labelTitles } from "../../services/labels/title.ts";
import { updateMergeRequest as update } from "../../services/merge-requests/update.ts";
import { retryWhileStale } from "../../services/retry-stale.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { retriedName } from "../issuable-id.ts";
import { refusals } from "../refusals.ts";
import { withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one, type Present } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { flagOf, idOrNone } from "./values.ts";
import type { GivenInV4, MergeRequestParams, VersionOfMergeRequests } from "./version.ts";
import { foundMergeRequest, nameOf } from "./with-merge-request.ts";

export const changedMergeRequestParams = {
  title: optional(filledText),
  target_branch: optional(filledText),
  description: optional(text),
  assignee_id: optional(integer),
  milestone_id: optional(integer),
  labels: optional(text),
  // GitLab accepts `merge` and ignores it.
  state_event: optional<"close" | "reopen" | "merge">(oneOf("close", "reopen", "merge")),
  remove_source_branch: optional(boolean),
};

type ChangeParams = typeof changedMergeRequestParams & GivenInV4;

type Given = ParamValues<ChangeParams>;

type EditingCall = Call<MergeRequestParams & ChangeParams>;

/** @param path parameters of the path @param attributes of which at least one must be given */
export const updatingMergeRequest = <P extends Present>(
  path: MergeRequestParams,
  attributes: ChangeParams,
  version: VersionOfMergeRequests<P>,
) =>
  endpoint({
    access: { project: "read_merge_request" },
    reproduction: { by: version.getMergeRequest },
    params: { ...path, ...attributes },
    rules: { atLeastOneOf: Object.entries(attributes).flatMap(([name, { sentAs }]) => sentAs ?? name) },
    response: one(version.present, 409, 422),
    async handle(call) {
      const { id, merge_request_id } = call.params;
      const outcome = await retryWhileStale("MergeRequest", retriedName(id, merge_request_id), async () => {
        const { actor, mergeRequest, snapshot } = await findEdited(call);
        if (!canUpdateMergeRequest(actor, mergeRequest, mergeRequest)) throw forbidden();
        const canManage = canOnProject(actor, "admin_merge_request", mergeRequest.access_level);
        const outcome = await update(
          verbContext(call, actor),
          { mergeRequest, snapshot },
          {
            ...commonParams(call.params, mergeRequest.author_id === actor.viewer_id),
            ...(canManage ? managedParams(call.params) : unmanagedParams(call.params)),
          },
        );
        return { ...outcome, actor };
      });
      return respond(outcome, {
        ...refusals,
        ...version.refusals,
        updated: ({ mergeRequest, actor }) => version.show(mergeRequest, call, actor),
      });
    },
  });
/** The merge request and the records the params refer to, in one round trip. */
async function findEdited(call: EditingCall) {
  const { id, title, description } = call.params;
  const edited = { type: "MergeRequest", id: nameOf(call), confidential: null } as const;
  const naming = {
    title,
    description,
    assignee_id: idOrNone(call.params.assignee_id),
    milestone_id: idOrNone(call.params.milestone_id),
    reviewer_id: idOrNone(call.params.reviewer_id),
    labels: labelTitles(`${call.params.labels ?? ""},${call.params.add_labels ?? ""}`),
  };
  const { viewerRow, rows } = await withViewerRow(
    call,
    findMergeRequestSnapshot(call.viewer, projectKey(id), edited.id, namedByParams(naming)),
    ...lookUp(call.viewer, edited, naming, call.baseUrl),
  );
  const { actor, mergeRequest } = foundMergeRequest(call, viewerRow, forbidden);
  return { actor, mergeRequest, snapshot: snapshotOf("MergeRequest", mergeRequest, naming.milestone_id, rows.flat()) };
}

const states = { close: { state: "closed" }, reopen: { state: "reopened" }, merge: {} } as const;

/**
 * Attributes that every editor may change.
 *
 * @param isAuthor only the author may request the removal of the source branch, which happens in their name
 */
function commonParams(
  { title, target_branch, description, state_event, remove_source_branch, squash }: Given,
  isAuthor: boolean,
): UpdateParams {
  const requested = flagOf(remove_source_branch);
  const force = requested === 1 && !isAuthor ? null : requested;
  return {
    ...(title !== undefined && { title }),
    ...(target_branch !== undefined && { target_branch }),
    ...(description !== undefined && { description }),
    ...(force !== null && { force_remove_source_branch: force }),
    ...(squash != null && { squash: squash ? 1 : 0 }),
    ...(state_event !== undefined && states[state_event]),
  };
}

/** A change of the target branch by somebody who could not merge cancels the automatic merge. */
const unmanagedParams = ({ target_branch }: Given): UpdateParams =>
  target_branch === undefined ? {} : { merge_when_build_succeeds: 0 };

/** Attributes that only managers of merge requests may change. */
const managedParams = ({
  assignee_id,
  reviewer_id,
  milestone_id,
  discussion_locked,
  ...labels
}: Given): UpdateParams => ({
  ...(assignee_id !== undefined && { assignee_id: idOrNone(assignee_id) }),
  ...(reviewer_id !== undefined && { reviewer_id: idOrNone(reviewer_id) }),
  ...(milestone_id !== undefined && { milestone_id: idOrNone(milestone_id) }),
  ...(discussion_locked != null && { discussion_locked: discussion_locked ? 1 : 0 }),
  ...(labels.labels != null && { labels: labelTitles(labels.labels) }),
  ...(labels.add_labels != null && { add_labels: labelTitles(labels.add_labels) }),
  ...(labels.remove_labels != null && { remove_labels: labelTitles(labels.remove_labels) }),
});
