// Routes of namespaces.
import type { RouteTable } from "../../route-table.ts";
import { listNamespaces } from "./list-namespaces.ts";

export const namespaceRoutes: RouteTable = {
  "GET /namespaces": listNamespaces,
};
