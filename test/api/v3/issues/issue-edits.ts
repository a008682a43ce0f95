// Fixtures of the issue edit tests.
import { createUser } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createIssue, createProject, type Issue } from "../../../support/factories.ts";

export const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

export const longAgo = "2016-03-11T03:45:40.000Z";

/** A personal private project with an old issue. */
export async function setting(issueAttributes: Values = {}, projectAttributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner, projectAttributes);
  const issue = await createIssue(owner, project, { title: "Before", created_at: longAgo, ...issueAttributes });
  return { owner, project, issue };
}
