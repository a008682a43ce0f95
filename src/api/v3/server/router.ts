// Routes of the server itself.
import type { RouteTable } from "../../route-table.ts";
import { createSession } from "./create-session.ts";
import { getVersion } from "./get-version.ts";

export const serverRoutes: RouteTable = {
  "GET /version": getVersion,
  "POST /session": createSession,
};
