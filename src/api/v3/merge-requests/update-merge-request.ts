// PUT /projects/:id/merge_requests/:merge_request_id

import { findMergeRequestSnapshot } from "../../../db/queries/merge-requests/merge-requests.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { boolean, filledText, integer, oneOf, text } from "../../../http/coerce.ts";
import { forbidden } from "../../../http/errors.ts";
import { optional, type ParamValues } from "../../../http/params.ts";
import { canOnProject, canUpdateMergeRequest } from "../../../permissions/abilities.ts";
import type { UpdateParams } from "../../../services/issuables/decide-update.ts";
import { lookUp, namedByParams } from "../../../services/issuables/look-up.ts";
import { snapshotOf } from "../../../services/issuables/snapshot.ts";
import { labelTitles } from "../../../services/labels/title.ts";
import { updateMergeRequest as update } from "../../../services/merge-requests/update.ts";
import { retryWhileStale } from "../../../services/retry-stale.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { retriedName } from "../../issuable-id.ts";
import { flagOf, idOrNone } from "../../merge-requests/values.ts";
import { foundMergeRequest, nameOf } from "../../merge-requests/with-merge-request.ts";
import { refusals } from "../../refusals.ts";
import { withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";
import { sameBranch, tooLarge, twinExists } from "./refusals.ts";

const attributes = {
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

type Given = ParamValues<typeof attributes>;

const params = { ...mergeRequestParams, ...attributes };

export const updateMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  reproduction: { by: getMergeRequest },
  params,
  rules: { atLeastOneOf: Object.keys(attributes) },
  response: one(presentMergeRequest, 409, 422),
  async handle(call) {
    const { id, merge_request_id, labels } = call.params;
    const outcome = await retryWhileStale("MergeRequest", retriedName(id, merge_request_id), async () => {
      const { actor, mergeRequest, snapshot } = await findEdited(call);
      if (!canUpdateMergeRequest(actor, mergeRequest, mergeRequest)) throw forbidden();
      const canManage = canOnProject(actor, "admin_merge_request", mergeRequest.access_level);
      return update(
        verbContext(call, actor),
        { mergeRequest, snapshot },
        {
          ...commonParams(call.params, mergeRequest.author_id === actor.viewer_id),
          ...(canManage ? managedParams(call.params) : unmanagedParams(call.params)),
          ...(canManage && labels != null && { labels: labelTitles(labels) }),
        },
      );
    });
    return respond(outcome, {
      ...refusals,
      updated: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      same_branch: sameBranch,
      twin: ({ title }) => twinExists(title),
      too_large: tooLarge,
    });
  },
});

/** The merge request and the records the params refer to, in one round trip. */
async function findEdited(call: Call<typeof params>) {
  const { id, title, description, labels } = call.params;
  const edited = { type: "MergeRequest", id: nameOf(call), confidential: null } as const;
  const naming = {
    title,
    description,
    assignee_id: idOrNone(call.params.assignee_id),
    milestone_id: idOrNone(call.params.milestone_id),
    labels: labelTitles(labels ?? ""),
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
  { title, target_branch, description, state_event, remove_source_branch }: Given,
  isAuthor: boolean,
): UpdateParams {
  const requested = flagOf(remove_source_branch);
  const force = requested === 1 && !isAuthor ? null : requested;
  return {
    ...(title !== undefined && { title }),
    ...(target_branch !== undefined && { target_branch }),
    ...(description !== undefined && { description }),
    ...(force !== null && { force_remove_source_branch: force }),
    ...(state_event !== undefined && states[state_event]),
  };
}

/** A change of the target branch by somebody who could not merge cancels the automatic merge. */
const unmanagedParams = ({ target_branch }: Given): UpdateParams =>
  target_branch === undefined ? {} : { merge_when_build_succeeds: 0 };

/** Attributes that only managers of merge requests may change. */
const managedParams = ({ assignee_id, milestone_id }: Given): UpdateParams => ({
  ...(assignee_id !== undefined && { assignee_id: idOrNone(assignee_id) }),
  ...(milestone_id !== undefined && { milestone_id: idOrNone(milestone_id) }),
});
