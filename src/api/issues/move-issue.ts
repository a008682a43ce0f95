// Moves an issue to another project, in every version of the API.

import { findIssueSnapshot, findTracker } from "../../db/queries/issues/issues.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { integer } from "../../http/coerce.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { moveIssue as move } from "../../services/issues/move.ts";
import { retryWhileStale } from "../../services/retry-stale.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { issuableName, retriedName } from "../issuable-id.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { IssueParams, PlacedIssue } from "./issue-params.ts";

const notPermitted = () => badRequest("Cannot move issue due to insufficient permissions!");

const destinationParam = { to_project_id: required(integer) };

export const movingIssue = <Body>(params: IssueParams, present: PresentRow<PlacedIssue, Body>) =>
  endpoint({
    access: { project: "read_issue" },
    params: { ...params, ...destinationParam },
    response: one(present, 409),
    async handle(call) {
      const { id, issue_id } = call.params;
      const outcome = await retryWhileStale("Issue", retriedName(id, issue_id), async () => {
        const { actor, issue, to } = await findMove(call);
        return move(verbContext(call, actor), issue, to);
      });
      return respond(outcome, {
        ...refusals,
        moved: ({ issue }) => present(issue, call),
        gone: () => notFound("Issue"),
      });
    },
  });

/** The issue and its destination. @throws ApiError if the actor may not move it there */
async function findMove(call: Call<IssueParams & typeof destinationParam>) {
  const { id, issue_id, to_project_id } = call.params;
  const { viewerRow, rows } = await withViewerRow(
    call,
    findIssueSnapshot(call.viewer, projectKey(id), issuableName(id, issue_id), namesNothing),
    findTracker(call.viewer, keyOfId(to_project_id ?? 0)),
  );
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.id === null) throw notFound("Issue");
  const to = rows[0][0];
  if (to === undefined || to.project_id === null) throw notFound("Project");
  const canManage = (level: number) => canOnProject(actor, "admin_issue", level);
  if (!canManage(viewerRow.access_level) || !canManage(to.access_level) || to.issues_enabled === 0)
    throw notPermitted();
  if (viewerRow.moved_to_id !== null) throw notPermitted();
  if (to.project_id === viewerRow.project_id) throw badRequest("Cannot move issue to project it originates from!");
  return { actor, issue: viewerRow, to };
}

const namesNothing = { named_milestone_id: null, named_label_titles: "[]" };
