// Routes of activity feeds.
import { ownEvents, scopedFeedParams } from "../../events/own-events.ts";
import { projectEvents } from "../../events/project-events.ts";
import { userEvents } from "../../events/user-events.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentEvent } from "../presenters/event.ts";

export const eventRoutes: RouteTable = {
  "GET /events": ownEvents(presentEvent, scopedFeedParams),
  "GET /users/:id/events": userEvents(presentEvent),
  "GET /projects/:id/events": projectEvents(presentEvent),
};
