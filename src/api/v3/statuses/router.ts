// Routes of commit statuses.
import type { RouteTable } from "../../route-table.ts";
import { createStatus } from "./create-status.ts";
import { listStatuses } from "./list-statuses.ts";

export const statusRoutes: RouteTable = {
  "POST /projects/:id/statuses/:sha{.+}": createStatus,
  "GET /projects/:id/repository/commits/:sha{.+}/statuses": listStatuses,
};
