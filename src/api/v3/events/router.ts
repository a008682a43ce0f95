// Routes of activity feeds.
import type { RouteTable } from "../../route-table.ts";
import { listGroupEvents } from "./list-group-events.ts";
import { listOwnEvents } from "./list-own-events.ts";
import { listProjectEvents } from "./list-project-events.ts";

export const eventRoutes: RouteTable = {
  "GET /events": listOwnEvents,
  "GET /projects/:id/events": listProjectEvents,
  "GET /groups/:id/events": listGroupEvents,
};
