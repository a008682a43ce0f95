// GET /issues, /groups/:id/issues, /projects/:id/issues, /projects/:id/milestones/:milestone_id/issues

import { groupKey } from "../../../db/queries/groups/row.ts";
import type { ListRow } from "../../../db/queries/issuable-lists/lists.ts";
import type { IssueRow } from "../../../db/queries/issues/row.ts";
import { findMilestone } from "../../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { paged } from "../../response.ts";
import { presentDistantIssue, presentListedIssue } from "../presenters/issue.ts";
import { admitMilestone } from "./admit-milestone.ts";
import { issueListParams, issueScope, milestoneIdParam, unarchivedParam } from "./list-params.ts";
import { serveList } from "./serve-list.ts";

type Row = ListRow<IssueRow>;

/** @throws ApiError 404 */
export function admitToProject({ tracker_id }: Row): void {
  if (tracker_id == null) throw notFound("Project");
}

/** @throws ApiError 404 */
export function admitToGroup({ listed_group_id }: Row): void {
  if (listed_group_id == null) throw notFound("Group");
}

export const listOwnIssues = endpoint({
  access: "user",
  params: { ...issueListParams, ...milestoneIdParam, ...issueScope("created_by_me"), ...unarchivedParam },
  response: paged(presentDistantIssue),
  handle: (call) => serveList("Issue", call, { kind: "everywhere" }, presentDistantIssue, () => {}),
});

export const listGroupIssues = endpoint({
  access: { group: "read_group" },
  params: { ...idParam, ...issueListParams, ...milestoneIdParam, ...issueScope("all"), ...unarchivedParam },
  response: paged(presentDistantIssue),
  handle: (call) =>
    serveList("Issue", call, { kind: "group", group: groupKey(call.params.id) }, presentDistantIssue, admitToGroup),
});

export const listProjectIssues = endpoint({
  access: { project: "read_issue" },
  params: { ...idParam, ...issueListParams, ...milestoneIdParam, ...issueScope("all") },
  response: paged(presentListedIssue),
  handle: (call) =>
    serveList(
      "Issue",
      call,
      { kind: "project", project: projectKey(call.params.id) },
      presentListedIssue,
      admitToProject,
    ),
});

export const listMilestoneIssues = endpoint({
  access: { project: "read_issue" },
  params: { ...idParam, milestone_id: required(integer), ...issueListParams, ...issueScope("all") },
  response: paged(presentListedIssue),
  handle(call) {
    const project = projectKey(call.params.id);
    const milestone = findMilestone(call.viewer, project, call.params.milestone_id ?? 0);
    const admit = admitMilestone(admitToProject);
    return serveList("Issue", call, { kind: "project", project }, presentListedIssue, admit, milestone);
  },
});
