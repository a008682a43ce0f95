// GET /groups/:id/events

import { groupEvents } from "../../events/group-events.ts";
import { presentEvent } from "../presenters/event.ts";

export const listGroupEvents = groupEvents(presentEvent);
