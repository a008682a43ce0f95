// What writing begins with: the project whose labels the viewer may change.
import { findLabelByTitle } from "../../../db/queries/labels/labels.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import type { ProjectCall } from "../../endpoint.ts";
import { admitUser, withViewerRow } from "../../require.ts";

/** Of the label the id may be null: who may not write is told so whether there is such a label or not. */
export async function withManagedLabels(call: ProjectCall, title: string) {
  const { viewerRow } = await withViewerRow(
    call,
    findLabelByTitle(call.viewer, projectKey(call.params.id), lookedUp(title)),
  );
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.has_labels === 0 || !canOnProject(actor, "admin_label", viewerRow.access_level)) throw forbidden();
  return { actor, viewerRow };
}

/** No label has a longer title, and the database takes no text of any length. */
const lookedUp = (title: string): string => (title.length > 1_000 ? "" : title);
