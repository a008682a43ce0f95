// GET, POST /projects/:id/milestones, GET, PUT, DELETE of one

import { listMilestones as list } from "../../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { commaList, integer, oneOf, text } from "../../../http/coerce.ts";
import { notFound, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { deleteMilestone as remove } from "../../../services/milestones/delete.ts";
import { retryWhileStale } from "../../../services/retry-stale.ts";
import { endpoint, noContent, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { creatingMilestone } from "../../milestones/create-milestone.ts";
import { gettingMilestone, milestoneParams } from "../../milestones/get-milestone.ts";
import { withManagedMilestones } from "../../milestones/managed-milestones.ts";
import { updatingMilestone } from "../../milestones/update-milestone.ts";
import { refusals } from "../../refusals.ts";
import { withRows } from "../../require.ts";
import { respond } from "../../respond.ts";
import { empty, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentMilestone } from "../presenters/milestone.ts";

export const listMilestones = endpoint({
  access: { project: "read_project" },
  params: {
    ...idParam,
    iids: optional(commaList(integer)),
    state: withDefault<"active" | "closed" | "all">(oneOf("active", "closed", "all"), "all"),
    title: optional(text),
    search: optional(text),
    ...paginationParams,
  },
  response: paged(presentMilestone),
  async handle(call) {
    const { id, state, iids = [], title, search } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const query = {
      project: projectKey(id),
      state,
      iids: iids.length === 0 ? null : iids,
      title: searchText(title),
      search: searchText(search),
      limit: perPage,
      offset,
    };
    const { viewerRow, rows } = await withRows(call, list(call.viewer, query));
    if (viewerRow.project_id === null) throw notFound("Project");
    const found = rows.flatMap((row) => (row.id === null ? [] : [{ milestone: row, place: row.place }]));
    return paginate(call, { rows: found, total: viewerRow.total }, (row) => presentMilestone(row, call));
  },
});

export const getMilestone = gettingMilestone(presentMilestone);
export const createMilestone = creatingMilestone(presentMilestone);
export const updateMilestone = updatingMilestone(presentMilestone, getMilestone);

export const deleteMilestone = endpoint({
  access: { project: "admin_milestone" },
  params: milestoneParams,
  response: empty(204, 409),
  async handle(call) {
    const { milestone_id } = call.params;
    const outcome = await retryWhileStale("Milestone", milestone_id ?? 0, async () => {
      const { actor, viewerRow } = await withManagedMilestones(call, milestone_id);
      if (viewerRow.id === null) throw recordNotFound();
      return remove(verbContext(call, actor), viewerRow);
    });
    return respond(outcome, { ...refusals, deleted: noContent });
  },
});
