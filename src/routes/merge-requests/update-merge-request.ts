// PUT /projects/:id/merge_requests/:merge_request_id
import { findMergeRequestTarget } from "../../db/queries/merge-requests.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import type { MergeRequestChanges } from "../../db/queries/target-changes.ts";
import { boolean, filledText, integer, oneOf, text } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { forbidden, invalidRecord, recordNotFound } from "../../http/errors.ts";
import { optional, type ParamValues } from "../../http/params.ts";
import { canOnProject, canUpdateMergeRequest } from "../../permissions/abilities.ts";
import { viewerWithId } from "../../permissions/visible.ts";
import { presentMergeRequest } from "../../presenters/merge-request.ts";
import { labelTitles } from "../../services/labels/title.ts";
import { updateMergeRequest as update } from "../../services/merge-requests/update.ts";
import { verbContext } from "../context.ts";
import { flagOf, idOrNone, mergeRequestParams } from "./merge-request-params.ts";
import { sameBranch, tooLarge, twinExists } from "./refusals.ts";
import { withMergeRequest } from "./with-merge-request.ts";

const attributes = {
  title: optional(filledText),
  target_branch: optional(filledText),
  description: optional(text),
  assignee_id: optional(integer),
  milestone_id: optional(integer),
  labels: optional(text),
  // `merge` is GitLab's, and does nothing there either.
  state_event: optional<"close" | "reopen" | "merge">(oneOf("close", "reopen", "merge")),
  remove_source_branch: optional(boolean),
};

type Given = ParamValues<typeof attributes>;

export const updateMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, ...attributes },
  rules: { atLeastOneOf: Object.keys(attributes) },
  async handle(call) {
    const { id, merge_request_id, labels } = call.params;
    const wanted = viewerWithId(call.viewer, call.params.assignee_id ?? 0);
    const asAssignee = findMergeRequestTarget(wanted, projectKey(id), merge_request_id ?? 0);
    const { actor, mergeRequest, rows } = await withMergeRequest(call, asAssignee);
    if (!canUpdateMergeRequest(actor, mergeRequest, mergeRequest)) throw forbidden();
    const manages = canOnProject(actor, "admin_merge_request", mergeRequest.access_level);
    const isAssignable = rows[0][0]?.id != null;
    const outcome = await update(verbContext(call, actor), mergeRequest, {
      changes: {
        ...changesOf(call.params, mergeRequest.author_id === actor.viewer_id),
        ...(manages ? managedChangesOf(call.params, isAssignable) : unmanagedChangesOf(call.params)),
      },
      labels: manages && labels != null ? labelTitles(labels) : null,
    });
    switch (outcome.kind) {
      case "updated":
        return presentMergeRequest(outcome.mergeRequest, outcome.mergeRequest, call.baseUrl);
      case "same_branch":
        throw sameBranch();
      case "twin":
        throw twinExists(outcome.title);
      case "too_large":
        throw tooLarge();
      case "invalid":
        throw invalidRecord(outcome.errors);
      case "gone":
        throw recordNotFound();
    }
  },
});

const states = { close: { state: "closed" }, reopen: { state: "reopened" }, merge: {} } as const;

/**
 * What every editor may change.
 * @param isAuthor the source branch is removed in the author's name: nobody else may wish it
 */
function changesOf(
  { title, target_branch, description, state_event, remove_source_branch }: Given,
  isAuthor: boolean,
): MergeRequestChanges {
  const wished = flagOf(remove_source_branch);
  const force = wished === 1 && !isAuthor ? null : wished;
  return {
    ...(title !== undefined && { title }),
    ...(target_branch !== undefined && { target_branch }),
    ...(description !== undefined && { description }),
    ...(force !== null && { force_remove_source_branch: force }),
    ...(state_event !== undefined && states[state_event]),
  };
}

/** Who could not merge does not choose where what was agreed on is merged by itself. */
const unmanagedChangesOf = ({ target_branch }: Given): MergeRequestChanges =>
  target_branch === undefined ? {} : { merge_when_build_succeeds: 0 };

/**
 * What is for those who manage merge requests.
 * @param isAssignable whether the assignee asked for may read it: nobody else takes the place of the present one
 */
function managedChangesOf({ assignee_id, milestone_id }: Given, isAssignable: boolean): MergeRequestChanges {
  const assignee = idOrNone(assignee_id);
  return {
    ...(assignee_id !== undefined && (assignee === null || isAssignable) && { assignee_id: assignee }),
    ...(milestone_id !== undefined && { milestone_id: idOrNone(milestone_id) }),
  };
}
