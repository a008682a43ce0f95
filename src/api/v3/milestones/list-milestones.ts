// GET /projects/:id/milestones

import { listMilestones as list } from "../../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer, oneOf, oneOrSeveral } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withRows } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentMilestone } from "../presenters/milestone.ts";

export const listMilestones = endpoint({
  access: { project: "read_project" },
  params: {
    ...idParam,
    state: withDefault<"active" | "closed" | "all">(oneOf("active", "closed", "all"), "all"),
    iid: optional(oneOrSeveral(integer)),
    ...paginationParams,
  },
  response: paged(presentMilestone),
  async handle(call) {
    const { id, state, iid = [] } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const iids = iid.length === 0 ? null : iid;
    const query = { project: projectKey(id), state, iids, limit: perPage, offset };
    const { viewerRow, rows } = await withRows(call, list(call.viewer, query));
    if (viewerRow.project_id === null) throw notFound("Project");
    const page = { rows: rows.filter((row) => row.id !== null), total: viewerRow.total };
    return paginate(call, page, presentMilestone);
  },
});
