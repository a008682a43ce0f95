// What the viewer may do to an issue, for offering it. The API decides again when it is done.
import { canOnProject, canUpdateIssue } from "../../permissions/abilities.ts";
import type { VisitedProject } from "../visit.ts";

interface Issue {
  readonly author: { readonly id: number };
  readonly assignee: { readonly id: number } | null;
}

export function rightsOn(project: VisitedProject, { author, assignee }: Issue) {
  const canManage = canOnProject(project, "admin_issue", project.access_level);
  const { viewer_id, viewer_admin } = project;
  const written = { author_id: author.id, assignee_id: assignee?.id ?? null };
  const canEdit = viewer_id !== null && canUpdateIssue({ viewer_id, viewer_admin }, written, project.access_level);
  return { canEdit, canManage, canDelete: canOnProject(project, "remove_issue", project.access_level) };
}
