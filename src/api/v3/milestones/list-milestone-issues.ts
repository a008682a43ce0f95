// GET /projects/:id/milestones/:milestone_id/issues

import { type FoundMilestoneRow, findMilestone } from "../../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound, recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { paged } from "../../response.ts";
import { issueListParams, serveIssueList } from "../issues/issue-list.ts";
import { presentIssue } from "../presenters/issue.ts";

export const listMilestoneIssues = endpoint({
  access: { project: "read_issue" },
  params: { ...idParam, milestone_id: required(integer), ...issueListParams },
  response: paged(presentIssue),
  handle(call) {
    const { id, milestone_id } = call.params;
    const key = projectKey(id);
    const milestone = findMilestone(call.viewer, key, milestone_id ?? 0);
    const bounds = {
      scope: { kind: "project", project: key },
      labels: "any",
      filters: { milestone_id: milestone_id ?? 0 },
    } as const;
    const admit = ({ tracker_id }: { tracker_id?: number | null }, [[found]]: readonly [FoundMilestoneRow[]]) => {
      if (tracker_id == null) throw notFound("Project");
      if (found === undefined || found.id === null) throw recordNotFound();
    };
    return serveIssueList(call, bounds, admit, milestone);
  },
});
