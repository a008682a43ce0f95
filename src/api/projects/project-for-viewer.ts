// What presenters of projects need to know.
import type { ProjectRow } from "../../db/queries/projects/row.ts";

export interface ProjectForViewer {
  readonly project: ProjectRow;
  /** True if the viewer is an administrator. */
  readonly isAdmin: boolean;
}
