// The number of open issues of a project that its viewer may see.
import type { ProjectRow } from "../../db/queries/projects/row.ts";

/** Reporters and up, and administrators, see all confidential issues, others their own: the count must not reveal more. */
export function openIssuesCount(project: ProjectRow): number {
  const seesConfidential = project.viewer_admin === 1 || project.access_level >= 20;
  const confidential = seesConfidential ? project.opened_confidential_issues : project.own_confidential_issues;
  return project.opened_issues + confidential;
}
