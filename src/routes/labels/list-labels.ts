// GET /projects/:id/labels
import { listLabels as list } from "../../db/queries/labels.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { endpoint } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { withRows } from "../../permissions/require.ts";
import { presentLabel } from "../../presenters/label.ts";
import { idParam } from "../id-param.ts";

/** All of them: in v3 this list has no pages. */
export const listLabels = endpoint({
  access: { project: "read_project" },
  params: idParam,
  async handle(call) {
    const { head, rows } = await withRows(call, list(call.viewer, projectKey(call.params.id)));
    if (head.project_id === null) throw notFound("Project");
    return rows.flatMap((row) => (row.id === null ? [] : [presentLabel(row)]));
  },
});
