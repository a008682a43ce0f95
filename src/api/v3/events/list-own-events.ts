// GET /events

import { ownEvents } from "../../events/own-events.ts";
import { presentEvent } from "../presenters/event.ts";

export const listOwnEvents = ownEvents(presentEvent);
