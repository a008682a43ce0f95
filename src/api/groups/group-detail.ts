// What presenters of single groups need to know.
import type { GroupRow } from "../../db/queries/groups/row.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";

export interface GroupDetail {
  readonly group: GroupRow;
  readonly projects: readonly ProjectRow[];
  readonly sharedProjects: readonly ProjectRow[];
}
