// PUT /projects/:id/services/custom-issue-tracker

import { text } from "../../../http/coerce.ts";
import { badRequest } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { putIssueTracker as put } from "../../../services/issue-trackers/put.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refusals } from "../../refusals.ts";
import { withProject } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentTrue } from "../presenters/plain.ts";

export const putIssueTracker = endpoint({
  access: { project: "admin_project" },
  params: {
    ...idParam,
    new_issue_url: required(text),
    issues_url: required(text),
    project_url: required(text),
    description: optional(text),
    title: optional(text),
  },
  response: one(presentTrue),
  lookupFirst: withProject,
  async handle(call) {
    const { actor, project } = await withProject(call);
    const { new_issue_url, issues_url, project_url, description, title } = call.params;
    const outcome = await put(verbContext(call, actor), project.id, {
      new_issue_url: new_issue_url ?? "",
      issues_url: issues_url ?? "",
      project_url: project_url ?? "",
      description,
      title,
    });
    return respond(outcome, {
      ...refusals,
      put: presentTrue,
      invalid: () => badRequest("400 Bad Request"),
    });
  },
});
