// GET /projects/:id/labels

import { listLabels as list } from "../../../db/queries/labels/labels.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { notFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withRows } from "../../require.ts";
import { all } from "../../response.ts";
import { presentLabel } from "../presenters/label.ts";

/** Returns all labels: in v3 this list has no pages. */
export const listLabels = endpoint({
  access: { project: "read_project" },
  params: idParam,
  response: all(presentLabel),
  async handle(call) {
    const { viewerRow, rows } = await withRows(call, list(call.viewer, projectKey(call.params.id)));
    if (viewerRow.project_id === null) throw notFound("Project");
    return rows.flatMap((row) => (row.id === null ? [] : [presentLabel(row)]));
  },
});
