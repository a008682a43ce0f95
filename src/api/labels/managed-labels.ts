// The loader of endpoints that change labels.
import { findReferencedLabel, type LabelReference } from "../../db/queries/labels/labels.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import type { ProjectCall } from "../endpoint.ts";
import { admitUser, withViewerRow } from "../require.ts";

/** The project, and the named label, whose id is null if there is none: the access check comes first. */
export async function withManagedLabels(call: ProjectCall, { id, title }: LabelReference) {
  const { viewerRow } = await withViewerRow(
    call,
    findReferencedLabel(call.viewer, projectKey(call.params.id), { id, title: lookedUp(title) }),
  );
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.has_labels === 0 || !canOnProject(actor, "admin_label", viewerRow.access_level)) throw forbidden();
  return { actor, viewerRow };
}

/** Replaces a text that is too long to be a title: the size of statements is limited. */
const lookedUp = (title: string): string => (title.length > 1_000 ? "" : title);
