// GET /projects/:id/events

import { projectEvents } from "../../events/project-events.ts";
import { presentEvent } from "../presenters/event.ts";

export const listProjectEvents = projectEvents(presentEvent);
