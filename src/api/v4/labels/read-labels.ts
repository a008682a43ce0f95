// GET /projects/:id/labels and /labels/:label_id

import { findReferencedLabel, listLabelPage } from "../../../db/queries/labels/labels.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { boolean, text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withRows, withViewerRow } from "../../require.ts";
import { one, paged } from "../../response.ts";
import { presentLabel, presentLabelWithCounts } from "../presenters/label.ts";
import { labelParam } from "./label-param.ts";

export const listLabels = endpoint({
  access: { project: "read_project" },
  params: {
    ...idParam,
    search: optional(text),
    with_counts: withDefault<boolean>(boolean, false),
    ...paginationParams,
  },
  response: paged(presentLabel, presentLabelWithCounts),
  async handle(call) {
    const { id, search, with_counts } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const query = { search: searchText(search), limit: perPage, offset };
    const { viewerRow, rows } = await withRows(call, listLabelPage(call.viewer, projectKey(id), query));
    if (viewerRow.project_id === null) throw notFound("Project");
    const present = with_counts ? presentLabelWithCounts : presentLabel;
    const labels = rows.flatMap((row) => (row.id === null ? [] : [row]));
    return paginate(call, { rows: labels, total: viewerRow.total }, (label) => present(label));
  },
});

export const getLabel = endpoint({
  access: { project: "read_project" },
  params: { ...idParam, label: labelParam },
  response: one(presentLabel),
  async handle(call) {
    const { id, label } = call.params;
    const { viewerRow } = await withViewerRow(call, findReferencedLabel(call.viewer, projectKey(id), label));
    if (viewerRow.project_id === null) throw notFound("Project");
    if (viewerRow.id === null) throw notFound("Label");
    return presentLabel(viewerRow);
  },
});
