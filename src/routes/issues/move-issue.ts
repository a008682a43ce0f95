// POST /projects/:id/issues/:issue_id/move
import { findIssue, findTracker } from "../../db/queries/issues.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { keyOfId } from "../../db/queries/projects.ts";
import { integer } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { admitUser, withHead } from "../../permissions/require.ts";
import { presentIssue } from "../../presenters/issue.ts";
import { moveIssue as move } from "../../services/issues/move.ts";
import { verbContext } from "../context.ts";
import { issueParams } from "./issue-params.ts";

const notPermitted = () => badRequest("Cannot move issue due to insufficient permissions!");

export const moveIssue = endpoint({
  access: { project: "read_issue" },
  params: { ...issueParams, to_project_id: required(integer) },
  async handle(call) {
    const { id, issue_id, to_project_id } = call.params;
    const target = findTracker(call.viewer, keyOfId(to_project_id ?? 0));
    const { head, rows } = await withHead(call, findIssue(call.viewer, projectKey(id), issue_id ?? 0), target);
    const actor = admitUser(call, head);
    if (head.project_id === null) throw notFound("Project");
    if (head.id === null) throw notFound("Issue");
    const to = rows[0][0];
    if (to === undefined || to.project_id === null) throw notFound("Project");
    const manages = (level: number) => canOnProject(actor, "admin_issue", level);
    if (!manages(head.access_level) || !manages(to.access_level) || to.issues_enabled === 0) throw notPermitted();
    if (head.moved_to_id !== null) throw notPermitted();
    if (to.project_id === head.project_id) throw badRequest("Cannot move issue to project it originates from!");
    const outcome = await move(verbContext(call, actor), head, to);
    switch (outcome.kind) {
      case "moved":
        return presentIssue(outcome.issue, outcome.issue, call.baseUrl);
      case "moved_already":
        throw notPermitted();
      case "gone":
        throw notFound("Issue");
    }
  },
});
