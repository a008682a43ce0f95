// GET /projects/:id/repository/commits/:sha/statuses, POST /projects/:id/statuses/:sha

import { integer, oneOf } from "../../../http/coerce.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, required, withDefault } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { repositoryEndpoint } from "../../repositories/repository-endpoint.ts";
import { one, paged } from "../../response.ts";
import { reportStatus, statusParams } from "../../statuses/create-status.ts";
import { pageOfStatuses, statusFilters } from "../../statuses/list-statuses.ts";
import { presentStatus } from "../presenters/status.ts";

export const listStatuses = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: {
    ...statusFilters,
    pipeline_id: optional(integer),
    order_by: withDefault<"id" | "pipeline_id">(oneOf("id", "pipeline_id"), "id"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "asc"),
    ...paginationParams,
  },
  response: paged(presentStatus),
  handle: (call) => pageOfStatuses(call, call.params.pipeline_id ?? null, call.params, presentStatus),
});

const states = oneOf("pending", "running", "success", "failed", "canceled", "skipped");

export const createStatus = endpoint({
  access: { project: "create_commit_status" },
  params: { ...statusParams(required(states)), pipeline_id: optional(integer) },
  response: one(presentStatus),
  handle: (call) => reportStatus(call, call.params.pipeline_id ?? null, presentStatus),
});
