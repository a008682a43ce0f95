// Routes of the server itself.
import type { RouteTable } from "../../route-table.ts";
import { getMetadata, getVersion } from "./get-version.ts";

export const serverRoutes: RouteTable = {
  "GET /version": getVersion,
  "GET /metadata": getMetadata,
};
