// Namespaces.
import type { RouteTable } from "../../http/route-table.ts";
import { listNamespaces } from "./list-namespaces.ts";

export const namespaceRoutes: RouteTable = {
  "GET /namespaces": listNamespaces,
};
