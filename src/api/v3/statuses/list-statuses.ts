// GET /projects/:id/repository/commits/:sha/statuses

import { paginationParams } from "../../../http/pagination.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { paged } from "../../response.ts";
import { pageOfStatuses, statusFilters } from "../../statuses/list-statuses.ts";
import { presentStatus } from "../presenters/status.ts";

export const listStatuses = endpoint({
  access: { project: "download_code" },
  params: { ...idParam, ...statusFilters, ...paginationParams },
  response: paged(presentStatus),
  handle: (call) => pageOfStatuses(call, null, { order_by: "id", sort: "asc" }, presentStatus),
});
