// Lists the users of a project, in every version of the API.

import { listProjectUsers as query } from "../../db/queries/members/members.ts";
import { findProject } from "../../db/queries/projects/projects.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { UserRow } from "../../db/queries/users/row.ts";
import { text } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional } from "../../http/params.ts";
import { searchText } from "../../http/search.ts";
import { endpoint, paginate } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withViewerRow } from "../require.ts";
import { paged } from "../response.ts";

export const listingProjectUsers = <Body>(present: PresentRow<UserRow, Body>) =>
  endpoint({
    access: "visible",
    params: { ...idParam, search: optional(text), ...paginationParams },
    response: paged(present),
    async handle(call) {
      const key = projectKey(call.params.id);
      const { perPage, offset } = pageOf(call.params);
      const users = query(key, call.viewer.today, searchText(call.params.search), perPage, offset);
      const { viewerRow: project, rows } = await withViewerRow(call, findProject(call.viewer, key), ...users);
      if (project.id === null) throw notFound("Project");
      return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, (row) => present(row, call));
    },
  });
