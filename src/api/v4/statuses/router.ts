// Routes of commit statuses. They precede those of commits, whose `:sha` takes slashes.
import type { RouteTable } from "../../route-table.ts";
import { createStatus, listStatuses } from "./status-endpoints.ts";

export const statusRoutes: RouteTable = {
  "POST /projects/:id/statuses/:sha{.+}": createStatus,
  "GET /projects/:id/repository/commits/:sha{.+}/statuses": listStatuses,
};
